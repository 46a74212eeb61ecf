import type { BookingStatus } from './booking.ts'
import type { CalendarEvent } from './calendar.ts'
import { placeText } from './duty-calendar.ts'
import type { Itinerary } from './itinerary.ts'
import { legEndsAt, transfersOf } from './leg.ts'

/** A booked trip, and who drives it; instants in ms. */
export type CustomerBooking = {
  readonly ref: string
  readonly status: BookingStatus
  readonly revision: number
  readonly updatedAt: number
  readonly itinerary: Itinerary
  readonly operator: { readonly name: string; readonly phone: string | null }
}

/** A booked trip in the calendar of its customer: an event for each drive; `host` makes their names this server's own. */
export function tripEvents(
  { ref, status, revision, updatedAt, itinerary, operator }: CustomerBooking,
  host: string,
): CalendarEvent[] {
  const who = operator.phone === null ? operator.name : `${operator.name}, ${operator.phone}`
  return transfersOf(itinerary.legs).map((leg) => ({
    uid: `${ref}-${leg.sequence}@${host}`,
    sequence: revision,
    changedAt: updatedAt,
    startsAt: leg.departsAt,
    endsAt: legEndsAt(leg),
    timezone: itinerary.timezone,
    isCancelled: status === 'cancelled',
    summary: `Coach: ${leg.pickup.label} to ${leg.dropoff.label}`,
    location: placeText(leg.pickup),
    description: `Your coach trip ${ref}, with ${who}.`,
  }))
}
