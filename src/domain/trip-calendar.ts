import type { TripChanges } from './amended-trip.ts'
import type { AmendmentStatus } from './amendment.ts'
import type { BookingStatus } from './booking.ts'
import { type CalendarEvent, sequenceOf } from './calendar.ts'
import { placeText } from './duty-calendar.ts'
import type { Itinerary } from './itinerary.ts'
import { type Leg, roundedLegEnd, timedLegs, transfersOf } from './leg.ts'

/** A booked trip, who drives it, and the drives that are no longer part of it; instants in ms. */
export type CustomerBooking = {
  readonly ref: string
  readonly status: BookingStatus
  readonly revision: number
  readonly updatedAt: number
  readonly itinerary: Itinerary
  readonly operator: { readonly name: string; readonly phone: string | null }
  readonly dropped: readonly Leg[]
}

/** A change of what was booked, as far as it tells which drives there were before. */
type Changed = { readonly status: AmendmentStatus; readonly before: Pick<TripChanges, 'legs'> }

/** The drives that changes, the oldest first, took out of a trip, each as it stood last. */
export function droppedDrives({ legs }: Pick<Itinerary, 'legs'>, changes: readonly Changed[]): Leg[] {
  const applied = changes.filter(({ status }) => status === 'applied')
  const known = new Map(applied.flatMap(({ before }) => transfersOf(before.legs ?? [])).map((leg) => [leg.sequence, leg]))
  for (const { sequence } of transfersOf(legs)) known.delete(sequence)
  return [...known.values()]
}

/**
 * A booked trip in the calendar of its customer: an event for each drive. A drive that a change removed is cancelled, so that
 * calendars remove it. `host` is the part of their identifiers that no other installation has.
 */
export function tripEvents(
  { ref, status, revision, updatedAt, itinerary, operator, dropped }: CustomerBooking,
  host: string,
): CalendarEvent[] {
  const who = operator.phone === null ? operator.name : `${operator.name}, ${operator.phone}`
  return [...transfersOf(timedLegs(itinerary)), ...dropped].map((leg) => ({
    uid: `${ref}-${leg.sequence}@${host}`,
    sequence: sequenceOf({ revision, status }),
    changedAt: updatedAt,
    startsAt: leg.departsAt,
    endsAt: roundedLegEnd(leg),
    timezone: itinerary.timezone,
    isCancelled: status === 'cancelled' || dropped.includes(leg),
    summary: `Coach: ${leg.pickup.label} to ${leg.dropoff.label}`,
    location: placeText(leg.pickup),
    description: `Your coach trip ${ref}, with ${who}.`,
  }))
}
