import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  firstMsOf,
  isDate,
  isMonth,
  isTimezone,
  lastMsOf,
  localMonth,
  movedByClocks,
  parseInstant,
  payoutDateAfter,
  startOfLocalDay,
  toInstant,
  toLocalTime,
  toSpokenTime,
} from '../../src/domain/instant.ts'

const london = 'Europe/London'
const at = (text: string): number => {
  const ms = parseInstant(text)
  if (ms === null) throw new Error(`${text} is no instant`)
  return ms
}

describe('a day or an instant', () => {
  test('is a day of the calendar, written in full', () => {
    expect(['2026-06-12', '2028-02-29', '9999-12-31'].map(isDate)).toEqual([true, true, true])
    for (const text of ['2027-02-29', '2026-6-12', '2026-06-12T08:30:00Z', '2026-06-12 ', '', 'today'])
      expect([text, isDate(text)]).toEqual([text, false])
  })

  test('begins and ends with the day on those clocks, also where one has 23 hours', () => {
    expect([firstMsOf('2026-06-12', london), lastMsOf('2026-06-12', london)]).toEqual([
      at('2026-06-11T23:00:00Z'),
      at('2026-06-12T22:59:59.999Z'),
    ])
    expect(lastMsOf('2026-03-29', london) - firstMsOf('2026-03-29', london)).toBe(23 * 3_600_000 - 1)
  })

  test('begins and ends with the second of an instant', () => {
    const ms = at('2026-06-12T08:30:00.250Z')
    expect([firstMsOf(ms, london), lastMsOf(ms, london)]).toEqual([ms - 250, ms + 749])
  })
})

describe('an instant', () => {
  test('is written in UTC with whole seconds', () => {
    expect(toInstant(Date.UTC(2026, 4, 20, 8, 11, 2, 999))).toBe('2026-05-20T08:11:02Z')
  })

  test('is read with Z or with an offset', () => {
    expect(parseInstant('2026-06-12T08:30:00+01:00')).toBe(Date.UTC(2026, 5, 12, 7, 30))
    expect(parseInstant('2026-06-12T08:30:00-05:30')).toBe(Date.UTC(2026, 5, 12, 14, 0))
    expect(parseInstant('2026-06-12t07:30:00z')).toBe(Date.UTC(2026, 5, 12, 7, 30))
  })

  test('keeps the milliseconds of a fraction and drops what is finer', () => {
    expect(parseInstant('2026-06-12T07:30:00.5Z')).toBe(Date.UTC(2026, 5, 12, 7, 30, 0, 500))
    expect(parseInstant('2026-06-12T07:30:00.1239999Z')).toBe(Date.UTC(2026, 5, 12, 7, 30, 0, 123))
  })

  test('knows leap years', () => {
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
  ])('is not %p', (text) => {
    expect(parseInstant(text)).toBeNull()
  })

  test('survives being written and read', () => {
    fc.assert(
      fc.property(fc.integer({ min: at('0100-01-01T00:00:00Z') / 1000, max: at('9999-12-31T23:59:59Z') / 1000 }), (seconds) => {
        expect(parseInstant(toInstant(seconds * 1000))).toBe(seconds * 1000)
      }),
    )
  })
})

describe('an itinerary time', () => {
  test('carries the offset of its day', () => {
    expect(toLocalTime(at('2026-06-12T07:30:00Z'), london)).toBe('2026-06-12T08:30:00+01:00')
    expect(toLocalTime(at('2026-01-12T08:30:00Z'), london)).toBe('2026-01-12T08:30:00+00:00')
    expect(toLocalTime(at('2026-01-12T08:30:00Z'), 'Asia/Kathmandu')).toBe('2026-01-12T14:15:00+05:45')
  })

  test('skips the hour that British clocks skip in March', () => {
    expect(toLocalTime(at('2026-03-29T00:59:59Z'), london)).toBe('2026-03-29T00:59:59+00:00')
    expect(toLocalTime(at('2026-03-29T01:00:00Z'), london)).toBe('2026-03-29T02:00:00+01:00')
  })

  test('tells the two half past ones of October apart', () => {
    expect(toLocalTime(at('2026-10-25T00:30:00Z'), london)).toBe('2026-10-25T01:30:00+01:00')
    expect(toLocalTime(at('2026-10-25T01:30:00Z'), london)).toBe('2026-10-25T01:30:00+00:00')
  })

  test('names the same instant wherever it is read', () => {
    const zones = fc.constantFrom(london, 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC')
    const seconds = fc.integer({ min: at('1980-01-01T00:00:00Z') / 1000, max: at('2200-01-01T00:00:00Z') / 1000 })
    fc.assert(
      fc.property(seconds, zones, (second, zone) => {
        expect(parseInstant(toLocalTime(second * 1000, zone))).toBe(second * 1000)
      }),
    )
  })
})

describe('a time as people say it', () => {
  const now = Date.UTC(2026, 10, 21, 12)

  test.each([
    [Date.UTC(2026, 11, 12, 8, 30), 'Europe/London', 'Sat 12 Dec, 08:30'],
    [Date.UTC(2026, 5, 1, 23, 5), 'Europe/London', 'Tue 2 Jun, 00:05'],
    [Date.UTC(2027, 0, 1), 'Europe/London', 'Fri 1 Jan 2027, 00:00'],
    [Date.UTC(2027, 0, 1), 'America/New_York', 'Thu 31 Dec, 19:00'],
    [Date.UTC(2026, 11, 31, 12), 'Pacific/Auckland', 'Fri 1 Jan 2027, 01:00'],
  ])('%d in %s is %s', (ms, timezone, said) => {
    expect(toSpokenTime(ms, timezone, now)).toBe(said)
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
  ])('is %p', (text) => {
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
  ])('is not %p', (text) => {
    expect(isTimezone(text)).toBe(false)
  })
})

test('a timezone of a hundred thousand letters is refused unread', () => {
  expect(isTimezone(`E${'u'.repeat(1e5)}`)).toBe(false)
})

describe('a local day', () => {
  test('starts at midnight on the clocks of the place', () => {
    expect(startOfLocalDay(at('2026-06-12T22:59:59Z'), london)).toBe(at('2026-06-11T23:00:00Z'))
    expect(startOfLocalDay(at('2026-06-12T23:00:00Z'), london)).toBe(at('2026-06-12T23:00:00Z'))
  })

  test('has 23 hours in March and 25 in October', () => {
    const hours = (ms: number) => (startOfLocalDay(ms, london, 1) - startOfLocalDay(ms, london)) / 3_600_000
    expect(hours(at('2026-03-29T12:00:00Z'))).toBe(23)
    expect(hours(at('2026-10-25T12:00:00Z'))).toBe(25)
    expect(hours(at('2026-10-26T12:00:00Z'))).toBe(24)
  })

  test('starts after the gap where midnight is skipped', () => {
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
  ])('after %s', (_, ended, payout) => {
    expect(toLocalTime(payoutDateAfter(at(ended), london), london)).toBe(payout)
  })

  test('may be another weekday', () => {
    expect(toLocalTime(payoutDateAfter(at('2026-06-12T10:00:00Z'), london, 1), london)).toBe('2026-06-22T00:00:00+01:00')
    expect(toLocalTime(payoutDateAfter(at('2026-06-12T10:00:00Z'), london, 7), london)).toBe('2026-06-21T00:00:00+01:00')
  })

  test('is always that weekday, eight to fourteen days on', () => {
    const days = fc.integer({ min: 18_000, max: 40_000 })
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 7 }), (day, weekday) => {
        const ended = day * 86_400_000
        const payout = payoutDateAfter(ended, 'UTC', weekday)
        expect(new Date(payout).getUTCDay() || 7).toBe(weekday)
        expect((payout - ended) / 86_400_000).toBeWithin(8, 15)
      }),
    )
  })
})

describe('months and moved days on the clocks of a place', () => {
  const london = 'Europe/London'

  test('a month begins and ends there, summer time or not', () => {
    const spans = ['2027-03', '2027-06', '2027-12'].map((month) => localMonth(month, london))
    expect(spans.map(({ from, to }) => [from, to].map((ms) => new Date(ms).toISOString()))).toEqual([
      ['2027-03-01T00:00:00.000Z', '2027-03-31T22:59:59.999Z'],
      ['2027-05-31T23:00:00.000Z', '2027-06-30T22:59:59.999Z'],
      ['2027-12-01T00:00:00.000Z', '2027-12-31T23:59:59.999Z'],
    ])
  })

  test('a month is one of the calendar', () => {
    const months = ['2027-06', '2027-13', '2027-00', '27-06', '2027-6', '2027-06-01', '']
    expect(months.filter(isMonth)).toEqual(['2027-06'])
  })

  test('what is moved to another day stays as late by the clocks', () => {
    const from = Date.parse('2027-03-20T08:30:00Z')
    const to = Date.parse('2027-06-12T07:30:00Z')
    const clock = (ms: number) => toLocalTime(ms, london).slice(11, 16)
    for (const hours of [-30, 0, 1, 9, 200]) {
      const at = from + hours * 3_600_000
      expect(clock(movedByClocks(at, london, { from, to }))).toBe(clock(at))
    }
    expect(movedByClocks(from, london, { from, to })).toBe(to)
  })
})
