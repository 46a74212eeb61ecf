import { dayMs, hourMs, minuteMs, startOfLocalDay, toLocalTime } from '../../domain/instant.ts'

/** Time zone of all people in the demo. */
const timezone = 'Europe/London'

/** Makes times relative to the day of the demo. */
export type Days = {
  /** `08:30` on the clocks of the day this many days from today. */
  at(days: number, time: string): string
  /** The instant this many days, with fractions, from now. */
  fromNow(days: number): string
}

/** Days around `now` (ms). */
export function createDays(now: number): Days {
  return {
    at(days, time) {
      const [hours = 0, minutes = 0] = time.split(':').map(Number)
      return toLocalTime(startOfLocalDay(now, timezone, days) + hours * hourMs + minutes * minuteMs, timezone)
    },
    fromNow: (days) => toLocalTime(now + days * dayMs, timezone),
  }
}
