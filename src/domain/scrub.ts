import { fold, foldedWords, type TextSpan } from './folding.ts'
import { moneySpans } from './money-spans.ts'
import { phoneSpans } from './phone-spans.ts'
import { emailSpans, urlSpans } from './web-address.ts'

/** Text that stands where something identifying stood. */
export const removed = '[removed]'

/** Takes what identifies out of a text and leaves the rest as it was typed. */
export type Scrub = (text: string) => string

type Words = Map<string, Words | true>

/** The key of a `Words` under which an identity ends; no word is empty. */
const end = ''

const mostRounds = 4

/** Forms of address, which are no part of a name. */
export const titles = ['mr', 'mrs', 'ms', 'miss', 'mx', 'dr', 'prof', 'professor', 'rev', 'revd', 'sir', 'dame', 'lord', 'lady']

/**
 * Replaces each e-mail address, telephone number and web address by `[removed]`, and each of the identities (a customer's name,
 * organisation, e-mail, telephone) wherever its words stand together, whatever their case, accents and punctuation. Made once
 * for many texts about the same people; time is linear in the length of a text, however hostile.
 */
export function makeScrub(identities: readonly string[]): Scrub {
  const known = learned(identities)
  return repeatedly((text) => [...contactSpans(text), ...identitySpans(text, known)])
}

/** Replaces each e-mail address, telephone number, web address and amount of money by `[removed]`: for who may read none of them. */
export const scrubContactAndMoney: Scrub = repeatedly((text) => [...contactSpans(text), ...moneySpans(text)])

/** Replaces each amount of money by `[removed]`: for who may be reached, and is told no price. */
export const scrubMoney: Scrub = repeatedly(moneySpans)

function contactSpans(text: string): TextSpan[] {
  return [...emailSpans(text), ...urlSpans(text), ...phoneSpans(text)]
}

/** Takes out these identities and nothing else: for what others wrote, who may have put down numbers that are still needed. */
export function makeOmission(identities: readonly string[]): Scrub {
  const known = learned(identities)
  return repeatedly((text) => identitySpans(text, known))
}

/**
 * A scrub that is repeated until nothing more is found, four times at most. What is taken out can uncover more: a name
 * with a number glued to it is no word until the number has gone.
 */
function repeatedly(spansIn: (text: string) => TextSpan[]): Scrub {
  return (typed) => {
    let text = typed
    for (let round = 0; round < mostRounds; round++) {
      const less = scrubOnce(text, spansIn)
      if (less === text) break
      text = less
    }
    return text
  }
}

function scrubOnce(typed: string, spansIn: (text: string) => TextSpan[]): string {
  const { text, origin } = fold(typed)
  const spans = spansIn(text)
  return spans.length === 0 ? typed : replaceSpans(typed, spans.map(origin))
}

function learned(identities: readonly string[]): Words {
  const known: Words = new Map()
  for (const identity of identities) for (const spelling of spellings(identity)) learn(known, spelling)
  return known
}

/** The ways a person is written: as given, without the title, surname first, title and surname. */
function spellings(identity: string): string[][] {
  const words = foldedWords(fold(identity).text).map(({ word }) => word)
  const letters = words.join('')
  if (letters.length < (/\p{L}/u.test(letters) ? 2 : 5)) return []
  if (/\d/.test(letters)) return [words]

  const name = words.slice(words.findIndex((word) => !titles.includes(word)))
  const surname = name.at(-1) ?? ''
  // Only a name that is more than one word, or had a title, is one that people shorten.
  const variants = name.length < words.length || name.length > 1 ? titles.map((title) => [title, surname]) : []
  return [words, name, ...(name.length === 2 ? [name.toReversed()] : []), ...variants].filter(
    (words) => words.join('').length > 1,
  )
}

function learn(known: Words, words: readonly string[]): void {
  let here = known
  for (const word of words) {
    const next = here.get(word)
    if (next instanceof Map) here = next
    else {
      const fresh: Words = new Map()
      here.set(word, fresh)
      here = fresh
    }
  }
  here.set(end, true)
}

function identitySpans(text: string, known: Words): TextSpan[] {
  if (known.size === 0) return []
  const words = foldedWords(text)
  const spans: TextSpan[] = []
  for (const [first, { span }] of words.entries()) {
    let here: Words | true | undefined = known
    for (let last = first; here instanceof Map && last < words.length; last++) {
      here = here.get(words[last]?.word ?? end)
      if (here instanceof Map && here.has(end)) spans.push([span[0], words[last]?.span[1] ?? span[1]])
    }
  }
  return spans
}

function replaceSpans(typed: string, spans: TextSpan[]): string {
  let text = ''
  let reached = 0
  for (const [start, end] of spans.sort((one, other) => one[0] - other[0])) {
    if (end <= reached) continue
    if (start > reached || reached === 0) text += typed.slice(reached, start) + removed
    reached = end
  }
  return text + typed.slice(reached)
}
