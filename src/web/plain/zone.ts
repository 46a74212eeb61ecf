import { spokenZone } from '../../domain/spoken.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

const formats = new Map<string, Intl.DateTimeFormat>()

function clockOf(zone: string): Intl.DateTimeFormat {
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

/** The time on the clocks of a zone at an instant (ms): `2026-11-24T08:30:00`. */
export function wallAt(instant: number, zone: string): string {
  const parts = Object.fromEntries(
    clockOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}`
}

/**
 * The instants (ms) at which the clocks of a zone show a wall time, `2026-11-24T08:30`: one; none where the clocks jump over
 * it; two where they go back. The earlier stands first.
 */
export function instantsOf(wall: string, zone: string): readonly number[] {
  const whole = wall.length === 16 ? `${wall}:00` : wall
  const guess = Date.parse(`${whole}Z`)
  if (Number.isNaN(guess)) return []
  const offsets = new Set([-dayMs, 0, dayMs].map((aside) => offsetAt(guess + aside, zone)))
  return [...offsets]
    .map((offset) => guess - offset)
    .filter((instant) => wallAt(instant, zone) === whole)
    .sort((one, other) => one - other)
}

/** Milliseconds by which the clocks of a zone are ahead of UTC at an instant (ms). */
export function offsetAt(instant: number, zone: string): number {
  const second = Math.floor(instant / 1000) * 1000
  return Date.parse(`${wallAt(second, zone)}Z`) - second
}

/** An instant as the API takes it, on the clocks of the zone: `2026-11-24T08:30:00+00:00`. */
export function withOffset(instant: number, zone: string): string {
  const minutes = Math.round(offsetAt(instant, zone) / minuteMs)
  const size = Math.abs(minutes)
  const pad = (part: number) => String(part).padStart(2, '0')
  return `${wallAt(instant, zone)}${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`
}

/** The zone of the machine the page is shown on. */
export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Spoken name of a zone: `London time`. Empty where its clocks show the same as the reader's own at that instant. */
export function zoneNote(zone: string, at: number, reader: string = ownZone()): string {
  if (offsetAt(at, zone) === offsetAt(at, reader)) return ''
  return spokenZone(zone)
}

/**
 * Spoken name of a zone for a page with times of any season. Empty only where the reader's clocks show the same both
 * now and half a year on.
 */
export function zoneOfPage(zone: string, now: number, reader: string = ownZone()): string {
  return zoneNote(zone, now, reader) || zoneNote(zone, now + 182 * dayMs, reader)
}

/** Distance of a local time (`…T08:30:00+02:00`) from UTC: `UTC+2`. Empty where a zone's clocks show the same then. */
export function offsetNote(local: string, zone: string): string {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(local) ?? []
  if (hours === undefined || wallAt(Date.parse(local), zone) === local.slice(0, 19)) return ''
  return `UTC${sign === '-' ? '−' : '+'}${Number(hours)}${minutes === '00' ? '' : `:${minutes}`}`
}
