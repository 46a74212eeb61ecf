import { isStanding } from '../domain/assignment.ts'
import type { BookingFilter } from '../domain/booking.ts'
import { assign, tripCancelled } from '../domain/booking.ts'
import type { OperatorCaller } from '../domain/caller.ts'
import { tripStatusOf } from '../domain/progress.ts'
import { isLive } from '../domain/quote.ts'
import { invalid, mustFind, notFound, Refusal } from '../domain/refusal.ts'
import { plate } from '../domain/vehicle-check.ts'
import { type PageAsked, spanOf } from '../storage/listing.ts'
import {
  type AssignmentRow,
  type BookingRecord,
  findBooking,
  insertAssignment,
  listBookings,
  saveBooking,
} from '../storage/queries/bookings.ts'
import { findDriverOnRoster } from '../storage/queries/drivers.ts'
import { incidentsOf } from '../storage/queries/incidents.ts'
import { findJob } from '../storage/queries/jobs.ts'
import { lastLocationOf } from '../storage/queries/locations.ts'
import { payoutOfBooking } from '../storage/queries/payouts.ts'
import { findRequest } from '../storage/queries/quotes.ts'
import { schedule } from '../storage/queries/scheduler.ts'
import { tripEventsOf } from '../storage/queries/trip-events.ts'
import { customerOf, findTrip } from '../storage/queries/trips.ts'
import { findVehicle, findVehicleByRegistration } from '../storage/queries/vehicles.ts'
import type { Reader, Writer } from '../storage/storage.ts'
import { warningsOf } from './assignment-warnings.ts'
import { crewNoticeTask, endAssignment } from './crew-notices.ts'
import { checkOf, startLegAgain } from './journeys.ts'
import { applyDueTransitions } from './trip-deadlines.ts'
import { journeyOf } from './trip-logs.ts'

/** A page of bookings; instants in ms. */
export type BookingsAsked = PageAsked & {
  readonly status: BookingFilter
  readonly departsFrom: number | null
  readonly departsTo: number | null
  readonly updatedSince: number | null
}

/** The caller's confirmed bookings. */
export function listDiary(db: Reader, caller: OperatorCaller, asked: BookingsAsked) {
  return listBookings(db, {
    operatorId: caller.operatorId,
    status: asked.status,
    departsFrom: asked.departsFrom ?? 0,
    departsTo: asked.departsTo ?? Number.MAX_SAFE_INTEGER,
    updatedSince: asked.updatedSince,
    ...spanOf(asked),
  })
}

/** A booking with everything around it. */
export type BookingDetail = Awaited<ReturnType<typeof showBooking>>

/** One booking of the caller, with the customer. Refuses `not_found`, also while the customer has not finished booking. */
export async function showBooking(db: Reader, caller: OperatorCaller, ref: string, now: number) {
  const record = await mustFind(findBooking(db, caller.operatorId, ref))
  const { booking, trip, quote } = record
  return {
    ...record,
    customer: await customerOf(db, trip),
    request: quote.requestId === null ? null : await findRequest(db, quote.requestId),
    warnings: await warningsOf(db, record, now),
    events: await tripEventsOf(db, booking.id),
    location: booking.finishedAt === null ? await lastLocationOf(db, booking.id) : null,
    check: record.assignment === null ? null : await checkOf(db, { booking, trip, assignment: record.assignment }),
    incidents: await incidentsOf(db, booking.id),
    payout: await payoutOfBooking(db, booking.id),
  }
}

/** Without `vehicleId` it is the fleet's vehicle that carries the plate, if one does. */
export type Crew = { readonly driverId: number; readonly vehicleReg: string; readonly vehicleId: number | null }

/**
 * Gives a booking its driver and vehicle, or changes them at any time before the end; the same again changes nothing.
 * Refuses `not_found`, `trip_cancelled`, `booking_not_confirmed`, `trip_finished`, `validation_failed` (whose driver, whose vehicle).
 */
export async function assignCrew(tx: Writer, caller: OperatorCaller, ref: string, crew: Crew, now: number) {
  const { booking, trip, assignment } = await bookingToStaff(tx, caller, ref, now)
  const assigned = assign(booking, now)
  await mustBeOurs(tx, caller, crew)
  const vehicleReg = plate(crew.vehicleReg)

  if (!isSameCrew(assignment, { ...crew, vehicleReg })) {
    if (isStanding(assignment)) await endAssignment(tx, assignment, now)
    const vehicleId = crew.vehicleId ?? (await findVehicleByRegistration(tx, caller.operatorId, vehicleReg))?.id ?? null
    const onRoad = { departsAt: booking.departsAt, endsAt: booking.endsAt }
    const made = await insertAssignment(tx, { bookingId: booking.id, ...crew, vehicleReg, vehicleId, ...onRoad, assignedAt: now })
    await startLegAgain(tx, { booking, trip, assignment }, now)
    const tripStatus = tripStatusOf(await journeyOf(tx, { booking, trip }), 'assigned')
    await saveBooking(tx, booking, { ...assigned, tripStatus, assignmentId: made.id })
    await schedule(tx, crewNoticeTask, made.id, now, now)
  }
  return showBooking(tx, caller, ref, now)
}

/** The caller's confirmed booking as it stands now. Refuses `not_found`, `booking_not_confirmed`, `trip_cancelled`. */
export async function bookingToStaff(tx: Writer, caller: OperatorCaller, ref: string, now: number): Promise<BookingRecord> {
  const job = await mustFind(findJob(tx, caller.operatorId, ref))
  const caughtUp = await applyDueTransitions(tx, await mustFind(findTrip(tx, job.trip.id)), now)
  const record = await findBooking(tx, caller.operatorId, ref)
  if (record !== null) return record
  const current = await findJob(tx, caller.operatorId, ref)
  if (current?.quote && isLive(current.quote)) {
    const standing = { currentStatus: current.quote.status }
    throw new Refusal('booking_not_confirmed', 'The customer has not finished booking; the quoted price stands.', standing)
  }
  if (caughtUp.status === 'cancelled' && current?.quote) throw tripCancelled()
  throw notFound()
}

async function mustBeOurs(tx: Writer, caller: OperatorCaller, crew: Crew): Promise<void> {
  if ((await findDriverOnRoster(tx, caller.operatorId, crew.driverId)) === null) throw invalid(['driverId'], 'unknown')
  if (crew.vehicleId !== null && (await findVehicle(tx, caller.operatorId, crew.vehicleId)) === null) {
    throw invalid(['vehicleId'], 'unknown')
  }
}

function isSameCrew(assignment: AssignmentRow | null, crew: Crew): boolean {
  if (assignment === null || assignment.endedAt !== null || assignment.declinedAt !== null) return false
  const { driverId, vehicleReg, vehicleId } = assignment
  const isSameVehicle = vehicleReg === crew.vehicleReg && (crew.vehicleId === null || vehicleId === crew.vehicleId)
  return driverId === crew.driverId && isSameVehicle
}
