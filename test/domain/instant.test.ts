import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  computePayoutDate,
  findFirstMs,
  findLastMs,
  findLocalMonth,
  isDate,
  isMonth,
  isTimezone,
  parseInstant,
  shiftByClocks,
  startOfLocalDay,
  toInstant,
  toLocalTime,
  toNamedDay,
  toSpokenDate,
  toSpokenDeadline,
  toSpokenTime,
} from '../../src/domain/instant.ts'

const london = 'Europe/London'
const at = (text: string): number => {
  const ms = parseInstant(text)
  if (ms === null) throw new Error(`${text} is no instant`)
  return ms
}

describe('a day or an instant', () => {
  test('accepts a full calendar date', () => {
    expect(['2026-06-12', '2028-02-29', '9999-12-31'].map(isDate)).toEqual([true, true, true])
    for (const text of ['2027-02-29', '2026-6-12', '2026-06-12T08:30:00Z', '2026-06-12 ', '', 'today'])
      expect([text, isDate(text)]).toEqual([text, false])
  })

  test('begins and ends with the day in its zone, also with 23 hours', () => {
    expect([findFirstMs('2026-06-12', london), findLastMs('2026-06-12', london)]).toEqual([
      at('2026-06-11T23:00:00Z'),
      at('2026-06-12T22:59:59.999Z'),
    ])
    expect(findLastMs('2026-03-29', london) - findFirstMs('2026-03-29', london)).toBe(23 * 3_600_000 - 1)
  })

  test('begins and ends with the second of an instant', () => {
    const ms = at('2026-06-12T08:30:00.250Z')
    expect([findFirstMs(ms, london), findLastMs(ms, london)]).toEqual([ms - 250, ms + 749])
  })
})

describe('an instant', () => {
  test('formats UTC with whole seconds', () => {
    expect(toInstant(Date.UTC(2026, 4, 20, 8, 11, 2, 999))).toBe('2026-05-20T08:11:02Z')
  })

  test('accepts Z and an offset', () => {
    expect(parseInstant('2026-06-12T08:30:00+01:00')).toBe(Date.UTC(2026, 5, 12, 7, 30))
    expect(parseInstant('2026-06-12T08:30:00-05:30')).toBe(Date.UTC(2026, 5, 12, 14, 0))
    expect(parseInstant('2026-06-12t07:30:00z')).toBe(Date.UTC(2026, 5, 12, 7, 30))
  })

  test('keeps milliseconds, and drops smaller fractions', () => {
    expect(parseInstant('2026-06-12T07:30:00.5Z')).toBe(Date.UTC(2026, 5, 12, 7, 30, 0, 500))
    expect(parseInstant('2026-06-12T07:30:00.1239999Z')).toBe(Date.UTC(2026, 5, 12, 7, 30, 0, 123))
  })

  test('accepts 29 February in leap years only', () => {
    expect(parseInstant('2028-02-29T00:00:00Z')).not.toBeNull()
    expect(parseInstant('2027-02-29T00:00:00Z')).toBeNull()
    expect(parseInstant('2100-02-29T00:00:00Z')).toBeNull()
  })

  test.each([
    '',
    '2026-01-01',
    '2026-01-01T08:00Z',
    '2026-01-01T08:00:00',
    '2026-01-01 08:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-10T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T23:60:00Z',
    '2026-06-30T23:59:60Z',
    '2026-01-01T00:00:00+24:00',
    '2026-01-01T00:00:00+0100',
    '2026-01-01T00:00:00.Z',
    '2026-01-01T00:00:00Z ',
    '2026-01-01T00:00:00Z\n',
    '+002026-01-01T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '0099-01-01T00:00:00Z',
    '9999-12-31T23:59:59-01:00',
    '٢٠٢٦-01-01T00:00:00Z',
    '1767323045',
  ])('rejects %p', (text) => {
    expect(parseInstant(text)).toBeNull()
  })

  test('returns the same instant after formatting and parsing', () => {
    fc.assert(
      fc.property(fc.integer({ min: at('0100-01-01T00:00:00Z') / 1000, max: at('9999-12-31T23:59:59Z') / 1000 }), (seconds) => {
        expect(parseInstant(toInstant(seconds * 1000))).toBe(seconds * 1000)
      }),
    )
  })
})

describe('an itinerary time', () => {
  test('has the offset of its day', () => {
    expect(toLocalTime(at('2026-06-12T07:30:00Z'), london)).toBe('2026-06-12T08:30:00+01:00')
    expect(toLocalTime(at('2026-01-12T08:30:00Z'), london)).toBe('2026-01-12T08:30:00+00:00')
    expect(toLocalTime(at('2026-01-12T08:30:00Z'), 'Asia/Kathmandu')).toBe('2026-01-12T14:15:00+05:45')
  })

  test('skips the hour that British clocks skip in March', () => {
    expect(toLocalTime(at('2026-03-29T00:59:59Z'), london)).toBe('2026-03-29T00:59:59+00:00')
    expect(toLocalTime(at('2026-03-29T01:00:00Z'), london)).toBe('2026-03-29T02:00:00+01:00')
  })

  test('distinguishes the two times of 01:30 in October', () => {
    expect(toLocalTime(at('2026-10-25T00:30:00Z'), london)).toBe('2026-10-25T01:30:00+01:00')
    expect(toLocalTime(at('2026-10-25T01:30:00Z'), london)).toBe('2026-10-25T01:30:00+00:00')
  })

  test('is the same instant in every zone', () => {
    const zones = fc.constantFrom(london, 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC')
    const seconds = fc.integer({ min: at('1980-01-01T00:00:00Z') / 1000, max: at('2200-01-01T00:00:00Z') / 1000 })
    fc.assert(
      fc.property(seconds, zones, (second, zone) => {
        expect(parseInstant(toLocalTime(second * 1000, zone))).toBe(second * 1000)
      }),
    )
  })
})

describe('a formatted time', () => {
  const now = Date.UTC(2026, 10, 21, 12)

  test.each([
    [Date.UTC(2026, 11, 12, 8, 30), 'Europe/London', 'Sat 12 Dec, 08:30'],
    [Date.UTC(2026, 5, 1, 23, 5), 'Europe/London', 'Tue 2 Jun, 00:05'],
    [Date.UTC(2027, 0, 1), 'Europe/London', 'Fri 1 Jan 2027, 00:00'],
    [Date.UTC(2027, 0, 1), 'America/New_York', 'Thu 31 Dec, 19:00'],
    [Date.UTC(2026, 11, 31, 12), 'Pacific/Auckland', 'Fri 1 Jan 2027, 01:00'],
  ])('formats %d in %s as %s', (ms, timezone, expected) => {
    expect(toSpokenTime(ms, timezone, now)).toBe(expected)
  })

  test('names today and tomorrow in the zone', () => {
    const named = (ms: number, timezone = london) => toNamedDay(ms, timezone, now)
    expect(named(at('2026-11-21T23:59:00Z'))).toBe('Today')
    expect(named(at('2026-11-22T00:00:00Z'))).toBe('Tomorrow')
    expect(named(at('2026-11-21T12:30:00Z'), 'Pacific/Auckland')).toBe('Today')
    expect(named(at('2026-11-23T00:00:00Z'))).toBe('Mon 23 Nov')
    expect(named(at('2026-11-20T23:59:00Z'))).toBe('Fri 20 Nov')
  })

  test('shortens a deadline to its time today, and to its weekday within six days', () => {
    const deadline = (text: string) => toSpokenDeadline(at(text), london, now)
    expect(deadline('2026-11-21T12:27:00Z')).toBe('12:27')
    expect(deadline('2026-11-22T05:15:00Z')).toBe('Sun 05:15')
    expect(deadline('2026-11-27T05:15:00Z')).toBe('Fri 05:15')
    expect(deadline('2026-11-28T05:15:00Z')).toBe('Sat 28 Nov, 05:15')
    expect(deadline('2026-11-20T05:15:00Z')).toBe('Fri 20 Nov, 05:15')
    expect(toSpokenDate(at('2027-01-04T08:00:00Z'), london, now)).toBe('4 Jan 2027')
  })
})

describe('a timezone', () => {
  test.each([
    'Europe/London',
    'UTC',
    'Etc/UTC',
    'GMT',
    'Asia/Calcutta',
    'Asia/Kolkata',
    'Europe/Kyiv',
    'America/Argentina/Ushuaia',
  ])('accepts %p', (text) => {
    expect(isTimezone(text)).toBe(true)
  })

  test.each([
    '',
    'europe/london',
    'Europe/Londn',
    '+01:00',
    '-05',
    'Europe/London ',
    'Mars/Olympus',
    'BST',
    `E${'u'.repeat(1e5)}`,
  ])('rejects %p', (text) => {
    expect(isTimezone(text)).toBe(false)
  })
})

test('rejects a zone of a hundred thousand letters without parsing', () => {
  expect(isTimezone(`E${'u'.repeat(1e5)}`)).toBe(false)
})

describe('a local day', () => {
  test('starts at midnight in the zone', () => {
    expect(startOfLocalDay(at('2026-06-12T22:59:59Z'), london)).toBe(at('2026-06-11T23:00:00Z'))
    expect(startOfLocalDay(at('2026-06-12T23:00:00Z'), london)).toBe(at('2026-06-12T23:00:00Z'))
  })

  test('has 23 hours in March and 25 in October', () => {
    const hours = (ms: number) => (startOfLocalDay(ms, london, 1) - startOfLocalDay(ms, london)) / 3_600_000
    expect(hours(at('2026-03-29T12:00:00Z'))).toBe(23)
    expect(hours(at('2026-10-25T12:00:00Z'))).toBe(25)
    expect(hours(at('2026-10-26T12:00:00Z'))).toBe(24)
  })

  test('starts after the gap if midnight is skipped', () => {
    expect(toLocalTime(startOfLocalDay(at('2026-09-06T12:00:00Z'), 'America/Santiago'), 'America/Santiago')).toBe(
      '2026-09-06T01:00:00-03:00',
    )
  })
})

describe('the payout day', () => {
  test.each([
    ['a Thursday', '2026-06-11T10:00:00Z', '2026-06-19T00:00:00+01:00'],
    ['a Friday', '2026-06-12T10:00:00Z', '2026-06-26T00:00:00+01:00'],
    ['a Saturday', '2026-06-13T10:00:00Z', '2026-06-26T00:00:00+01:00'],
    ['late on a Thursday that is Friday in London', '2026-06-11T23:30:00Z', '2026-06-26T00:00:00+01:00'],
    ['a day before summer time begins', '2026-03-20T10:00:00Z', '2026-04-03T00:00:00+01:00'],
    ['a day before summer time ends', '2026-10-16T10:00:00Z', '2026-10-30T00:00:00+00:00'],
  ])('follows the end of a trip on %s', (_, ended, payout) => {
    expect(toLocalTime(computePayoutDate(at(ended), london), london)).toBe(payout)
  })

  test('accepts another weekday', () => {
    expect(toLocalTime(computePayoutDate(at('2026-06-12T10:00:00Z'), london, 1), london)).toBe('2026-06-22T00:00:00+01:00')
    expect(toLocalTime(computePayoutDate(at('2026-06-12T10:00:00Z'), london, 7), london)).toBe('2026-06-21T00:00:00+01:00')
  })

  test('is always that weekday, eight to fourteen days later', () => {
    const days = fc.integer({ min: 18_000, max: 40_000 })
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 7 }), (day, weekday) => {
        const ended = day * 86_400_000
        const payout = computePayoutDate(ended, 'UTC', weekday)
        expect(new Date(payout).getUTCDay() || 7).toBe(weekday)
        expect((payout - ended) / 86_400_000).toBeWithin(8, 15)
      }),
    )
  })
})

describe('months and moved days in a zone', () => {
  const london = 'Europe/London'

  test('begins and ends a month in the zone, with and without summer time', () => {
    const spans = ['2027-03', '2027-06', '2027-12'].map((month) => findLocalMonth(month, london))
    expect(spans.map(({ from, to }) => [from, to].map((ms) => new Date(ms).toISOString()))).toEqual([
      ['2027-03-01T00:00:00.000Z', '2027-03-31T22:59:59.999Z'],
      ['2027-05-31T23:00:00.000Z', '2027-06-30T22:59:59.999Z'],
      ['2027-12-01T00:00:00.000Z', '2027-12-31T23:59:59.999Z'],
    ])
  })

  test('accepts only months of the calendar', () => {
    const months = ['2027-06', '2027-13', '2027-00', '27-06', '2027-6', '2027-06-01', '']
    expect(months.filter(isMonth)).toEqual(['2027-06'])
  })

  test('keeps the clock time of an event that moves to another day', () => {
    const from = Date.parse('2027-03-20T08:30:00Z')
    const to = Date.parse('2027-06-12T07:30:00Z')
    const clock = (ms: number) => toLocalTime(ms, london).slice(11, 16)
    for (const hours of [-30, 0, 1, 9, 200]) {
      const at = from + hours * 3_600_000
      expect(clock(shiftByClocks(at, london, { from, to }))).toBe(clock(at))
    }
    expect(shiftByClocks(from, london, { from, to })).toBe(to)
  })
})
