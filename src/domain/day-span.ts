import { invalid } from './refusal.ts'

/** Greatest number of days in one response. */
const mostDays = 400

/** Consecutive days on the clocks of a place. */
export type DaySpan = {
  /** The days in order, as `2026-06-12`. */
  readonly dates: readonly string[]
  /** The first instant of each day (ms), and of the day after the last. */
  readonly starts: readonly number[]
  /** The first and the last millisecond of them. */
  readonly from: number
  readonly to: number
}

/**
 * The days from one to another, both included. Refuses `validation_failed` for more than 400, and if the last is before the
 * first.
 */
export function parseDaySpan(first: string, last: string, timezone: string): DaySpan {
  const [from, to] = [Temporal.PlainDate.from(first), Temporal.PlainDate.from(last)]
  const count = from.until(to, { largestUnit: 'days' }).days + 1
  if (count < 1) throw invalid(['to'], 'notBefore', { other: 'from' })
  if (count > mostDays) throw invalid(['to'], 'withinDaysOf', { other: 'from', days: mostDays - 1 })
  const dates = Array.from({ length: count + 1 }, (_, nth) => from.add({ days: nth }))
  const starts = dates.map((date) => date.toZonedDateTime(timezone).epochMilliseconds)
  return {
    dates: dates.slice(0, count).map(String),
    starts,
    from: starts[0] ?? 0,
    to: (starts[count] ?? 0) - 1,
  }
}

/** Index, from 0, of the day of an instant (ms); -1 before the first, and their count after the last. */
export function findDayIndex({ starts }: DaySpan, at: number): number {
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}

export const periodLengths = ['day', 'week', 'month'] as const

/** Length of the periods of a report. A week begins on Monday. */
export type PeriodLength = (typeof periodLengths)[number]

/** The first day of the period of a day; it may be before the first day of the span. */
export function findPeriodStart(date: string, length: PeriodLength): string {
  if (length === 'day') return date
  if (length === 'month') return `${date.slice(0, 7)}-01`
  const day = Temporal.PlainDate.from(date)
  return day.subtract({ days: day.dayOfWeek - 1 }).toString()
}
