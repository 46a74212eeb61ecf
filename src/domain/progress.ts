import type { TripStatus } from './booking.ts'
import { minuteMs } from './instant.ts'
import type { LegKind } from './leg.ts'
import { invalid, Refusal } from './refusal.ts'
import { isOff, notBefore, type ReportedMoment, toSecond } from './reported-moment.ts'
import { setOffAheadMs, waitMinutesAt } from './step-times.ts'

/** Steps that a leg goes through, in order; it ends completed or with no one there. */
export const steps = [
  /** From `pending`, by the driver or the operator. Arriving moves it on; an undo or another driver takes it back. */
  'en_route',
  /** From `en_route`, likewise. Boarding or no one coming moves it on. */
  'arrived',
  /** From `arrived`. The end of the leg moves it on, an undo takes it back. */
  'on_board',
  /** From `on_board`, or by the clock 24 h after the trip; a standby leg ends when the next sets off. An undo leaves it. */
  'completed',
  /** From `arrived`, after the wait. An undo leaves it. */
  'no_show',
] as const

/** Remarks that are written down on the way and move nothing. */
const remarks = [
  /** The driver will be late; from `pending` to `on_board`. */
  'delayed',
  /** A halt on the way; from `en_route` to `on_board`. */
  'stop_reached',
] as const

export const reportable = [...steps, ...remarks] as const

export type Step = (typeof steps)[number]
export type Reportable = (typeof reportable)[number]
export type EventStatus =
  | Reportable
  /** Takes back an earlier line: an undo, or the system where another driver starts a leg again. */
  | 'reverted'
export type LegStatus =
  /** As entered, and again when its steps are taken back. Setting off moves it on. */
  'pending' | Step
export type Reporter = 'driver' | 'operator' | 'system'

/** A line of a trip's log. Instants in ms. */
export type LogEntry = {
  readonly id: number
  readonly assignmentId: number | null
  readonly leg: number
  readonly status: EventStatus
  readonly by: Reporter
  readonly occurredAt: number
  readonly receivedAt: number
  readonly revertsEventId: number | null
  /** The time that the phone sent, where the server used another for `occurredAt`. */
  readonly sentAt?: number | null
  readonly delayMinutes?: number | null
}

/** A leg on which the group is driven. */
export type JourneyLeg = { readonly sequence: number; readonly departsAt: number; readonly isAtAirport: boolean }

/** A booked trip's transfer legs in their order and everything that was told of them, oldest first. */
export type Journey = { readonly legs: readonly JourneyLeg[]; readonly log: readonly LogEntry[] }

/** Steps that may follow, by the status of the leg. */
export const next: Readonly<Record<LegStatus, readonly Step[]>> = {
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

/** Over, with or without passengers. */
export function isLegOver(status: LegStatus): boolean {
  return status === 'completed' || status === 'no_show'
}

/** The log without what was taken back. */
export function withoutReverted<Entry extends LogEntry>(log: readonly Entry[]): Entry[] {
  const reverted = new Set(log.map(({ revertsEventId }) => revertsEventId))
  return log.filter(({ id, status }) => status !== 'reverted' && !reverted.has(id))
}

/** The status of one transfer leg. */
export function legStatus(journey: Journey, sequence: number): LegStatus {
  const last = withoutReverted(journey.log).findLast(({ leg, status }) => leg === sequence && isStep(status))
  return last !== undefined && isStep(last.status) ? last.status : 'pending'
}

/** The first leg that is not over, or null when all are. */
export function currentLeg(journey: Journey): JourneyLeg | null {
  return journey.legs.find(({ sequence }) => !isLegOver(legStatus(journey, sequence))) ?? null
}

/** The status of every leg. A standby is completed once the coach sets off again, or the trip is over. */
export function statusOfEach(
  journey: Journey,
  legs: readonly { readonly sequence: number; readonly kind: LegKind }[],
): ReadonlyMap<number, LegStatus> {
  const isDone = currentLeg(journey) === null
  const movedOn = (sequence: number) =>
    journey.legs.some((leg) => leg.sequence > sequence && legStatus(journey, leg.sequence) !== 'pending')
  return new Map(
    legs.map(({ sequence, kind }) => {
      if (kind === 'transfer') return [sequence, legStatus(journey, sequence)]
      return [sequence, isDone || movedOn(sequence) ? 'completed' : 'pending']
    }),
  )
}

export type Staffing =
  /** No one is to drive: never given, declined, or the driver has left. The operator gives a driver. */
  | 'unassigned'
  /** The operator gave a driver, who has not answered. */
  | 'assigned'
  /** That driver said they will drive, or set off. */
  | 'acknowledged'

/** The status that the booking tells of the trip: the current leg's step, or the staffing before the first one. */
export function tripStatusOf(journey: Journey, staffing: Staffing): TripStatus {
  const current = currentLeg(journey)
  const ended = journey.legs.map(({ sequence }) => legStatus(journey, sequence)).filter(isLegOver)
  if (current === null && ended.length > 0) return ended.includes('completed') ? 'completed' : 'no_show'
  const status = current === null ? 'pending' : legStatus(journey, current.sequence)
  if (status !== 'pending') return status
  return ended.length > 0 ? 'between_legs' : staffing
}

export type NextStep = { readonly status: Step; readonly leg: number; readonly notBefore: number | null }

/** The steps that the driver may report next, and from when (ms); none when the trip is over. */
export function nextSteps(journey: Journey, noShowWaitMinutes: number): NextStep[] {
  const leg = currentLeg(journey)
  if (leg === null) return []
  return next[legStatus(journey, leg.sequence)].map((status) => ({
    status,
    leg: leg.sequence,
    notBefore: earliestOf(journey, leg, status, noShowWaitMinutes),
  }))
}

function earliestOf(journey: Journey, leg: JourneyLeg, step: Step, noShowWaitMinutes: number): number | null {
  if (step === 'en_route') return leg.departsAt - setOffAheadMs
  return step === 'no_show' ? noShowAllowedAt(journey, noShowWaitMinutes) : null
}

/**
 * Instant (ms) from which a no-show may be told: after 15 min or the operator's wait, at airports 45 min at least. Null
 * while no driver waits.
 */
export function noShowAllowedAt(journey: Journey, noShowWaitMinutes: number): number | null {
  const leg = currentLeg(journey)
  if (leg === null || legStatus(journey, leg.sequence) !== 'arrived') return null
  const arrived = withoutReverted(journey.log).findLast((entry) => entry.leg === leg.sequence && entry.status === 'arrived')
  const minutes = waitMinutesAt(leg.isAtAirport, noShowWaitMinutes)
  return arrived === undefined ? null : arrived.occurredAt + minutes * minuteMs
}

export type ProgressReport = {
  readonly status: Reportable
  /** Null for the current leg. */
  readonly leg: number | null
  readonly moment: ReportedMoment
  /** Minutes of a delay; 0 where the coach is on time again. */
  readonly delayMinutes: number | null
}

export type Rules = { readonly now: number; readonly assignedAt: number; readonly noShowWaitMinutes: number }

/** A report, the leg that it belongs to, and the moment to write down. */
export type AcceptedReport = {
  readonly leg: number
  /** Whether the log already holds it: phones send again what they are not sure of. */
  readonly isRepeat: boolean
  readonly moment: ReportedMoment
}

/**
 * Accepts a report for the leg that it belongs to. A moment before the assignment becomes the assignment's, one before the leg's last
 * event becomes that event's. Refuses `validation_failed` (no such leg), `invalid_transition`, `no_show_too_early`.
 */
export function acceptReport(journey: Journey, report: ProgressReport, rules: Rules): AcceptedReport {
  const leg = legMeant(journey, report)
  if (leg === null) throw outOfOrder('completed', [])
  const { sequence } = leg
  if (holds(journey, sequence, report)) return { leg: sequence, isRepeat: true, moment: momentHeld(journey, sequence, report) }
  const moment = momentInLog(journey, sequence, report, rules)

  const status = legStatus(journey, sequence)
  const isCurrent = currentLeg(journey)?.sequence === sequence
  const allowed = isCurrent ? next[status] : []
  if (isStep(report.status) ? !allowed.includes(report.status) : !whenRemarked[report.status].includes(status)) {
    throw outOfOrder(status, allowed)
  }
  return { leg: sequence, isRepeat: false, moment: mustNotBeEarly(journey, leg, report.status, moment, rules) }
}

/**
 * The leg that was named. Without a name the current one, unless the report is what ended the one before, sent again. Refuses
 * `validation_failed` for a leg there is not.
 */
export function legMeant(journey: Journey, report: ProgressReport): JourneyLeg | null {
  if (report.leg !== null) {
    const named = journey.legs.find(({ sequence }) => sequence === report.leg)
    if (named === undefined) throw invalid(['leg'], 'unknown')
    return named
  }
  const current = currentLeg(journey)
  if (current === null) return journey.legs.at(-1) ?? null
  const before = journey.legs[journey.legs.indexOf(current) - 1]
  const isUntouched = legStatus(journey, current.sequence) === 'pending'
  return before !== undefined && isUntouched && isToldAgain(journey, before.sequence, report) ? before : current
}

function isToldAgain(journey: Journey, leg: number, report: ProgressReport): boolean {
  return report.status === 'en_route' ? holdsExactly(journey, leg, report) : holds(journey, leg, report)
}

/** A leg has each step once. A remark is the same remark if the phone sent the same time and the same delay. */
function holds(journey: Journey, leg: number, report: ProgressReport): boolean {
  if (!isStep(report.status)) return holdsExactly(journey, leg, report)
  return withoutReverted(journey.log).some((entry) => entry.leg === leg && entry.status === report.status)
}

function holdsExactly(journey: Journey, leg: number, report: ProgressReport): boolean {
  return heldAs(journey, leg, report) !== undefined
}

function heldAs(journey: Journey, leg: number, { status, moment, delayMinutes }: ProgressReport): LogEntry | undefined {
  return withoutReverted(journey.log).find(
    (entry) =>
      entry.leg === leg &&
      entry.status === status &&
      toSecond(entry.sentAt ?? entry.occurredAt) === toSecond(moment.sentAt) &&
      (entry.delayMinutes ?? null) === delayMinutes,
  )
}

/** The moment of a report that is sent again: that in the log if the phone sent the same time. */
function momentHeld(journey: Journey, leg: number, report: ProgressReport): ReportedMoment {
  const { moment } = report
  const held = heldAs(journey, leg, report)
  return held === undefined ? moment : { ...moment, at: held.occurredAt, isAdjusted: isOff(held.occurredAt, moment.sentAt) }
}

/** The moment at which a report follows the assignment and the leg's last event, so that the log keeps the order of the taps. */
function momentInLog(journey: Journey, leg: number, { moment }: ProgressReport, { assignedAt }: Rules): ReportedMoment {
  const last = withoutReverted(journey.log).findLast((entry) => entry.leg === leg)
  return notBefore(moment, Math.max(assignedAt, last?.occurredAt ?? 0))
}

/** The moment of a step, or the earliest time allowed if the phone's clock is slow. Refuses `invalid_transition` and `no_show_too_early`. */
function mustNotBeEarly(
  journey: Journey,
  leg: JourneyLeg,
  step: Reportable,
  moment: ReportedMoment,
  { now, noShowWaitMinutes }: Rules,
): ReportedMoment {
  const from = isStep(step) ? earliestOf(journey, leg, step, noShowWaitMinutes) : null
  if (from === null || Math.min(moment.at, now) >= toSecond(from)) return moment
  if (Math.min(moment.latest, now) >= toSecond(from)) return notBefore(moment, from)
  if (step === 'no_show') {
    const facts = { currentStatus: 'arrived', allowedAt: from }
    throw new Refusal('no_show_too_early', 'The group has more time to come.', facts)
  }
  const facts = { currentStatus: 'pending', allowed: next.pending, notBefore: from }
  throw new Refusal('invalid_transition', 'It is too early to set off for this leg.', facts)
}

/** The steps that a new driver does not take over, newest first: the current leg's, until passengers are on board. */
export function stepsToReset(journey: Journey): LogEntry[] {
  const leg = currentLeg(journey)
  if (leg === null || legStatus(journey, leg.sequence) === 'on_board') return []
  return withoutReverted(journey.log)
    .filter((entry) => entry.leg === leg.sequence && isStep(entry.status))
    .reverse()
}

function outOfOrder(status: LegStatus, allowed: readonly Step[]): Refusal {
  const expected = allowed.length === 0 ? 'nothing more can be reported here' : `expected: ${allowed.join(' or ')}`
  return new Refusal('invalid_transition', `This step is out of order; ${expected}.`, { currentStatus: status, allowed })
}
