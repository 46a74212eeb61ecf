import { tripCancelled } from '../../domain/booking.ts'
import type { DriverCaller, PortalCaller, TripCaller } from '../../domain/caller.ts'
import { type IncidentMove, type IncidentStatus, isIncidentTaken, moveIncident, reportableForMs } from '../../domain/incident.ts'
import { Refusal, requireFound } from '../../domain/refusal.ts'
import { clampMoment, computeReportedMoment } from '../../domain/reported-moment.ts'
import { formatDurationInWords } from '../../domain/spoken.ts'
import { type PageAsked, toPageSpan } from '../../storage/lists/listing.ts'
import { lockTripOfIncident } from '../../storage/locks.ts'
import { touchBooking } from '../../storage/queries/booking-changes.ts'
import { type BookingRow, findBookingOfTrip } from '../../storage/queries/bookings.ts'
import {
  findIncident,
  type IncidentRecord,
  type IncidentRow,
  insertIncident,
  listIncidents,
  saveIncident,
} from '../../storage/queries/incidents.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import { lockCurrentTrip } from '../customers/customers.ts'
import { lockCurrentDriverTrip } from './driver-trips.ts'

/** A new incident of the trip with this ref and time zone. */
export type EnteredIncident = {
  readonly incident: IncidentRow
  readonly ref: string
  readonly timezone: string
  /** Whether the server used another moment than the one sent. */
  readonly isAdjusted: boolean
}

/** An incident to save; instants in ms. */
export type NewIncident = Pick<IncidentRow, 'kind' | 'severity' | 'occurredAt' | 'note' | 'delayMinutes' | 'point'> & {
  /** Milliseconds from the incident until the phone sent it; null if unknown. */
  readonly ageMs: number | null
}

function requireIncidentTime(booking: BookingRow, now: number): void {
  if (booking.status === 'cancelled') throw tripCancelled()
  if (!isIncidentTaken(booking, now)) {
    const facts = { currentStatus: booking.tripStatus }
    throw new Refusal(
      'trip_finished',
      `You can report incidents until ${formatDurationInWords(reportableForMs)} after the end of a trip.`,
      facts,
    )
  }
}

/**
 * Saves an incident; the trip does not change. Refuses `validation_failed`, `not_found`, `trip_cancelled`, `trip_finished` (14
 * days after the end).
 */
export async function enterIncident(
  tx: Writer,
  caller: DriverCaller,
  ref: string,
  { ageMs, ...incident }: NewIncident,
  now: number,
): Promise<EnteredIncident> {
  const moment = computeReportedMoment({ sentAt: incident.occurredAt, ageMs }, now, ['occurredAt'])
  const { booking, trip, assignment } = await lockCurrentDriverTrip(tx, caller, ref, now)
  requireIncidentTime(booking, now)
  const { driverId } = caller
  const { id: bookingId, operatorId } = booking
  const about = { operatorId, bookingId, driverId, vehicleNo: assignment.vehicleNo }
  const { at: occurredAt, isAdjusted } = clampMoment(moment, assignment.assignedAt)
  const kept = await insertIncident(tx, { ...incident, ...about, occurredAt, status: 'open', createdAt: now })
  await touchBooking(tx, booking.id, now)
  return { incident: kept, ref, timezone: trip.timezone, isAdjusted }
}

/** Number of the vehicle for lost property: the customer may not know which of several it was. */
const firstCoach = 1

/**
 * Saves a customer's report of lost property. Refuses `not_found` before the booking, `trip_cancelled`, `invalid_transition`
 * before the departure, `trip_finished` (14 days after the end).
 */
export async function enterLostProperty(tx: Writer, caller: TripCaller, note: string, now: number): Promise<EnteredIncident> {
  await lockCurrentTrip(tx, caller, now)
  const { booking, trip } = await requireFound(findBookingOfTrip(tx, caller.tripId))
  requireIncidentTime(booking, now)
  if (now < booking.departsAt) {
    const facts = { currentStatus: booking.tripStatus }
    throw new Refusal('invalid_transition', 'The trip has not departed yet.', facts)
  }
  const incident = await insertIncident(tx, {
    operatorId: booking.operatorId,
    bookingId: booking.id,
    vehicleNo: firstCoach,
    kind: 'lost_property',
    severity: 'low',
    status: 'open',
    note,
    occurredAt: now,
    createdAt: now,
  })
  await touchBooking(tx, booking.id, now)
  return { incident, ref: booking.ref, timezone: trip.timezone, isAdjusted: false }
}

export type IncidentsAsked = PageAsked & { readonly status: IncidentStatus | null }

/** Lists the incidents of the caller's trips, latest report first. */
export function listOwnIncidents(db: Reader, caller: PortalCaller, asked: IncidentsAsked) {
  return listIncidents(db, { operatorId: caller.operatorId, status: asked.status, ...toPageSpan(asked) })
}

/** Closes or reopens an incident with a reason. Refuses `not_found`. */
export async function settleIncident(
  tx: Writer,
  caller: PortalCaller,
  id: number,
  wanted: Omit<IncidentMove, 'byId'>,
  now: number,
): Promise<IncidentRecord> {
  await lockTripOfIncident(tx, id)
  const found = await requireFound(findIncident(tx, caller.operatorId, id))
  const { incident } = found

  const moved = moveIncident(incident, { ...wanted, byId: caller.user.id }, now)
  if (moved === incident) return found

  const saved = await saveIncident(tx, incident, moved)
  if (saved.status !== incident.status) await touchBooking(tx, saved.bookingId, now)
  return { ...found, incident: saved, movedBy: caller.user.name }
}
