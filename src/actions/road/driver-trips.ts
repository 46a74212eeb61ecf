import { acknowledgeAssignment, declineDuty } from '../../domain/assignment.ts'
import { requireActiveTrip } from '../../domain/booking.ts'
import type { DriverCaller } from '../../domain/caller.ts'
import { findCurrentDuty } from '../../domain/duty.ts'
import { dayMs, startOfLocalDay } from '../../domain/instant.ts'
import type { Journey } from '../../domain/progress.ts'
import { notFound, Refusal } from '../../domain/refusal.ts'
import { type PageAsked, toPageSpan } from '../../storage/lists/listing.ts'
import { lockTripByRef } from '../../storage/locks.ts'
import {
  type AssignmentRow,
  type DutyRecord,
  listDutiesOfBooking,
  noteSeen,
  saveAssignment,
} from '../../storage/queries/assignments.ts'
import {
  type DriverTripRow,
  findDriverTrips,
  listDriverTripRows,
  listDriverTripsAround,
  type TripList,
} from '../../storage/queries/driver-trips.ts'
import { type IncidentRow, listIncidentsOfBooking } from '../../storage/queries/incidents.ts'
import { listTripEvents, type TripEventRow } from '../../storage/queries/trip-events.ts'
import { findCustomerOfTrip } from '../../storage/queries/trips.ts'
import type { VehicleCheckRow } from '../../storage/queries/vehicle-checks.ts'
import type { Reader, Storage, Writer } from '../../storage/storage.ts'
import type { Row } from '../../storage/tables.ts'
import type { IdempotentRequest } from '../idempotency.ts'
import { notifyReaders } from '../outbox/notices.ts'
import { buildJourney } from '../transitions/convoys.ts'
import { applyDueTransitions } from '../transitions/trip-deadlines.ts'
import { applyLog, findLatestCheck } from '../transitions/trip-logs.ts'

/** A list of trips to request; `today` goes by the clocks of each trip's own time zone. */
export type DriverTripFilter = TripList | 'today'

/** One page of the caller's trips. */
export async function listDriverTrips(
  db: Reader,
  caller: DriverCaller,
  asked: PageAsked & { readonly filter: DriverTripFilter },
  now: number,
): Promise<{ items: DriverTripRow[]; total: number }> {
  const { driverId } = caller
  const { limit, offset } = toPageSpan(asked)
  if (asked.filter !== 'today') return findDriverTrips(db, asked.filter, { driverId, now, limit, offset })
  const around = await listDriverTripsAround(db, driverId, { from: now - 2 * dayMs, until: now + 2 * dayMs })
  const todays = around.filter((row) => isOfToday(row, now))
  return { items: todays.slice(offset, offset + limit), total: todays.length }
}

function isOfToday({ booking, trip }: DriverTripRow, now: number): boolean {
  const from = startOfLocalDay(now, trip.timezone)
  return booking.departsAt < startOfLocalDay(now, trip.timezone, 1) && booking.endsAt >= from
}

/** A trip with all details for its driver on the road. */
export type DriverTrip = DriverTripRow & {
  /** Every duty of the driver on this vehicle. */
  readonly own: readonly AssignmentRow[]
  /** Duties of the other drivers of the booking. */
  readonly colleagues: readonly DutyRecord[]
  /** The log of this coach. */
  readonly events: readonly TripEventRow[]
  readonly journey: Journey
  readonly customer: Row<'customers'>
  /** Incidents on this coach. */
  readonly incidents: readonly IncidentRow[]
  /** The latest walkaround of the vehicle. */
  readonly check: VehicleCheckRow | null
}

async function buildDriverTrip(db: Reader, rows: readonly [DriverTripRow, ...DriverTripRow[]]): Promise<DriverTrip> {
  const row = rowAtHand(rows)
  const { booking, trip, assignment } = row
  const { vehicleNo } = assignment
  const events = (await listTripEvents(db, booking.id)).filter((event) => event.vehicleNo === vehicleNo)
  const duties = await listDutiesOfBooking(db, booking)
  return {
    ...row,
    own: rows.map((one) => one.assignment).filter((duty) => duty.vehicleNo === vehicleNo),
    colleagues: duties.filter(({ duty }) => isColleague(duty, assignment)),
    events,
    journey: buildJourney(trip, events, vehicleNo),
    customer: await findCustomerOfTrip(db, trip),
    incidents: (await listIncidentsOfBooking(db, booking.id)).filter((incident) => incident.vehicleNo === vehicleNo),
    check: await findLatestCheck(db, row, assignment),
  }
}

/** The row of the current duty, for a driver with several on one trip. */
function rowAtHand(rows: readonly [DriverTripRow, ...DriverTripRow[]]): DriverTripRow {
  const duty = findCurrentDuty(rows.map(({ assignment }) => assignment))
  return rows.find(({ assignment }) => assignment === duty) ?? rows[0]
}

function isColleague(duty: AssignmentRow, own: AssignmentRow): boolean {
  return duty.driverId !== own.driverId && duty.declinedAt === null && duty.endedAt === own.endedAt
}

/** The duties of the caller on a trip. Refuses `not_found`, also for another driver's trip. */
async function ownRows(db: Reader, { driverId }: DriverCaller, ref: string): Promise<[DriverTripRow, ...DriverTripRow[]]> {
  const [first, ...others] = await listDriverTripRows(db, driverId, ref)
  if (first === undefined) throw notFound()
  return [first, ...others]
}

/** One trip of the caller. Refuses `not_found`, also for another driver's trip. */
export async function showDriverTrip(db: Reader, caller: DriverCaller, ref: string): Promise<DriverTrip> {
  return buildDriverTrip(db, await ownRows(db, caller, ref))
}

/** Reads one trip of the caller for a phone that stores it; the driver has not seen it yet. Refuses as `showDriverTrip` does. */
export async function keepDriverTrip(
  storage: Storage,
  { render }: IdempotentRequest<DriverTrip>,
  caller: DriverCaller,
  ref: string,
): Promise<DriverTrip> {
  const trip = await storage.read((db) => showDriverTrip(db, caller, ref), caller)
  render(trip)
  return trip
}

/** Reads one trip of the caller, and saves the first sight of it once it is rendered. Refuses as `showDriverTrip` does. */
export async function openDriverTrip(
  storage: Storage,
  request: IdempotentRequest<DriverTrip>,
  caller: DriverCaller,
  ref: string,
  now: number,
): Promise<DriverTrip> {
  const trip = await keepDriverTrip(storage, request, caller, ref)
  if (trip.assignment.seenAt === null) await noteSight(storage, trip.assignment.id, now)
  return trip
}

/** Saves the sight of a trip. A failure does not block reading; the next sight is then the first. */
async function noteSight(storage: Storage, assignmentId: number, now: number): Promise<void> {
  try {
    await storage.transact((tx) => noteSeen(tx, assignmentId, now))
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault
  }
}

/** A trip of the caller, the next duty, and all of their duties on it. */
export type DrivenTrip = DriverTripRow & { readonly own: readonly AssignmentRow[] }

/** A trip of the caller, locked and after its due changes. Refuses `not_found`. */
export async function lockCurrentDriverTrip(tx: Writer, caller: DriverCaller, ref: string, now: number): Promise<DrivenTrip> {
  await lockTripByRef(tx, ref)
  const rows = await ownRows(tx, caller, ref)
  const isAsItWas = (await applyDueTransitions(tx, rows[0].trip, now)) === rows[0].trip
  const current = isAsItWas ? rows : await ownRows(tx, caller, ref)
  return { ...rowAtHand(current), own: current.map(({ assignment }) => assignment) }
}

/** Acknowledges a trip for the driver; a repeat changes nothing. Refuses `not_found`, `trip_cancelled`, `trip_finished`. */
export async function acknowledgeTrip(tx: Writer, caller: DriverCaller, ref: string, now: number): Promise<DriverTrip> {
  const row = await lockCurrentDriverTrip(tx, caller, ref, now)
  const unanswered = row.own.filter(({ acknowledgedAt }) => acknowledgedAt === null)
  if (unanswered.length > 0) {
    requireActiveTrip(row.booking)
    for (const duty of unanswered) await noteAcknowledged(tx, duty, now)
    await applyLog(tx, row, now)
  }
  return showDriverTrip(tx, caller, ref)
}

export async function noteAcknowledged(tx: Writer, assignment: AssignmentRow, at: number): Promise<AssignmentRow> {
  const acknowledged = acknowledgeAssignment(assignment, at)
  return acknowledged === assignment ? assignment : saveAssignment(tx, assignment, acknowledged)
}

/**
 * Declines a trip for the driver: it leaves their list, the booking needs a driver again and the operator is notified. Refuses
 * `not_found`, `trip_cancelled`, `trip_finished`, `invalid_transition` (the trip has begun).
 */
export async function declineTrip(tx: Writer, caller: DriverCaller, ref: string, reason: string, now: number) {
  const row = await lockCurrentDriverTrip(tx, caller, ref, now)
  const { booking, assignment } = row
  requireActiveTrip(booking)
  const { tripStatus } = assignment
  const given = row.own.filter(
    (duty) => duty === assignment || duty.tripStatus === 'assigned' || duty.tripStatus === 'acknowledged',
  )

  const declined = given.map((duty) => ({ duty, moved: declineDuty(duty, tripStatus, reason, now) }))

  for (const { duty, moved } of declined) {
    await saveAssignment(tx, duty, { ...moved, tripStatus: 'unassigned' })
    const about = { operatorIds: [booking.operatorId], tripId: booking.tripId, subjectId: duty.id }
    await notifyReaders(tx, { fact: 'driver_declined', ...about }, now)
  }
  await applyLog(tx, row, now)
  return { ref }
}
