import type { PortalCaller } from '../../domain/caller.ts'
import {
  addGeocoded,
  type FoundPlace,
  listTownsBeginning,
  listTownsNamedFirst,
  mostWithGeocoder,
  needsGeocoder,
  toPostcodePlace,
} from '../../domain/found-place.ts'
import type { Gazetteer, TownQuery } from '../../domain/gazetteer.ts'
import { foldLabel, placesKeptMs, rankPlaces, rankPlacesOfTrips } from '../../domain/known-place.ts'
import { tidyPostcode } from '../../domain/postcode.ts'
import { type Coordinates, listCoordinates } from '../../domain/road-distance.ts'
import { listSearchWords } from '../../domain/trip-words.ts'
import { openOwnGazetteer } from '../../gateways/gazetteer.ts'
import type { Geocoder } from '../../gateways/geocoding/geocoder.ts'
import { listPlatformItineraries } from '../../storage/queries/desk-trips.ts'
import { listOperatorLocations, type Operator } from '../../storage/queries/operators.ts'
import { findOwnCustomer } from '../../storage/queries/own-customers.ts'
import { findPlacesLike, listPlacesById } from '../../storage/queries/places.ts'
import { findPostcodePoints } from '../../storage/queries/postcodes.ts'
import type { Reader } from '../../storage/storage.ts'
import type { AppContext } from '../context.ts'
import { findOwnOperator } from '../people/own-operator.ts'
import { rememberPendingPlaces } from './remembered-places.ts'

/** A search text for places, and the customer whose homes are included; null for no homes. */
export type PlacesAsked = {
  readonly q: string
  readonly customerId: number | null
  /** The point by whose distance equal towns are ordered; null for the depot. */
  readonly near: Coordinates | null
}

/**
 * Finds places whose label contains the text: first those of the caller's trips of the last two years, then the postcode, then
 * towns whose name begins with it. Without any it finds the town before other words, as in `leeds sta`. Places of the geocoder
 * come last. Each kind has its best match first. Homes are included only for the named customer.
 */
export async function findPlaces(
  app: Pick<AppContext, 'storage' | 'geocoder'>,
  caller: PortalCaller,
  asked: PlacesAsked,
): Promise<FoundPlace[]> {
  const gazetteer = await openOwnGazetteer()
  await rememberPendingPlaces(app, caller.operatorId)
  const found = await app.storage.read(async (db) => {
    const { depot, timezone } = await findOwnOperator(db, caller)
    const near = asked.near ?? findPointOf(depot)
    const code = depot?.countryCode?.toUpperCase() ?? ''
    const country = gazetteer.hasCountry(code) ? code : gazetteer.findCountry(timezone)
    const known = await findKnownPlaces(db, caller, asked)
    const wanted = { q: asked.q, country, near }
    const located = known.map((place) => ({ ...place, country: place.country ?? country }))
    return { places: await addPostcodeAndTowns(db, gazetteer, wanted, located), ...wanted }
  }, caller)
  return findMoreWithGeocoder(app.geocoder, found)
}

/** A search text for places, and the point by whose distance equal towns are ordered; null for none. */
export type PublicPlacesAsked = Omit<PlacesAsked, 'customerId'>

/**
 * Finds postcodes and towns for callers without an account, and never a place of a trip. Towns of the operators' country come
 * first if all operators are in one country.
 */
export async function findPublicPlaces(
  { storage }: Pick<AppContext, 'storage'>,
  { q, near }: PublicPlacesAsked,
): Promise<FoundPlace[]> {
  const gazetteer = await openOwnGazetteer()
  return storage.read(async (db) => {
    const country = await findOperatorsCountry(db, gazetteer)
    return addPostcodeAndTowns(db, gazetteer, { q, country, near }, [])
  })
}

/**
 * Finds places for the marketplace's people: first those of trips that a platform entered in the last two years, without homes.
 * Postcodes and towns follow as in `findPublicPlaces`, then places of the geocoder.
 */
export async function findPlatformPlaces(
  { storage, geocoder, clock }: Pick<AppContext, 'storage' | 'geocoder' | 'clock'>,
  { q, near }: PublicPlacesAsked,
): Promise<FoundPlace[]> {
  const gazetteer = await openOwnGazetteer()
  const found = await storage.read(async (db) => {
    const country = await findOperatorsCountry(db, gazetteer)
    const known = await findPlacesOfPlatform(db, q, clock() - placesKeptMs)
    const wanted = { q, country, near }
    return { places: await addPostcodeAndTowns(db, gazetteer, wanted, known), ...wanted }
  })
  return findMoreWithGeocoder(geocoder, found)
}

/** The country of all operators; null if they are in several, or in none. */
async function findOperatorsCountry(db: Reader, gazetteer: Gazetteer): Promise<string | null> {
  const zones = new Set((await listOperatorLocations(db)).map(({ timezone }) => timezone))
  const [country = null, ...others] = new Set([...zones].map((zone) => gazetteer.findCountry(zone)))
  return others.length > 0 ? null : country
}

/** Adds the places of the geocoder to the end of a search, if it is needed. Call it outside any read, because it takes time. */
async function findMoreWithGeocoder(
  geocoder: Geocoder,
  { places, q, country, near }: TownQuery & { readonly places: readonly FoundPlace[] },
): Promise<FoundPlace[]> {
  const more = needsGeocoder(q, places) ? await geocoder.find({ q, near, most: mostWithGeocoder }) : []
  return addGeocoded(places, more, country)
}

async function findPlacesOfPlatform(db: Reader, q: string, since: number): Promise<FoundPlace[]> {
  const sought = foldLabel(q)
  if (sought === '') return []
  const itineraries = await listPlatformItineraries(db, { words: listSearchWords(q), since })
  return rankPlacesOfTrips(itineraries, sought).map((place) => ({ ...place, source: 'known', country: null }))
}

/** Adds to known places the postcode that the text is, then towns. */
async function addPostcodeAndTowns(
  db: Reader,
  gazetteer: Gazetteer,
  wanted: TownQuery,
  known: readonly FoundPlace[],
): Promise<FoundPlace[]> {
  const places = [...known, ...(await findPostcodePlaces(db, gazetteer, wanted.q))]
  return [...places, ...listTowns(gazetteer, wanted, places.length > 0)]
}

/** The imported postcode or outward code that the text is; none for another text. */
async function findPostcodePlaces(db: Reader, gazetteer: Gazetteer, q: string): Promise<FoundPlace[]> {
  const code = tidyPostcode(q)
  const point = (await findPostcodePoints(db, [code])).get(code)
  return point === undefined ? [] : [toPostcodePlace(code, point, gazetteer.findNearest(point))]
}

/** Towns whose name begins with the text; without them and without other places, the town before other words. */
function listTowns(gazetteer: Gazetteer, wanted: TownQuery, hasOthers: boolean): FoundPlace[] {
  const towns = listTownsBeginning(gazetteer, wanted)
  return hasOthers || towns.length > 0 ? towns : listTownsNamedFirst(gazetteer, wanted)
}

function findPointOf(depot: Operator['depot']): Coordinates | null {
  return depot === null ? null : (listCoordinates([depot])?.[0] ?? null)
}

/** Finds places of the caller's trips. An unknown customer has no homes. */
async function findKnownPlaces(db: Reader, { operatorId }: PortalCaller, { q, customerId }: PlacesAsked): Promise<FoundPlace[]> {
  const sought = foldLabel(q)
  if (sought === '') return []
  const customer = customerId === null ? null : await findOwnCustomer(db, operatorId, customerId)
  const candidates = await findPlacesLike(db, { operatorId, ownCustomerId: customer?.id ?? null, sought })
  const places = await listPlacesById(db, rankPlaces(candidates, sought))
  return places.map((place) => ({ ...place, source: 'known' }))
}
