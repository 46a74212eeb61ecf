import { describe, expect, test } from 'bun:test'
import {
  emptySaid,
  partSaid,
  punctualSaid,
  takingsSaid,
  usedSaid,
  waitingSaid,
  waitName,
  winningSaid,
  wonSaid,
} from '../../src/web/plain/numbers-said.ts'

/** Quotes of which so many were won and so many lost. */
const tally = (booked: number, lost: number) => ({ sent: booked + lost + 1, booked, lost, expired: 0, rejected: 0 })
const band = (from_amount: number, booked: number, lost: number) => ({
  from_amount,
  currency_code: 'GBP',
  ...tally(booked, lost),
})

describe('the sentence above a chart', () => {
  test('tells how often you win, and where less', () => {
    expect(winningSaid({ ...tally(31, 69), by_price: [band(90_000, 2, 9), band(10_000, 50, 50)] })).toBe(
      'You won 31 of 100 quotes (31%); from £900.00, 2 of 11 (18%).',
    )
    expect(winningSaid({ ...tally(31, 69), by_price: [band(10_000, 0, 0)] })).toBe('You won 31 of 100 quotes (31%).')
    expect(winningSaid({ ...tally(0, 0), by_price: [] })).toBe('No quote of these days is decided yet.')
  })

  test('counts fewer than ten, and gives no percentage of them', () => {
    expect(winningSaid({ ...tally(2, 2), by_price: [band(90_000, 0, 1)] })).toBe('You won 2 of 4 quotes; from £900.00, 0 of 1.')
    expect(winningSaid({ ...tally(9, 0), by_price: [] })).toBe('You won 9 of 9 quotes.')
    expect(winningSaid({ ...tally(9, 1), by_price: [] })).toBe('You won 9 of 10 quotes (90%).')
    expect([wonSaid(tally(0, 0)), wonSaid(tally(2, 2)), wonSaid(tally(5, 5))]).toEqual(['–', '2 of 4', '50%'])
    expect([partSaid(0, 9), partSaid(1, 1_000), partSaid(0, 0)]).toEqual(['0 of 9', '0%', '–'])
  })

  test('tells how fast you answer, and what that is worth', () => {
    const byResponse = [
      { within_minutes: 60, ...tally(4, 6) },
      { within_minutes: 240, ...tally(0, 0) },
      { within_minutes: null, ...tally(1, 2) },
    ]
    expect(waitingSaid({ p50: 42, p90: 300 }, byResponse)).toBe(
      'Median response 42 min, 90% of jobs within 5 h. You won 4 of 10 (40%) quoted within 1 h, and 1 of 3 quoted later.',
    )
    expect(waitingSaid({ p50: 42, p90: 5_000 }, [{ within_minutes: 60, ...tally(3, 5) }])).toBe('Median response 42 min.')
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
      'Your coaches were out on 3 of 28 available days (11%); YX20 ABC most: 2 of 14 (14%). Saturday is the busiest day.',
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
