import { calendarFile } from '../domain/calendar.ts'
import type { OperatorCaller } from '../domain/caller.ts'
import { mustFind } from '../domain/refusal.ts'
import { tripEvents } from '../domain/trip-calendar.ts'
import { type BookingRecord, bookingOfTrip, findBooking } from '../storage/queries/bookings.ts'
import { findOperator, type Operator } from '../storage/queries/operators.ts'
import type { Reader } from '../storage/storage.ts'
import type { WorkerContext } from './context.ts'

/** The calendar of a trip for its customer, as a file. Refuses `not_found` before it is booked. */
export async function readTripCalendar(db: Reader, { baseUrl }: Pick<WorkerContext, 'baseUrl'>, tripId: number): Promise<string> {
  const record = await mustFind(bookingOfTrip(db, tripId))
  return tripCalendar(record, await mustFind(findOperator(db, record.booking.operatorId)), baseUrl)
}

/** The same of a booking, for the office of its operator. Refuses `not_found` for another's. */
export async function readBookingCalendar(
  db: Reader,
  { baseUrl }: Pick<WorkerContext, 'baseUrl'>,
  { operatorId }: OperatorCaller,
  ref: string,
): Promise<string> {
  const record = await mustFind(findBooking(db, operatorId, ref))
  return tripCalendar(record, await mustFind(findOperator(db, operatorId)), baseUrl)
}

/** The same of a booking that was read. */
export function tripCalendar(
  { booking, trip }: Pick<BookingRecord, 'booking' | 'trip'>,
  operator: Operator,
  baseUrl: string,
): string {
  const { itinerary } = trip
  const events = tripEvents({ ...booking, itinerary, operator }, new URL(baseUrl).hostname)
  return calendarFile({ name: `Coach trip ${booking.ref}`, timezone: itinerary.timezone, events })
}
