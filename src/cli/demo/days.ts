import { dayMs, hourMs, minuteMs, startOfLocalDay, toLocalTime } from '../../domain/instant.ts'

/** Time zone of everybody in the demo. */
const timezone = 'Europe/London'

/** Tells times relative to the day the demo is run on. */
export type Days = {
  /** `08:30` on the clocks of the day so many days from today. */
  at(days: number, time: string): string
  /** The instant so many days, or parts of one, from now. */
  fromNow(days: number): string
}

/** Days around `now` (ms). */
export function daysAround(now: number): Days {
  return {
    at(days, time) {
      const [hours = 0, minutes = 0] = time.split(':').map(Number)
      return toLocalTime(startOfLocalDay(now, timezone, days) + hours * hourMs + minutes * minuteMs, timezone)
    },
    fromNow: (days) => toLocalTime(now + days * dayMs, timezone),
  }
}
