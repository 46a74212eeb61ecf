import { addDays, formatDay, formatWall } from './moment.ts'

const monthNames = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
]

/** A day without a year may be this many days ago, else it is in the next year. */
const daysBack = 60

/** Formats a day (`2026-12-04`) for a field: `Fri 4 Dec 2026`. */
export function formatTypedDay(day: string): string {
  return formatDay(day, '')
}

/** Formats a wall time (`2026-12-04T08:30`) for a field: `Fri 4 Dec 2026, 08:30`. */
export function formatTypedWall(wall: string): string {
  return formatWall(wall, '')
}

/** Reads a typed day: `4 Dec`, `Fri 4 December 2026`, `4/12`, `04.12.26` or `2026-12-04`. Null for another text. */
export function parseTypedDay(typed: string, today: string): string | null {
  const text = typed
    .trim()
    .toLowerCase()
    .replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[\s,]+/, '')
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? []
  if (isoYear !== undefined) return buildDay(Number(isoYear), Number(isoMonth), Number(isoDay))
  const [, day, name = '', month, year] =
    /^(\d{1,2})(?:(?:st|nd|rd|th)?[\s-]+([a-z]{3,9})\.?,?|[./-](\d{1,2}))(?:[\s./-]+(\d{4}|\d{2}))?$/.exec(text) ?? []
  const monthNr = month === undefined ? monthNames.findIndex((one) => name !== '' && one.startsWith(name)) + 1 : Number(month)
  if (day === undefined) return null
  if (year !== undefined) return buildDay(year.length === 2 ? 2000 + Number(year) : Number(year), monthNr, Number(day))
  const thisYear = Number(today.slice(0, 4))
  const days = [-1, 0, 1].map((years) => buildDay(thisYear + years, monthNr, Number(day)))
  return days.find((one) => one !== null && one >= addDays(today, -daysBack)) ?? null
}

/** Reads a typed day with its time: `4 Dec 8:30`, `4/12/26 08.30`, `Fri 4 Dec 2026, 0830` or `2026-12-04T08:30`. */
export function parseTypedWall(typed: string, today: string): string | null {
  const text = typed.trim().toLowerCase()
  const [, day = '', hour = '', minute = ''] =
    /^(.+?)(?:t|[\s,]+)(\d{1,2})[:.](\d{2})$/.exec(text) ??
    /^(.+\d{4},?)[\s,]+(\d{2})(\d{2})$/.exec(text) ??
    // `20` would be the beginning of a year.
    /^(.+,)\s+((?!20)\d{2})(\d{2})$/.exec(text) ??
    []
  const found = parseTypedDay(day.replace(/,$/, ''), today)
  if (found === null || Number(hour) > 23 || Number(minute) > 59) return null
  return `${found}T${hour.padStart(2, '0')}:${minute}`
}

/** Reads a typed time of day: `830`, `8:30`, `8.30` and `0830` are `08:30`, `8` is `08:00`. Null for another text. */
export function parseTypedTime(typed: string): string | null {
  const [, hour, minute = '0'] = /^(\d{1,2})(?:[:. ]?(\d{2}))?$/.exec(typed.trim()) ?? []
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) return null
  return `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
}

function buildDay(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  if (year < 1000 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  return date.toISOString().slice(0, 10)
}
