import type { TripInput } from '../../domain/itinerary.ts'
import { createPlaceLocator, fillTrip, listTripPlaces, locateNothing, type PlaceLocator } from '../../domain/place-filling.ts'
import { listUnknownDrives } from '../../domain/plan-itinerary.ts'
import { Refusal } from '../../domain/refusal.ts'
import { type Coordinates, createDriveFinder, type DriveFinder } from '../../domain/road-distance.ts'
import { openOwnGazetteer } from '../../gateways/gazetteer.ts'
import type { Reader } from '../../storage/storage.ts'
import type { AppContext } from '../context.ts'
import { type IdempotentRequest, isRepeated } from '../idempotency.ts'
import { findPoints } from './locators.ts'

/** The answers of look-ups for a trip: the points of its places, by the account's time zone, and its drives. */
export type TripLookups = { readonly locateIn: (timezone: string) => PlaceLocator; readonly find: DriveFinder }

/**
 * Looks up the postcodes of a trip's places, and asks the router for its drives. Call it before the transaction that enters the
 * trip. A router needs the time zone, which `findTimezone` finds for a trip without one. A repeat of a request looks up nothing.
 */
export async function lookUpTrip(
  app: AppContext,
  trip: TripInput & { readonly timezone: string | null },
  { key }: Pick<IdempotentRequest<never>, 'key'>,
  findTimezone: (db: Reader) => Promise<string>,
): Promise<TripLookups> {
  const gazetteer = await openOwnGazetteer()
  const found = await app.storage.read(async (db) => {
    if (await isRepeated(db, key, app.clock())) return null
    const postcodes = await findPoints(db, listTripPlaces(trip), null)
    return { postcodes, timezone: trip.timezone ?? (app.roads.isRouted ? await ignoreRefusal(findTimezone(db), null) : null) }
  })
  if (found === null) return { locateIn: () => locateNothing, find: createDriveFinder(app.roads.figures) }
  const { postcodes, timezone } = found
  const locateIn = (zone: string) => createPlaceLocator({ gazetteer, postcodes, country: gazetteer.findCountry(zone) })
  const located = timezone === null ? trip : fillTrip(trip, locateIn(timezone))
  return { locateIn, find: await findRoutedDrives(app, async () => listUnknownDrives(located, app.clock())) }
}

/** A way to find drives, with the router's answers for those in `wanted`. It asks the router immediately. */
export async function findRoutedDrives(
  { roads }: Pick<AppContext, 'roads'>,
  wanted: () => Promise<readonly (readonly Coordinates[])[]>,
): Promise<DriveFinder> {
  return createDriveFinder(roads.figures, roads.isRouted ? await roads.lookUp(await wanted()) : undefined)
}

/** The result, or `instead` if it is refused: the transaction that follows refuses with the fault. */
export async function ignoreRefusal<Found, Instead>(found: Promise<Found>, instead: Instead): Promise<Found | Instead> {
  try {
    return await found
  } catch (fault) {
    if (fault instanceof Refusal) return instead
    throw fault
  }
}
