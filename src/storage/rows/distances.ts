import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import { addDrives } from '../../domain/plan-itinerary.ts'
import type { DriveFinder } from '../../domain/road-distance.ts'
import { lockTrips } from '../locks.ts'
import type { Storage, Writer } from '../storage.ts'
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
  return fillOnce(storage, 'filled_distances', (tx, afterId) => fillDistanceBatch(tx, afterId, find), now)
}

async function fillDistanceBatch(tx: Writer, afterId: number, find: DriveFinder): Promise<readonly number[]> {
  const { trips: t } = tx.t
  const isTheirTurn = and(gt(t.id, afterId), inArray(t.status, ['open', 'booked']))
  const turn = await tx.db.select({ id: t.id }).from(t).where(isTheirTurn).orderBy(asc(t.id)).limit(batchSize)
  const ids = turn.map(({ id }) => id)
  if (ids.length === 0) return []
  await lockTrips(tx, ids)
  const { id, itinerary, offeredItinerary, maskedItinerary } = t
  const trips = await tx.db.select({ id, itinerary, offeredItinerary, maskedItinerary }).from(t).where(inArray(id, ids))
  for (const trip of trips) {
    const filled = filledIn(trip, find)
    if (filled !== null) await tx.db.update(t).set(filled).where(eq(id, trip.id))
  }
  return ids
}

/** The itineraries of a trip with the results of `find`; null without changes. */
function filledIn(
  {
    itinerary: before,
    offeredItinerary,
    maskedItinerary,
  }: Pick<Row<'trips'>, 'itinerary' | 'offeredItinerary' | 'maskedItinerary'>,
  find: DriveFinder,
) {
  const itinerary = addDrives(before, find)
  const offered = offeredItinerary && addDrives(offeredItinerary, find)
  if (itinerary === before && offered === offeredItinerary) return null
  const { distanceM, drivingSeconds, distanceSource, legs } = offered ?? itinerary
  const masked = maskedItinerary.read()
  const filled = {
    ...masked,
    ...{ distanceM, drivingSeconds, distanceSource },
    legs: masked.legs.map((leg, nth) => {
      const drive = legs[nth] ?? leg
      return { ...leg, distanceM: drive.distanceM, drivingSeconds: drive.drivingSeconds, distanceSource: drive.distanceSource }
    }),
  }
  return { itinerary, offeredItinerary: offered, maskedItinerary: Stored.of(filled, packedMaskedItinerary) }
}
