import { type AskedChanges, changesFrom } from '../../domain/asked-changes.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Coordinates, DriveFinder } from '../../domain/road-distance.ts'
import { bookingOfTrip } from '../../storage/queries/bookings.ts'
import type { Reader } from '../../storage/storage.ts'
import type { AppContext } from '../context.ts'
import type { IdempotentRequest } from '../idempotency.ts'
import { findDrivesAmong } from '../trips/drives.ts'
import { planAmendment } from './apply-amendments.ts'

/**
 * A way to find the drives of the legs that a change of a booked trip moves, which knows what a router tells of them. To be called before
 * the transaction that enters the change, as the router is asked here.
 */
export function findMovedDrives(
  app: AppContext,
  tripId: number,
  asked: AskedChanges,
  request: Pick<IdempotentRequest<never>, 'key'>,
): Promise<DriveFinder> {
  return findDrivesAmong(app, request, () => app.storage.read((db) => drivesMovedBy(db, tripId, asked, app.clock())))
}

/** The points of the legs that a change moves and of which nothing is given; none of a change that would be refused. */
async function drivesMovedBy(db: Reader, tripId: number, asked: AskedChanges, now: number): Promise<Coordinates[][]> {
  const record = await bookingOfTrip(db, tripId)
  if (record === null) return []
  const moved: Coordinates[][] = []
  const note: DriveFinder = ({ points, isHalfGiven }) => {
    if (!isHalfGiven) moved.push([...points])
    return null
  }
  try {
    await planAmendment(db, record, { changes: changesFrom(asked, record.trip), priceAmount: null }, note, now)
    return moved
  } catch (fault) {
    if (fault instanceof Refusal) return []
    throw fault
  }
}
