import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import { type Itinerary, listItineraryPlaces, mapItineraryPlaces } from '../../domain/itinerary.ts'
import { maskPoint, type PlaceInput } from '../../domain/place.ts'
import { fillItinerary, type PlaceLocator } from '../../domain/place-filling.ts'
import { addDrives } from '../../domain/plan-itinerary.ts'
import type { DriveFinder } from '../../domain/road-distance.ts'
import { lockTrips } from '../locks.ts'
import type { Reader, Storage, Writer } from '../storage.ts'
import type { Row } from '../tables.ts'
import { fillOnce } from './filled-once.ts'
import { packedMaskedItinerary } from './packed-itinerary.ts'
import { Stored } from './stored.ts'

/** Number of rows of one transaction, which blocks the writer for a tenth of a second. */
const batchSize = 200

/**
 * Fills in the distances and driving times of open or booked trips from earlier releases with `find`, as `fillOnce` does. The
 * end of such a trip does not change.
 */
export function fillDistances(storage: Storage, find: DriveFinder, now: number): Promise<void> {
  const batch = (tx: Writer, afterId: number) =>
    changeTripBatch(tx, afterId, (trips) => trips.map((trip) => changeItineraries(trip, (one) => addDrives(one, find))))
  return fillOnce(storage, 'filled_distances', batch, now)
}

/** A way to find a locator of some places, for an account in this time zone. */
type LocatorFinder = (db: Reader, places: readonly PlaceInput[], timezone: string) => Promise<PlaceLocator>

/**
 * Fills in the coordinates of places in open or booked trips from earlier releases, and then their distances with `find`, as
 * `fillOnce` does. The end of such a trip does not change.
 */
export function fillCoordinates(
  storage: Storage,
  { findLocator, find }: { readonly findLocator: LocatorFinder; readonly find: DriveFinder },
  now: number,
): Promise<void> {
  async function locateAll(tx: Writer, trips: readonly FilledTrip[]) {
    const changes: TripItineraries[] = []
    for (const [timezone, some] of Map.groupBy(trips, (trip) => trip.timezone)) {
      const places = some.flatMap((trip) => listItineraries(trip).flatMap(listItineraryPlaces))
      const locate = await findLocator(tx, places, timezone)
      changes.push(...some.map((trip) => changeItineraries(trip, (one) => addDrives(fillItinerary(one, locate), find))))
    }
    return changes
  }
  const batch = (tx: Writer, afterId: number) => changeTripBatch(tx, afterId, (trips) => locateAll(tx, trips))
  return fillOnce(storage, 'filled_coordinates', batch, now)
}

type TripItineraries = Pick<Row<'trips'>, 'id' | 'itinerary' | 'offeredItinerary' | 'maskedItinerary'>

type FilledTrip = TripItineraries & Pick<Row<'trips'>, 'timezone'>

async function changeTripBatch(
  tx: Writer,
  afterId: number,
  changeAll: (trips: readonly FilledTrip[]) => readonly TripItineraries[] | Promise<readonly TripItineraries[]>,
): Promise<readonly number[]> {
  const { trips: t } = tx.t
  const isTheirTurn = and(gt(t.id, afterId), inArray(t.status, ['open', 'booked']))
  const turn = await tx.db.select({ id: t.id }).from(t).where(isTheirTurn).orderBy(asc(t.id)).limit(batchSize)
  const ids = turn.map(({ id }) => id)
  if (ids.length === 0) return []
  await lockTrips(tx, ids)
  const { id, timezone, itinerary, offeredItinerary, maskedItinerary } = t
  const trips = await tx.db.select({ id, timezone, itinerary, offeredItinerary, maskedItinerary }).from(t).where(inArray(id, ids))
  const before = new Map(trips.map((trip) => [trip.id, trip.maskedItinerary]))
  for (const { id: changedId, ...changed } of await changeAll(trips)) {
    if (changed.maskedItinerary !== before.get(changedId)) await tx.db.update(t).set(changed).where(eq(id, changedId))
  }
  return ids
}

function listItineraries({ itinerary, offeredItinerary }: TripItineraries): Itinerary[] {
  return offeredItinerary === null ? [itinerary] : [itinerary, offeredItinerary]
}

/** The itineraries of a trip after a change, with the points and drives of its masked copy; the same masked copy without one. */
function changeItineraries(trip: TripItineraries, change: (itinerary: Itinerary) => Itinerary): TripItineraries {
  const { id, itinerary: before, offeredItinerary, maskedItinerary } = trip
  const itinerary = change(before)
  const offered = offeredItinerary && change(offeredItinerary)
  if (itinerary === before && offered === offeredItinerary) return trip
  const shown = offered ?? itinerary
  const { distanceM, drivingSeconds, distanceSource, legs } = shown
  const places = listItineraryPlaces(shown)
  const located = mapItineraryPlaces(maskedItinerary.read(), (place, nth) => {
    const whole = places[nth]
    return whole === undefined ? place : { ...place, ...maskPoint(whole) }
  })
  const filled = {
    ...located,
    ...{ distanceM, drivingSeconds, distanceSource },
    legs: located.legs.map((leg, nth) => {
      const drive = legs[nth] ?? leg
      return { ...leg, distanceM: drive.distanceM, drivingSeconds: drive.drivingSeconds, distanceSource: drive.distanceSource }
    }),
  }
  return { id, itinerary, offeredItinerary: offered, maskedItinerary: Stored.of(filled, packedMaskedItinerary) }
}
