import { tripCancelled } from '../../domain/booking.ts'
import type { DriverCaller, PortalCaller, TripCaller } from '../../domain/caller.ts'
import { type IncidentMove, type IncidentStatus, isIncidentTaken, moveIncident, reportableForMs } from '../../domain/incident.ts'
import { mustFind, Refusal } from '../../domain/refusal.ts'
import { notBefore, reportedMoment } from '../../domain/reported-moment.ts'
import { spanInWords } from '../../domain/spoken.ts'
import { type PageAsked, pageSpanOf } from '../../storage/lists/listing.ts'
import { lockTripOfIncident } from '../../storage/locks.ts'
import { touchBooking } from '../../storage/queries/booking-changes.ts'
import { type BookingRow, bookingOfTrip } from '../../storage/queries/bookings.ts'
import {
  findIncident,
  type IncidentRecord,
  type IncidentRow,
  insertIncident,
  listIncidents,
  saveIncident,
} from '../../storage/queries/incidents.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import { currentTrip } from '../trips/customers.ts'
import { currentDriverTrip } from './driver-trips.ts'

/** An incident just written down, of the trip under `ref` in this time zone. */
export type EnteredIncident = {
  readonly incident: IncidentRow
  readonly ref: string
  readonly timezone: string
  /** Whether the server used another moment than the one sent. */
  readonly isAdjusted: boolean
}

/** An incident to write down; instants in ms. */
export type NewIncident = Pick<IncidentRow, 'kind' | 'severity' | 'occurredAt' | 'note' | 'delayMinutes' | 'point'> & {
  /** Milliseconds since then when the phone sent it; null where the phone did not say. */
  readonly ageMs: number | null
}

function mustTakeIncident(booking: BookingRow, now: number): void {
  if (booking.status === 'cancelled') throw tripCancelled()
  if (!isIncidentTaken(booking, now)) {
    const facts = { currentStatus: booking.tripStatus }
    throw new Refusal(
      'trip_finished',
      `Incidents are taken until ${spanInWords(reportableForMs)} after the end of a trip.`,
      facts,
    )
  }
}

/**
 * Writes down what went wrong; the trip goes on as it was. Refuses `validation_failed`, `not_found`, `trip_cancelled`,
 * `trip_finished` (14 days after the end).
 */
export async function enterIncident(
  tx: Writer,
  caller: DriverCaller,
  ref: string,
  { ageMs, ...incident }: NewIncident,
  now: number,
): Promise<EnteredIncident> {
  const moment = reportedMoment({ sentAt: incident.occurredAt, ageMs }, now, ['occurredAt'])
  const { booking, trip, assignment } = await currentDriverTrip(tx, caller, ref, now)
  mustTakeIncident(booking, now)
  const { driverId } = caller
  const { id: bookingId, operatorId } = booking
  const about = { operatorId, bookingId, driverId, vehicleNo: assignment.vehicleNo }
  const { at: occurredAt, isAdjusted } = notBefore(moment, assignment.assignedAt)
  const kept = await insertIncident(tx, { ...incident, ...about, occurredAt, status: 'open', createdAt: now })
  await touchBooking(tx, booking.id, now)
  return { incident: kept, ref, timezone: trip.timezone, isAdjusted }
}

/** Number of the coach that lost property is put down to: the customer may not know which of several it was. */
const firstCoach = 1

/**
 * Writes down that the customer left something on the coach. Refuses `not_found` before the trip is booked, `trip_cancelled`,
 * `invalid_transition` before it leaves, `trip_finished` (14 days after the end).
 */
export async function enterLostProperty(tx: Writer, caller: TripCaller, note: string, now: number): Promise<EnteredIncident> {
  await currentTrip(tx, caller, now)
  const { booking, trip } = await mustFind(bookingOfTrip(tx, caller.tripId))
  mustTakeIncident(booking, now)
  if (now < booking.departsAt) {
    const facts = { currentStatus: booking.tripStatus }
    throw new Refusal('invalid_transition', 'The trip has not left yet.', facts)
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

/** The incidents of the caller's trips, the last told first. */
export function listOwnIncidents(db: Reader, caller: PortalCaller, asked: IncidentsAsked) {
  return listIncidents(db, { operatorId: caller.operatorId, status: asked.status, ...pageSpanOf(asked) })
}

/** Closes an incident or opens it again, as the caller says and why. Refuses `not_found`. */
export async function settleIncident(
  tx: Writer,
  caller: PortalCaller,
  id: number,
  wanted: Omit<IncidentMove, 'byId'>,
  now: number,
): Promise<IncidentRecord> {
  await lockTripOfIncident(tx, id)
  const found = await mustFind(findIncident(tx, caller.operatorId, id))
  const { incident } = found

  const moved = moveIncident(incident, { ...wanted, byId: caller.user.id }, now)
  if (moved === incident) return found

  const saved = await saveIncident(tx, incident, moved)
  if (saved.status !== incident.status) await touchBooking(tx, saved.bookingId, now)
  return { ...found, incident: saved, movedBy: caller.user.name }
}
