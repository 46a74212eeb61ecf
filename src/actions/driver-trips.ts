import { acknowledge, decline } from '../domain/assignment.ts'
import { mustBeUnderway } from '../domain/booking.ts'
import type { DriverCaller } from '../domain/caller.ts'
import { dayMs, startOfLocalDay, toSpokenTime } from '../domain/instant.ts'
import { mustFind, Refusal } from '../domain/refusal.ts'
import { type PageAsked, spanOf } from '../storage/listing.ts'
import { type AssignmentRow, saveAssignment, saveBooking } from '../storage/queries/bookings.ts'
import {
  type DriverTripRow,
  driverTripsAround,
  findDriverTrip,
  listDriverTrips,
  type TripList,
} from '../storage/queries/driver-trips.ts'
import { incidentsOf } from '../storage/queries/incidents.ts'
import { tripEventsOf } from '../storage/queries/trip-events.ts'
import { customerOf } from '../storage/queries/trips.ts'
import type { Reader, Storage, Writer } from '../storage/storage.ts'
import type { AppContext } from './context.ts'
import type { IdempotentRequest } from './idempotency.ts'
import { checkOf, followLog } from './journeys.ts'
import { tellOperator } from './operator-notices.ts'
import { applyDueTransitions } from './trip-deadlines.ts'
import { journeyFrom } from './trip-logs.ts'

/** What a list may be asked for; `today` by the clocks of each trip's own time zone. */
export type DriverTripFilter = TripList | 'today'

/** One page of the caller's trips. */
export async function listOwnTrips(
  db: Reader,
  caller: DriverCaller,
  asked: PageAsked & { readonly filter: DriverTripFilter },
  now: number,
): Promise<{ items: DriverTripRow[]; total: number }> {
  const { driverId } = caller
  const { limit, offset } = spanOf(asked)
  if (asked.filter !== 'today') return listDriverTrips(db, asked.filter, { driverId, now, limit, offset })
  const around = await driverTripsAround(db, driverId, { from: now - 2 * dayMs, until: now + 2 * dayMs })
  const todays = around.filter((row) => isOfToday(row, now))
  return { items: todays.slice(offset, offset + limit), total: todays.length }
}

function isOfToday({ booking, trip }: DriverTripRow, now: number): boolean {
  const from = startOfLocalDay(now, trip.timezone)
  return booking.departsAt < startOfLocalDay(now, trip.timezone, 1) && booking.endsAt >= from
}

/** A trip with everything its driver needs on the road. */
export type DriverTrip = Awaited<ReturnType<typeof viewOf>>

async function viewOf(db: Reader, row: DriverTripRow) {
  const { booking, trip } = row
  const events = await tripEventsOf(db, booking.id)
  return {
    ...row,
    events,
    journey: journeyFrom(trip, events),
    customer: await customerOf(db, trip),
    incidents: await incidentsOf(db, booking.id),
    check: await checkOf(db, row),
  }
}

/** One trip of the caller. Refuses `not_found`, also for another driver's. */
export async function showOwnTrip(db: Reader, caller: DriverCaller, ref: string): Promise<DriverTrip> {
  return viewOf(db, await mustFind(findDriverTrip(db, caller.driverId, ref)))
}

/** The same, and the first sight is written down, once the trip is rendered. */
export async function openOwnTrip(
  storage: Storage,
  { render }: IdempotentRequest<DriverTrip>,
  caller: DriverCaller,
  ref: string,
  now: number,
): Promise<DriverTrip> {
  const trip = await storage.read((db) => showOwnTrip(db, caller, ref), caller)
  render(trip)
  if (trip.assignment.seenAt === null) await noteSight(storage, caller, ref, now)
  return trip
}

/** Reading goes on while nothing can be written; the next sight is then the first. */
async function noteSight(storage: Storage, caller: DriverCaller, ref: string, now: number): Promise<void> {
  try {
    await storage.transact(async (tx) => {
      const row = await findDriverTrip(tx, caller.driverId, ref)
      if (row?.assignment.seenAt === null) await saveAssignment(tx, row.assignment, { seenAt: now })
    })
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault
  }
}

/** A trip of the caller once everything that has fallen due on it has happened. Refuses `not_found`. */
export async function currentOwnTrip(tx: Writer, caller: DriverCaller, ref: string, now: number): Promise<DriverTripRow> {
  const row = await mustFind(findDriverTrip(tx, caller.driverId, ref))
  if ((await applyDueTransitions(tx, row.trip, now)) === row.trip) return row
  return (await findDriverTrip(tx, caller.driverId, ref)) ?? row
}

/** The driver says they will drive; again changes nothing. Refuses `not_found`, `trip_cancelled`, `trip_finished`. */
export async function acknowledgeTrip(tx: Writer, caller: DriverCaller, ref: string, now: number): Promise<DriverTrip> {
  const row = await currentOwnTrip(tx, caller, ref, now)
  if (row.assignment.acknowledgedAt === null) {
    mustBeUnderway(row.booking)
    await noteAcknowledged(tx, row.assignment, now)
    const acknowledged = await currentOwnTrip(tx, caller, ref, now)
    await followLog(tx, acknowledged, now)
  }
  return showOwnTrip(tx, caller, ref)
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
export async function declineTrip(tx: Writer, app: AppContext, caller: DriverCaller, ref: string, reason: string, now: number) {
  const { booking, trip, assignment, operator } = await currentOwnTrip(tx, caller, ref, now)
  mustBeUnderway(booking)

  const declined = decline(assignment, booking.tripStatus, reason, now)

  await saveAssignment(tx, assignment, declined)
  await saveBooking(tx, booking, { tripStatus: 'unassigned', updatedAt: now })
  const leaves = toSpokenTime(booking.departsAt, trip.timezone, now)
  await tellOperator(tx, app, operator, {
    subject: `${ref} needs a driver again`,
    text: `The driver of ${ref} (${trip.itinerary.summary}, ${leaves}) has declined it. It needs another driver.`,
    now,
  })
  return { ref }
}
