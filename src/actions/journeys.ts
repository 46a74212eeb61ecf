import { staffingOf } from '../domain/assignment.ts'
import { dayMs, startOfLocalDay } from '../domain/instant.ts'
import { isOver, type Journey, legStatus, standing, statusOfEach, stepsToReset, tripStatusOf } from '../domain/progress.ts'
import { type AssignmentRow, type BookingRow, saveBooking } from '../storage/queries/bookings.ts'
import { insertTripEvent, tripEventsOf } from '../storage/queries/trip-events.ts'
import { type LegRow, legsOf, setLegStatus, type TripRow } from '../storage/queries/trips.ts'
import { checkOfTrip } from '../storage/queries/vehicle-checks.ts'
import type { Reader, Writer } from '../storage/storage.ts'
import { closeTrip, reopenTrip } from './trip-deadlines.ts'

/** A booked trip, and who is on it. */
export type BookingOnRoad = { readonly booking: BookingRow; readonly trip: TripRow; readonly assignment: AssignmentRow | null }

/** What a booked trip's log is read against. */
export async function journeyOf(db: Reader, { booking, trip }: Pick<BookingOnRoad, 'booking' | 'trip'>): Promise<Journey> {
  return journeyFrom(await legsOf(db, trip.id), await tripEventsOf(db, booking.id))
}

/** The transfer legs and the log of a trip. */
export function journeyFrom(legs: readonly LegRow[], log: Journey['log']): Journey {
  const driven = legs.filter(({ kind }) => kind === 'transfer')
  const asLeg = ({ sequence, departsAt, pickup }: LegRow) => ({ sequence, departsAt, isAtAirport: pickup.kind === 'airport' })
  return { legs: driven.map(asLeg), log }
}

/** Brings a trip's legs in line with its log, and answers the journey. */
export async function updateLegs(tx: Writer, { booking, trip }: Pick<BookingOnRoad, 'booking' | 'trip'>, now: number) {
  const legs = await legsOf(tx, trip.id)
  const journey = journeyFrom(legs, await tripEventsOf(tx, booking.id))
  const statuses = statusOfEach(journey, legs)
  for (const leg of legs) {
    const status = statuses.get(leg.sequence) ?? leg.status
    if (status !== leg.status) await setLegStatus(tx, leg.id, status, now)
  }
  return journey
}

/** Brings legs and booking in line with the log: the trip moves on, ends with its payout scheduled, or goes on after all. */
export async function followLog(tx: Writer, booked: BookingOnRoad, now: number): Promise<void> {
  const { booking, assignment } = booked
  const journey = await updateLegs(tx, booked, now)
  const tripStatus = tripStatusOf(journey, staffingOf(assignment))
  if (tripStatus === 'completed' || tripStatus === 'no_show') {
    if (booking.finishedAt === null) await closeTrip(tx, booked, tripStatus, endOf(journey) ?? now, now)
  } else if (booking.finishedAt !== null) await reopenTrip(tx, booked, tripStatus, now)
  else await saveBooking(tx, booking, { tripStatus, updatedAt: now })
}

/** When the last leg ended (ms). */
function endOf(journey: Journey): number | null {
  const ends = standing(journey.log).filter(({ status, leg }) => status === legStatus(journey, leg) && isOver(status))
  return ends.at(-1)?.occurredAt ?? null
}

/** Another driver takes over: until passengers are on board the leg starts again, and the log says so. */
export async function startLegAgain(tx: Writer, booked: BookingOnRoad, now: number): Promise<void> {
  for (const step of stepsToReset(await journeyOf(tx, booked))) {
    await insertTripEvent(tx, {
      bookingId: booked.booking.id,
      assignmentId: booked.assignment?.id ?? null,
      leg: step.leg,
      status: 'reverted',
      by: 'system',
      occurredAt: now,
      receivedAt: now,
      revertsEventId: step.id,
    })
  }
}

/** The latest walkaround of the trip's vehicle: one made for the trip, or since the morning of its first day. */
export function checkOf(db: Reader, { booking, trip, assignment }: BookingOnRoad & { readonly assignment: AssignmentRow }) {
  return checkOfTrip(db, {
    operatorId: booking.operatorId,
    vehicleReg: assignment.vehicleReg,
    bookingId: booking.id,
    from: startOfLocalDay(booking.departsAt, trip.timezone),
    until: booking.endsAt + dayMs,
  })
}
