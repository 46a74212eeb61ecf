import { tripCancelled } from '../domain/booking.ts'
import type { DriverCaller } from '../domain/caller.ts'
import { isIncidentTaken } from '../domain/incident.ts'
import { clockToleranceMs } from '../domain/progress.ts'
import { invalid, Refusal } from '../domain/refusal.ts'
import { touchBooking } from '../storage/queries/booking-changes.ts'
import { type IncidentRow, insertIncident } from '../storage/queries/incidents.ts'
import type { Writer } from '../storage/storage.ts'
import { currentOwnTrip } from './driver-trips.ts'

/** An incident just written down, of the trip under `ref` in this time zone. */
export type EnteredIncident = { readonly incident: IncidentRow; readonly ref: string; readonly timezone: string }

/** What went wrong; instants in ms. */
export type NewIncident = Pick<IncidentRow, 'kind' | 'severity' | 'occurredAt' | 'note' | 'delayMinutes' | 'point'>

/**
 * Writes down what went wrong; the trip goes on as it was. Refuses `validation_failed`, `not_found`, `trip_cancelled`,
 * `trip_finished` (14 days after the end).
 */
export async function enterIncident(
  tx: Writer,
  caller: DriverCaller,
  ref: string,
  incident: NewIncident,
  now: number,
): Promise<EnteredIncident> {
  if (incident.occurredAt > now + clockToleranceMs) throw invalid(['occurredAt'], 'notInFuture')
  const { booking, trip } = await currentOwnTrip(tx, caller, ref, now)
  if (booking.status === 'cancelled') throw tripCancelled()
  if (!isIncidentTaken(booking, now)) {
    const standing = { currentStatus: booking.tripStatus }
    throw new Refusal('trip_finished', 'Incidents are taken until 14 days after the end of a trip.', standing)
  }
  const { driverId } = caller
  const kept = await insertIncident(tx, { ...incident, bookingId: booking.id, driverId, status: 'open', createdAt: now })
  await touchBooking(tx, booking.id, now)
  return { incident: kept, ref, timezone: trip.timezone }
}
