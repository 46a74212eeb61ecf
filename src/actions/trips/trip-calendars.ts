import { calendarFile } from '../../domain/calendar.ts'
import type { OperatorCaller } from '../../domain/caller.ts'
import { mustFind } from '../../domain/refusal.ts'
import { type CustomerBooking, droppedDrives, tripEvents } from '../../domain/trip-calendar.ts'
import { shownAmendmentsOf } from '../../storage/queries/amendments.ts'
import { type BookingRecord, bookingOfTrip, findBooking } from '../../storage/queries/bookings.ts'
import { findOperator } from '../../storage/queries/operators.ts'
import type { Reader } from '../../storage/storage.ts'
import type { WorkerContext } from '../context.ts'

/** The calendar of a trip for its customer, as a file. Refuses `not_found` before it is booked. */
export async function readTripCalendar(db: Reader, { baseUrl }: Pick<WorkerContext, 'baseUrl'>, tripId: number): Promise<string> {
  return tripCalendar(await bookingOnCalendar(db, await mustFind(bookingOfTrip(db, tripId))), baseUrl)
}

/** The calendar of a booking for the office of its operator, as a file. Refuses `not_found` for another's. */
export async function readBookingCalendar(
  db: Reader,
  { baseUrl }: Pick<WorkerContext, 'baseUrl'>,
  { operatorId }: OperatorCaller,
  ref: string,
): Promise<string> {
  return tripCalendar(await bookingOnCalendar(db, await mustFind(findBooking(db, operatorId, ref))), baseUrl)
}

/** Facts for the calendar of a booking, which is to be written outside any transaction. */
export async function bookingOnCalendar(
  db: Reader,
  { booking, trip: { itinerary } }: Pick<BookingRecord, 'booking' | 'trip'>,
): Promise<CustomerBooking> {
  const operator = await mustFind(findOperator(db, booking.operatorId))
  const dropped = droppedDrives(itinerary, await shownAmendmentsOf(db, booking))
  return { ...booking, itinerary, operator, dropped }
}

/** The calendar of a booking that was read, as a file. */
export function tripCalendar(booking: CustomerBooking, baseUrl: string): string {
  const events = tripEvents(booking, new URL(baseUrl).hostname)
  return calendarFile({ name: `Coach trip ${booking.ref}`, timezone: booking.itinerary.timezone, events })
}
