import { invalid } from './refusal.ts'

/** Greatest number of days told at once. */
const mostDays = 400

/** Days on the clocks of a place, one after another. */
export type DaySpan = {
  /** `2026-06-12`, the first one first. */
  readonly dates: readonly string[]
  /** The first instant of each (ms), and of the day after the last. */
  readonly starts: readonly number[]
  /** The first and the last millisecond of them. */
  readonly from: number
  readonly to: number
}

/** The days from one to another, both included. Refuses `validation_failed` for more than 400, and where the last is before the first. */
export function daysFrom(first: string, last: string, timezone: string): DaySpan {
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

/** Index, from 0, of the day that an instant (ms) lies in; -1 before the first, and their count after the last. */
export function dayIndexOf({ starts }: DaySpan, at: number): number {
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}

export const periodLengths = ['day', 'week', 'month'] as const

/** Length of the periods that days are gathered by. A week begins on Monday. */
export type PeriodLength = (typeof periodLengths)[number]

/** The first day of the period that a day lies in; it may lie before the first day that is told. */
export function periodOf(date: string, length: PeriodLength): string {
  if (length === 'day') return date
  if (length === 'month') return `${date.slice(0, 7)}-01`
  const day = Temporal.PlainDate.from(date)
  return day.subtract({ days: day.dayOfWeek - 1 }).toString()
}
