import { acknowledge, declineDuty } from '../../domain/assignment.ts'
import { mustBeUnderway } from '../../domain/booking.ts'
import type { DriverCaller } from '../../domain/caller.ts'
import { atHand } from '../../domain/duty.ts'
import { dayMs, startOfLocalDay } from '../../domain/instant.ts'
import type { Journey } from '../../domain/progress.ts'
import { notFound, Refusal } from '../../domain/refusal.ts'
import { type PageAsked, pageSpanOf } from '../../storage/lists/listing.ts'
import { lockTripByRef } from '../../storage/locks.ts'
import { type AssignmentRow, type DutyRecord, dutiesOf, noteSeen, saveAssignment } from '../../storage/queries/assignments.ts'
import {
  type DriverTripRow,
  driverTripRows,
  driverTripsAround,
  findDriverTrips,
  type TripList,
} from '../../storage/queries/driver-trips.ts'
import { type IncidentRow, incidentsOf } from '../../storage/queries/incidents.ts'
import { type TripEventRow, tripEventsOf } from '../../storage/queries/trip-events.ts'
import { customerOf } from '../../storage/queries/trips.ts'
import type { VehicleCheckRow } from '../../storage/queries/vehicle-checks.ts'
import type { Reader, Storage, Writer } from '../../storage/storage.ts'
import type { Row } from '../../storage/tables.ts'
import type { IdempotentRequest } from '../idempotency.ts'
import { tell } from '../messages/notices.ts'
import { applyDueTransitions } from '../trips/trip-deadlines.ts'
import { journeyFrom } from './convoys.ts'
import { applyLog, checkOf } from './trip-logs.ts'

/** A list of trips that may be asked for; `today` goes by the clocks of each trip's own time zone. */
export type DriverTripFilter = TripList | 'today'

/** One page of the caller's trips. */
export async function listDriverTrips(
  db: Reader,
  caller: DriverCaller,
  asked: PageAsked & { readonly filter: DriverTripFilter },
  now: number,
): Promise<{ items: DriverTripRow[]; total: number }> {
  const { driverId } = caller
  const { limit, offset } = pageSpanOf(asked)
  if (asked.filter !== 'today') return findDriverTrips(db, asked.filter, { driverId, now, limit, offset })
  const around = await driverTripsAround(db, driverId, { from: now - 2 * dayMs, until: now + 2 * dayMs })
  const todays = around.filter((row) => isOfToday(row, now))
  return { items: todays.slice(offset, offset + limit), total: todays.length }
}

function isOfToday({ booking, trip }: DriverTripRow, now: number): boolean {
  const from = startOfLocalDay(now, trip.timezone)
  return booking.departsAt < startOfLocalDay(now, trip.timezone, 1) && booking.endsAt >= from
}

/** A trip with everything its driver needs on the road. */
export type DriverTrip = DriverTripRow & {
  /** Every duty of theirs on this coach. */
  readonly own: readonly AssignmentRow[]
  /** Duties of the others who drive the booking. */
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

async function viewOf(db: Reader, rows: readonly [DriverTripRow, ...DriverTripRow[]]): Promise<DriverTrip> {
  const row = rowAtHand(rows)
  const { booking, trip, assignment } = row
  const { vehicleNo } = assignment
  const events = (await tripEventsOf(db, booking.id)).filter((event) => event.vehicleNo === vehicleNo)
  const duties = await dutiesOf(db, booking)
  return {
    ...row,
    own: rows.map((one) => one.assignment).filter((duty) => duty.vehicleNo === vehicleNo),
    colleagues: duties.filter(({ duty }) => isColleague(duty, assignment)),
    events,
    journey: journeyFrom(trip, events, vehicleNo),
    customer: await customerOf(db, trip),
    incidents: (await incidentsOf(db, booking.id)).filter((incident) => incident.vehicleNo === vehicleNo),
    check: await checkOf(db, row, assignment),
  }
}

/** The row of the duty that a driver with several on one trip is shown: the one that comes next. */
function rowAtHand(rows: readonly [DriverTripRow, ...DriverTripRow[]]): DriverTripRow {
  const duty = atHand(rows.map(({ assignment }) => assignment))
  return rows.find(({ assignment }) => assignment === duty) ?? rows[0]
}

function isColleague(duty: AssignmentRow, own: AssignmentRow): boolean {
  return duty.driverId !== own.driverId && duty.declinedAt === null && duty.endedAt === own.endedAt
}

/** The duties of the caller on a trip. Refuses `not_found`, also for another driver's. */
async function ownRows(db: Reader, { driverId }: DriverCaller, ref: string): Promise<[DriverTripRow, ...DriverTripRow[]]> {
  const [first, ...others] = await driverTripRows(db, driverId, ref)
  if (first === undefined) throw notFound()
  return [first, ...others]
}

/** One trip of the caller. Refuses `not_found`, also for another driver's. */
export async function showDriverTrip(db: Reader, caller: DriverCaller, ref: string): Promise<DriverTrip> {
  return viewOf(db, await ownRows(db, caller, ref))
}

/**
 * Reads one trip of the caller for a phone that keeps it for later: no one has looked at it yet. Refuses as
 * `showDriverTrip` does.
 */
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

/**
 * Reads one trip of the caller, and writes the first sight of it down once it is rendered. Refuses as `showDriverTrip`
 * does.
 */
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

/** Reading goes on while nothing can be written; the next sight is then the first. */
async function noteSight(storage: Storage, assignmentId: number, now: number): Promise<void> {
  try {
    await storage.transact((tx) => noteSeen(tx, assignmentId, now))
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault
  }
}

/** A trip of the caller, the duty that comes next, and all of theirs on it. */
export type DrivenTrip = DriverTripRow & { readonly own: readonly AssignmentRow[] }

/** A trip of the caller once everything that has fallen due on it has happened, and locked. Refuses `not_found`. */
export async function currentDriverTrip(tx: Writer, caller: DriverCaller, ref: string, now: number): Promise<DrivenTrip> {
  await lockTripByRef(tx, ref)
  const rows = await ownRows(tx, caller, ref)
  const isAsItWas = (await applyDueTransitions(tx, rows[0].trip, now)) === rows[0].trip
  const current = isAsItWas ? rows : await ownRows(tx, caller, ref)
  return { ...rowAtHand(current), own: current.map(({ assignment }) => assignment) }
}

/** The driver says they will drive; again changes nothing. Refuses `not_found`, `trip_cancelled`, `trip_finished`. */
export async function acknowledgeTrip(tx: Writer, caller: DriverCaller, ref: string, now: number): Promise<DriverTrip> {
  const row = await currentDriverTrip(tx, caller, ref, now)
  const unanswered = row.own.filter(({ acknowledgedAt }) => acknowledgedAt === null)
  if (unanswered.length > 0) {
    mustBeUnderway(row.booking)
    for (const duty of unanswered) await noteAcknowledged(tx, duty, now)
    await applyLog(tx, row, now)
  }
  return showDriverTrip(tx, caller, ref)
}

/** Writes down that a driver will drive, once. */
export async function noteAcknowledged(tx: Writer, assignment: AssignmentRow, at: number): Promise<AssignmentRow> {
  const acknowledged = acknowledge(assignment, at)
  return acknowledged === assignment ? assignment : saveAssignment(tx, assignment, acknowledged)
}

/**
 * The driver will not drive: the trip leaves their sight, the booking needs a driver again and the operator hears of it.
 * Refuses `not_found`, `trip_cancelled`, `trip_finished`, `invalid_transition` (the trip has begun).
 */
export async function declineTrip(tx: Writer, caller: DriverCaller, ref: string, reason: string, now: number) {
  const row = await currentDriverTrip(tx, caller, ref, now)
  const { booking, assignment } = row
  mustBeUnderway(booking)
  const { tripStatus } = assignment
  const given = row.own.filter(
    (duty) => duty === assignment || duty.tripStatus === 'assigned' || duty.tripStatus === 'acknowledged',
  )

  const declined = given.map((duty) => ({ duty, moved: declineDuty(duty, tripStatus, reason, now) }))

  for (const { duty, moved } of declined) {
    await saveAssignment(tx, duty, { ...moved, tripStatus: 'unassigned' })
    const about = { operatorIds: [booking.operatorId], tripId: booking.tripId, subjectId: duty.id }
    await tell(tx, { fact: 'driver_declined', ...about }, now)
  }
  await applyLog(tx, row, now)
  return { ref }
}
