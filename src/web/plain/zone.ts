import { formatZoneName } from '../../domain/spoken.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

const formats = new Map<string, Intl.DateTimeFormat>()

function findZoneFormat(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(zone, made)
  return made
}

/** The wall time of a zone at an instant (ms): `2026-11-24T08:30:00`. */
export function toWallAt(instant: number, zone: string): string {
  const parts = Object.fromEntries(
    findZoneFormat(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )
  return `${parts.year?.padStart(4, '0')}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}`
}

/**
 * The instants (ms) of a wall time (`2026-11-24T08:30`) in a zone: one, none if the clocks skip it, two if they go back. The
 * earlier instant comes first.
 */
export function listInstants(wall: string, zone: string): readonly number[] {
  const whole = wall.length === 16 ? `${wall}:00` : wall
  const guess = Date.parse(`${whole}Z`)
  if (Number.isNaN(guess)) return []
  const offsets = new Set([-dayMs, 0, dayMs].map((aside) => findOffset(guess + aside, zone)))
  return [...offsets]
    .map((offset) => guess - offset)
    .filter((instant) => toWallAt(instant, zone) === whole)
    .sort((one, other) => one - other)
}

/** Milliseconds by which the clocks of a zone are ahead of UTC at an instant (ms). */
export function findOffset(instant: number, zone: string): number {
  const second = Math.floor(instant / 1000) * 1000
  return Date.parse(`${toWallAt(second, zone)}Z`) - second
}

/** Formats an instant for the API, in a time zone: `2026-11-24T08:30:00+00:00`. */
export function formatWithOffset(instant: number, zone: string): string {
  const minutes = Math.round(findOffset(instant, zone) / minuteMs)
  const size = Math.abs(minutes)
  const pad = (part: number) => String(part).padStart(2, '0')
  return `${toWallAt(instant, zone)}${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`
}

/** Time zone of this device. */
export function findOwnZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Name of a zone: `London time`. Empty if it has the same time as the reader's zone at that instant. */
export function describeZone(zone: string, at: number, reader: string = findOwnZone()): string {
  if (findOffset(at, zone) === findOffset(at, reader)) return ''
  return formatZoneName(zone)
}

/**
 * Name of a zone for a page with times of any season. Empty only if the reader's zone has the same time now and in half a year.
 */
export function findPageZone(zone: string, now: number, reader: string = findOwnZone()): string {
  return describeZone(zone, now, reader) || describeZone(zone, now + 182 * dayMs, reader)
}

/** Offset of a local time (`…T08:30:00+02:00`) from UTC: `UTC+2`. Empty if `zone` has the same time then. */
export function formatOffset(local: string, zone: string): string {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(local) ?? []
  if (hours === undefined || toWallAt(Date.parse(local), zone) === local.slice(0, 19)) return ''
  return `UTC${sign === '-' ? '−' : '+'}${Number(hours)}${minutes === '00' ? '' : `:${minutes}`}`
}

/** The end of a document's last valid day in the operator's time zone, as an instant of the API. Null for no day. */
export function findEndOfDay(day: string, zone: string): string | null {
  const [instant] = day === '' ? [] : listInstants(`${day}T23:59`, zone)
  return instant === undefined ? null : formatWithOffset(instant, zone)
}

/** The day of an instant in the operator's time zone, for a date field. Empty for none. */
export function toZoneDay(instant: string | null, zone: string): string {
  return instant === null ? '' : toWallAt(Date.parse(instant), zone).slice(0, 10)
}
