import { countAssigned, endOfTrip, isCrewed, statusOfTrip } from '../../domain/coach.ts'
import { leadOf, stepsLeftBehind } from '../../domain/duty.ts'
import { dayMs, startOfLocalDay } from '../../domain/instant.ts'
import { calledOffNo, type KeptCoaches } from '../../domain/kept-coaches.ts'
import type { AssignmentRow } from '../../storage/queries/assignments.ts'
import { type BookingRow, saveBooking } from '../../storage/queries/bookings.ts'
import { incidentsOf, saveIncident } from '../../storage/queries/incidents.ts'
import { insertTripEvent, saveTripEvent, tripEventsOf } from '../../storage/queries/trip-events.ts'
import type { TripRow } from '../../storage/queries/trips.ts'
import { checkOfTrip } from '../../storage/queries/vehicle-checks.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import { closeTrip, followDuties, reopenTrip } from '../trips/trip-deadlines.ts'
import { type Convoy, convoyOf } from './convoys.ts'

/** A booked trip. */
export type BookingOnRoad = { readonly booking: BookingRow; readonly trip: TripRow }

/**
 * Brings the booking in line with its duties and the logs of its coaches: the trip moves on with the coach furthest behind, ends with
 * its payout scheduled, or goes on after all.
 */
export async function applyLog(tx: Writer, booked: BookingOnRoad, now: number): Promise<void> {
  const { booking, trip } = booked
  const convoy = await convoyOf(tx, booked)
  await followDuties(tx, convoy)
  const crew = crewOf(convoy)
  const tripStatus = statusOfTrip(convoy.coaches)
  if (tripStatus === 'completed' || tripStatus === 'no_show') {
    const ended = await saveBooking(tx, booking, crew)
    if (booking.finishedAt === null) {
      await closeTrip(tx, { booking: ended, trip }, tripStatus, endOfTrip(convoy.coaches) ?? now, now)
    }
  } else if (booking.finishedAt !== null) {
    await reopenTrip(tx, { booking: await saveBooking(tx, booking, crew), trip }, tripStatus, now)
  } else await saveBooking(tx, booking, { ...crew, tripStatus, updatedAt: now })
}

/** Columns of a booking that say who drives it. */
function crewOf({ duties, coaches }: Convoy) {
  return {
    assignmentId: leadOf(duties)?.id ?? null,
    vehiclesAssigned: countAssigned(coaches),
    isCrewed: isCrewed(coaches),
  }
}

/**
 * Somebody else is to drive than was when `known` stood: until passengers are on board the leg of their coach starts again, and the
 * log says so.
 */
export async function startLegsAgain(
  tx: Writer,
  booked: BookingOnRoad,
  known: readonly AssignmentRow[],
  now: number,
): Promise<void> {
  const { coaches } = await convoyOf(tx, booked)
  for (const { vehicleNo, duties, journey } of coaches) {
    for (const step of stepsLeftBehind(journey, known, duties)) {
      await insertTripEvent(tx, {
        bookingId: booked.booking.id,
        assignmentId: step.assignmentId,
        vehicleNo,
        leg: step.leg,
        status: 'reverted',
        by: 'system',
        occurredAt: now,
        receivedAt: now,
        revertsEventId: step.id,
      })
    }
  }
}

/**
 * Moves what was told of each coach that stays to its number in a changed booking. What was told of a coach that goes
 * belongs to none from then on.
 */
export async function renumberLogs(tx: Writer, { id }: Pick<BookingRow, 'id'>, kept: KeptCoaches): Promise<void> {
  for (const event of await tripEventsOf(tx, id)) {
    await saveTripEvent(tx, event, { vehicleNo: kept.get(event.vehicleNo) ?? calledOffNo })
  }
  for (const incident of await incidentsOf(tx, id)) {
    await saveIncident(tx, incident, { vehicleNo: kept.get(incident.vehicleNo) ?? calledOffNo })
  }
}

/** The latest walkaround of a duty's vehicle: one made for the trip, or since the morning of its first day. */
export function checkOf(db: Reader, { booking, trip }: BookingOnRoad, { vehicleReg }: AssignmentRow) {
  return checkOfTrip(db, {
    operatorId: booking.operatorId,
    vehicleReg,
    bookingId: booking.id,
    from: startOfLocalDay(booking.departsAt, trip.timezone),
    until: booking.endsAt + dayMs,
  })
}
