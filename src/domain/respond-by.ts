import { shortestPageMs } from './card-page.ts'
import { dayMs, minuteMs } from './instant.ts'

/** Instant (ms) until which a new booking request waits: 50 % of the time left to departure, at most 24 hours. */
export function computeRespondBy(now: number, departsAt: number): number {
  return now + Math.min(Math.floor((departsAt - now) / 2), dayMs)
}

/**
 * Latest instant (ms) until which a request can be accepted that begins with a card on a page opened at `openedAt`. The
 * customer agrees to charges until then.
 */
export function computeLatestRespondBy(openedAt: number, departsAt: number): number {
  const latest = computeRespondBy(Math.min(openedAt + shortestPageMs, departsAt), departsAt)
  // People see whole minutes.
  return latest - (latest % minuteMs)
}
