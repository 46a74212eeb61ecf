import { type DaySpan, findDayIndex } from './day-span.ts'
import type { Occupation } from './occupation.ts'

/** The state of a coach on one day. */
export type CoachDay = 'out' | 'free' | 'blocked'

/**
 * The state of a vehicle on each of these days. It is out if a booking uses it for any part of the day, otherwise blocked if a
 * block does. Promises of quotes count as neither.
 */
export function listCoachDays(busy: readonly Pick<Occupation, 'what' | 'from' | 'to'>[], days: DaySpan): CoachDay[] {
  const made: CoachDay[] = days.dates.map(() => 'free')
  const mark = (what: Occupation['what'], day: CoachDay) => {
    for (const one of busy) {
      if (one.what !== what) continue
      const last = Math.min(findDayIndex(days, Math.max(one.from, one.to - 1)), made.length - 1)
      for (let nth = Math.max(0, findDayIndex(days, one.from)); nth <= last; nth++) made[nth] = day
    }
  }
  mark('block', 'blocked')
  mark('booking', 'out')
  return made
}

/** Counts the days a vehicle was out, and those on which it was available. */
export function countUtilisation(days: readonly CoachDay[]): { readonly daysOut: number; readonly daysAvailable: number } {
  return {
    daysOut: days.filter((day) => day === 'out').length,
    daysAvailable: days.filter((day) => day !== 'blocked').length,
  }
}

/** Numbers of days that a vehicle was out and was available, of one weekday; 1 is Monday. */
export type WeekdayUtilisation = { readonly weekday: number; readonly daysOut: number; readonly daysAvailable: number }

/** Counts the days out and the days available of each weekday, Monday first. */
export function countUtilisationByWeekday(did: readonly CoachDay[], { dates }: DaySpan): WeekdayUtilisation[] {
  const first = Temporal.PlainDate.from(dates[0] ?? '2000-01-01').dayOfWeek
  return Array.from({ length: 7 }, (_, nth) => ({
    weekday: nth + 1,
    ...countUtilisation(did.filter((_, day) => (first - 1 + day) % 7 === nth)),
  }))
}
