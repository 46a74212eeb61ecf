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

/** Epoch milliseconds as an itinerary time on the clocks of that place, `2026-06-12T08:30:00+01:00`. */
export function toLocalTime(ms: number, timezone: string): string {
  return zoned(ms, timezone).toString({ smallestUnit: 'second', timeZoneName: 'never', calendarName: 'never' })
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** Epoch milliseconds as people say a time on the clocks of that place, `Sat 12 Dec, 08:30`; the year when `now` (ms) is in another. */
export function toSpokenTime(ms: number, timezone: string, now: number): string {
  const { dayOfWeek, day, month, year, hour, minute } = zoned(ms, timezone)
  const date = `${weekdays[dayOfWeek - 1]} ${day} ${months[month - 1]}`
  const clock = [hour, minute].map((part) => String(part).padStart(2, '0')).join(':')
  return `${date}${year === zoned(now, timezone).year ? '' : ` ${year}`}, ${clock}`
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
