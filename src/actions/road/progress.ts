import { isStanding } from '../../domain/assignment.ts'
import { tripCancelled } from '../../domain/booking.ts'
import type { DriverCaller, OperatorCaller } from '../../domain/caller.ts'
import { dutyOnLeg, dutyToTakeBack, isOnLeg } from '../../domain/duty.ts'
import { startOfLocalDay } from '../../domain/instant.ts'
import type { Fix } from '../../domain/location.ts'
import { toldDelayMinutes } from '../../domain/notices.ts'
import {
  acceptReport,
  currentLeg,
  isStep,
  type Journey,
  legMeant,
  legStatus,
  type ProgressReport,
  type Reportable,
} from '../../domain/progress.ts'
import { stepToTakeBack } from '../../domain/progress-undo.ts'
import { invalid, mustFind, Refusal } from '../../domain/refusal.ts'
import { notBefore, type ReportedMoment, reportedMoment } from '../../domain/reported-moment.ts'
import { fitness } from '../../domain/vehicle-check.ts'
import { lockTripByRef } from '../../storage/locks.ts'
import { type AssignmentRow, dutiesOf } from '../../storage/queries/assignments.ts'
import { findBooking } from '../../storage/queries/bookings.ts'
import { findDriver } from '../../storage/queries/drivers.ts'
import type { Operator } from '../../storage/queries/operators.ts'
import { insertTripEvent } from '../../storage/queries/trip-events.ts'
import { checksOfVehicle } from '../../storage/queries/vehicle-checks.ts'
import type { Writer } from '../../storage/storage.ts'
import { showBooking } from '../bookings/bookings.ts'
import { type News, tell } from '../messages/notices.ts'
import { operatorOf } from '../quotes/jobs.ts'
import { applyDueTransitions } from '../trips/trip-deadlines.ts'
import { readJourney } from './convoys.ts'
import { currentDriverTrip, noteAcknowledged, showDriverTrip } from './driver-trips.ts'
import { applyLog, type BookingOnRoad } from './trip-logs.ts'

/** A report on a trip by its driver's phone, or by the operator for the driver; instants in ms. */
export type PlacedReport = {
  readonly status: Reportable
  /** Null for the current leg. */
  readonly leg: number | null
  /** The time by the phone's clock. */
  readonly occurredAt: number
  /** Milliseconds since then when the phone sent it; null where the phone did not say. */
  readonly ageMs: number | null
  readonly fix: Fix | null
  readonly passengerCount: number | null
  readonly delayMinutes: number | null
  readonly note: string | null
  readonly contactAttempted: boolean
  /** Takes the newest own step back instead. */
  readonly undo: boolean
}

/** A report with the moment that the server uses for it. */
type TimedReport = PlacedReport & ProgressReport

/** A trip or booking after a report, and whether the server used another moment than the one sent. */
export type Reported<Shown> = Shown & { readonly isAdjusted: boolean }

/** A coach of a booked trip, the duties under which something can be told of it, and the rules of its operator. */
type DrivenCoach = BookingOnRoad & {
  readonly operator: Operator
  readonly vehicleNo: number
  readonly duties: readonly AssignmentRow[]
  readonly by: 'driver' | 'operator'
}

/**
 * The driver reports a step, or takes the last one back; what the log already holds changes nothing. Refuses `not_found`,
 * `trip_cancelled`, `validation_failed`, `invalid_transition`, `no_show_too_early`, `vehicle_check_required`, `vehicle_unsafe`, `undo_expired`.
 */
export async function reportProgress(tx: Writer, caller: DriverCaller, ref: string, placed: PlacedReport, now: number) {
  const report = timedReport(placed, now)
  const { booking, trip, operator, own, assignment } = await currentDriverTrip(tx, caller, ref, now)
  const driver = await findDriver(tx, caller.operatorId, caller.driverId)
  const fix = driver?.locationConsentAt == null ? null : report.fix

  const { vehicleNo } = coachMeant(own, assignment, report.leg)
  const duties = own.filter((duty) => duty.vehicleNo === vehicleNo)
  const coach = { booking, trip, operator, vehicleNo, duties, by: 'driver' } as const
  const isAdjusted = await writeReport(tx, coach, { ...report, fix }, now)
  return { ...(await showDriverTrip(tx, caller, ref)), isAdjusted }
}

/** The duty whose coach is meant: the one at hand, unless a leg is named that they have on another coach alone. */
function coachMeant(own: readonly AssignmentRow[], current: AssignmentRow, leg: number | null): AssignmentRow {
  if (leg === null || own.some((duty) => duty.vehicleNo === current.vehicleNo && isOnLeg(duty, leg))) return current
  return own.find((duty) => isOnLeg(duty, leg)) ?? current
}

/**
 * Reports a step, or takes the last one back, for a driver without the app, as their operator. `vehicleNo` says of
 * which coach: the portal takes the first unless another is named. Refuses as `reportProgress` does, also
 * `validation_failed` for a coach there is not and `invalid_transition` while no one is to drive it.
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
  const found = await mustFind(findBooking(tx, caller.operatorId, ref))
  await applyDueTransitions(tx, found.trip, now)
  const { booking, trip } = (await findBooking(tx, caller.operatorId, ref)) ?? found
  if (vehicleNo > booking.vehiclesNeeded) throw invalid(['vehicleNo'], 'unknown')
  if (booking.status === 'cancelled') throw tripCancelled()
  const duties = (await dutiesOf(tx, booking)).map(({ duty }) => duty)
  const own = duties.filter((duty) => duty.vehicleNo === vehicleNo && isStanding(duty))
  if (own.length === 0) throw nobodyDrives(booking.tripStatus)
  return { booking, trip, operator: await operatorOf(tx, caller), vehicleNo, duties: own, by: 'operator' }
}

function nobodyDrives(currentStatus: string): Refusal {
  return new Refusal('invalid_transition', 'Nobody is assigned to drive this trip.', { currentStatus, allowed: [] })
}

/**
 * Checks what can be checked of a report before looking at the trip, and finds its moment. Refuses `validation_failed` for a time more
 * than 24 hours ahead, and for a no-show without an attempt at contact.
 */
function timedReport(report: PlacedReport, now: number): TimedReport {
  const moment = reportedMoment({ sentAt: report.occurredAt, ageMs: report.ageMs }, now, ['occurredAt'])
  if (report.status === 'no_show' && !report.contactAttempted && !report.undo) {
    throw invalid(['contactAttempted'], 'contactAttempted')
  }
  return { ...report, moment }
}

/** Adds a report to the log. Returns whether the server used another moment than the one sent. */
async function writeReport(tx: Writer, coach: DrivenCoach, report: TimedReport, now: number): Promise<boolean> {
  if (coach.booking.status === 'cancelled') throw tripCancelled()
  if (report.undo) return takeBack(tx, coach, report, now)
  const { booking, operator, vehicleNo, by } = coach
  const journey = await readJourney(tx, coach, vehicleNo)
  const { duty, leg } = mustBeTheirs(coach, journey, report)
  const rules = { now, assignedAt: duty.assignedAt, noShowWaitMinutes: operator.noShowWaitMinutes }
  const { isRepeat, moment } = acceptReport(journey, { ...report, leg }, rules)
  if (isRepeat) return moment.isAdjusted
  if (report.status === 'en_route') await mustBeFit(tx, coach, duty, moment.at)

  await insertTripEvent(tx, {
    bookingId: booking.id,
    assignmentId: duty.id,
    vehicleNo,
    leg,
    status: report.status,
    by,
    ...timesOf(moment),
    receivedAt: now,
    point: report.fix,
    passengerCount: report.passengerCount,
    delayMinutes: report.delayMinutes,
    note: report.note,
  })
  const news = newsOf(report, duty)
  if (news !== null) await tell(tx, { ...news, operatorIds: [booking.operatorId], tripId: booking.tripId }, now)
  if (isStep(report.status)) await noteAcknowledged(tx, duty, now)
  await applyLog(tx, coach, now)
  return moment.isAdjusted
}

/** The times of a line of the log: the moment used, and the time sent where the two differ. */
function timesOf({ at, sentAt }: ReportedMoment) {
  return { occurredAt: at, sentAt: at === sentAt ? null : sentAt }
}

/**
 * The duty under which a report is written, and its leg. What would be the end of somebody else's leg, sent again, is taken for the
 * current one. Refuses `invalid_transition` on a leg that none of them has, `validation_failed`.
 */
function mustBeTheirs({ duties, by }: DrivenCoach, journey: Journey, report: TimedReport) {
  const meant = legMeant(journey, report)
  for (const leg of report.leg === null ? [meant, currentLeg(journey)] : [meant]) {
    const duty = leg === null ? null : dutyOnLeg(duties, leg.sequence)
    if (leg !== null && duty !== null) return { leg: leg.sequence, duty }
  }
  const currentStatus = meant === null ? 'completed' : legStatus(journey, meant.sequence)
  if (by === 'operator') throw nobodyDrives(currentStatus)
  throw new Refusal('invalid_transition', 'This leg is not part of your duty.', { currentStatus, allowed: [] })
}

/**
 * News for those who wait for the coach: it set off, or is late by more than `toldDelayMinutes`. Null for any other
 * report.
 */
function newsOf({ status, delayMinutes }: PlacedReport, duty: AssignmentRow): Pick<News, 'fact' | 'subjectId'> | null {
  if (status === 'en_route') return { fact: 'on_the_way', subjectId: duty.id }
  return status === 'delayed' && (delayMinutes ?? 0) > toldDelayMinutes ? { fact: 'delayed', subjectId: duty.vehicleNo } : null
}

/**
 * Refuses `vehicle_unsafe` for a vehicle that was known to be unsafe when it set off. Where the operator wants it,
 * refuses `vehicle_check_required` for one that was not looked at that day.
 */
async function mustBeFit(tx: Writer, { booking, trip, operator }: DrivenCoach, duty: AssignmentRow, at: number): Promise<void> {
  const settingOff = { at, from: startOfLocalDay(at, trip.timezone), until: startOfLocalDay(at, trip.timezone, 1) }
  const { operatorId } = booking
  const found = fitness(await checksOfVehicle(tx, { operatorId, vehicleReg: duty.vehicleReg }, settingOff), settingOff)
  const facts = { currentStatus: duty.tripStatus }
  if (found === 'unsafe') throw new Refusal('vehicle_unsafe', 'The vehicle was found unsafe and must not set off.', facts)
  if (found === 'unchecked' && operator.vehicleCheckRequired) {
    throw new Refusal('vehicle_check_required', "Today's walkaround check comes first.", facts)
  }
}

async function takeBack(tx: Writer, coach: DrivenCoach, report: TimedReport, now: number): Promise<boolean> {
  const { booking, vehicleNo, duties, by } = coach
  const journey = await readJourney(tx, coach, vehicleNo)
  const assignmentId = dutyToTakeBack(duties, journey)?.id ?? 0
  const step = stepToTakeBack(journey, report, { by, assignmentId }, now)
  if (step === null) return false
  const moment = notBefore(report.moment, step.occurredAt)
  await insertTripEvent(tx, {
    bookingId: booking.id,
    assignmentId,
    vehicleNo,
    leg: step.leg,
    status: 'reverted',
    by,
    ...timesOf(moment),
    receivedAt: now,
    note: report.note,
    revertsEventId: step.id,
  })
  await applyLog(tx, coach, now)
  return moment.isAdjusted
}
