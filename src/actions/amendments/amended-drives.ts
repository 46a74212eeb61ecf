import { type AskedChanges, changesFrom } from '../../domain/asked-changes.ts'
import { Refusal } from '../../domain/refusal.ts'
import { type DriveFinder, noteWanted } from '../../domain/road-distance.ts'
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
async function drivesMovedBy(db: Reader, tripId: number, asked: AskedChanges, now: number) {
  const record = await bookingOfTrip(db, tripId)
  if (record === null) return []
  const { find, wanted } = noteWanted()
  try {
    await planAmendment(db, record, { changes: changesFrom(asked, record.trip), priceAmount: null }, find, now)
    return wanted
  } catch (fault) {
    if (fault instanceof Refusal) return []
    throw fault
  }
}
