import type { BookingStatus } from './booking.ts'
import { calendarLine, calendarText } from './calendar-line.ts'
import { calendarTime, calendarZone, instantText } from './calendar-zone.ts'

/** Something in a calendar; instants in ms. */
export type CalendarEvent = {
  /** Identifier that an event keeps for as long as it is the same thing, and that nothing else in the world has. */
  readonly uid: string
  readonly sequence: number
  readonly changedAt: number
  readonly startsAt: number
  readonly endsAt: number
  /** Time zone whose clocks tell its times. */
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
export function sequenceOf(
  { revision, status }: { readonly revision: number; readonly status: BookingStatus },
  others = 0,
): number {
  return revision + (status === 'cancelled' ? 1 : 0) + others
}

/** A calendar under a name; `timezone` is that of its owner. */
export type Calendar = { readonly name: string; readonly timezone: string; readonly events: readonly CalendarEvent[] }

/** A calendar as a file by RFC 5545, with the rules of every clock that its events are told by. */
export function calendarFile({ name, timezone, events }: Calendar): string {
  const spans = Map.groupBy(events, (event) => event.timezone)
  // A calendar without anything in it is none: the clocks of its owner always are.
  const zones = [...(spans.size === 0 ? [timezone] : spans.keys())]
  return [
    calendarLine('BEGIN', 'VCALENDAR'),
    calendarLine('VERSION', '2.0'),
    calendarLine('PRODID', '-//charabanc//charabanc//EN'),
    calendarLine('CALSCALE', 'GREGORIAN'),
    calendarLine('METHOD', 'PUBLISH'),
    calendarLine('X-WR-CALNAME', calendarText(name)),
    calendarLine('REFRESH-INTERVAL;VALUE=DURATION', 'PT1H'),
    calendarLine('X-PUBLISHED-TTL', 'PT1H'),
    ...zones.map((zone) => zoneOf(zone, spans.get(zone) ?? [])),
    ...events.map(eventText),
    calendarLine('END', 'VCALENDAR'),
  ].join('')
}

function zoneOf(timezone: string, events: readonly CalendarEvent[]): string {
  const from = events.reduce((least, { startsAt }) => Math.min(least, startsAt), Number.POSITIVE_INFINITY)
  const to = events.reduce((most, { startsAt, endsAt }) => Math.max(most, startsAt, endsAt), Number.NEGATIVE_INFINITY)
  return events.length === 0 ? calendarZone(timezone, 0, 0) : calendarZone(timezone, from, to)
}

function eventText(event: CalendarEvent): string {
  const { uid, sequence, changedAt, startsAt, endsAt, timezone, summary, location, description, isCancelled } = event
  return [
    calendarLine('BEGIN', 'VEVENT'),
    calendarLine('UID', calendarText(uid)),
    calendarLine('DTSTAMP', instantText(changedAt)),
    calendarLine('LAST-MODIFIED', instantText(changedAt)),
    calendarLine('SEQUENCE', String(sequence)),
    timeLine('DTSTART', startsAt, timezone),
    // What takes no time has no end of its own.
    endsAt > startsAt ? timeLine('DTEND', endsAt, timezone) : '',
    calendarLine('SUMMARY', calendarText(summary)),
    location === null ? '' : calendarLine('LOCATION', calendarText(location)),
    description === null ? '' : calendarLine('DESCRIPTION', calendarText(description)),
    calendarLine('STATUS', isCancelled ? 'CANCELLED' : 'CONFIRMED'),
    calendarLine('TRANSP', isCancelled ? 'TRANSPARENT' : 'OPAQUE'),
    calendarLine('END', 'VEVENT'),
  ].join('')
}

function timeLine(name: 'DTSTART' | 'DTEND', ms: number, timezone: string): string {
  const { text, isLocal } = calendarTime(ms, timezone)
  return calendarLine(isLocal ? `${name};TZID=${timezone}` : name, text)
}
