import { isActiveAssignment } from '../../domain/assignment.ts'
import { tripCancelled } from '../../domain/booking.ts'
import type { DriverCaller, OperatorCaller } from '../../domain/caller.ts'
import { findDutyOnLeg, findDutyToUndo, isOnLeg } from '../../domain/duty.ts'
import { startOfLocalDay } from '../../domain/instant.ts'
import type { Fix } from '../../domain/location.ts'
import { noticeDelayMinutes } from '../../domain/notices.ts'
import {
  acceptReport,
  findCurrentLeg,
  findLegStatus,
  findReportedLeg,
  isStep,
  type Journey,
  type ProgressReport,
  type Reportable,
} from '../../domain/progress.ts'
import { findStepToUndo } from '../../domain/progress-undo.ts'
import { invalid, Refusal, requireFound } from '../../domain/refusal.ts'
import { clampMoment, computeReportedMoment, type ReportedMoment } from '../../domain/reported-moment.ts'
import { findFitness } from '../../domain/vehicle-check.ts'
import { lockTripByRef } from '../../storage/locks.ts'
import { type AssignmentRow, listDutiesOfBooking } from '../../storage/queries/assignments.ts'
import { findBooking } from '../../storage/queries/bookings.ts'
import { findDriver } from '../../storage/queries/drivers.ts'
import type { Operator } from '../../storage/queries/operators.ts'
import { insertTripEvent } from '../../storage/queries/trip-events.ts'
import { listChecksOfVehicle } from '../../storage/queries/vehicle-checks.ts'
import type { Writer } from '../../storage/storage.ts'
import { showBooking } from '../bookings/bookings.ts'
import { type News, notifyReaders } from '../outbox/notices.ts'
import { findOwnOperator } from '../people/own-operator.ts'
import { readJourney } from '../transitions/convoys.ts'
import { applyDueTransitions } from '../transitions/trip-deadlines.ts'
import { applyLog, type BookingOnRoad } from '../transitions/trip-logs.ts'
import { lockCurrentDriverTrip, noteAcknowledged, showDriverTrip } from './driver-trips.ts'

/** A report on a trip by its driver's phone, or by the operator for the driver; instants in ms. */
export type PlacedReport = {
  readonly status: Reportable
  /** Null for the current leg. */
  readonly leg: number | null
  /** The time by the phone's clock. */
  readonly occurredAt: number
  /** Milliseconds from the step until the phone sent it; null if unknown. */
  readonly ageMs: number | null
  readonly fix: Fix | null
  readonly passengerCount: number | null
  readonly delayMinutes: number | null
  readonly note: string | null
  readonly contactAttempted: boolean
  /** Undoes the driver's newest step instead. */
  readonly undo: boolean
}

/** A report with the moment that the server uses for it. */
type TimedReport = PlacedReport & ProgressReport

/** A trip or booking after a report, and whether the server used another moment than the one sent. */
export type Reported<Shown> = Shown & { readonly isAdjusted: boolean }

/** A vehicle of a booked trip, its duties, and the rules of its operator. */
type DrivenCoach = BookingOnRoad & {
  readonly operator: Operator
  readonly vehicleNo: number
  readonly duties: readonly AssignmentRow[]
  readonly by: 'driver' | 'operator'
}

/**
 * Saves a driver's step, or undoes the last one; a logged step changes nothing. Refuses `not_found`, `trip_cancelled`,
 * `validation_failed`, `invalid_transition`, `no_show_too_early`, `vehicle_check_required`, `vehicle_unsafe`, `undo_expired`.
 */
export async function reportProgress(tx: Writer, caller: DriverCaller, ref: string, placed: PlacedReport, now: number) {
  const report = timedReport(placed, now)
  const { booking, trip, operator, own, assignment } = await lockCurrentDriverTrip(tx, caller, ref, now)
  const driver = await findDriver(tx, caller.operatorId, caller.driverId)
  const fix = driver?.locationConsentAt == null ? null : report.fix

  const { vehicleNo } = findReportedCoach(own, assignment, report.leg)
  const duties = own.filter((duty) => duty.vehicleNo === vehicleNo)
  const coach = { booking, trip, operator, vehicleNo, duties, by: 'driver' } as const
  const isAdjusted = await writeReport(tx, coach, { ...report, fix }, now)
  return { ...(await showDriverTrip(tx, caller, ref)), isAdjusted }
}

/** The duty of a report: the current one, unless it names a leg that the driver has on another vehicle only. */
function findReportedCoach(own: readonly AssignmentRow[], current: AssignmentRow, leg: number | null): AssignmentRow {
  if (leg === null || own.some((duty) => duty.vehicleNo === current.vehicleNo && isOnLeg(duty, leg))) return current
  return own.find((duty) => isOnLeg(duty, leg)) ?? current
}

/**
 * Saves a step, or undoes the last one, as the operator of a driver without the app. `vehicleNo` is the vehicle; by default the
 * first. Refuses as `reportProgress` does, also `validation_failed` for an unknown vehicle and `invalid_transition` while the
 * vehicle has no driver.
 */
export async function reportForDriver(
  tx: Writer,
  caller: OperatorCaller,
  ref: string,
  vehicleNo: number,
  placed: PlacedReport,
  now: number,
) {
  const report = timedReport(placed, now)
  const coach = await coachToReport(tx, caller, ref, vehicleNo, now)

  const isAdjusted = await writeReport(tx, coach, report, now)
  return { ...(await showBooking(tx, caller, ref, now)), isAdjusted }
}

async function coachToReport(
  tx: Writer,
  caller: OperatorCaller,
  ref: string,
  vehicleNo: number,
  now: number,
): Promise<DrivenCoach> {
  await lockTripByRef(tx, ref)
  const found = await requireFound(findBooking(tx, caller.operatorId, ref))
  await applyDueTransitions(tx, found.trip, now)
  const { booking, trip } = (await findBooking(tx, caller.operatorId, ref)) ?? found
  if (vehicleNo > booking.vehiclesNeeded) throw invalid(['vehicleNo'], 'unknown')
  if (booking.status === 'cancelled') throw tripCancelled()
  const duties = (await listDutiesOfBooking(tx, booking)).map(({ duty }) => duty)
  const own = duties.filter((duty) => duty.vehicleNo === vehicleNo && isActiveAssignment(duty))
  if (own.length === 0) throw driverMissing(booking.tripStatus)
  return { booking, trip, operator: await findOwnOperator(tx, caller), vehicleNo, duties: own, by: 'operator' }
}

function driverMissing(currentStatus: string): Refusal {
  return new Refusal('invalid_transition', 'This trip has no driver.', { currentStatus, allowed: [] })
}

/**
 * Checks a report without its trip, and finds its moment. Refuses `validation_failed` for a time more than 24 hours ahead, and
 * for a no-show without an attempt at contact.
 */
function timedReport(report: PlacedReport, now: number): TimedReport {
  const moment = computeReportedMoment({ sentAt: report.occurredAt, ageMs: report.ageMs }, now, ['occurredAt'])
  if (report.status === 'no_show' && !report.contactAttempted && !report.undo) {
    throw invalid(['contactAttempted'], 'contactAttempted')
  }
  return { ...report, moment }
}

/** Adds a report to the log. Returns whether the server used another moment than the one sent. */
async function writeReport(tx: Writer, coach: DrivenCoach, report: TimedReport, now: number): Promise<boolean> {
  if (coach.booking.status === 'cancelled') throw tripCancelled()
  if (report.undo) return undoStepOfCoach(tx, coach, report, now)
  const { booking, operator, vehicleNo, by } = coach
  const journey = await readJourney(tx, coach, vehicleNo)
  const { duty, leg } = requireOwnLeg(coach, journey, report)
  const rules = { now, assignedAt: duty.assignedAt, noShowWaitMinutes: operator.noShowWaitMinutes }
  const { isRepeat, moment } = acceptReport(journey, { ...report, leg }, rules)
  if (isRepeat) return moment.isAdjusted
  if (report.status === 'en_route') await requireSafeVehicle(tx, coach, duty, moment.at)

  await insertTripEvent(tx, {
    bookingId: booking.id,
    assignmentId: duty.id,
    vehicleNo,
    leg,
    status: report.status,
    by,
    ...buildLogTimes(moment),
    receivedAt: now,
    point: report.fix,
    passengerCount: report.passengerCount,
    delayMinutes: report.delayMinutes,
    note: report.note,
  })
  const news = findProgressNews(report, duty)
  if (news !== null) await notifyReaders(tx, { ...news, operatorIds: [booking.operatorId], tripId: booking.tripId }, now)
  if (isStep(report.status)) await noteAcknowledged(tx, duty, now)
  await applyLog(tx, coach, now)
  return moment.isAdjusted
}

/** The times of a line of the log: the moment used, and the sent time if it differs. */
function buildLogTimes({ at, sentAt }: ReportedMoment) {
  return { occurredAt: at, sentAt: at === sentAt ? null : sentAt }
}

/**
 * The duty and leg of a report. A repeated end of another driver's leg counts as the current leg. Refuses `invalid_transition`
 * on a leg outside the duties, `validation_failed`.
 */
function requireOwnLeg({ duties, by }: DrivenCoach, journey: Journey, report: TimedReport) {
  const meant = findReportedLeg(journey, report)
  for (const leg of report.leg === null ? [meant, findCurrentLeg(journey)] : [meant]) {
    const duty = leg === null ? null : findDutyOnLeg(duties, leg.sequence)
    if (leg !== null && duty !== null) return { leg: leg.sequence, duty }
  }
  const currentStatus = meant === null ? 'completed' : findLegStatus(journey, meant.sequence)
  if (by === 'operator') throw driverMissing(currentStatus)
  throw new Refusal('invalid_transition', 'You do not drive this leg.', { currentStatus, allowed: [] })
}

/**
 * News for people who wait for the vehicle: its departure, or a delay of more than `noticeDelayMinutes`. Null for any other
 * report.
 */
function findProgressNews({ status, delayMinutes }: PlacedReport, duty: AssignmentRow): Pick<News, 'fact' | 'subjectId'> | null {
  if (status === 'en_route') return { fact: 'on_the_way', subjectId: duty.id }
  return status === 'delayed' && (delayMinutes ?? 0) > noticeDelayMinutes ? { fact: 'delayed', subjectId: duty.vehicleNo } : null
}

/**
 * Refuses `vehicle_unsafe` for a vehicle that was known to be unsafe at its departure. If the operator requires checks, it
 * refuses `vehicle_check_required` for one without a check that day.
 */
async function requireSafeVehicle(
  tx: Writer,
  { booking, trip, operator }: DrivenCoach,
  duty: AssignmentRow,
  at: number,
): Promise<void> {
  const settingOff = { at, from: startOfLocalDay(at, trip.timezone), until: startOfLocalDay(at, trip.timezone, 1) }
  const { operatorId } = booking
  const found = findFitness(await listChecksOfVehicle(tx, { operatorId, vehicleReg: duty.vehicleReg }, settingOff), settingOff)
  const facts = { currentStatus: duty.tripStatus }
  if (found === 'unsafe') throw new Refusal('vehicle_unsafe', 'The vehicle was reported unsafe. Do not drive it.', facts)
  if (found === 'unchecked' && operator.vehicleCheckRequired) {
    throw new Refusal('vehicle_check_required', "Complete today's walkaround check before you set off.", facts)
  }
}

async function undoStepOfCoach(tx: Writer, coach: DrivenCoach, report: TimedReport, now: number): Promise<boolean> {
  const { booking, vehicleNo, duties, by } = coach
  const journey = await readJourney(tx, coach, vehicleNo)
  const assignmentId = findDutyToUndo(duties, journey)?.id ?? 0
  const step = findStepToUndo(journey, report, { by, assignmentId }, now)
  if (step === null) return false
  const moment = clampMoment(report.moment, step.occurredAt)
  await insertTripEvent(tx, {
    bookingId: booking.id,
    assignmentId,
    vehicleNo,
    leg: step.leg,
    status: 'reverted',
    by,
    ...buildLogTimes(moment),
    receivedAt: now,
    note: report.note,
    revertsEventId: step.id,
  })
  await applyLog(tx, coach, now)
  return moment.isAdjusted
}
