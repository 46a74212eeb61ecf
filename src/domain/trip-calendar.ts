import type { TripChanges } from './amended-trip.ts'
import type { AmendmentStatus } from './amendment.ts'
import type { BookingStatus } from './booking.ts'
import { type CalendarEvent, computeEventSequence } from './calendar.ts'
import { formatPlaceForSearch } from './duty-calendar.ts'
import type { Itinerary } from './itinerary.ts'
import { adjustLegTimes, type Leg, listTransferLegs, roundLegEnd } from './leg.ts'

/** A booked trip, its drivers, and drives that changes removed; instants in ms. */
export type CustomerBooking = {
  readonly ref: string
  readonly status: BookingStatus
  readonly revision: number
  readonly updatedAt: number
  readonly itinerary: Itinerary
  readonly operator: { readonly name: string; readonly phone: string | null }
  readonly dropped: readonly Leg[]
}

/** The part of an amendment with the earlier drives. */
type Changed = { readonly status: AmendmentStatus; readonly before: Pick<TripChanges, 'legs'> }

/** The drives that amendments, oldest first, removed from a trip, each in its last form. */
export function listDroppedDrives({ legs }: Pick<Itinerary, 'legs'>, changes: readonly Changed[]): Leg[] {
  const applied = changes.filter(({ status }) => status === 'applied')
  const known = new Map(applied.flatMap(({ before }) => listTransferLegs(before.legs ?? [])).map((leg) => [leg.sequence, leg]))
  for (const { sequence } of listTransferLegs(legs)) known.delete(sequence)
  return [...known.values()]
}

/**
 * A booked trip in the calendar of its customer: an event for each drive. A removed drive becomes a cancelled event, so that
 * calendars remove it. `host` is the installation's unique part of their identifiers.
 */
export function buildTripEvents(
  { ref, status, revision, updatedAt, itinerary, operator, dropped }: CustomerBooking,
  host: string,
): CalendarEvent[] {
  const who = operator.phone === null ? operator.name : `${operator.name}, ${operator.phone}`
  return [...listTransferLegs(adjustLegTimes(itinerary)), ...dropped].map((leg) => ({
    uid: `${ref}-${leg.sequence}@${host}`,
    sequence: computeEventSequence({ revision, status }),
    changedAt: updatedAt,
    startsAt: leg.departsAt,
    endsAt: roundLegEnd(leg),
    timezone: itinerary.timezone,
    isCancelled: status === 'cancelled' || dropped.includes(leg),
    summary: `Coach: ${leg.pickup.label} to ${leg.dropoff.label}`,
    location: formatPlaceForSearch(leg.pickup),
    description: `Your coach trip ${ref}, with ${who}.`,
  }))
}
