import type { Amender } from '../../domain/amendment.ts'
import type { PortalCaller } from '../../domain/caller.ts'
import { requireFound } from '../../domain/refusal.ts'
import { findBookingOfTrip } from '../../storage/queries/bookings.ts'
import { findTripByRef, type TripRow } from '../../storage/queries/trips.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import { lockBookingToStaff, notBooked } from '../bookings/bookings.ts'
import type { AppContext } from '../context.ts'
import { findOfferedTripId } from '../quotes/jobs.ts'
import { lockCurrentTripByRef } from '../trips/trips.ts'
import type { AmendedBooking } from './apply-amendments.ts'

/** A party other than the customer that may change a booking: its operator, or the platform. */
export type Office = {
  readonly by: Exclude<Amender, 'customer'>
  tripId(app: AppContext): Promise<number>
  /** Finds the booking and locks its trip. */
  find(tx: Writer, now: number): Promise<AmendedBooking>
}

/** The office of the operator, for one of its bookings. */
export function buildOperatorOffice(caller: PortalCaller, ref: string): Office {
  return {
    by: 'operator',
    tripId: (app) => findOfferedTripId(app, caller, ref),
    find: (tx, now) => lockBookingToStaff(tx, caller, ref, now),
  }
}

/** The platform, for whichever trip is booked. */
export function platformOffice(ref: string): Office {
  return {
    by: 'platform',
    tripId: async (app) => (await requireFound(app.storage.read((db) => findTripByRef(db, ref)))).id,
    find: async (tx, now) => findAmendedBooking(tx, await lockCurrentTripByRef(tx, ref, now)),
  }
}

/** The booking of a trip. Refuses `booking_not_confirmed`. */
export async function findAmendedBooking(db: Reader, trip: TripRow): Promise<AmendedBooking> {
  const record = await findBookingOfTrip(db, trip.id)
  if (record === null) throw notBooked(trip)
  return record
}
