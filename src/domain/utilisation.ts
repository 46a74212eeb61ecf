import { type DaySpan, dayOf } from './day-span.ts'
import type { Occupation } from './occupation.ts'

/** What a coach did on each of some days. */
export type CoachDay = 'out' | 'free' | 'blocked'

/**
 * What a coach did on each of these days: out where a booking takes it for any part of the day, else blocked where a block does. What
 * quotes promise is neither.
 */
export function coachDaysOf(busy: readonly Pick<Occupation, 'what' | 'from' | 'to'>[], days: DaySpan): CoachDay[] {
  const made: CoachDay[] = days.dates.map(() => 'free')
  const mark = (what: Occupation['what'], day: CoachDay) => {
    for (const one of busy) {
      if (one.what !== what) continue
      const last = Math.min(dayOf(days, Math.max(one.from, one.to - 1)), made.length - 1)
      for (let nth = Math.max(0, dayOf(days, one.from)); nth <= last; nth++) made[nth] = day
    }
  }
  mark('block', 'blocked')
  mark('booking', 'out')
  return made
}

/** How many of the days a coach was out, and on how many it could have been. */
export function utilisationOf(days: readonly CoachDay[]): { readonly daysOut: number; readonly daysAvailable: number } {
  return {
    daysOut: days.filter((day) => day === 'out').length,
    daysAvailable: days.filter((day) => day !== 'blocked').length,
  }
}

/** The same of each weekday on its own, Monday first. */
export function utilisationByWeekday(did: readonly CoachDay[], { dates }: DaySpan) {
  const first = Temporal.PlainDate.from(dates[0] ?? '2000-01-01').dayOfWeek
  return Array.from({ length: 7 }, (_, nth) => ({
    weekday: nth + 1,
    ...utilisationOf(did.filter((_, day) => (first - 1 + day) % 7 === nth)),
  }))
}
