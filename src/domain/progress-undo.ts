import { minuteMs } from './instant.ts'
import {
  findCurrentLeg,
  findLegStatus,
  isStep,
  type Journey,
  type LogEntry,
  nextStepsByStatus,
  type ProgressReport,
  removeReverted,
} from './progress.ts'
import { Refusal } from './refusal.ts'
import { formatDurationInWords } from './spoken.ts'

/** A step can be undone for this long after the server received it. */
const undoWithinMs = 2 * minuteMs

/** The report to undo, as named by its driver or operator. */
type UndoReport = Pick<ProgressReport, 'status' | 'leg'>

/** The reporter of a step: a driver with an assignment, or the operator for the driver. */
export type StepReporter = { readonly by: 'driver' | 'operator'; readonly assignmentId: number }

/**
 * Finds the step to undo: the newest one, if the same reporter sent it within 120 s. For a `status` of a remark it is the
 * reporter's newest remark of that kind. Null if the log already contains the undo. Refuses `invalid_transition` (nothing to
 * undo), `undo_expired`.
 */
export function findStepToUndo(journey: Journey, report: UndoReport, teller: StepReporter, now: number): LogEntry | null {
  const newest = isStep(report.status) ? newestOwnStep(journey, teller) : newestOwnRemark(journey, report, teller)
  const isMeant = newest !== null && newest.status === report.status && (report.leg === null || report.leg === newest.leg)
  if (!isMeant && wasUndone(journey, report, teller)) return null
  if (newest === null || (report.leg !== null && report.leg !== newest.leg)) throw nothingToUndo(journey, report)
  if (now > undoUntil(newest)) {
    throw new Refusal('undo_expired', `You can undo a step for ${formatDurationInWords(undoWithinMs)} only.`, {
      currentStatus: newest.status,
    })
  }
  return newest
}

/** Instant (ms) until which the reporter can undo the newest step; null for another reporter's or an old step. */
export function findUndoDeadline(journey: Journey, teller: StepReporter, now: number): number | null {
  const newest = newestOwnStep(journey, teller)
  return newest === null || now > undoUntil(newest) ? null : undoUntil(newest)
}

function undoUntil(step: LogEntry): number {
  return step.receivedAt + undoWithinMs
}

/** The newest step if this reporter sent it, otherwise null. Only the very last step can be undone without a gap. */
function newestOwnStep(journey: Journey, teller: StepReporter): LogEntry | null {
  const newest = removeReverted(journey.log).findLast(({ status }) => isStep(status))
  return newest !== undefined && isBy(newest, teller) ? newest : null
}

/** The reporter's newest remark of this kind; null without one, or if it was undone. */
function newestOwnRemark(journey: Journey, report: UndoReport, teller: StepReporter): LogEntry | null {
  const newest = newestOwn(journey, report, teller)
  return newest !== undefined && removeReverted(journey.log).includes(newest) ? newest : null
}

function newestOwn({ log }: Journey, { status, leg }: UndoReport, teller: StepReporter): LogEntry | undefined {
  return log.findLast((entry) => entry.status === status && isBy(entry, teller) && (leg === null || leg === entry.leg))
}

function isBy(entry: LogEntry, { by, assignmentId }: StepReporter): boolean {
  return entry.by === by && entry.assignmentId === assignmentId
}

function wasUndone(journey: Journey, report: UndoReport, teller: StepReporter): boolean {
  const last = newestOwn(journey, report, teller)
  return last !== undefined && !removeReverted(journey.log).includes(last)
}

function nothingToUndo(journey: Journey, { leg }: UndoReport): Refusal {
  const sequence = leg ?? findCurrentLeg(journey)?.sequence ?? journey.legs.at(-1)?.sequence ?? 0
  const status = findLegStatus(journey, sequence)
  return new Refusal('invalid_transition', 'You have no step to undo.', {
    currentStatus: status,
    allowed: nextStepsByStatus[status],
  })
}
