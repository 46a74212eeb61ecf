import { counted, spokenLength } from '../../domain/spoken.ts'
import { wallAt } from './zone.ts'

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The wall time of a local time with its offset: `2026-11-24T08:30:00+01:00` → `2026-11-24T08:30:00`. */
export function wallOf(local: string): string {
  return local.slice(0, 19)
}

/** The day of a wall time, `2026-11-24`. */
export function dayOf(wall: string): string {
  return wall.slice(0, 10)
}

/** The time of day of a wall time, `08:30`. */
export function timeOf(wall: string): string {
  return wall.slice(11, 16)
}

/** A day as people say it: `Tue 24 Nov`, with the year where it is not this one: `Tue 24 Nov 2027`. */
export function spokenDay(wall: string, today: string): string {
  const [year = 0, month = 1, day = 1] = dayOf(wall).split('-').map(Number)
  const weekday = weekdays[new Date(Date.UTC(year, month - 1, day)).getUTCDay()]
  const short = `${weekday} ${day} ${months[month - 1]}`
  return today.startsWith(`${wall.slice(0, 4)}-`) ? short : `${short} ${year}`
}

/** A wall time as people say it: `Tue 24 Nov, 08:30`. */
export function spokenWall(wall: string, today: string): string {
  return `${spokenDay(wall, today)}, ${timeOf(wall)}`
}

/** An instant of the API as people in a zone say it: `Tue 24 Nov, 08:30`. `now` in ms. */
export function spokenInstant(instant: string, zone: string, now: number): string {
  return spokenWall(wallAt(Date.parse(instant), zone), dayOf(wallAt(now, zone)))
}

/** From–to, the day said once where it is the same: `Tue 24 Nov, 08:30 – 17:00`. Both are wall times. */
export function spokenSpan(from: string, to: string, today: string): string {
  const end = dayOf(from) === dayOf(to) ? timeOf(to) : spokenWall(to, today)
  return `${spokenWall(from, today)} – ${end}`
}

/** Today in a zone: `2026-11-24`. */
export function todayIn(zone: string, now: number): string {
  return dayOf(wallAt(now, zone))
}

/** A day so many days later, `2026-11-24` in and out. */
export function daysLater(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** The time until an instant, or since it: `in 2 h 10 min`, `3 min ago`. */
export function spokenDistance(instant: number, now: number): string {
  return instant > now ? `in ${spokenLength(instant - now)}` : `${spokenLength(now - instant)} ago`
}

/** The time until or since something that ends with a day: `in 94 days`. Hours are told within two days only. */
export function spokenDaysAway(instant: number, now: number): string {
  const days = Math.floor(Math.abs(instant - now) / 86_400_000)
  if (days < 2) return spokenDistance(instant, now)
  const said = counted(days, 'day')
  return instant > now ? `in ${said}` : `${said} ago`
}
