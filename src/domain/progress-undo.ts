import { minuteMs } from './instant.ts'
import {
  currentLeg,
  isStep,
  type Journey,
  type LogEntry,
  legStatus,
  next,
  type ProgressReport,
  withoutReverted,
} from './progress.ts'
import { Refusal } from './refusal.ts'
import { spanInWords } from './spoken.ts'

/** A step can be taken back for this long after it was received. */
const undoWithinMs = 2 * minuteMs

/** The report to take back, as its driver or operator names it. */
type TakenBack = Pick<ProgressReport, 'status' | 'leg'>

/** The person who tells of a step: a driver under an assignment, or the operator on the driver's behalf. */
export type Teller = { readonly by: 'driver' | 'operator'; readonly assignmentId: number }

/**
 * Finds the step to take back: the newest one, if the teller reported it within 120 s. If `status` is a remark, finds the teller's newest
 * remark of that kind. Null if the log already holds the undo. Refuses `invalid_transition` (the teller has nothing to take back),
 * `undo_expired`.
 */
export function stepToTakeBack(journey: Journey, report: TakenBack, teller: Teller, now: number): LogEntry | null {
  const newest = isStep(report.status) ? newestOwnStep(journey, teller) : newestOwnRemark(journey, report, teller)
  const isMeant = newest !== null && newest.status === report.status && (report.leg === null || report.leg === newest.leg)
  if (!isMeant && wasTakenBack(journey, report, teller)) return null
  if (newest === null || (report.leg !== null && report.leg !== newest.leg)) throw nothingToTakeBack(journey, report)
  if (now > undoUntil(newest)) {
    throw new Refusal('undo_expired', `A step can be taken back for ${spanInWords(undoWithinMs)} only.`, {
      currentStatus: newest.status,
    })
  }
  return newest
}

/** Instant (ms) until which the teller may take back the newest step; null when it is not theirs or too old. */
export function undoableUntil(journey: Journey, teller: Teller, now: number): number | null {
  const newest = newestOwnStep(journey, teller)
  return newest === null || now > undoUntil(newest) ? null : undoUntil(newest)
}

function undoUntil(step: LogEntry): number {
  return step.receivedAt + undoWithinMs
}

/** The newest step, if the teller told it, else null. Only the very last step can go without leaving a hole. */
function newestOwnStep(journey: Journey, teller: Teller): LogEntry | null {
  const newest = withoutReverted(journey.log).findLast(({ status }) => isStep(status))
  return newest !== undefined && isBy(newest, teller) ? newest : null
}

/** The teller's newest remark of this kind; null if there is none, or it was taken back. */
function newestOwnRemark(journey: Journey, report: TakenBack, teller: Teller): LogEntry | null {
  const newest = newestOwn(journey, report, teller)
  return newest !== undefined && withoutReverted(journey.log).includes(newest) ? newest : null
}

function newestOwn({ log }: Journey, { status, leg }: TakenBack, teller: Teller): LogEntry | undefined {
  return log.findLast((entry) => entry.status === status && isBy(entry, teller) && (leg === null || leg === entry.leg))
}

function isBy(entry: LogEntry, { by, assignmentId }: Teller): boolean {
  return entry.by === by && entry.assignmentId === assignmentId
}

function wasTakenBack(journey: Journey, report: TakenBack, teller: Teller): boolean {
  const last = newestOwn(journey, report, teller)
  return last !== undefined && !withoutReverted(journey.log).includes(last)
}

function nothingToTakeBack(journey: Journey, { leg }: TakenBack): Refusal {
  const sequence = leg ?? currentLeg(journey)?.sequence ?? journey.legs.at(-1)?.sequence ?? 0
  const status = legStatus(journey, sequence)
  return new Refusal('invalid_transition', 'There is no step of yours to take back.', {
    currentStatus: status,
    allowed: next[status],
  })
}
