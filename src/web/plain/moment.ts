import { formatCount, formatDuration } from '../../domain/spoken.ts'
import { toWallAt } from './zone.ts'

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The wall time of a local time with its offset: `2026-11-24T08:30:00+01:00` → `2026-11-24T08:30:00`. */
export function toWall(local: string): string {
  return local.slice(0, 19)
}

/** The day of a wall time, `2026-11-24`. */
export function toWallDay(wall: string): string {
  return wall.slice(0, 10)
}

/** The time of day of a wall time, `08:30`. */
export function toWallTime(wall: string): string {
  return wall.slice(11, 16)
}

/** Formats a day: `Tue 24 Nov`, or `Tue 24 Nov 2027` in another year. */
export function formatDay(wall: string, today: string): string {
  const [year = 0, month = 1, day = 1] = toWallDay(wall).split('-').map(Number)
  const weekday = weekdays[new Date(Date.UTC(year, month - 1, day)).getUTCDay()]
  const short = `${weekday} ${day} ${months[month - 1]}`
  return today.startsWith(`${wall.slice(0, 4)}-`) ? short : `${short} ${year}`
}

/** Formats a wall time: `Tue 24 Nov, 08:30`. */
export function formatWall(wall: string, today: string): string {
  return `${formatDay(wall, today)}, ${toWallTime(wall)}`
}

/** Formats an instant of the API in a zone: `Tue 24 Nov, 08:30`. `now` in ms. */
export function formatInstant(instant: string, zone: string, now: number): string {
  return formatWall(toWallAt(Date.parse(instant), zone), toWallDay(toWallAt(now, zone)))
}

/** Formats an instant (ms) in a zone, and one of today by its time alone: `12:27`. */
export function formatInstantToday(instant: number, zone: string, now: number): string {
  const wall = toWallAt(instant, zone)
  const today = findToday(zone, now)
  return toWallDay(wall) === today ? toWallTime(wall) : formatWall(wall, today)
}

/** Formats two wall times, with an equal day only once: `Tue 24 Nov, 08:30 – 17:00`. */
export function formatSpan(from: string, to: string, today: string): string {
  const end = toWallDay(from) === toWallDay(to) ? toWallTime(to) : formatWall(to, today)
  return `${formatWall(from, today)} – ${end}`
}

/** Today in a zone: `2026-11-24`. */
export function findToday(zone: string, now: number): string {
  return toWallDay(toWallAt(now, zone))
}

/** Adds days to a day (`2026-11-24`). */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** The time until an instant, or since it: `in 2 h 10 min`, `3 min ago`, and within a minute `now`. */
export function formatTimeDistance(instant: number, now: number): string {
  // The clock of a page is up to a minute late, so that something that just happened would be in the future.
  if (Math.abs(instant - now) < 60_000) return 'now'
  return instant > now ? `in ${formatDuration(instant - now)}` : `${formatDuration(now - instant)} ago`
}

/** Formats the time until or since the end of a day: `in 94 days`. Hours show within two days only. */
export function formatDaysAway(instant: number, now: number): string {
  const days = Math.floor(Math.abs(instant - now) / 86_400_000)
  if (days < 2) return formatTimeDistance(instant, now)
  const said = formatCount(days, 'day')
  return instant > now ? `in ${said}` : `${said} ago`
}

const urgentMs = 2 * 3_600_000

/** Whether an instant of the API is less than two hours ahead, or past. */
export function isUrgent(until: string, now: number): boolean {
  return Date.parse(until) - now < urgentMs
}
