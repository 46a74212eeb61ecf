export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

const rfc3339 = /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d+))?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/i

const latest = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** Epoch milliseconds in the API's format, `2026-05-20T08:11:02Z`: UTC, whole seconds, rounded down. */
export function toInstant(ms: number): string {
  const day = Math.floor(ms / dayMs)
  const seconds = Math.floor((ms - day * dayMs) / 1_000)
  return `${dateOf(day)}${twoDigits[Math.floor(seconds / 3_600)]}:${twoDigits[Math.floor(seconds / 60) % 60]}:${twoDigits[seconds % 60]}Z`
}

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))

const dates = new Map<number, string>()
const mostDates = 1_000

/** The date of a day since 1970, up to the `T`. A few days are formatted repeatedly. */
function dateOf(day: number): string {
  const known = dates.get(day)
  if (known !== undefined) return known
  const date = new Date(day * dayMs).toISOString().slice(0, 11)
  if (dates.size >= mostDates) dates.clear()
  dates.set(day, date)
  return date
}

/**
 * Epoch milliseconds of an RFC 3339 date-time with seconds and `Z` or an offset, or null. It rejects days that are not in the
 * calendar, leap seconds, missing offsets and any other spelling. A fraction beyond a millisecond is dropped.
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

/** True for a valid date such as `2026-06-12`. */
export function isDate(text: string): boolean {
  return parseInstant(`${text}T00:00:00Z`) !== null
}

/** An instant (ms), or a day (`2026-06-12`) on clocks that are not known yet. */
export type DayOrInstant = number | string

/** The first millisecond of a day, or of an instant's second: responses contain whole seconds. */
export function findFirstMs(it: DayOrInstant, timezone: string): number {
  return typeof it === 'string' ? startOfDate(it, timezone) : Math.floor(it / 1_000) * 1_000
}

/** The last millisecond of a day, or of an instant's second. */
export function findLastMs(it: DayOrInstant, timezone: string): number {
  return (typeof it === 'string' ? startOfDate(it, timezone, 1) : findFirstMs(it, timezone) + 1_000) - 1
}

function startOfDate(date: string, timezone: string, daysLater = 0): number {
  return Temporal.PlainDate.from(date).add({ days: daysLater }).toZonedDateTime(timezone).epochMilliseconds
}

/** The first and the last of consecutive days, `2026-06-12`. */
export type LocalDays = { readonly from: string; readonly to: string }

/**
 * Number of these days, and their span (ms) on the clocks of a place. It runs from the first instant of the first day
 * to that after the last.
 */
export function findLocalDays({ from, to }: LocalDays, timezone: string) {
  const count = Temporal.PlainDate.from(from).until(to, { largestUnit: 'days' }).days + 1
  return { count, from: startOfDate(from, timezone), to: startOfDate(to, timezone, 1) }
}

/**
 * The instant (ms) at which the clocks of a place show a time, `2026-06-12T08:30`. It is the earlier of two, and a skipped time
 * is moved by the length of the jump. Null for an invalid time.
 */
export function findInstantAt(wall: string, timezone: string): number | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(wall) || !isDate(wall.slice(0, 10)) || wall.slice(11) > '23:59') return null
  if (wall.slice(14) > '59') return null
  return Temporal.PlainDateTime.from(wall).toZonedDateTime(timezone).epochMilliseconds
}

/** Epoch milliseconds as an itinerary time on the clocks of that place, `2026-06-12T08:30:00+01:00`. */
export function toLocalTime(ms: number, timezone: string): string {
  return toZonedMoment(ms, timezone).toString({ smallestUnit: 'second', timeZoneName: 'never', calendarName: 'never' })
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** Date and time on the clocks of a place, `Sat 12 Dec, 08:30`; with the year if `now` (ms) is in another year. */
export function toSpokenTime(ms: number, timezone: string, now: number): string {
  return `${toSpokenDay(ms, timezone, now)}, ${toSpokenClock(ms, timezone)}`
}

/** Time of day on the clocks of a place, `08:30`. */
export function toSpokenClock(ms: number, timezone: string): string {
  const { hour, minute } = toZonedMoment(ms, timezone)
  return [hour, minute].map((part) => String(part).padStart(2, '0')).join(':')
}

/** Weekday and date, `Sat 12 Dec`; with the year if `now` (ms) is in another year. */
export function toSpokenDay(ms: number, timezone: string, now: number): string {
  return `${weekdayOf(ms, timezone)} ${toSpokenDate(ms, timezone, now)}`
}

/** Date without its weekday, `12 Dec`; with the year if `now` (ms) is in another year. */
export function toSpokenDate(ms: number, timezone: string, now: number): string {
  const { day, month, year } = toZonedMoment(ms, timezone)
  return `${day} ${months[month - 1]}${year === toZonedMoment(now, timezone).year ? '' : ` ${year}`}`
}

/** `Today`, `Tomorrow` or the day of a time (ms): `Sat 12 Dec`. */
export function toNamedDay(ms: number, timezone: string, now: number): string {
  const days = daysAhead(ms, timezone, now)
  return days === 0 ? 'Today' : days === 1 ? 'Tomorrow' : toSpokenDay(ms, timezone, now)
}

/** A deadline in a short and clear form: `12:27` today, `Tue 05:15` within six days, `Sat 12 Dec, 08:30` later. */
export function toSpokenDeadline(ms: number, timezone: string, now: number): string {
  const days = daysAhead(ms, timezone, now)
  const clock = toSpokenClock(ms, timezone)
  if (days === 0) return clock
  return days > 0 && days < 7 ? `${weekdayOf(ms, timezone)} ${clock}` : toSpokenTime(ms, timezone, now)
}

function weekdayOf(ms: number, timezone: string): string {
  return weekdays[toZonedMoment(ms, timezone).dayOfWeek - 1] ?? ''
}

/** Number of local days from `now` (ms) to a time (ms). */
function daysAhead(ms: number, timezone: string, now: number): number {
  return toZonedMoment(now, timezone).toPlainDate().until(toZonedMoment(ms, timezone).toPlainDate(), { largestUnit: 'days' }).days
}

/**
 * True for an IANA name in its own spelling (`Europe/London`); an offset such as `+01:00` has no summer time and is not accepted.
 */
export function isTimezone(text: string): boolean {
  if (text.length > 64 || !/^[A-Z]/.test(text)) return false
  try {
    const known = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
    return known === text || known.toLowerCase() !== text.toLowerCase()
  } catch {
    return false
  }
}

/**
 * The first instant of the local day that contains `ms`, or of the day this many days later. It is usually 00:00; if summer time
 * skips that, the first time after it.
 */
export function startOfLocalDay(ms: number, timezone: string, daysLater = 0): number {
  return toZonedMoment(ms, timezone).toPlainDate().add({ days: daysLater }).toZonedDateTime(timezone).epochMilliseconds
}

/** The day on the clocks of a place, `2026-06-12`. */
export function toLocalDate(ms: number, timezone: string): string {
  return toZonedMoment(ms, timezone).toPlainDate().toString()
}

/** The first instant of the local month after the one that holds `ms`. */
export function startOfNextLocalMonth(ms: number, timezone: string): number {
  const month = toZonedMoment(ms, timezone).toPlainDate().with({ day: 1 })
  return month.add({ months: 1 }).toZonedDateTime(timezone).epochMilliseconds
}

/** True for `2026-06`. */
export function isMonth(text: string): boolean {
  return /^\d{4}-\d\d$/.test(text) && isDate(`${text}-01`)
}

/** The first and the last millisecond of a month (`2026-06`) on the clocks of a place. */
export function findLocalMonth(month: string, timezone: string): { readonly from: number; readonly to: number } {
  const from = startOfDate(`${month}-01`, timezone)
  return { from, to: startOfNextLocalMonth(from, timezone) - 1 }
}

/**
 * Moves `ms` by the shift from `from` to `to` on the clocks of the place (all ms). 09:15 stays 09:15 across a change to summer
 * time.
 */
export function shiftByClocks(
  ms: number,
  timezone: string,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  const clocks = (instant: number) => toZonedMoment(instant, timezone).toPlainDateTime()
  const later = clocks(from).until(clocks(ms), { largestUnit: 'hours' })
  return clocks(to).add(later).toZonedDateTime(timezone).epochMilliseconds
}

/**
 * The payout day of a trip that ended at `ms`: the start, on the clocks of `timezone`, of the second Friday strictly after that
 * local day. A trip that ended on a Thursday is paid eight days later; on a Friday, fourteen. Another `weekday` counts as ISO
 * does, 1 for Monday to 7 for Sunday.
 */
export function computePayoutDate(ms: number, timezone: string, weekday = 5): number {
  const daysToFirst = ((weekday - toZonedMoment(ms, timezone).dayOfWeek + 6) % 7) + 1
  return startOfLocalDay(ms, timezone, daysToFirst + 7)
}

function toZonedMoment(ms: number, timezone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(ms)).toZonedDateTimeISO(timezone)
}

/** A daily span by the clocks of a place, `22:00` to `06:30`, without its end. It may cross midnight. */
export type LocalSpan = { readonly from: string; readonly to: string }

export function isLocalTimeWithin(ms: number, timezone: string, { from, to }: LocalSpan): boolean {
  const time = toZonedMoment(ms, timezone).toPlainTime()
  const isFrom = Temporal.PlainTime.compare(time, from) >= 0
  const isBefore = Temporal.PlainTime.compare(time, to) < 0
  return from <= to ? isFrom && isBefore : isFrom || isBefore
}

/** The first instant (ms), `ms` or later, at which the clocks of a place show this time, `06:30`. */
export function findNextLocalTime(ms: number, timezone: string, time: string): number {
  const today = toZonedMoment(ms, timezone).toPlainDate()
  const at = (daysLater: number, which: 'earlier' | 'later') => {
    const shown = today.add({ days: daysLater }).toPlainDateTime(Temporal.PlainTime.from(time))
    return shown.toZonedDateTime(timezone, { disambiguation: which }).epochMilliseconds
  }
  // An hour that the end of summer time repeats occurs twice.
  return [at(0, 'earlier'), at(0, 'later')].find((one) => one >= ms) ?? at(1, 'later')
}

/** The first instant (ms), `ms` or later, at which the clocks of a place show a full hour. */
export function findNextLocalHour(ms: number, timezone: string): number {
  const now = toZonedMoment(ms, timezone)
  return now.round({ smallestUnit: 'hour', roundingMode: 'ceil' }).epochMilliseconds
}
