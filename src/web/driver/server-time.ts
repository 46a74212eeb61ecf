/** A clock that differs by less (ms) is right: `Date` has whole seconds, and an answer takes a moment. */
const slackMs = 3_000
/** The app shows a notice about a clock that differs by more (ms). */
const wrongByMs = 2 * 60_000
/** An answer that took longer (ms) is too old to compare clocks by. */
const slowestMs = 10_000
/** The app reads the server's time again before a report after this long (ms): the driver may have set the clock. */
const freshMs = 60_000

let aheadMs: number | null = null
let heardAt = 0

/** Learns from the `Date` of an answer by how much this phone's clock is ahead; it was asked for at `askedAt` (ms). */
export function learnServerTime(date: string | null, askedAt: number): void {
  const now = Date.now()
  const server = Date.parse(date ?? '')
  if (Number.isNaN(server) || now < askedAt || now - askedAt > slowestMs) return
  // Whole seconds are rounded down, and the answer was on its way for half of the time.
  const ahead = (askedAt + now) / 2 - (server + 500)
  aheadMs = Math.abs(ahead) < slackMs ? 0 : Math.round(ahead)
  heardAt = now
}

/** Milliseconds by which this phone's clock is ahead of the server's; null before an answer came. */
export function clockAhead(): number | null {
  return aheadMs
}

/** The server's time (ms), as far as this phone knows it. */
export function serverNow(): number {
  return Date.now() - (aheadMs ?? 0)
}

/** An instant of the phone's clock in the API's form, `2026-11-21T14:04:44Z`, corrected by the known error of that clock. */
export function apiInstant(ms: number): string {
  return `${new Date(ms - (aheadMs ?? 0)).toISOString().slice(0, 19)}Z`
}

/** Whether the app read the server's time a moment ago. */
export function isTimeFresh(): boolean {
  return aheadMs !== null && Math.abs(Date.now() - heardAt) < freshMs
}

/** A sentence on a clock that is wrong by more than two minutes; null for any other. */
export function wrongClockText(ahead: number | null): string | null {
  if (ahead === null || Math.abs(ahead) <= wrongByMs) return null
  const minutes = Math.round(Math.abs(ahead) / 60_000)
  const length =
    minutes < 120 ? `${minutes} min` : minutes < 48 * 60 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1440)} days`
  return `Your phone's clock is ${length} ${ahead > 0 ? 'fast' : 'slow'}. Times are corrected.`
}
