import { fold, foldedWords } from './folding.ts'
import { titles } from './scrub.ts'

/** Last words of the names of schools, clubs and companies; no person is called so. */
const bodies = new Set(
  [
    'academy agency association band charity choir club coaches college committee company co council department federation fc',
    'foundation gmbh group guides hospital hotel inc institute limited llp ltd nursery orchestra plc pta school schools scouts',
    'services society team theatre tours travel trust union university',
  ].flatMap((words) => words.split(' ')),
)

/** Words that stand between names and are none. */
const between = new Set(['and', 'del', 'den', 'der', 'des', 'for', 'the', 'und', 'van', 'von'])

const shortestWord = 3

/** The names of people in what was entered as a name, without those of an organisation: `Ann Smith (Otley School)` is `Ann Smith`. */
export function personalNames(name: string, organisation: string | null): string[] {
  const parts = name.split(/[(),;/]+/).filter((part) => wordsIn(part).length > 0)
  const persons = parts.filter((part) => !isOrganisation(part, organisation))
  return persons.length === parts.length ? [name] : persons
}

/** The words of a person's name, by each of which alone a text may name them: those of three letters or more. */
export function personalWords(name: string): string[] {
  const spelled = name.split(/\s+/)
  return [...spelled, ...spelled.flatMap((word) => word.split(/[^\p{L}\p{M}\p{N}]+/u))].filter((word) => {
    const words = wordsIn(word)
    return words.join('').length >= shortestWord && !words.every((one) => titles.includes(one) || between.has(one))
  })
}

function isOrganisation(name: string, organisation: string | null): boolean {
  const words = wordsIn(name)
  return bodies.has(words.at(-1) ?? '') || words.join(' ') === wordsIn(organisation ?? '').join(' ')
}

function wordsIn(text: string): string[] {
  return foldedWords(fold(text).text).map(({ word }) => word)
}
