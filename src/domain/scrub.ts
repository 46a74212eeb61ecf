import { foldText, listWordsOfFolded, type TextSpan } from './folding.ts'
import { findMoneySpans } from './money-spans.ts'
import { findPhoneSpans } from './phone-spans.ts'
import { findEmailSpans, findUrlSpans } from './web-address.ts'

/** Text that replaces an identifying text. */
export const removed = '[removed]'

/** Removes identifying parts of a text and keeps the rest unchanged. */
export type Scrub = (text: string) => string

type Words = Map<string, Words | true>

/** The key of a `Words` at the end of an identity; no word is empty. */
const end = ''

const mostRounds = 4

/** Forms of address, which are not part of a name. */
export const titles = ['mr', 'mrs', 'ms', 'miss', 'mx', 'dr', 'prof', 'professor', 'rev', 'revd', 'sir', 'dame', 'lord', 'lady']

/**
 * Replaces each email address, telephone number and web address by `[removed]`, and each of the identities (a customer's name,
 * organisation, email, telephone). It finds the words of an identity in sequence, whatever their case, accents and punctuation.
 * Reuse it for texts about the same people; time is linear in the length of a text, however hostile.
 */
export function makeScrub(identities: readonly string[]): Scrub {
  const known = learned(identities)
  return repeatedly((text) => [...contactSpans(text), ...identitySpans(text, known)])
}

/**
 * Replaces each email address, telephone number, web address and amount of money by `[removed]`, for readers without access to
 * any of them.
 */
export const scrubContactAndMoney: Scrub = repeatedly((text) => [...contactSpans(text), ...findMoneySpans(text)])

/** Replaces each amount of money by `[removed]`, for readers who may see contact details but no price. */
export const scrubMoney: Scrub = repeatedly(findMoneySpans)

function contactSpans(text: string): TextSpan[] {
  return [...findEmailSpans(text), ...findUrlSpans(text), ...findPhoneSpans(text)]
}

/** Removes only these identities, from texts of other people, whose numbers may still be needed. */
export function makeOmission(identities: readonly string[]): Scrub {
  const known = learned(identities)
  return repeatedly((text) => identitySpans(text, known))
}

/**
 * Repeats a scrub until it finds nothing more, at most four times. A removal can uncover more: a name with a number attached is
 * no word until the number is removed.
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
  const { text, origin } = foldText(typed)
  const spans = spansIn(text)
  return spans.length === 0 ? typed : replaceSpans(typed, spans.map(origin))
}

function learned(identities: readonly string[]): Words {
  const known: Words = new Map()
  for (const identity of identities) for (const spelling of spellings(identity)) learn(known, spelling)
  return known
}

/** The spellings of a person: as given, without the title, surname first, title and surname. */
function spellings(identity: string): string[][] {
  const words = listWordsOfFolded(foldText(identity).text).map(({ word }) => word)
  const letters = words.join('')
  if (letters.length < (/\p{L}/u.test(letters) ? 2 : 5)) return []
  if (/\d/.test(letters)) return [words]

  const name = words.slice(words.findIndex((word) => !titles.includes(word)))
  const surname = name.at(-1) ?? ''
  // Only a name of several words, or with a title, is shortened.
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
  const words = listWordsOfFolded(text)
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
