import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import ICAL from 'ical.js'
import { type CalendarEvent, formatCalendarFile } from '../../src/domain/calendar.ts'
import { escapeCalendarText, formatCalendarLine } from '../../src/domain/calendar-line.ts'
import { dayMs, hourMs } from '../../src/domain/instant.ts'

const zones = [
  'Europe/London',
  'America/New_York',
  'Asia/Kolkata',
  'Europe/Dublin',
  'UTC',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
]

const event: CalendarEvent = {
  uid: 'duty-7@coaches.example',
  sequence: 3,
  changedAt: Date.UTC(2026, 4, 20, 8, 11, 2),
  startsAt: Date.UTC(2026, 5, 12, 7, 30),
  endsAt: Date.UTC(2026, 5, 12, 9),
  timezone: 'Europe/London',
  summary: 'Leeds → York',
  location: null,
  description: null,
  isCancelled: false,
}

function read(...events: readonly CalendarEvent[]) {
  const text = formatCalendarFile({ name: 'Dales Coaches', timezone: 'Europe/London', events })
  const calendar = new ICAL.Component(ICAL.parse(text))
  const clocks = new Map(
    calendar.getAllSubcomponents('vtimezone').map((zone) => {
      const clock = new ICAL.Timezone(zone)
      return [clock.tzid, clock]
    }),
  )
  const found = calendar.getAllSubcomponents('vevent').map((component) => {
    const { uid, sequence, summary, description, location } = new ICAL.Event(component)
    return {
      uid,
      sequence,
      summary,
      description,
      location,
      start: instantIn('dtstart', component),
      end: instantIn('dtend', component),
    }
  })

  /** Calculates the instant by the rules in the file alone. */
  function instantIn(name: string, component: ICAL.Component): number | null {
    const property = component.getFirstProperty(name)
    if (property === null) return null
    const time = property.getFirstValue() as ICAL.Time
    const tzid = property.getFirstParameter('tzid')
    const clock = tzid === undefined ? ICAL.Timezone.utcTimezone : clocks.get(tzid)
    if (clock === undefined) throw new Error(`no rules for ${tzid}`)
    time.zone = clock
    return time.toUnixTime() * 1_000
  }
  return { text, calendar, found, clocks }
}

describe('a calendar file', () => {
  test('contains the event with its time, zone and sequence', () => {
    const { text, found } = read(event)
    expect(text).toContain('DTSTART;TZID=Europe/London:20260612T083000\r\nDTEND;TZID=Europe/London:20260612T100000\r\n')
    expect(text).toContain('SEQUENCE:3\r\n')
    expect(text).toContain('DTSTAMP:20260520T081102Z\r\n')
    expect(text).toContain('STATUS:CONFIRMED\r\n')
    expect(found).toMatchObject([
      { uid: event.uid, sequence: 3, summary: 'Leeds → York', start: event.startsAt, end: event.endsAt },
    ])
  })

  test('marks a cancelled event', () => {
    expect(read({ ...event, isCancelled: true }).text).toContain('STATUS:CANCELLED\r\nTRANSP:TRANSPARENT\r\n')
  })

  test('contains the zone without events, and no end for an event without duration', () => {
    expect([...read().clocks.keys()]).toEqual(['Europe/London'])
    expect(read({ ...event, endsAt: event.startsAt }).found[0]?.end).toBeNull()
  })

  for (const timezone of zones)
    test(`contains correct times for ${timezone} around every change of the clocks`, () => {
      const at = fc
        .integer({ min: Date.UTC(1995, 0, 1) / 60_000, max: Date.UTC(2037, 0, 1) / 60_000 })
        .map((minute) => minute * 60_000)
      const span = fc
        .tuple(at, fc.integer({ min: 1, max: 60 * 24 * 20 }))
        .map(([from, minutes]) => ({ from, to: from + minutes * 60_000 }))
      fc.assert(
        fc.property(fc.array(span, { minLength: 1, maxLength: 5 }), (spans) => {
          const { found } = read(...spans.map(({ from, to }) => ({ ...event, timezone, startsAt: from, endsAt: to })))
          expect(found.map(({ start, end }) => [start, end])).toEqual(spans.map(({ from, to }) => [from, to]))
        }),
        { numRuns: 60 },
      )
    })

  test('contains correct times for each quarter of an hour around a change of the clocks', () => {
    const changes = {
      'Europe/London': [Date.UTC(2026, 2, 29, 1), Date.UTC(2026, 9, 25, 1)],
      'America/New_York': [Date.UTC(2026, 2, 8, 7), Date.UTC(2026, 10, 1, 6)],
    }
    for (const [timezone, instants] of Object.entries(changes))
      for (const change of instants) {
        const starts = Array.from({ length: 33 }, (_, nth) => change + ((nth - 16) * hourMs) / 4)
        for (const startsAt of starts) {
          const { found } = read({ ...event, timezone, startsAt, endsAt: startsAt + dayMs })
          expect(found[0]).toMatchObject({ start: startsAt, end: startsAt + dayMs })
        }
      }
  })

  test('returns every text unchanged, in lines of limited length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary', maxLength: 400 }), (summary, description) => {
        const { text, found } = read({ ...event, summary: `S${summary}`, description: `D${description}`, location: null })
        for (const line of text.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
        expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
        expect(found).toHaveLength(1)
        expect(found[0]?.summary).toBe(cleaned(`S${summary}`))
        expect(found[0]?.description).toBe(cleaned(`D${description}`))
      }),
    )
  })

  test('adds no line for a hostile name', () => {
    const { found, calendar } = read({ ...event, summary: 'x\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:y', location: 'a;b,c\\d' })
    expect(found).toHaveLength(1)
    expect(calendar.getAllSubcomponents('vevent')[0]?.getFirstPropertyValue('location')).toBe('a;b,c\\d')
  })

  test('folds between characters only', () => {
    const folded = formatCalendarLine('SUMMARY', '🚌'.repeat(60))
    expect(folded.replaceAll('\r\n ', '')).toBe(`SUMMARY:${'🚌'.repeat(60)}\r\n`)
    expect(escapeCalendarText('a\\n;,\r\nb')).toBe('a\\\\n\\;\\,\\nb')
  })
})

/** Replaces characters that a calendar cannot contain with blanks. */
function cleaned(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the test is about control characters
  return text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]/g, ' ')
}
