import { fold, foldedWords } from './folding.ts'
import type { Itinerary } from './itinerary.ts'
import type { TripPeople } from './masked-itinerary.ts'
import type { Place } from './place.ts'
import { spacePostcodes } from './postcode.ts'

/** A word is found by its beginning, so what comes after this is of no use to a search. */
const longestWord = 40

/** A tour of a hundred calls is found by where it begins. */
const mostWords = 256

type Sought = { readonly ref: string; readonly itinerary: Itinerary } & Pick<TripPeople, 'customer'>

/** The words that find a trip, each once: its ref, its places with postcodes, its customer's name and organisation. */
export function wordsOfTrip({ ref, itinerary, customer }: Sought): string[] {
  const called = itinerary.legs.flatMap((leg) => [leg.pickup, leg.dropoff, ...leg.stops.map(({ place }) => place)])
  const texts = [ref, customer.name, customer.organisation, ...[itinerary.pickup, itinerary.dropoff, ...called].flatMap(textsOf)]
  return [...new Set(texts.flatMap((text) => [...wordsIn(text ?? ''), ...plainWords(text ?? '')]))].slice(0, mostWords)
}

/** The words of what somebody types to find a trip, each once; none without a letter or a digit. The halves of a British postcode are two words. */
export function wordsIn(typed: string): string[] {
  return plainWords(spacePostcodes(typed))
}

function plainWords(typed: string): string[] {
  const { text } = fold(typed.replace(/(?<![\p{L}\p{N}])TR-/giu, ' '))
  return [...new Set(foldedWords(text).map(({ word }) => [...word].slice(0, longestWord).join('')))]
}

/** Everything that begins so lies between these, the second left out, compared by bytes. */
export function wordsBeginning(beginning: string): { readonly from: string; readonly to: string } {
  return { from: beginning, to: `${beginning}\u{10FFFF}` }
}

function textsOf({ label, locality, postcode }: Place): (string | null)[] {
  return [label, locality, postcode]
}
