import { dayMs } from './instant.ts'
import { type Itinerary, placesOf } from './itinerary.ts'
import type { MaskedItinerary } from './masked-itinerary.ts'
import type { Place } from './place.ts'
import { tidyPostcode } from './postcode.ts'
import { type Coordinates, coordinatesOf } from './road-distance.ts'
import { searchWords } from './search.ts'

/** A trip's places are known for two years (ms). */
export const placesKeptMs = 730 * dayMs

/** Greatest number of known places that a search answers. */
export const mostPlacesFound = 10

/**
 * Longest folded text that is kept of a label, in code points: an index of PostgreSQL holds no more than 2,700 bytes.
 */
const longestFolded = 200

/** Longest beginning by which a label or a word of it is found, in code points. */
const longestTail = 80

/** Greatest number of words of a label that it is found by, the first ones. */
const mostTails = 16

/** A place that an account's trips have called at, as it is remembered. */
export type KnownPlace = Pick<Place, 'label' | 'kind' | 'locality' | 'postcode'> & {
  /** A text that is the same for the same place of an account. */
  readonly key: string
  /** The label as a search compares it. */
  readonly folded: string
  /** The coordinates that a trip told; null while none has. */
  readonly point: Coordinates | null
  /** The account's own customer whose home it is; null for a place that is no home. */
  readonly ownCustomerId: number | null
}

/** A known place as far as a search looks at it; `used` is the number of trips that call there. */
export type PlaceCandidate = Pick<KnownPlace, 'folded'> & { readonly id: number; readonly used: number }

/**
 * A label, or part of one, as a search compares it: without case and accents, with single blanks. Empty where nothing
 * is left.
 */
export function foldLabel(typed: string): string {
  const words = typed.split(/\s+/).flatMap((word) => searchWords(word))
  return cut(words.join(' '), longestFolded)
}

/**
 * The places that an itinerary calls at, each once, in the order of their keys; of several calls the last one with
 * coordinates gives them. Homes are left out unless it is told which own customer the trip is for.
 */
export function knownPlacesOf(itinerary: Itinerary, ownCustomerId: number | null): KnownPlace[] {
  return knownAmong(placesOf(itinerary), ownCustomerId)
}

/** Places of an itinerary as one who does not drive it may know them: without homes, and without those that its mask renames. */
export function knownPlacesBehind(mask: MaskedItinerary, itinerary: Itinerary): KnownPlace[] {
  const whole = placesOf(itinerary)
  const told = placesOf(mask).filter(
    ({ label, locality }, nth) => label === whole[nth]?.label && locality === whole[nth]?.locality,
  )
  return knownAmong(told, null)
}

function knownAmong(places: readonly Place[], ownCustomerId: number | null): KnownPlace[] {
  const known = new Map<string, KnownPlace>()
  for (const place of places) {
    const one = knownPlaceOf(place, ownCustomerId)
    if (one === null) continue
    const point = one.point ?? known.get(one.key)?.point ?? null
    known.set(one.key, { ...one, point })
  }
  // In one order, so that two who remember the same places do not wait for each other.
  return [...known.values()].sort((one, other) => (one.key < other.key ? -1 : 1))
}

function knownPlaceOf(place: Place, customerId: number | null): KnownPlace | null {
  const { label, kind, locality } = place
  const postcode = place.postcode === null ? null : tidyPostcode(place.postcode)
  const ownCustomerId = kind === 'residential' ? customerId : null
  const folded = foldLabel(label)
  if (folded === '' || (kind === 'residential' && ownCustomerId === null)) return null
  // Of one name there are many, such as church halls: the postcode tells them apart, or else the town.
  const where = postcode === null ? foldLabel(locality ?? '') : foldLabel(postcode).replaceAll(' ', '')
  const key = JSON.stringify([kind, folded, where, ...(ownCustomerId === null ? [] : [ownCustomerId])])
  return { label, kind, locality, postcode, key, folded, point: coordinatesOf([place])?.[0] ?? null, ownCustomerId }
}

/** Texts by whose beginning a folded label is found: from its own start, and from that of each word, to its end. */
export function tailsOf(folded: string): string[] {
  const words = Array.from(folded.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu), ({ index }) => index)
  const tails = [0, ...words].map((start) => beginningOf(folded.slice(start)))
  return [...new Set(tails)].slice(0, mostTails)
}

/** The part of a folded text that beginnings are compared by. */
export function beginningOf(folded: string): string {
  return cut(folded, longestTail)
}

/**
 * The ids of the candidates that hold a folded text, best match first, at most `mostPlacesFound`: the label begins with
 * it, a word begins with it, it is somewhere in the label; then the most used, then by label and id.
 */
export function rankPlaces(candidates: readonly PlaceCandidate[], sought: string): number[] {
  const byId = new Map(candidates.map((one) => [one.id, one]))
  const matched = [...byId.values()].flatMap((one) => {
    const match = matchOf(one.folded, sought)
    return match === null ? [] : [{ ...one, match }]
  })
  const inOrder = matched.sort(
    (one, other) =>
      one.match - other.match || other.used - one.used || compareTexts(one.folded, other.folded) || one.id - other.id,
  )
  return inOrder.slice(0, mostPlacesFound).map(({ id }) => id)
}

/** The fit of a label: 0 where it begins so, 1 where a word of it does, 2 where it only holds the text; null for none. */
function matchOf(folded: string, sought: string): number | null {
  if (folded.startsWith(sought)) return 0
  let match: number | null = null
  for (let at = folded.indexOf(sought); at >= 0; at = folded.indexOf(sought, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(folded.charAt(at - 1))) return 1
    match = 2
  }
  return match
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

function cut(text: string, longest: number): string {
  return [...text].slice(0, longest).join('')
}
