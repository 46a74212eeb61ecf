import { staffingOf } from '../domain/assignment.ts'
import { dayMs, startOfLocalDay } from '../domain/instant.ts'
import { isOver, type Journey, legStatus, standing, stepsToReset, tripStatusOf } from '../domain/progress.ts'
import { type AssignmentRow, type BookingRow, saveBooking } from '../storage/queries/bookings.ts'
import { insertTripEvent } from '../storage/queries/trip-events.ts'
import type { TripRow } from '../storage/queries/trips.ts'
import { checkOfTrip } from '../storage/queries/vehicle-checks.ts'
import type { Reader, Writer } from '../storage/storage.ts'
import { closeTrip, reopenTrip } from './trip-deadlines.ts'
import { journeyOf } from './trip-logs.ts'

/** A booked trip, and who is on it. */
export type BookingOnRoad = { readonly booking: BookingRow; readonly trip: TripRow; readonly assignment: AssignmentRow | null }

/** Brings the booking in line with the log: the trip moves on, ends with its payout scheduled, or goes on after all. */
export async function followLog(tx: Writer, booked: BookingOnRoad, now: number): Promise<void> {
  const { booking, assignment } = booked
  const journey = await journeyOf(tx, booked)
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
