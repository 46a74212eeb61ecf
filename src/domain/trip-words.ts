import { foldText, listWordsOfFolded } from './folding.ts'
import type { Itinerary } from './itinerary.ts'
import type { TripPeople } from './masked-itinerary.ts'
import type { Place } from './place.ts'
import { spacePostcodes } from './postcode.ts'

/** Longest searchable part of a word, from its beginning. */
const longestWord = 40

/** Greatest number of search words of a trip; later words of a long tour do not find it. */
const mostWords = 256

type Sought = { readonly ref: string; readonly itinerary: Itinerary } & Pick<TripPeople, 'customer'>

/** The search words of a trip, each once: from its ref, its places with postcodes, its customer's name and organisation. */
export function listTripWords({ ref, itinerary, customer }: Sought): string[] {
  const called = itinerary.legs.flatMap((leg) => [leg.pickup, leg.dropoff, ...leg.stops.map(({ place }) => place)])
  const texts = [
    ref,
    customer.name,
    customer.organisation,
    ...[itinerary.pickup, itinerary.dropoff, ...called].flatMap(listPlaceTexts),
  ]
  return [...new Set(texts.flatMap((text) => [...listSearchWords(text ?? ''), ...plainWords(text ?? '')]))].slice(0, mostWords)
}

/**
 * The words of a typed search for a trip, each once; none without a letter or a digit. The two parts of a British postcode are
 * two words.
 */
export function listSearchWords(typed: string): string[] {
  return plainWords(spacePostcodes(typed))
}

function plainWords(typed: string): string[] {
  const { text } = foldText(typed.replace(/(?<![\p{L}\p{N}])TR-/giu, ' '))
  return [...new Set(listWordsOfFolded(text).map(({ word }) => [...word].slice(0, longestWord).join('')))]
}

/** The bounds of all words with this beginning, the second excluded, compared by bytes. */
export function findWordBounds(beginning: string): { readonly from: string; readonly to: string } {
  return { from: beginning, to: `${beginning}\u{10FFFF}` }
}

function listPlaceTexts({ label, locality, postcode }: Place): (string | null)[] {
  return [label, locality, postcode]
}
