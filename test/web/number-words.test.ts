import { describe, expect, test } from 'bun:test'
import {
  describeResponseTime,
  describeTakings,
  describeUtilisation,
  describeWinRate,
  formatPart,
  formatWaitName,
  formatWinRate,
} from '../../src/web/plain/numbers-said.ts'

/** Counts of quotes with these numbers of won and lost ones. */
const tally = (booked: number, lost: number) => ({ sent: booked + lost + 1, booked, lost, expired: 0, rejected: 0 })
const band = (from_amount: number, booked: number, lost: number) => ({
  from_amount,
  currency_code: 'GBP',
  ...tally(booked, lost),
})

describe('the sentence above a chart', () => {
  test('returns the win rate, and the price band with a lower one', () => {
    expect(describeWinRate({ ...tally(31, 69), by_price: [band(90_000, 2, 9), band(10_000, 50, 50)] })).toBe(
      'You won 31 of 100 quotes (31%); from £900.00, 2 of 11 (18%).',
    )
    expect(describeWinRate({ ...tally(31, 69), by_price: [band(10_000, 0, 0)] })).toBe('You won 31 of 100 quotes (31%).')
    expect(describeWinRate({ ...tally(0, 0), by_price: [] })).toBe('No quotes with an outcome in this period.')
  })

  test('returns counts without a percentage under ten', () => {
    expect(describeWinRate({ ...tally(2, 2), by_price: [band(90_000, 0, 1)] })).toBe(
      'You won 2 of 4 quotes; from £900.00, 0 of 1.',
    )
    expect(describeWinRate({ ...tally(9, 0), by_price: [] })).toBe('You won 9 of 9 quotes.')
    expect(describeWinRate({ ...tally(9, 1), by_price: [] })).toBe('You won 9 of 10 quotes (90%).')
    expect([formatWinRate(tally(0, 0)), formatWinRate(tally(2, 2)), formatWinRate(tally(5, 5))]).toEqual(['–', '2 of 4', '50%'])
    expect([formatPart(0, 9), formatPart(1, 1_000), formatPart(0, 0)]).toEqual(['0 of 9', '0%', '–'])
  })

  test('returns the response time and its win rates', () => {
    const byResponse = [
      { within_minutes: 60, ...tally(4, 6) },
      { within_minutes: 240, ...tally(0, 0) },
      { within_minutes: null, ...tally(1, 2) },
    ]
    expect(describeResponseTime({ p50: 42, p90: 300 }, byResponse)).toBe(
      'Median response 42 min, 90% of jobs within 5 h. You won 4 of 10 (40%) quoted within 1 h, and 1 of 3 quoted later.',
    )
    expect(describeResponseTime({ p50: 42, p90: 5_000 }, [{ within_minutes: 60, ...tally(3, 5) }])).toBe(
      'Median response 42 min.',
    )
    expect(describeResponseTime({ p50: null, p90: null }, [])).toBe('No quotes in this period.')
    expect([60, 240, 1_440, null].map(formatWaitName)).toEqual(['Within 1 h', 'Within 4 h', 'Within 24 h', 'Later'])
  })

  test('returns the revenue of each currency', () => {
    const takings = { booked_amount: 64_000, paid_amount: 12_800, cancelled_amount: 0, currency_code: 'GBP' }
    expect(describeTakings([takings, { ...takings, cancelled_amount: 100 }])).toBe(
      '£1,280.00 booked in this period, £256.00 paid, £1.00 cancelled.',
    )
    expect(describeTakings([takings, { ...takings, currency_code: 'EUR' }])).toEndWith('€128.00 paid, none cancelled.')
    expect(describeTakings([])).toBe('No bookings in this period.')
  })

  test('returns the busiest vehicle and day', () => {
    const use = (registration: string, saturdays: number) => ({
      registration,
      days_out: saturdays,
      days_available: 14,
      by_weekday: [{ weekday: 6, days_out: saturdays, days_available: 2 }],
    })
    expect(describeUtilisation([use('AA11 ABC', 1), use('YX20 ABC', 2)])).toBe(
      'Vehicles in use on 3 of 28 available days (11%); YX20 ABC most: 2 of 14 (14%). Saturday is the busiest day.',
    )
    expect([describeUtilisation([]), describeUtilisation([use('AA11 ABC', 0)])]).toEqual([
      'No vehicles in the fleet.',
      'No vehicle has a trip in this period.',
    ])
  })
})
