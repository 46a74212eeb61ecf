import { dayMs, hourMs, minuteMs } from './instant.ts'

/** A span that the clock skipped (ms): the server was down, or the clock was moved. */
type PassedSpan = { readonly from: number; readonly to: number }

/** Known facts of the clock. `seenAt` is its latest recorded time, `passed` the last skipped span while that matters (ms). */
export type ClockNote = { readonly seenAt: number; readonly passed: PassedSpan | null }

/** The product did not exist before: a clock with an earlier time is wrong. */
const beginning = Date.UTC(2026, 0, 1)

/** Milliseconds after a skipped span from which the jump counts as right. */
const trustedAfterMs = 30 * dayMs

/**
 * Records the clock at `now` (ms). It `ranAhead` if it shows a time inside a span that it had skipped: its times after that span
 * were wrong, and so are the rows written then. A time before that span proves nothing: the clock may have been right, and be
 * slow now. The note is null until the clock has shown a possible time, and unchanged if a minute adds nothing.
 */
export function updateClockNote(
  noted: ClockNote | null,
  now: number,
): { readonly note: ClockNote | null; readonly ranAhead: boolean } {
  if (now < beginning) return { note: noted, ranAhead: false }
  if (noted === null) return { note: { seenAt: now, passed: null }, ranAhead: false }
  const passed = lastPassed(noted, now)
  const ranAhead = passed !== null && passed.from <= now && now < passed.to
  // The clock may be corrected in more than one step.
  if (ranAhead) return { note: { seenAt: now, passed: { from: passed.from, to: now + hourMs } }, ranAhead }
  const isNews = now - noted.seenAt >= minuteMs || passed !== noted.passed
  return { note: isNews ? { seenAt: Math.max(noted.seenAt, now), passed } : noted, ranAhead }
}

function lastPassed({ seenAt, passed }: ClockNote, now: number): PassedSpan | null {
  const known = passed !== null && now <= passed.to + trustedAfterMs ? passed : null
  return now - seenAt > dayMs ? { from: known?.from ?? seenAt, to: now } : known
}
