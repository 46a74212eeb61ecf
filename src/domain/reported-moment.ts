import { dayMs } from './instant.ts'
import { type InputPath, invalid } from './refusal.ts'

/** Greatest difference (ms) of two correct clocks: phones send whole seconds, and a request takes a moment. */
export const clockSlackMs = 3_000

/** The time of a phone's report (epoch ms), and its age when it was sent (ms). */
export type SentTime = { readonly sentAt: number; readonly ageMs: number | null }

/** The moment that the server uses for a report (epoch ms). */
export type ReportedMoment = {
  readonly at: number
  /** The time that the phone sent. */
  readonly sentAt: number
  /** The latest possible time of the report (epoch ms): the time of receipt without an age, because the phone's clock can be slow. */
  readonly latest: number
  /** Whether the server uses another moment than the one sent. */
  readonly isAdjusted: boolean
}

/**
 * The moment of a report that arrived at `now` (ms). A phone's clock may be wrong, so the age has priority over the time, and a
 * time ahead of `now` becomes `now`. Refuses `validation_failed` at `path` for a time more than 24 hours ahead.
 */
export function computeReportedMoment({ sentAt, ageMs }: SentTime, now: number, path: InputPath): ReportedMoment {
  if (ageMs !== null) {
    const at = toSecond(Math.max(0, now - ageMs))
    return { at, sentAt, latest: at, isAdjusted: isClockSkewed(at, sentAt) }
  }
  if (sentAt > now + dayMs) throw invalid(path, 'withinDayAhead')
  const isAhead = sentAt > now + clockSlackMs
  return { at: isAhead ? toSecond(now) : sentAt, sentAt, latest: now, isAdjusted: isAhead }
}

/** Whether clocks with these instants (ms) cannot both be right. */
export function isClockSkewed(at: number, sentAt: number): boolean {
  return Math.abs(at - sentAt) > clockSlackMs
}

/** The moment, or `earliest` (ms) if the moment is before it. */
export function clampMoment(moment: ReportedMoment, earliest: number): ReportedMoment {
  return moment.at < toSecond(earliest) ? { ...moment, at: earliest, isAdjusted: true } : moment
}

/** Phones' times and our own answers have whole seconds only. */
export function toSecond(ms: number): number {
  return Math.floor(ms / 1_000) * 1_000
}
