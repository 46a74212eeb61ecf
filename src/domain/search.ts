import { foldText } from './folding.ts'
import { dayMs } from './instant.ts'
import type { Itinerary } from './itinerary.ts'
import type { Place } from './place.ts'
import { spacePostcodes } from './postcode.ts'

export const foundKinds = ['booking', 'job', 'customer', 'driver', 'vehicle', 'invoice'] as const

export type FoundKind = (typeof foundKinds)[number]

/** Greatest number of results. */
export const mostFound = 20

/** Greatest number of words in a search; of more it uses the longest. */
export const mostWords = 4

/** Milliseconds after its departure within which a search finds a trip. */
export const searchedMs = 731 * dayMs

/** Greatest length of a trip's search text, in UTF-16 units: an index of PostgreSQL holds no more than 2,700 bytes. */
const mostKept = 500

/** Letters without a separable accent in Unicode, and the letters of a plain keyboard for them. */
const alike: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  '‘': "'",
  '’': "'",
}

/** The words of a typed search, without case and accents, each once. Punctuation stays: it is text like any other. */
export function searchWords(typed: string): string[] {
  // Through the upper case, so that ß and SS, σ and ς are the same.
  const plain = foldText(typed).text.toUpperCase().toLowerCase()
  const words = plain.replace(/[øłđðþæœ‘’]/g, (letter) => alike[letter] ?? letter).split(/\s+/)
  return [...new Set(words.filter((word) => word !== ''))]
}

/** The longest words of a typed search, up to the limit. The two parts of a British postcode are two words. */
export function findLongestWords(typed: string): string[] {
  return searchWords(spacePostcodes(typed))
    .toSorted((one, other) => other.length - one.length)
    .slice(0, mostWords)
}

/** The search text of these texts, up to its limit. */
export function searchText(texts: readonly (string | null)[]): string {
  let kept = ''
  for (const word of new Set(texts.flatMap((text) => (text === null ? [] : searchWords(text))))) {
    if (kept.length + word.length >= mostKept) continue
    kept += kept === '' ? word : ` ${word}`
  }
  return kept
}

/** The search text of a trip: its ref, its customer, if known to the operator, and its places. */
export function buildTripSearchText(
  { ref, itinerary }: { readonly ref: string; readonly itinerary: Itinerary },
  customer: { readonly name: string; readonly organisation: string | null } | null,
): string {
  const { pickup, dropoff, legs } = itinerary
  const ends = [pickup, dropoff, ...legs.flatMap((leg) => [leg.pickup, leg.dropoff])]
  const stops = legs.flatMap((leg) => leg.stops.map(({ place }) => place))
  const named = customer === null ? [] : [customer.organisation, customer.name]
  return searchText([ref, ...named, ...[...ends, ...stops].flatMap(textsOfPlace)])
}

function textsOfPlace({ label, locality, postcode, postcodeArea }: Place): (string | null)[] {
  return [label, locality, postcode, postcodeArea]
}

/** Whether a text from `searchText` contains every word. */
export function isFoundIn(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word))
}

/** The first results of each kind, `most` in all. The kinds alternate, so that none displaces the others, and stay in order. */
export function shareResults<Found>(kinds: readonly (readonly Found[])[], most = mostFound): Found[] {
  const taken = kinds.map(() => 0)
  for (let left = most, nth = 0; left > 0 && kinds.some((found, kind) => (taken[kind] ?? 0) < found.length); nth++) {
    const kind = nth % kinds.length
    const count = taken[kind] ?? 0
    if (count >= (kinds[kind]?.length ?? 0)) continue
    taken[kind] = count + 1
    left--
  }
  return kinds.flatMap((found, kind) => found.slice(0, taken[kind]))
}
