import { formatCalendarFile } from '../../domain/calendar.ts'
import { findHostOfBooking } from '../../domain/calendar-names.ts'
import type { OperatorCaller } from '../../domain/caller.ts'
import { requireFound } from '../../domain/refusal.ts'
import { buildTripEvents, type CustomerBooking, listDroppedDrives } from '../../domain/trip-calendar.ts'
import { listShownAmendments } from '../../storage/queries/amendments.ts'
import { type BookingRecord, findBooking, findBookingOfTrip } from '../../storage/queries/bookings.ts'
import { findOperator } from '../../storage/queries/operators.ts'
import type { Reader } from '../../storage/storage.ts'
import type { WorkerContext } from '../context.ts'
import { readCalendarNames } from '../server/calendar-names.ts'

/** A booking with the content of its calendar, and the host part of its events' identifiers. */
type BookingOnCalendar = CustomerBooking & { readonly host: string }

type AtAddress = Pick<WorkerContext, 'baseUrl'>

/** The calendar of a trip for its customer, as a file. Refuses `not_found` before it is booked. */
export async function readTripCalendar(db: Reader, context: AtAddress, tripId: number): Promise<string> {
  return renderTripCalendar(await findBookingForCalendar(db, context, await requireFound(findBookingOfTrip(db, tripId))))
}

/** The calendar of a booking for the office of its operator, as a file. Refuses `not_found` for another operator's booking. */
export async function readBookingCalendar(
  db: Reader,
  context: AtAddress,
  { operatorId }: OperatorCaller,
  ref: string,
): Promise<string> {
  return renderTripCalendar(await findBookingForCalendar(db, context, await requireFound(findBooking(db, operatorId, ref))))
}

/** Facts for the calendar of a booking, which is written outside any transaction. */
export async function findBookingForCalendar(
  db: Reader,
  { baseUrl }: AtAddress,
  { booking, trip: { itinerary } }: Pick<BookingRecord, 'booking' | 'trip'>,
): Promise<BookingOnCalendar> {
  const operator = await requireFound(findOperator(db, booking.operatorId))
  const dropped = listDroppedDrives(itinerary, await listShownAmendments(db, booking))
  const host = findHostOfBooking(await readCalendarNames(db, baseUrl), booking.id)
  return { ...booking, itinerary, operator, dropped, host }
}

export function renderTripCalendar({ host, ...booking }: BookingOnCalendar): string {
  const events = buildTripEvents(booking, host)
  return formatCalendarFile({ name: `Coach trip ${booking.ref}`, timezone: booking.itinerary.timezone, events })
}
