import type { BookingStatus } from './booking.ts'
import { escapeCalendarText, formatCalendarLine } from './calendar-line.ts'
import { formatCalendarInstant, formatCalendarTime, formatCalendarZone } from './calendar-zone.ts'

/** Something in a calendar; instants in ms. */
export type CalendarEvent = {
  /** Globally unique identifier, which an event keeps through all changes. */
  readonly uid: string
  readonly sequence: number
  readonly changedAt: number
  readonly startsAt: number
  readonly endsAt: number
  /** Time zone of its times. */
  readonly timezone: string
  readonly summary: string
  readonly location: string | null
  readonly description: string | null
  readonly isCancelled: boolean
}

/**
 * Number of the event's version. A calendar keeps the version with the highest number, so every change and the cancellation count.
 * `others` counts changes that the booking's revision does not.
 */
export function computeEventSequence(
  { revision, status }: { readonly revision: number; readonly status: BookingStatus },
  others = 0,
): number {
  return revision + (status === 'cancelled' ? 1 : 0) + others
}

/** A calendar under a name; `timezone` is that of its owner. */
export type Calendar = { readonly name: string; readonly timezone: string; readonly events: readonly CalendarEvent[] }

/** Writes a calendar as a file by RFC 5545, with the rules of every time zone of its events. */
export function formatCalendarFile({ name, timezone, events }: Calendar): string {
  const spans = Map.groupBy(events, (event) => event.timezone)
  // An empty VCALENDAR is invalid: the time zone of its owner is always in it.
  const zones = [...(spans.size === 0 ? [timezone] : spans.keys())]
  return [
    formatCalendarLine('BEGIN', 'VCALENDAR'),
    formatCalendarLine('VERSION', '2.0'),
    formatCalendarLine('PRODID', '-//charabanc//charabanc//EN'),
    formatCalendarLine('CALSCALE', 'GREGORIAN'),
    formatCalendarLine('METHOD', 'PUBLISH'),
    formatCalendarLine('X-WR-CALNAME', escapeCalendarText(name)),
    formatCalendarLine('REFRESH-INTERVAL;VALUE=DURATION', 'PT1H'),
    formatCalendarLine('X-PUBLISHED-TTL', 'PT1H'),
    ...zones.map((zone) => zoneOf(zone, spans.get(zone) ?? [])),
    ...events.map(eventText),
    formatCalendarLine('END', 'VCALENDAR'),
  ].join('')
}

function zoneOf(timezone: string, events: readonly CalendarEvent[]): string {
  const from = events.reduce((least, { startsAt }) => Math.min(least, startsAt), Number.POSITIVE_INFINITY)
  const to = events.reduce((most, { startsAt, endsAt }) => Math.max(most, startsAt, endsAt), Number.NEGATIVE_INFINITY)
  return events.length === 0 ? formatCalendarZone(timezone, 0, 0) : formatCalendarZone(timezone, from, to)
}

function eventText(event: CalendarEvent): string {
  const { uid, sequence, changedAt, startsAt, endsAt, timezone, summary, location, description, isCancelled } = event
  return [
    formatCalendarLine('BEGIN', 'VEVENT'),
    formatCalendarLine('UID', escapeCalendarText(uid)),
    formatCalendarLine('DTSTAMP', formatCalendarInstant(changedAt)),
    formatCalendarLine('LAST-MODIFIED', formatCalendarInstant(changedAt)),
    formatCalendarLine('SEQUENCE', String(sequence)),
    timeLine('DTSTART', startsAt, timezone),
    // An event without a duration has no end.
    endsAt > startsAt ? timeLine('DTEND', endsAt, timezone) : '',
    formatCalendarLine('SUMMARY', escapeCalendarText(summary)),
    location === null ? '' : formatCalendarLine('LOCATION', escapeCalendarText(location)),
    description === null ? '' : formatCalendarLine('DESCRIPTION', escapeCalendarText(description)),
    formatCalendarLine('STATUS', isCancelled ? 'CANCELLED' : 'CONFIRMED'),
    formatCalendarLine('TRANSP', isCancelled ? 'TRANSPARENT' : 'OPAQUE'),
    formatCalendarLine('END', 'VEVENT'),
  ].join('')
}

function timeLine(name: 'DTSTART' | 'DTEND', ms: number, timezone: string): string {
  const { text, isLocal } = formatCalendarTime(ms, timezone)
  return formatCalendarLine(isLocal ? `${name};TZID=${timezone}` : name, text)
}
