export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

const rfc3339 = /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d+))?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/i

const latest = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** Epoch milliseconds as the API writes an instant, `2026-05-20T08:11:02Z`: UTC, whole seconds, rounded down. */
export function toInstant(ms: number): string {
  const day = Math.floor(ms / dayMs)
  const seconds = Math.floor((ms - day * dayMs) / 1_000)
  return `${dateOf(day)}${twoDigits[Math.floor(seconds / 3_600)]}:${twoDigits[Math.floor(seconds / 60) % 60]}:${twoDigits[seconds % 60]}Z`
}

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))

const dates = new Map<number, string>()
const mostDates = 1_000

/** A day since 1970 as far as the `T`; the same few are written again and again. */
function dateOf(day: number): string {
  const known = dates.get(day)
  if (known !== undefined) return known
  const date = new Date(day * dayMs).toISOString().slice(0, 11)
  if (dates.size >= mostDates) dates.clear()
  dates.set(day, date)
  return date
}

/**
 * Epoch milliseconds of an RFC 3339 date-time with seconds and `Z` or an offset, or null: a day that is not in the
 * calendar, a leap second, a missing offset and any other spelling are refused. What a fraction says beyond a millisecond is dropped.
 */
export function parseInstant(text: string): number | null {
  const match = rfc3339.exec(text)
  if (!match) return null
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]

  const millisecond = Number((match[7] ?? '').slice(0, 3).padEnd(3, '0'))
  const local = Date.UTC(year, month - 1, day, hour, minute, second, millisecond)
  const date = new Date(local)
  if (date.getUTCFullYear() !== year || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null

  const offset = Number(match[9] ?? 0) * hourMs + Number(match[10] ?? 0) * minuteMs
  const ms = match[8] === '-' ? local + offset : local - offset
  return ms <= latest ? ms : null
}

/** True for `2026-06-12`, of a day that is in the calendar. */
export function isDate(text: string): boolean {
  return parseInstant(`${text}T00:00:00Z`) !== null
}

/** An instant (ms), or a day (`2026-06-12`) on clocks that are yet to be named. */
export type DayOrInstant = number | string

/** The first millisecond of a day, or of the second that an instant lies in: answers tell whole seconds. */
export function firstMsOf(it: DayOrInstant, timezone: string): number {
  return typeof it === 'string' ? startOfDate(it, timezone) : Math.floor(it / 1_000) * 1_000
}

/** The last one of it. */
export function lastMsOf(it: DayOrInstant, timezone: string): number {
  return (typeof it === 'string' ? startOfDate(it, timezone, 1) : firstMsOf(it, timezone) + 1_000) - 1
}

function startOfDate(date: string, timezone: string, daysLater = 0): number {
  return Temporal.PlainDate.from(date).add({ days: daysLater }).toZonedDateTime(timezone).epochMilliseconds
}

/** The first and the last of some days, `2026-06-12`. */
export type LocalDays = { readonly from: string; readonly to: string }

/**
 * Number of these days, and their span (ms) on the clocks of a place. It runs from the first instant of the first day
 * to that after the last.
 */
export function localDays({ from, to }: LocalDays, timezone: string) {
  const count = Temporal.PlainDate.from(from).until(to, { largestUnit: 'days' }).days + 1
  return { count, from: startOfDate(from, timezone), to: startOfDate(to, timezone, 1) }
}

/**
 * The instant (ms) at which the clocks of a place show a time, `2026-06-12T08:30`: the earlier where they show it twice, as much later
 * as they jump where they never do. Null for what is no time.
 */
export function instantAt(wall: string, timezone: string): number | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(wall) || !isDate(wall.slice(0, 10)) || wall.slice(11) > '23:59') return null
  if (wall.slice(14) > '59') return null
  return Temporal.PlainDateTime.from(wall).toZonedDateTime(timezone).epochMilliseconds
}

/** Epoch milliseconds as an itinerary time on the clocks of that place, `2026-06-12T08:30:00+01:00`. */
export function toLocalTime(ms: number, timezone: string): string {
  return zoned(ms, timezone).toString({ smallestUnit: 'second', timeZoneName: 'never', calendarName: 'never' })
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** Epoch milliseconds as people say a time on the clocks of that place, `Sat 12 Dec, 08:30`; the year when `now` (ms) is in another. */
export function toSpokenTime(ms: number, timezone: string, now: number): string {
  const { hour, minute } = zoned(ms, timezone)
  const clock = [hour, minute].map((part) => String(part).padStart(2, '0')).join(':')
  return `${toSpokenDay(ms, timezone, now)}, ${clock}`
}

/** The day of such a time: `Sat 12 Dec`. */
export function toSpokenDay(ms: number, timezone: string, now: number): string {
  const { dayOfWeek, day, month, year } = zoned(ms, timezone)
  const date = `${weekdays[dayOfWeek - 1]} ${day} ${months[month - 1]}`
  return `${date}${year === zoned(now, timezone).year ? '' : ` ${year}`}`
}

/** True for an IANA name in its own spelling (`Europe/London`); an offset such as `+01:00` has no summer time and is none. */
export function isTimezone(text: string): boolean {
  if (text.length > 64 || !/^[A-Z]/.test(text)) return false
  try {
    const known = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
    return known === text || known.toLowerCase() !== text.toLowerCase()
  } catch {
    return false
  }
}

/** The first instant of the local day that holds `ms`, or of the day so many days later: usually 00:00, where summer time skips it the first time there is. */
export function startOfLocalDay(ms: number, timezone: string, daysLater = 0): number {
  return zoned(ms, timezone).toPlainDate().add({ days: daysLater }).toZonedDateTime(timezone).epochMilliseconds
}

/** The day on the clocks of a place, `2026-06-12`. */
export function toLocalDate(ms: number, timezone: string): string {
  return zoned(ms, timezone).toPlainDate().toString()
}

/** The first instant of the local month after the one that holds `ms`. */
export function startOfNextLocalMonth(ms: number, timezone: string): number {
  const month = zoned(ms, timezone).toPlainDate().with({ day: 1 })
  return month.add({ months: 1 }).toZonedDateTime(timezone).epochMilliseconds
}

/** True for `2026-06`. */
export function isMonth(text: string): boolean {
  return /^\d{4}-\d\d$/.test(text) && isDate(`${text}-01`)
}

/** The first and the last millisecond of a month (`2026-06`) on the clocks of a place. */
export function localMonth(month: string, timezone: string): { readonly from: number; readonly to: number } {
  const from = startOfDate(`${month}-01`, timezone)
  return { from, to: startOfNextLocalMonth(from, timezone) - 1 }
}

/**
 * The instant to which `ms` moves when what began at `from` begins at `to`: as much later by the clocks of the place
 * (all ms). A quarter past nine stays one when summer time begins in between.
 */
export function movedByClocks(
  ms: number,
  timezone: string,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  const clocks = (instant: number) => zoned(instant, timezone).toPlainDateTime()
  const later = clocks(from).until(clocks(ms), { largestUnit: 'hours' })
  return clocks(to).add(later).toZonedDateTime(timezone).epochMilliseconds
}

/**
 * The payout day of what ended at `ms`: the start, on the clocks of `timezone`, of the second Friday strictly after that local day.
 * Ended on a Thursday, eight days later; ended on a Friday, fourteen. Another `weekday` counts as ISO does, 1 for Monday to 7 for Sunday.
 */
export function payoutDateAfter(ms: number, timezone: string, weekday = 5): number {
  const daysToFirst = ((weekday - zoned(ms, timezone).dayOfWeek + 6) % 7) + 1
  return startOfLocalDay(ms, timezone, daysToFirst + 7)
}

function zoned(ms: number, timezone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(ms)).toZonedDateTimeISO(timezone)
}

/** A stretch of every day by the clocks of a place, `22:00` to `06:30`; the end is not in it, and it may cross midnight. */
export type LocalSpan = { readonly from: string; readonly to: string }

/** Whether an instant (ms) lies in such a stretch. */
export function isLocalTimeWithin(ms: number, timezone: string, { from, to }: LocalSpan): boolean {
  const time = zoned(ms, timezone).toPlainTime()
  const isFrom = Temporal.PlainTime.compare(time, from) >= 0
  const isBefore = Temporal.PlainTime.compare(time, to) < 0
  return from <= to ? isFrom && isBefore : isFrom || isBefore
}

/** The first instant (ms), `ms` or later, at which the clocks of a place show this time, `06:30`. */
export function nextLocalTime(ms: number, timezone: string, time: string): number {
  const today = zoned(ms, timezone).toPlainDate()
  const at = (daysLater: number, which: 'earlier' | 'later') => {
    const shown = today.add({ days: daysLater }).toPlainDateTime(Temporal.PlainTime.from(time))
    return shown.toZonedDateTime(timezone, { disambiguation: which }).epochMilliseconds
  }
  // An hour that summer time leaves behind comes twice.
  return [at(0, 'earlier'), at(0, 'later')].find((one) => one >= ms) ?? at(1, 'later')
}

/** The first instant (ms), `ms` or later, at which the clocks of a place show a full hour. */
export function nextLocalHour(ms: number, timezone: string): number {
  const now = zoned(ms, timezone)
  return now.round({ smallestUnit: 'hour', roundingMode: 'ceil' }).epochMilliseconds
}
