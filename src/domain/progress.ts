import type { TripStatus } from './booking.ts'
import { minuteMs } from './instant.ts'
import type { LegKind } from './leg.ts'
import { invalid, Refusal } from './refusal.ts'
import { clampMoment, isClockSkewed, type ReportedMoment, toSecond } from './reported-moment.ts'
import { setOffAheadMs, waitMinutesAt } from './step-times.ts'

/** Steps of a leg, in order. A leg ends completed or as a no-show. */
export const steps = [
  /** From `pending`, by the driver or the operator. Arrival moves it on; an undo or another driver moves it back. */
  'en_route',
  /** From `en_route`, likewise. Boarding or a no-show moves it on. */
  'arrived',
  /** From `arrived`. The end of the leg moves it on, an undo moves it back. */
  'on_board',
  /** From `on_board`, or by the clock 24 h after the trip. A standby leg ends when the next leg starts. An undo moves it back. */
  'completed',
  /** From `arrived`, after the wait. An undo moves it back. */
  'no_show',
] as const

/** Remarks, which are logged without a change of step. */
const remarks = [
  /** A delay; from `pending` to `on_board`. */
  'delayed',
  /** A stop; from `en_route` to `on_board`. */
  'stop_reached',
] as const

export const reportable = [...steps, ...remarks] as const

export type Step = (typeof steps)[number]
export type Reportable = (typeof reportable)[number]
export type EventStatus =
  | Reportable
  /** Undoes an earlier entry: by its reporter, or by the system if another driver starts a leg again. */
  | 'reverted'
export type LegStatus =
  /** Initial status, and again when its steps are undone. Setting off moves it on. */
  'pending' | Step
export type Reporter = 'driver' | 'operator' | 'system'

/** An entry of a trip's log. Instants in ms. */
export type LogEntry = {
  readonly id: number
  readonly assignmentId: number | null
  readonly leg: number
  readonly status: EventStatus
  readonly by: Reporter
  readonly occurredAt: number
  readonly receivedAt: number
  readonly revertsEventId: number | null
  /** The phone's time, if the server used another time for `occurredAt`. */
  readonly sentAt?: number | null
  readonly delayMinutes?: number | null
}

/** A leg with passengers. */
export type JourneyLeg = { readonly sequence: number; readonly departsAt: number; readonly isAtAirport: boolean }

/** A trip's transfer legs in order, and all entries of its log, oldest first. */
export type Journey = { readonly legs: readonly JourneyLeg[]; readonly log: readonly LogEntry[] }

/** Possible next steps, by the status of the leg. */
export const nextStepsByStatus: Readonly<Record<LegStatus, readonly Step[]>> = {
  pending: ['en_route'],
  en_route: ['arrived'],
  arrived: ['on_board', 'no_show'],
  on_board: ['completed'],
  completed: [],
  no_show: [],
}

const whenRemarked: Readonly<Record<(typeof remarks)[number], readonly LegStatus[]>> = {
  delayed: ['pending', 'en_route', 'arrived', 'on_board'],
  stop_reached: ['en_route', 'arrived', 'on_board'],
}

export function isStep(status: EventStatus): status is Step {
  return (steps as readonly string[]).includes(status)
}

/** Ended, with or without passengers. */
export function isLegOver(status: LegStatus): boolean {
  return status === 'completed' || status === 'no_show'
}

export function removeReverted<Entry extends LogEntry>(log: readonly Entry[]): Entry[] {
  const reverted = new Set(log.map(({ revertsEventId }) => revertsEventId))
  return log.filter(({ id, status }) => status !== 'reverted' && !reverted.has(id))
}

/** The status of one transfer leg. */
export function findLegStatus(journey: Journey, sequence: number): LegStatus {
  const last = removeReverted(journey.log).findLast(({ leg, status }) => leg === sequence && isStep(status))
  return last !== undefined && isStep(last.status) ? last.status : 'pending'
}

/** The first unfinished leg; null after the last. */
export function findCurrentLeg(journey: Journey): JourneyLeg | null {
  return journey.legs.find(({ sequence }) => !isLegOver(findLegStatus(journey, sequence))) ?? null
}

/** The status of every leg. A standby leg is completed when the coach sets off again, or when the trip has ended. */
export function listStatusOfEachLeg(
  journey: Journey,
  legs: readonly { readonly sequence: number; readonly kind: LegKind }[],
): ReadonlyMap<number, LegStatus> {
  const isDone = findCurrentLeg(journey) === null
  const movedOn = (sequence: number) =>
    journey.legs.some((leg) => leg.sequence > sequence && findLegStatus(journey, leg.sequence) !== 'pending')
  return new Map(
    legs.map(({ sequence, kind }) => {
      if (kind === 'transfer') return [sequence, findLegStatus(journey, sequence)]
      return [sequence, isDone || movedOn(sequence) ? 'completed' : 'pending']
    }),
  )
}

export type Staffing =
  /** No active driver: not assigned, declined, or removed. The operator assigns a driver. */
  | 'unassigned'
  /** The operator assigned a driver, who has not answered. */
  | 'assigned'
  /** That driver accepted the trip, or set off. */
  | 'acknowledged'

/** The trip status of a booking: the current leg's step, or the staffing before the first step. */
export function findBookingTripStatus(journey: Journey, staffing: Staffing): TripStatus {
  const current = findCurrentLeg(journey)
  const ended = journey.legs.map(({ sequence }) => findLegStatus(journey, sequence)).filter(isLegOver)
  if (current === null && ended.length > 0) return ended.includes('completed') ? 'completed' : 'no_show'
  const status = current === null ? 'pending' : findLegStatus(journey, current.sequence)
  if (status !== 'pending') return status
  return ended.length > 0 ? 'between_legs' : staffing
}

export type NextStep = { readonly status: Step; readonly leg: number; readonly notBefore: number | null }

/** The driver's possible next steps, and their earliest time (ms). None after the end of the trip. */
export function listNextSteps(journey: Journey, noShowWaitMinutes: number): NextStep[] {
  const leg = findCurrentLeg(journey)
  if (leg === null) return []
  return nextStepsByStatus[findLegStatus(journey, leg.sequence)].map((status) => ({
    status,
    leg: leg.sequence,
    notBefore: earliestOf(journey, leg, status, noShowWaitMinutes),
  }))
}

function earliestOf(journey: Journey, leg: JourneyLeg, step: Step, noShowWaitMinutes: number): number | null {
  if (step === 'en_route') return leg.departsAt - setOffAheadMs
  return step === 'no_show' ? findNoShowTime(journey, noShowWaitMinutes) : null
}

/**
 * Instant (ms) from which a no-show can be reported: after 15 min or the operator's own wait, at airports at least 45 min. Null
 * while no driver waits.
 */
export function findNoShowTime(journey: Journey, noShowWaitMinutes: number): number | null {
  const leg = findCurrentLeg(journey)
  if (leg === null || findLegStatus(journey, leg.sequence) !== 'arrived') return null
  const arrived = removeReverted(journey.log).findLast((entry) => entry.leg === leg.sequence && entry.status === 'arrived')
  const minutes = waitMinutesAt(leg.isAtAirport, noShowWaitMinutes)
  return arrived === undefined ? null : arrived.occurredAt + minutes * minuteMs
}

export type ProgressReport = {
  readonly status: Reportable
  /** Null for the current leg. */
  readonly leg: number | null
  readonly moment: ReportedMoment
  /** Minutes of a delay; 0 for a coach that is on time again. */
  readonly delayMinutes: number | null
}

export type Rules = { readonly now: number; readonly assignedAt: number; readonly noShowWaitMinutes: number }

/** A report, its leg, and the time to record. */
export type AcceptedReport = {
  readonly leg: number
  /** Whether the log already contains the report: phones repeat reports without an answer. */
  readonly isRepeat: boolean
  readonly moment: ReportedMoment
}

/**
 * Accepts a report for its leg. A time before the assignment becomes that of the assignment, a time before the leg's last event
 * that of the event. Refuses `validation_failed` (no such leg), `invalid_transition`, `no_show_too_early`.
 */
export function acceptReport(journey: Journey, report: ProgressReport, rules: Rules): AcceptedReport {
  const leg = findReportedLeg(journey, report)
  if (leg === null) throw outOfOrder('completed', [])
  const { sequence } = leg
  if (hasLoggedReport(journey, sequence, report))
    return { leg: sequence, isRepeat: true, moment: findLoggedMoment(journey, sequence, report) }
  const moment = momentInLog(journey, sequence, report, rules)

  const status = findLegStatus(journey, sequence)
  const isCurrent = findCurrentLeg(journey)?.sequence === sequence
  const allowed = isCurrent ? nextStepsByStatus[status] : []
  if (isStep(report.status) ? !allowed.includes(report.status) : !whenRemarked[report.status].includes(status)) {
    throw outOfOrder(status, allowed)
  }
  return { leg: sequence, isRepeat: false, moment: requireTimelyStep(journey, leg, report.status, moment, rules) }
}

/**
 * The named leg, otherwise the current one, unless the report repeats the end of the previous leg. Refuses `validation_failed`
 * for an unknown leg.
 */
export function findReportedLeg(journey: Journey, report: ProgressReport): JourneyLeg | null {
  if (report.leg !== null) {
    const named = journey.legs.find(({ sequence }) => sequence === report.leg)
    if (named === undefined) throw invalid(['leg'], 'unknown')
    return named
  }
  const current = findCurrentLeg(journey)
  if (current === null) return journey.legs.at(-1) ?? null
  const before = journey.legs[journey.legs.indexOf(current) - 1]
  const isUntouched = findLegStatus(journey, current.sequence) === 'pending'
  return before !== undefined && isUntouched && isRepeatedReport(journey, before.sequence, report) ? before : current
}

function isRepeatedReport(journey: Journey, leg: number, report: ProgressReport): boolean {
  return report.status === 'en_route' ? hasExactReport(journey, leg, report) : hasLoggedReport(journey, leg, report)
}

/** A leg has each step once. A remark with the same time and the same delay is the same remark. */
function hasLoggedReport(journey: Journey, leg: number, report: ProgressReport): boolean {
  if (!isStep(report.status)) return hasExactReport(journey, leg, report)
  return removeReverted(journey.log).some((entry) => entry.leg === leg && entry.status === report.status)
}

function hasExactReport(journey: Journey, leg: number, report: ProgressReport): boolean {
  return findLoggedReport(journey, leg, report) !== undefined
}

function findLoggedReport(journey: Journey, leg: number, { status, moment, delayMinutes }: ProgressReport): LogEntry | undefined {
  return removeReverted(journey.log).find(
    (entry) =>
      entry.leg === leg &&
      entry.status === status &&
      toSecond(entry.sentAt ?? entry.occurredAt) === toSecond(moment.sentAt) &&
      (entry.delayMinutes ?? null) === delayMinutes,
  )
}

/** The time of a repeated report: the logged time if the phone sent the same. */
function findLoggedMoment(journey: Journey, leg: number, report: ProgressReport): ReportedMoment {
  const { moment } = report
  const held = findLoggedReport(journey, leg, report)
  return held === undefined
    ? moment
    : { ...moment, at: held.occurredAt, isAdjusted: isClockSkewed(held.occurredAt, moment.sentAt) }
}

/** The time of a report, at the earliest that of the assignment and of the leg's last event, so that the log keeps the order. */
function momentInLog(journey: Journey, leg: number, { moment }: ProgressReport, { assignedAt }: Rules): ReportedMoment {
  const last = removeReverted(journey.log).findLast((entry) => entry.leg === leg)
  return clampMoment(moment, Math.max(assignedAt, last?.occurredAt ?? 0))
}

/**
 * The time of a step, or the earliest allowed time for a slow phone clock. Refuses `invalid_transition` and `no_show_too_early`.
 */
function requireTimelyStep(
  journey: Journey,
  leg: JourneyLeg,
  step: Reportable,
  moment: ReportedMoment,
  { now, noShowWaitMinutes }: Rules,
): ReportedMoment {
  const from = isStep(step) ? earliestOf(journey, leg, step, noShowWaitMinutes) : null
  if (from === null || Math.min(moment.at, now) >= toSecond(from)) return moment
  if (Math.min(moment.latest, now) >= toSecond(from)) return clampMoment(moment, from)
  if (step === 'no_show') {
    const facts = { currentStatus: 'arrived', allowedAt: from }
    throw new Refusal('no_show_too_early', 'It is too early to report a no-show.', facts)
  }
  const facts = { currentStatus: 'pending', allowed: nextStepsByStatus.pending, notBefore: from }
  throw new Refusal('invalid_transition', 'It is too early to set off for this leg.', facts)
}

/** The steps that a new driver must repeat, newest first: those of the current leg, until passengers are on board. */
export function listStepsToReset(journey: Journey): LogEntry[] {
  const leg = findCurrentLeg(journey)
  if (leg === null || findLegStatus(journey, leg.sequence) === 'on_board') return []
  return removeReverted(journey.log)
    .filter((entry) => entry.leg === leg.sequence && isStep(entry.status))
    .reverse()
}

function outOfOrder(status: LegStatus, allowed: readonly Step[]): Refusal {
  const expected = allowed.length === 0 ? 'No further step is possible' : `Expected: ${allowed.join(' or ')}`
  return new Refusal('invalid_transition', `This step is out of order. ${expected}.`, { currentStatus: status, allowed })
}
