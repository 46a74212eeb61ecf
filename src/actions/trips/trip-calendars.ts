import { calendarFile } from '../../domain/calendar.ts'
import { hostOfBooking } from '../../domain/calendar-names.ts'
import type { OperatorCaller } from '../../domain/caller.ts'
import { mustFind } from '../../domain/refusal.ts'
import { type CustomerBooking, droppedDrives, tripEvents } from '../../domain/trip-calendar.ts'
import { shownAmendmentsOf } from '../../storage/queries/amendments.ts'
import { type BookingRecord, bookingOfTrip, findBooking } from '../../storage/queries/bookings.ts'
import { findOperator } from '../../storage/queries/operators.ts'
import type { Reader } from '../../storage/storage.ts'
import type { WorkerContext } from '../context.ts'
import { calendarNamesOf } from '../server/calendar-names.ts'

/** A booking with what its calendar shows, and the host part of its events' identifiers. */
type BookingOnCalendar = CustomerBooking & { readonly host: string }

type AtAddress = Pick<WorkerContext, 'baseUrl'>

/** The calendar of a trip for its customer, as a file. Refuses `not_found` before it is booked. */
export async function readTripCalendar(db: Reader, context: AtAddress, tripId: number): Promise<string> {
  return tripCalendar(await bookingOnCalendar(db, context, await mustFind(bookingOfTrip(db, tripId))))
}

/** The calendar of a booking for the office of its operator, as a file. Refuses `not_found` for another's. */
export async function readBookingCalendar(
  db: Reader,
  context: AtAddress,
  { operatorId }: OperatorCaller,
  ref: string,
): Promise<string> {
  return tripCalendar(await bookingOnCalendar(db, context, await mustFind(findBooking(db, operatorId, ref))))
}

/** Facts for the calendar of a booking, which is to be written outside any transaction. */
export async function bookingOnCalendar(
  db: Reader,
  { baseUrl }: AtAddress,
  { booking, trip: { itinerary } }: Pick<BookingRecord, 'booking' | 'trip'>,
): Promise<BookingOnCalendar> {
  const operator = await mustFind(findOperator(db, booking.operatorId))
  const dropped = droppedDrives(itinerary, await shownAmendmentsOf(db, booking))
  const host = hostOfBooking(await calendarNamesOf(db, baseUrl), booking.id)
  return { ...booking, itinerary, operator, dropped, host }
}

/** The calendar of a booking that was read, as a file. */
export function tripCalendar({ host, ...booking }: BookingOnCalendar): string {
  const events = tripEvents(booking, host)
  return calendarFile({ name: `Coach trip ${booking.ref}`, timezone: booking.itinerary.timezone, events })
}
