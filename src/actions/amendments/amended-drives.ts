import { Refusal } from '../../domain/refusal.ts'
import { type TripChangeInput, toTripChanges } from '../../domain/requested-changes.ts'
import { collectDriveRequests, type DriveFinder } from '../../domain/road-distance.ts'
import { findBookingOfTrip } from '../../storage/queries/bookings.ts'
import type { Reader } from '../../storage/storage.ts'
import type { AppContext } from '../context.ts'
import type { IdempotentRequest } from '../idempotency.ts'
import { findDrivesAmong } from '../trips/drives.ts'
import { planAmendment } from './apply-amendments.ts'

/**
 * A way to find the drives of the legs that an amendment moves, with the router's answers. It asks the router immediately, so
 * call it before the transaction that enters the amendment.
 */
export function findMovedDrives(
  app: AppContext,
  tripId: number,
  asked: TripChangeInput,
  request: Pick<IdempotentRequest<never>, 'key'>,
): Promise<DriveFinder> {
  return findDrivesAmong(app, request, () => app.storage.read((db) => listMovedDrives(db, tripId, asked, app.clock())))
}

/** The points of the legs that an amendment moves without given figures; none for an amendment that would be refused. */
async function listMovedDrives(db: Reader, tripId: number, asked: TripChangeInput, now: number) {
  const record = await findBookingOfTrip(db, tripId)
  if (record === null) return []
  const { find, wanted } = collectDriveRequests()
  try {
    await planAmendment(db, record, { changes: toTripChanges(asked, record.trip), priceAmount: null }, find, now)
    return wanted
  } catch (fault) {
    if (fault instanceof Refusal) return []
    throw fault
  }
}
