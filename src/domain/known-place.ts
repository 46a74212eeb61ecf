import { dayMs } from './instant.ts'
import { type Itinerary, listItineraryPlaces } from './itinerary.ts'
import type { MaskedItinerary } from './masked-itinerary.ts'
import { type CoordinatesSource, coordinatesSources, type Place } from './place.ts'
import { tidyPostcode } from './postcode.ts'
import { type Coordinates, listCoordinates } from './road-distance.ts'
import { searchWords } from './search.ts'

/** Milliseconds for which a trip's places are suggested: two years. */
export const placesKeptMs = 730 * dayMs

/** Greatest number of known places in a search result. */
export const mostPlacesFound = 10

/** Longest stored part of a folded label, in code points: an index of PostgreSQL holds no more than 2,700 bytes. */
const longestFolded = 200

/** Longest prefix by which a label or one of its words is found, in code points. */
const longestTail = 80

/** Greatest number of a label's words that find it; later words do not. */
const mostTails = 16

/** A saved place from an account's trips. */
export type KnownPlace = Pick<Place, 'label' | 'kind' | 'locality' | 'postcode'> & {
  /** Text that is equal for the same place of an account. */
  readonly key: string
  /** The label in its form for a search. */
  readonly folded: string
  /** The coordinates from a trip; null without any. */
  readonly point: Coordinates | null
  /** Origin of the coordinates; null without any. */
  readonly pointSource: CoordinatesSource | null
  /** ISO 3166 alpha-2; null for a place without its own. */
  readonly country: string | null
  /** The account's own customer whose home it is; null for any other place. */
  readonly ownCustomerId: number | null
}

/** The part of a known place that a search uses; `used` is the number of trips that call there. */
export type PlaceCandidate = Pick<KnownPlace, 'folded'> & { readonly id: number; readonly used: number }

/** A label, or part of one, in its form for a search: without case and accents, with single blanks. Empty if nothing remains. */
export function foldLabel(typed: string): string {
  const words = typed.split(/\s+/).flatMap((word) => searchWords(word))
  return truncateText(words.join(' '), longestFolded)
}

/**
 * The places of an itinerary, each once, in the order of their keys, with the most exact coordinates of its calls, the last ones
 * if equal. Homes are left out unless the trip's own customer is given.
 */
export function listKnownPlaces(itinerary: Itinerary, ownCustomerId: number | null): KnownPlace[] {
  return knownAmong(listItineraryPlaces(itinerary), ownCustomerId)
}

/** Places of an itinerary for an account that does not drive it: without homes, and without places that its mask renames. */
export function listKnownPlacesBehind(mask: MaskedItinerary, itinerary: Itinerary): KnownPlace[] {
  const whole = listItineraryPlaces(itinerary)
  const shown = listItineraryPlaces(mask).filter(
    ({ label, locality }, nth) => label === whole[nth]?.label && locality === whole[nth]?.locality,
  )
  return knownAmong(shown, null)
}

function knownAmong(places: readonly Place[], ownCustomerId: number | null): KnownPlace[] {
  const known = new Map<string, KnownPlace>()
  for (const place of places) {
    const one = knownPlaceOf(place, ownCustomerId)
    if (one === null) continue
    known.set(one.key, addEarlierCall(one, known.get(one.key)))
  }
  // A fixed order, so that two writers of the same places cannot deadlock.
  return [...known.values()].sort((one, other) => (one.key < other.key ? -1 : 1))
}

/** A call of a place with what an earlier call knows better: more exact coordinates, and a locality or country it lacks. */
export function addEarlierCall(place: KnownPlace, earlier: KnownPlace | undefined): KnownPlace {
  if (earlier === undefined) return place
  const exact = computeVagueness(place) <= computeVagueness(earlier) ? place : earlier
  return {
    ...place,
    locality: place.locality ?? earlier.locality,
    country: place.country ?? earlier.country,
    ...{ point: exact.point, pointSource: exact.pointSource },
  }
}

/** A number that is greater for less exact coordinates, and greatest without any. */
function computeVagueness({ pointSource }: Pick<KnownPlace, 'pointSource'>): number {
  return pointSource === null ? coordinatesSources.length : coordinatesSources.indexOf(pointSource)
}

function knownPlaceOf(place: Place, customerId: number | null): KnownPlace | null {
  const { label, kind, locality } = place
  const postcode = place.postcode === null ? null : tidyPostcode(place.postcode)
  const ownCustomerId = kind === 'residential' ? customerId : null
  const folded = foldLabel(label)
  if (folded === '' || (kind === 'residential' && ownCustomerId === null)) return null
  // Many places share a name, such as church halls. The postcode distinguishes them, otherwise the town.
  const where = postcode === null ? foldLabel(locality ?? '') : foldLabel(postcode).replaceAll(' ', '')
  const key = JSON.stringify([kind, folded, where, ...(ownCustomerId === null ? [] : [ownCustomerId])])
  const point = listCoordinates([place])?.[0] ?? null
  const pointSource = place.coordinatesSource
  const country = place.countryCode?.toUpperCase() ?? null
  return { label, kind, locality, postcode, key, folded, point, pointSource, country, ownCustomerId }
}

/** Texts by which a folded label is found: from its start, and from the start of each word, to its end. */
export function listLabelTails(folded: string): string[] {
  const words = Array.from(folded.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu), ({ index }) => index)
  const tails = [0, ...words].map((start) => findLabelBeginning(folded.slice(start)))
  return [...new Set(tails)].slice(0, mostTails)
}

export function findLabelBeginning(folded: string): string {
  return truncateText(folded, longestTail)
}

/**
 * The ids of the candidates that contain a folded text, best match first, at most `mostPlacesFound`. A label that begins with it
 * comes first, then a word that does, then any other match. Equal matches go by use, label and id.
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

/** A place of some trips; `used` is the number of these trips that call there. */
type PlaceOfTrips = KnownPlace & { readonly used: number }

/**
 * The places of these trips that contain a folded text, without homes, in the order of `rankPlaces`. Each is as the first trip
 * calls it.
 */
export function rankPlacesOfTrips(itineraries: readonly Itinerary[], sought: string): PlaceOfTrips[] {
  const byKey = new Map<string, PlaceOfTrips>()
  for (const place of itineraries.flatMap((itinerary) => listKnownPlaces(itinerary, null))) {
    const { used, ...known } = byKey.get(place.key) ?? { ...place, used: 0 }
    byKey.set(place.key, { ...known, point: known.point ?? place.point, used: used + 1 })
  }
  const places = [...byKey.values()]
  const ranked = rankPlaces(
    places.map(({ folded, used }, id) => ({ id, folded, used })),
    sought,
  )
  return ranked.flatMap((id) => places[id] ?? [])
}

/** The fit of a label: 0 if it begins with the text, 1 if a word does, 2 if it only contains it; null for none. */
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

function truncateText(text: string, longest: number): string {
  return [...text].slice(0, longest).join('')
}
