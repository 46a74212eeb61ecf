import { describe, expect, test } from 'bun:test'
import {
  emptySaid,
  punctualSaid,
  takingsSaid,
  usedSaid,
  waitingSaid,
  waitName,
  winningSaid,
} from '../../src/web/plain/numbers-said.ts'

const band = (from_amount: number, win_rate_bps: number | null) => ({ from_amount, win_rate_bps, currency_code: 'GBP' })

describe('the sentence above a chart', () => {
  test('tells how often you win, and where less', () => {
    expect(winningSaid({ win_rate_bps: 3_100, by_price: [band(90_000, 1_800), band(10_000, 5_000)] })).toBe(
      'You win 31 of 100 quotes; from £900.00 on only 18.',
    )
    expect(winningSaid({ win_rate_bps: 3_100, by_price: [band(10_000, null)] })).toBe('You win 31 of 100 quotes.')
    expect(winningSaid({ win_rate_bps: null, by_price: [] })).toBe('No quote of these days is decided yet.')
  })

  test('tells how fast you answer, and what that is worth', () => {
    const byResponse = [
      { within_minutes: 60, win_rate_bps: 4_000 },
      { within_minutes: 240, win_rate_bps: null },
      { within_minutes: null, win_rate_bps: 500 },
    ]
    expect(waitingSaid({ p50: 42, p90: 300 }, byResponse)).toBe(
      'Half of the jobs are quoted within 42 min, nine of ten within 5 h. You win 40 of 100 that were quoted within 1 h, and 5 of 100 that were quoted later.',
    )
    expect(waitingSaid({ p50: 42, p90: 5_000 }, [])).toBe('Half of the jobs are quoted within 42 min, nine of ten within 3 d.')
    expect(waitingSaid({ p50: null, p90: null }, [])).toBe('No job was quoted in these days.')
    expect([60, 240, 1_440, null].map(waitName)).toEqual(['Within 1 h', 'Within 4 h', 'Within 24 h', 'Later'])
  })

  test('tells what is booked in each currency', () => {
    const takings = { booked_amount: 64_000, paid_amount: 12_800, cancelled_amount: 0, currency_code: 'GBP' }
    expect(takingsSaid([takings, { ...takings, cancelled_amount: 100 }])).toBe(
      '£1,280.00 is booked for these days, £256.00 of it paid; £1.00 was called off.',
    )
    expect(takingsSaid([takings, { ...takings, currency_code: 'EUR' }])).toEndWith('€128.00 of it paid; nothing was called off.')
    expect(takingsSaid([])).toBe('Nothing is booked for these days.')
  })

  test('tells which coach and which day are busiest', () => {
    const use = (registration: string, saturdays: number) => ({
      registration,
      days_out: saturdays,
      days_available: 14,
      by_weekday: [{ weekday: 6, days_out: saturdays, days_available: 2 }],
    })
    expect(usedSaid([use('AA11 ABC', 1), use('YX20 ABC', 2)])).toBe(
      'Your coaches are out on 11 of 100 days they could be; YX20 ABC most (14%). Saturday is the busiest day.',
    )
    expect([usedSaid([]), usedSaid([use('AA11 ABC', 0)])]).toEqual([
      'There is no coach in the fleet.',
      'No coach of the fleet is out in these days.',
    ])
  })

  test('tells how punctual and how empty coaches went', () => {
    expect(punctualSaid({ arrived: 41, late: 3 })).toBe(
      '41 of 44 trips stood at the first pickup by the departure, 3 came later.',
    )
    expect(punctualSaid({ arrived: 0, late: 0 })).toStartWith('No driver has told')
    expect(emptySaid({ distance_m: 1_204_300, drives: 31, unknown: 3 })).toStartWith(
      '1,204 km without passengers between trips, in 31 drives',
    )
    expect(emptySaid({ distance_m: 0, drives: 0, unknown: 0 })).toStartWith('No coach went')
  })
})
