import { dayMs, hourMs, minuteMs } from './instant.ts'

/** A span that the clock passed over rather than lived through: the server was down meanwhile, or the clock was moved (ms). */
type PassedSpan = { readonly from: number; readonly to: number }

/**
 * Facts known of the clock. `seenAt` is the latest time at which it was seen, `passed` the last span it passed over
 * while that is of use (ms).
 */
export type ClockNote = { readonly seenAt: number; readonly passed: PassedSpan | null }

/** The product did not exist before: a clock that says so has lost its time. */
const beginning = Date.UTC(2026, 0, 1)

/** A clock that has gone on for so long after a span was right to pass over it (ms). */
const trustedAfterMs = 30 * dayMs

/**
 * Sees the clock at `now` (ms). It `ranAhead` where it says a time inside a span that it had passed over: what it said after that span was
 * wrong, and so is what was written then. A time before that span proves nothing: the clock may have been right, and be slow now.
 * The note is null as long as the clock has not been seen with a time that can be, and the one from before where a minute brings nothing new.
 */
export function seeClock(noted: ClockNote | null, now: number): { readonly note: ClockNote | null; readonly ranAhead: boolean } {
  if (now < beginning) return { note: noted, ranAhead: false }
  if (noted === null) return { note: { seenAt: now, passed: null }, ranAhead: false }
  const passed = lastPassed(noted, now)
  const ranAhead = passed !== null && passed.from <= now && now < passed.to
  // It may be put right in more than one step.
  if (ranAhead) return { note: { seenAt: now, passed: { from: passed.from, to: now + hourMs } }, ranAhead }
  const isNews = now - noted.seenAt >= minuteMs || passed !== noted.passed
  return { note: isNews ? { seenAt: Math.max(noted.seenAt, now), passed } : noted, ranAhead }
}

function lastPassed({ seenAt, passed }: ClockNote, now: number): PassedSpan | null {
  const known = passed !== null && now <= passed.to + trustedAfterMs ? passed : null
  return now - seenAt > dayMs ? { from: known?.from ?? seenAt, to: now } : known
}
