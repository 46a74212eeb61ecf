import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import { withDrives } from '../../domain/plan-itinerary.ts'
import type { DriveFinder } from '../../domain/road-distance.ts'
import { lockTrips } from '../locks.ts'
import type { Storage, Writer } from '../storage.ts'
import { fillOnce } from './filled-once.ts'
import { packedMaskedItinerary } from './packed-itinerary.ts'
import { Stored } from './stored.ts'

/** The writer is held for a tenth of a second at a time. */
const batchSize = 200

/**
 * Fills in the distances and driving times of trips that are open or booked and came before releases that do so as a trip is entered, with
 * what `find` finds, as `fillOnce` promises. When such a trip ends stays as it was told.
 */
export function fillDistances(storage: Storage, find: DriveFinder, now: number): Promise<void> {
  return fillOnce(storage, 'filled_distances', (tx, afterId) => fillBatch(tx, afterId, find), now)
}

async function fillBatch(tx: Writer, afterId: number, find: DriveFinder): Promise<readonly number[]> {
  const { trips: t } = tx.t
  const isTheirTurn = and(gt(t.id, afterId), inArray(t.status, ['open', 'booked']))
  const found = await tx.db.select({ id: t.id }).from(t).where(isTheirTurn).orderBy(asc(t.id)).limit(batchSize)
  const ids = found.map(({ id }) => id)
  await lockTrips(tx, ids)
  for (const id of ids) await fillTrip(tx, id, find)
  return ids
}

async function fillTrip(tx: Writer, id: number, find: DriveFinder): Promise<void> {
  const { trips: t } = tx.t
  const columns = { itinerary: t.itinerary, offeredItinerary: t.offeredItinerary, maskedItinerary: t.maskedItinerary }
  const [trip] = await tx.db.select(columns).from(t).where(eq(t.id, id))
  if (trip === undefined) return
  const itinerary = withDrives(trip.itinerary, find)
  const offered = trip.offeredItinerary && withDrives(trip.offeredItinerary, find)
  if (itinerary === trip.itinerary && offered === trip.offeredItinerary) return
  const { distanceM, drivingSeconds, distanceSource, legs } = offered ?? itinerary
  const masked = trip.maskedItinerary.read()
  const filled = {
    ...masked,
    ...{ distanceM, drivingSeconds, distanceSource },
    legs: masked.legs.map((leg, nth) => {
      const drive = legs[nth] ?? leg
      return { ...leg, distanceM: drive.distanceM, drivingSeconds: drive.drivingSeconds, distanceSource: drive.distanceSource }
    }),
  }
  const kept = { itinerary, offeredItinerary: offered, maskedItinerary: Stored.of(filled, packedMaskedItinerary) }
  await tx.db.update(t).set(kept).where(eq(t.id, id))
}
