import { foldText, listWordsOfFolded } from './folding.ts'
import { titles } from './scrub.ts'

/** Last words of the names of schools, clubs and companies, but not of people. */
const bodies = new Set(
  [
    'academy agency association band charity choir club coaches college committee company co council department federation fc',
    'foundation gmbh group guides hospital hotel inc institute limited llp ltd nursery orchestra plc pta school schools scouts',
    'services society team theatre tours travel trust union university',
  ].flatMap((words) => words.split(' ')),
)

/** Words between names that are not names themselves. */
const between = new Set(['and', 'del', 'den', 'der', 'des', 'for', 'the', 'und', 'van', 'von'])

/** Words among them that are a first name at the beginning of a name: Des O'Connor, Van Anh. */
const firstNames = new Set(['del', 'den', 'des', 'van', 'von'])

const shortestWord = 3

/** Separators between a person and their organisation. */
const separator = /[(),;/|@:]+|\s[-–—]|[-–—]\s|\s(?:at|c\/o)\s|(?<=\S\s\S+)\s(?:of|for)\s/i

/** Letters without a separable accent, with their usual spelling on other keyboards. */
const plainLetters: ReadonlyMap<string, string> = new Map([
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['æ', 'ae'],
  ['œ', 'oe'],
])

/** The names of people in an entered name, without those of an organisation: `Ann Smith (Otley School)` is `Ann Smith`. */
export function listPersonalNames(name: string, organisation: string | null): string[] {
  const parts = name
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => listFoldedWords(part).length > 0)
  // A word after an organisation names its place: `Grammar School at Leeds`.
  const persons = parts.filter((part, nth) => {
    const before = parts[nth - 1]
    const isItsPlace = before !== undefined && isOrganisation(before, organisation) && listFoldedWords(part).length === 1
    return !isItsPlace && !isOrganisation(part, organisation)
  })
  return persons.length === parts.length ? [name] : persons
}

/** The words of a person's name that identify the person: those of three letters or more. */
export function listPersonalWords(name: string): string[] {
  const typed = name.split(/\s+/)
  const opening = listFoldedWords(name).find((word) => !titles.includes(word)) ?? ''
  const isNoName = (word: string) => titles.includes(word) || (between.has(word) && !(word === opening && firstNames.has(word)))
  const spelled = [...typed, ...typed.map((word) => word.replaceAll(/['’ʼ]/g, ''))]
  const words = [typed.join(''), ...spelled, ...spelled.flatMap((word) => word.split(/[^\p{L}\p{M}\p{N}]+/u))]
  return [...new Set([...words, ...words.map(inPlainLetters)])].filter((word) => {
    const words = listFoldedWords(word)
    return words.join('').length >= shortestWord && !words.every(isNoName)
  })
}

/** A word in plain letters: `Oyvind` for `Øyvind`. */
function inPlainLetters(word: string): string {
  return word.replaceAll(/[øłđæœþð]/gi, (letter) => plainLetters.get(letter.toLowerCase()) ?? letter)
}

function isOrganisation(name: string, organisation: string | null): boolean {
  const words = listFoldedWords(name)
  return bodies.has(words.at(-1) ?? '') || words.join(' ') === listFoldedWords(organisation ?? '').join(' ')
}

function listFoldedWords(text: string): string[] {
  return listWordsOfFolded(foldText(text).text).map(({ word }) => word)
}
