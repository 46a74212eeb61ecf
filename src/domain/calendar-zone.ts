import { escapeCalendarText, formatCalendarLine } from './calendar-line.ts'

/** A rule of a place's clocks. From `onsetMs` they are `to` seconds ahead of UTC, before it `from` seconds. */
type Observance = { readonly onsetMs: number; readonly from: number; readonly to: number; readonly isSummer: boolean }

/** Instant (ms) at which a rule without a beginning starts in the file. */
const beginning = Date.UTC(1970, 0, 1)

/** The rules of a place's clocks from one instant to another (ms), as the VTIMEZONE of a calendar. */
export function formatCalendarZone(timezone: string, from: number, to: number): string {
  return [
    formatCalendarLine('BEGIN', 'VTIMEZONE'),
    formatCalendarLine('TZID', escapeCalendarText(timezone)),
    ...observancesOf(timezone, from, to).map(observanceText),
    formatCalendarLine('END', 'VTIMEZONE'),
  ].join('')
}

/**
 * The local time of a place (`20260612T083000`). An ambiguous time is written in UTC (`20260612T073000Z`), because calendar
 * programs interpret it differently.
 */
export function formatCalendarTime(ms: number, timezone: string): { readonly text: string; readonly isLocal: boolean } {
  const local = toZonedTime(ms, timezone).toPlainDateTime()
  const [first, last] = (['earlier', 'later'] as const).map((disambiguation) =>
    local.toZonedDateTime(timezone, { disambiguation }),
  )
  const isShownOnce = first?.epochMilliseconds === last?.epochMilliseconds
  return isShownOnce ? { text: wallText(local), isLocal: true } : { text: formatCalendarInstant(ms), isLocal: false }
}

/** An instant (ms) as calendars write it, `20260612T073000Z`. */
export function formatCalendarInstant(ms: number): string {
  return `${wallText(toZonedTime(ms, 'UTC').toPlainDateTime())}Z`
}

function observancesOf(timezone: string, from: number, to: number): Observance[] {
  const before = toZonedTime(from + 1, timezone).getTimeZoneTransition('previous')
  const first = before?.epochMilliseconds ?? beginning
  const found = [observanceAt(Math.max(first, beginning), timezone)]
  let next = toZonedTime(Math.max(from, beginning), timezone).getTimeZoneTransition('next')
  while (next !== null && next.epochMilliseconds <= to) {
    found.push(observanceAt(next.epochMilliseconds, timezone))
    next = next.getTimeZoneTransition('next')
  }
  return found
}

function observanceAt(onsetMs: number, timezone: string): Observance {
  const to = findZoneOffset(onsetMs, timezone)
  return { onsetMs, from: findZoneOffset(onsetMs - 1, timezone), to, isSummer: to > winterOffset(onsetMs, timezone) }
}

/** The lesser of the clocks' offsets in January and in July. */
function winterOffset(ms: number, timezone: string): number {
  const { year } = toZonedTime(ms, timezone)
  return Math.min(findZoneOffset(Date.UTC(year, 0, 1), timezone), findZoneOffset(Date.UTC(year, 6, 1), timezone))
}

function observanceText({ onsetMs, from, to, isSummer }: Observance): string {
  const name = isSummer ? 'DAYLIGHT' : 'STANDARD'
  // The onset is written in the local time before it.
  const onset = toZonedTime(onsetMs + from * 1_000, 'UTC').toPlainDateTime()
  return [
    formatCalendarLine('BEGIN', name),
    formatCalendarLine('DTSTART', wallText(onset)),
    formatCalendarLine('TZOFFSETFROM', offsetText(from)),
    formatCalendarLine('TZOFFSETTO', offsetText(to)),
    formatCalendarLine('END', name),
  ].join('')
}

function findZoneOffset(ms: number, timezone: string): number {
  return Math.round(toZonedTime(ms, timezone).offsetNanoseconds / 1e9)
}

function offsetText(seconds: number): string {
  const away = Math.abs(seconds)
  const parts = [Math.floor(away / 3_600), Math.floor(away / 60) % 60, ...(away % 60 === 0 ? [] : [away % 60])]
  return (seconds < 0 ? '-' : '+') + parts.map((part) => String(part).padStart(2, '0')).join('')
}

function wallText(local: Temporal.PlainDateTime): string {
  return local.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')
}

function toZonedTime(ms: number, timezone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone)
}
