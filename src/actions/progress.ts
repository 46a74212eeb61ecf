import { isStanding } from '../domain/assignment.ts'
import { tripCancelled } from '../domain/booking.ts'
import type { DriverCaller, OperatorCaller } from '../domain/caller.ts'
import { startOfLocalDay } from '../domain/instant.ts'
import type { Fix } from '../domain/location.ts'
import { clockToleranceMs, isStep, place, type Reportable } from '../domain/progress.ts'
import { stepToTakeBack, type Teller } from '../domain/progress-undo.ts'
import { invalid, mustFind, Refusal } from '../domain/refusal.ts'
import { fitness } from '../domain/vehicle-check.ts'
import { type AssignmentRow, findBooking } from '../storage/queries/bookings.ts'
import { findDriver } from '../storage/queries/drivers.ts'
import type { Operator } from '../storage/queries/operators.ts'
import { insertTripEvent } from '../storage/queries/trip-events.ts'
import { checksOfVehicle } from '../storage/queries/vehicle-checks.ts'
import type { Writer } from '../storage/storage.ts'
import { showBooking } from './bookings.ts'
import { currentOwnTrip, noteAcknowledged, showOwnTrip } from './driver-trips.ts'
import { operatorOf } from './jobs.ts'
import { type BookingOnRoad, followLog } from './journeys.ts'
import { applyDueTransitions } from './trip-deadlines.ts'
import { journeyOf } from './trip-logs.ts'

/** What a phone reports; instants in ms. */
export type PlacedReport = {
  readonly status: Reportable
  /** Null for the current leg. */
  readonly leg: number | null
  readonly occurredAt: number
  readonly fix: Fix | null
  readonly passengerCount: number | null
  readonly delayMinutes: number | null
  readonly note: string | null
  readonly contactAttempted: boolean
  /** Takes the newest own step back instead. */
  readonly undo: boolean
}

/** A booked trip with a driver on it, and the rules of its operator. */
type DrivenTrip = BookingOnRoad & { readonly assignment: AssignmentRow; readonly operator: Operator }

/**
 * The driver reports a step, or takes the last one back; what the log already holds changes nothing. Refuses `not_found`,
 * `trip_cancelled`, `validation_failed`, `invalid_transition`, `no_show_too_early`, `vehicle_check_required`, `vehicle_unsafe`, `undo_expired`.
 */
export async function reportProgress(tx: Writer, caller: DriverCaller, ref: string, report: PlacedReport, now: number) {
  mustMakeSense(report, now)
  const driven = await currentOwnTrip(tx, caller, ref, now)
  const driver = await findDriver(tx, caller.operatorId, caller.driverId)
  const fix = driver?.locationConsentAt == null ? null : report.fix

  await tell(tx, driven, { by: 'driver', assignmentId: driven.assignment.id }, { ...report, fix }, now)
  return showOwnTrip(tx, caller, ref)
}

/** The same by the operator, for a driver without the app. Refuses `invalid_transition` while no one is to drive. */
export async function reportForDriver(tx: Writer, caller: OperatorCaller, ref: string, report: PlacedReport, now: number) {
  mustMakeSense(report, now)
  const driven = await bookingToReport(tx, caller, ref, now)

  await tell(tx, driven, { by: 'operator', assignmentId: driven.assignment.id }, report, now)
  return showBooking(tx, caller, ref, now)
}

async function bookingToReport(tx: Writer, caller: OperatorCaller, ref: string, now: number): Promise<DrivenTrip> {
  const found = await mustFind(findBooking(tx, caller.operatorId, ref))
  await applyDueTransitions(tx, found.trip, now)
  const record = (await findBooking(tx, caller.operatorId, ref)) ?? found
  const { booking, trip, assignment } = record
  if (booking.status === 'cancelled') throw tripCancelled()
  if (assignment === null || !isStanding(assignment)) {
    const standing = { currentStatus: booking.tripStatus, allowed: [] }
    throw new Refusal('invalid_transition', 'Nobody is assigned to drive this trip.', standing)
  }
  return { booking, trip, assignment, operator: await operatorOf(tx, caller) }
}

/** What can be said of a report before looking at the trip. */
function mustMakeSense(report: PlacedReport, now: number): void {
  if (report.occurredAt > now + clockToleranceMs) throw invalid(['occurredAt'], 'notInFuture')
  if (report.status === 'no_show' && !report.contactAttempted && !report.undo) {
    throw invalid(['contactAttempted'], 'contactAttempted')
  }
}

async function tell(tx: Writer, driven: DrivenTrip, teller: Teller, report: PlacedReport, now: number): Promise<void> {
  if (driven.booking.status === 'cancelled') throw tripCancelled()
  if (report.undo) return takeBack(tx, driven, teller, report, now)
  const { booking, assignment, operator } = driven
  const rules = { now, assignedAt: assignment.assignedAt, noShowWaitMinutes: operator.noShowWaitMinutes }
  const { leg, isKnown } = place(await journeyOf(tx, driven), report, rules)
  if (isKnown) return
  if (report.status === 'en_route') await mustBeFit(tx, driven, report.occurredAt)

  await insertTripEvent(tx, {
    bookingId: booking.id,
    assignmentId: assignment.id,
    leg,
    status: report.status,
    by: teller.by,
    occurredAt: report.occurredAt,
    receivedAt: now,
    point: report.fix,
    passengerCount: report.passengerCount,
    delayMinutes: report.delayMinutes,
    note: report.note,
  })
  if (!isStep(report.status)) return followLog(tx, driven, now)
  await followLog(tx, { ...driven, assignment: await noteAcknowledged(tx, assignment, now) }, now)
}

/** Only a vehicle that was not known to be unsafe when it set off does so and, where the operator wants it, one that was looked at that day. */
async function mustBeFit(tx: Writer, { booking, trip, assignment, operator }: DrivenTrip, at: number): Promise<void> {
  const settingOff = { at, from: startOfLocalDay(at, trip.timezone), until: startOfLocalDay(at, trip.timezone, 1) }
  const { operatorId } = booking
  const found = fitness(await checksOfVehicle(tx, { operatorId, vehicleReg: assignment.vehicleReg }, settingOff), settingOff)
  const standing = { currentStatus: booking.tripStatus }
  if (found === 'unsafe') throw new Refusal('vehicle_unsafe', 'The vehicle was found unsafe and must not set off.', standing)
  if (found === 'unchecked' && operator.vehicleCheckRequired) {
    throw new Refusal('vehicle_check_required', "Today's walkaround check comes first.", standing)
  }
}

async function takeBack(tx: Writer, driven: DrivenTrip, teller: Teller, report: PlacedReport, now: number): Promise<void> {
  const step = stepToTakeBack(await journeyOf(tx, driven), report, teller, now)
  if (step === null) return
  await insertTripEvent(tx, {
    bookingId: driven.booking.id,
    assignmentId: teller.assignmentId,
    leg: step.leg,
    status: 'reverted',
    by: teller.by,
    occurredAt: report.occurredAt,
    receivedAt: now,
    note: report.note,
    revertsEventId: step.id,
  })
  await followLog(tx, driven, now)
}
