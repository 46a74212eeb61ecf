import { shortestPageMs } from './card-page.ts'
import { dayMs, minuteMs } from './instant.ts'

/**
 * Instant (ms) until which a customer's request waits that comes now: half the time left to departure, at most 24
 * hours.
 */
export function respondBy(now: number, departsAt: number): number {
  return now + Math.min(Math.floor((departsAt - now) / 2), dayMs)
}

/**
 * Latest instant (ms) until which a request may be accepted that begins once a card is left on a page opened at
 * `openedAt`. Its customer agrees to be charged until then.
 */
export function respondByAtMost(openedAt: number, departsAt: number): number {
  const latest = respondBy(Math.min(openedAt + shortestPageMs, departsAt), departsAt)
  // As it is told, in whole minutes.
  return latest - (latest % minuteMs)
}
