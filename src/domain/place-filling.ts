import { chooseTown, type Gazetteer } from './gazetteer.ts'
import { type Itinerary, listItineraryPlaces, mapItineraryPlaces, type TripInput } from './itinerary.ts'
import type { LegInput } from './leg.ts'
import {
  type CoordinatesSource,
  completePlace,
  findBareOutwardCode,
  type Place,
  type PlaceInput,
  readCoordinatesSource,
} from './place.ts'
import { findOutwardCode, splitPostcode } from './postcode.ts'
import type { TripChangeInput } from './requested-changes.ts'
import type { Coordinates } from './road-distance.ts'

/** The point that the texts of a place name, with its origin. */
type NamedPoint = Coordinates & { readonly coordinatesSource: Exclude<CoordinatesSource, 'given'> }

/** A way to find the point that the texts of a place name; null for a place that they do not locate. */
export type PlaceLocator = (place: PlaceInput) => NamedPoint | null

/** The sources of points: the towns, the points of postcodes and outward codes, and the account's country; null for none. */
type PointSources = {
  readonly gazetteer: Pick<Gazetteer, 'listNamed'>
  readonly postcodes: ReadonlyMap<string, Coordinates>
  readonly country: string | null
}

/** Locates no place. */
export const locateNothing: PlaceLocator = () => null

/**
 * Locates a place by its postcode, otherwise by the centre of its outward code, otherwise by the town that it names in its
 * country. Postcodes of other countries than the United Kingdom locate nothing.
 */
export function createPlaceLocator({ gazetteer, postcodes, country }: PointSources): PlaceLocator {
  return (place) => {
    const codes = findCodes(place, country)
    for (const source of ['postcode', 'outward'] as const) {
      const point = postcodes.get(codes[source] ?? '')
      if (point !== undefined) return toNamedPoint(point, source)
    }
    const home = findCountryOf(place, country)
    const town = home === null ? null : chooseTown(gazetteer.listNamed(findTownText(place), home))
    return town && toNamedPoint(town, 'town')
  }
}

/** The postcode of a place and its outward code, in the order of their use; each null without one. */
type PlaceCodes = { readonly postcode: string | null; readonly outward: string | null }

/** The codes that locate these places, for an account of this country; null for an unknown one. */
export function listCodesOf(places: readonly PlaceInput[], country: string | null): PlaceCodes[] {
  return places.map((place) => findCodes(place, country))
}

/** The places among these whose texts can change their coordinates: those without coordinates, and those a caller sent. */
export function listUnlocated(places: readonly PlaceInput[]): PlaceInput[] {
  return places.filter(({ coordinatesSource }) => coordinatesSource == null)
}

/**
 * The place with the coordinates that its texts name, if it has none. Coordinates equal to those count as found, so that a
 * caller who sends an answer back does not vouch for them.
 */
export function fillPlace<Input extends PlaceInput>(place: Input, locate: PlaceLocator): Input {
  if (place.coordinatesSource != null) return place
  const found = locate(place)
  if (found === null || (readCoordinatesSource(place) !== null && !isSamePoint(place, found))) return place
  return { ...place, ...found }
}

/** The trip with the coordinates of its places. */
export function fillTrip<Trip extends TripInput>(trip: Trip, locate: PlaceLocator): Trip {
  const fill = (place: PlaceInput) => fillPlace(place, locate)
  return {
    ...trip,
    pickup: fill(trip.pickup),
    dropoff: fill(trip.dropoff),
    legs: trip.legs?.map((leg) => mapLegPlaces(leg, fill)),
  }
}

/** The itinerary with the coordinates of its places; the same object without new ones. */
export function fillItinerary(itinerary: Itinerary, locate: PlaceLocator): Itinerary {
  const before = listItineraryPlaces(itinerary)
  const filled = before.map((place) => fillPlace(place, locate))
  if (filled.every((place, nth) => place === before[nth])) return itinerary
  return mapItineraryPlaces(itinerary, (place, nth) => filled[nth] ?? place)
}

/** Every place of a requested trip. Places can repeat. */
export function listTripPlaces({ pickup, dropoff, legs }: TripInput): PlaceInput[] {
  return [pickup, dropoff, ...(legs ?? []).flatMap(listLegPlaces)]
}

/** Every place of some requested changes. Places can repeat. */
export function listChangedPlaces({ pickup, dropoff, legs }: TripChangeInput): PlaceInput[] {
  return [...(pickup ? [pickup] : []), ...(dropoff ? [dropoff] : []), ...(legs ?? []).flatMap(listLegPlaces)]
}

/**
 * The changes of a trip with the coordinates of their places. Coordinates that the server found for a place of the trip keep
 * their source if its texts stay, and are found again if they do not.
 */
export function fillChanges(changes: TripChangeInput, before: readonly Place[], locate: PlaceLocator): TripChangeInput {
  const fill = (place: PlaceInput) => fillPlace(compareWithFound(place, before), locate)
  const { pickup, dropoff, legs } = changes
  return {
    ...changes,
    ...(pickup && { pickup: fill(pickup) }),
    ...(dropoff && { dropoff: fill(dropoff) }),
    ...(legs && { legs: legs.map((leg) => mapLegPlaces(leg, fill)) }),
  }
}

/** The place with the source of its coordinates if they were found for a place with its texts; without those of another. */
function compareWithFound(place: PlaceInput, before: readonly Place[]): PlaceInput {
  const found = before.filter((one) => one.coordinatesSource !== 'given' && isSamePoint(one, place))
  const same = found.find((one) => describeTexts(one) === describeTexts(place))
  if (same !== undefined) return { ...place, coordinatesSource: same.coordinatesSource }
  return found.length === 0 ? place : { ...place, latitude: null, longitude: null }
}

/** Text that is equal for places with the same texts for a locator. */
function describeTexts(place: PlaceInput): string {
  const { label, locality, postcode, postcodeArea, countryCode } = completePlace(place)
  return JSON.stringify([label, locality, postcode, postcodeArea, countryCode])
}

function isSamePoint(
  one: Pick<PlaceInput, 'latitude' | 'longitude'>,
  other: Pick<PlaceInput, 'latitude' | 'longitude'>,
): boolean {
  return one.latitude != null && one.latitude === other.latitude && one.longitude != null && one.longitude === other.longitude
}

function listLegPlaces({ pickup, stops, dropoff }: LegInput): PlaceInput[] {
  return [pickup, ...(stops ?? []).map(({ place }) => place), dropoff]
}

function mapLegPlaces(leg: LegInput, change: (place: PlaceInput) => PlaceInput): LegInput {
  const stops = leg.stops?.map((stop) => ({ ...stop, place: change(stop.place) }))
  return { ...leg, pickup: change(leg.pickup), dropoff: change(leg.dropoff), stops }
}

/** The country (ISO 3166 alpha-2) of a place: its own, otherwise that of its account. */
function findCountryOf({ countryCode }: PlaceInput, country: string | null): string | null {
  const code = countryCode?.trim().toUpperCase() || country
  return code === 'UK' ? 'GB' : code
}

function findCodes(place: PlaceInput, country: string | null): PlaceCodes {
  if ((findCountryOf(place, country) ?? 'GB') !== 'GB') return { postcode: null, outward: null }
  const { postcode, postcodeArea, label } = completePlace(place)
  const whole = postcode ?? splitPostcode(label)?.postcode ?? ''
  const outward = findOutwardCode(whole)
  return {
    postcode: outward === null ? null : whole,
    outward: outward ?? findBareOutwardCode(whole) ?? findBareOutwardCode(postcodeArea ?? ''),
  }
}

/** The part of a place's texts that may name its town: the end of its locality, or without one the end of its label. */
function findTownText({ locality, label }: PlaceInput): string {
  const text = locality?.trim() || label
  const before = splitPostcode(text)?.before ?? text
  return (
    before
      .replace(/[\s,]+$/, '')
      .split(',')
      .at(-1) ?? ''
  )
}

function toNamedPoint({ latitude, longitude }: Coordinates, coordinatesSource: NamedPoint['coordinatesSource']): NamedPoint {
  return { latitude, longitude, coordinatesSource }
}
