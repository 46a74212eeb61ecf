import { dayMs } from './instant.ts'

/** Until when (ms) a customer's request waits that comes now: half the time left to departure, at most 24 hours. */
export function respondBy(now: number, departsAt: number): number {
  return now + Math.min(Math.floor((departsAt - now) / 2), dayMs)
}
