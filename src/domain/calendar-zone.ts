import { calendarLine, calendarText } from './calendar-line.ts'

/** A rule of a place's clocks. From `onsetMs` on they are `to` seconds ahead of UTC, after they were `from`. */
type Observance = { readonly onsetMs: number; readonly from: number; readonly to: number; readonly isSummer: boolean }

/** Instant (ms) from which a rule is told that has always held. */
const beginning = Date.UTC(1970, 0, 1)

/** The rules that the clocks of a place go by from one instant to another (ms), as the VTIMEZONE of a calendar. */
export function calendarZone(timezone: string, from: number, to: number): string {
  return [
    calendarLine('BEGIN', 'VTIMEZONE'),
    calendarLine('TZID', calendarText(timezone)),
    ...observancesOf(timezone, from, to).map(observanceText),
    calendarLine('END', 'VTIMEZONE'),
  ].join('')
}

/**
 * The time that the clocks of a place show (`20260612T083000`). Where they show it twice it is the instant itself
 * (`20260612T073000Z`). Readers of calendars do not agree on which of the two is meant.
 */
export function calendarTime(ms: number, timezone: string): { readonly text: string; readonly isLocal: boolean } {
  const local = zoned(ms, timezone).toPlainDateTime()
  const [first, last] = (['earlier', 'later'] as const).map((disambiguation) =>
    local.toZonedDateTime(timezone, { disambiguation }),
  )
  const isShownOnce = first?.epochMilliseconds === last?.epochMilliseconds
  return isShownOnce ? { text: wallText(local), isLocal: true } : { text: instantText(ms), isLocal: false }
}

/** An instant (ms) as calendars write it, `20260612T073000Z`. */
export function instantText(ms: number): string {
  return `${wallText(zoned(ms, 'UTC').toPlainDateTime())}Z`
}

function observancesOf(timezone: string, from: number, to: number): Observance[] {
  const before = zoned(from + 1, timezone).getTimeZoneTransition('previous')
  const first = before?.epochMilliseconds ?? beginning
  const found = [observanceAt(Math.max(first, beginning), timezone)]
  let next = zoned(Math.max(from, beginning), timezone).getTimeZoneTransition('next')
  while (next !== null && next.epochMilliseconds <= to) {
    found.push(observanceAt(next.epochMilliseconds, timezone))
    next = next.getTimeZoneTransition('next')
  }
  return found
}

function observanceAt(onsetMs: number, timezone: string): Observance {
  const to = offsetAt(onsetMs, timezone)
  return { onsetMs, from: offsetAt(onsetMs - 1, timezone), to, isSummer: to > winterOffset(onsetMs, timezone) }
}

/** The lesser of what the clocks are ahead by in January and in July. */
function winterOffset(ms: number, timezone: string): number {
  const { year } = zoned(ms, timezone)
  return Math.min(offsetAt(Date.UTC(year, 0, 1), timezone), offsetAt(Date.UTC(year, 6, 1), timezone))
}

function observanceText({ onsetMs, from, to, isSummer }: Observance): string {
  const name = isSummer ? 'DAYLIGHT' : 'STANDARD'
  // The onset is told by the clocks as they went before it.
  const onset = zoned(onsetMs + from * 1_000, 'UTC').toPlainDateTime()
  return [
    calendarLine('BEGIN', name),
    calendarLine('DTSTART', wallText(onset)),
    calendarLine('TZOFFSETFROM', offsetText(from)),
    calendarLine('TZOFFSETTO', offsetText(to)),
    calendarLine('END', name),
  ].join('')
}

function offsetAt(ms: number, timezone: string): number {
  return Math.round(zoned(ms, timezone).offsetNanoseconds / 1e9)
}

function offsetText(seconds: number): string {
  const away = Math.abs(seconds)
  const parts = [Math.floor(away / 3_600), Math.floor(away / 60) % 60, ...(away % 60 === 0 ? [] : [away % 60])]
  return (seconds < 0 ? '-' : '+') + parts.map((part) => String(part).padStart(2, '0')).join('')
}

function wallText(local: Temporal.PlainDateTime): string {
  return local.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')
}

function zoned(ms: number, timezone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone)
}
