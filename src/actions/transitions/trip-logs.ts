import { countAssigned, findTripEnd, findTripStatus, isCrewed } from '../../domain/coach.ts'
import { findLeadDuty, listStepsLeftBehind } from '../../domain/duty.ts'
import { dayMs, startOfLocalDay } from '../../domain/instant.ts'
import { cancelledVehicleNo, type KeptCoaches } from '../../domain/kept-coaches.ts'
import type { AssignmentRow } from '../../storage/queries/assignments.ts'
import { type BookingRow, saveBooking } from '../../storage/queries/bookings.ts'
import { listIncidentsOfBooking, saveIncident } from '../../storage/queries/incidents.ts'
import { insertTripEvent, listTripEvents, saveTripEvent } from '../../storage/queries/trip-events.ts'
import type { TripRow } from '../../storage/queries/trips.ts'
import { findCheckOfTrip } from '../../storage/queries/vehicle-checks.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import { type Convoy, readConvoy } from './convoys.ts'
import { closeTrip, followDuties, reopenTrip } from './trip-deadlines.ts'

/** A booked trip. */
export type BookingOnRoad = { readonly booking: BookingRow; readonly trip: TripRow }

/**
 * Aligns the booking with its duties and the logs of its vehicles. The trip follows the vehicle furthest behind, ends with its
 * payout planned, or is reopened.
 */
export async function applyLog(tx: Writer, booked: BookingOnRoad, now: number): Promise<void> {
  const { booking, trip } = booked
  const convoy = await readConvoy(tx, booked)
  await followDuties(tx, convoy)
  const crew = buildCrewColumns(convoy)
  const tripStatus = findTripStatus(convoy.coaches)
  if (tripStatus === 'completed' || tripStatus === 'no_show') {
    const ended = await saveBooking(tx, booking, crew)
    if (booking.finishedAt === null) {
      await closeTrip(tx, { booking: ended, trip }, tripStatus, findTripEnd(convoy.coaches) ?? now, now)
    }
  } else if (booking.finishedAt !== null) {
    await reopenTrip(tx, { booking: await saveBooking(tx, booking, crew), trip }, tripStatus, now)
  } else await saveBooking(tx, booking, { ...crew, tripStatus, updatedAt: now })
}

/** Columns of a booking about its crew. */
function buildCrewColumns({ duties, coaches }: Convoy) {
  return {
    assignmentId: findLeadDuty(duties)?.id ?? null,
    vehiclesAssigned: countAssigned(coaches),
    isCrewed: isCrewed(coaches),
  }
}

/** Starts the leg of a vehicle again if its driver changed since `known`, until passengers are on board, and logs that. */
export async function startLegsAgain(
  tx: Writer,
  booked: BookingOnRoad,
  known: readonly AssignmentRow[],
  now: number,
): Promise<void> {
  const { coaches } = await readConvoy(tx, booked)
  for (const { vehicleNo, duties, journey } of coaches) {
    for (const step of listStepsLeftBehind(journey, known, duties)) {
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
 * Moves the log of each remaining vehicle to its number in a changed booking. The log of a removed vehicle belongs to none from
 * then on.
 */
export async function renumberLogs(tx: Writer, { id }: Pick<BookingRow, 'id'>, kept: KeptCoaches): Promise<void> {
  for (const event of await listTripEvents(tx, id)) {
    await saveTripEvent(tx, event, { vehicleNo: kept.get(event.vehicleNo) ?? cancelledVehicleNo })
  }
  for (const incident of await listIncidentsOfBooking(tx, id)) {
    await saveIncident(tx, incident, { vehicleNo: kept.get(incident.vehicleNo) ?? cancelledVehicleNo })
  }
}

/** The latest walkaround of a duty's vehicle: one made for the trip, or since the morning of its first day. */
export function findLatestCheck(db: Reader, { booking, trip }: BookingOnRoad, { vehicleReg }: AssignmentRow) {
  return findCheckOfTrip(db, {
    operatorId: booking.operatorId,
    vehicleReg,
    bookingId: booking.id,
    from: startOfLocalDay(booking.departsAt, trip.timezone),
    until: booking.endsAt + dayMs,
  })
}
