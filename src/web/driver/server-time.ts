/** Tolerance (ms) of clocks: `Date` has whole seconds, and a response takes a moment. */
const slackMs = 3_000
/** Smallest clock error (ms) with a notice in the app. */
const wrongByMs = 2 * 60_000
/** Longest duration (ms) of a call whose response can correct the clock. */
const slowestMs = 10_000
/** Time (ms) after which the app reads the server's time again before a report, because the driver may have set the clock. */
const freshMs = 60_000

let aheadMs: number | null = null
let measuredAt = 0

/** Computes this phone's clock error from the `Date` of a response to a call at `askedAt` (ms). */
export function learnServerTime(date: string | null, askedAt: number): void {
  const now = Date.now()
  const server = Date.parse(date ?? '')
  if (Number.isNaN(server) || now < askedAt || now - askedAt > slowestMs) return
  // Whole seconds are rounded down, and the response took 50 % of the time.
  const ahead = (askedAt + now) / 2 - (server + 500)
  aheadMs = Math.abs(ahead) < slackMs ? 0 : Math.round(ahead)
  measuredAt = now
}

/** Milliseconds by which this phone's clock is ahead of the server's; null before a response. */
export function findClockError(): number | null {
  return aheadMs
}

/** The server's time (ms), corrected by the known clock error. */
export function findServerTime(): number {
  return Date.now() - (aheadMs ?? 0)
}

/** An instant of the phone's clock in the API's form, `2026-11-21T14:04:44Z`, corrected by the known error of that clock. */
export function toApiInstant(ms: number): string {
  return `${new Date(ms - (aheadMs ?? 0)).toISOString().slice(0, 19)}Z`
}

/** Whether the app read the server's time recently. */
export function isTimeFresh(): boolean {
  return aheadMs !== null && Math.abs(Date.now() - measuredAt) < freshMs
}

/** A sentence on a clock error of more than two minutes; null for a smaller one. */
export function describeWrongClock(ahead: number | null): string | null {
  if (ahead === null || Math.abs(ahead) <= wrongByMs) return null
  const minutes = Math.round(Math.abs(ahead) / 60_000)
  const length =
    minutes < 120 ? `${minutes} min` : minutes < 48 * 60 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1440)} days`
  return `Your phone's clock is ${length} ${ahead > 0 ? 'fast' : 'slow'}. Times are corrected.`
}
