import { describe, expect, test } from 'bun:test'
import { listNumberTiles } from '../../src/web/plain/number-tiles.ts'

/** Reports with these won and lost quotes, and the same figures otherwise. */
function reportsOf(booked: number, lost: number) {
  return {
    quotes: { booked, lost, expired: 0, rejected: 0, response_minutes: { p50: 300, p90: 600 } },
    bookings: {
      revenue: [
        { booked_amount: 200_000, currency_code: 'GBP' },
        { booked_amount: 79_000, currency_code: 'GBP' },
      ],
      on_time: { arrived: 1, late: 0 },
      empty_distance: { distance_m: 62_764, drives: 4, unknown: 1 },
    },
    utilisation: [{ days_out: 3, days_available: 270 }],
  }
}

const empty = {
  quotes: { booked: 0, lost: 0, expired: 0, rejected: 0, response_minutes: { p50: null, p90: null } },
  bookings: {
    revenue: [],
    on_time: { arrived: 0, late: 0 },
    empty_distance: { distance_m: 0, drives: 0, unknown: 0 },
  },
  utilisation: [],
}

type Reports = Parameters<typeof listNumberTiles>

function describeTiles(now: Reports[0], before: Reports[1], zone = 'Europe/London'): readonly string[] {
  return listNumberTiles(now, before, zone).map(({ name, value, facts }) => [name, value, ...facts].join(' | '))
}

describe('the tiles of a period', () => {
  test('compare each figure with the period before', () => {
    const before = reportsOf(43, 7)
    const [sum] = before.bookings.revenue
    const earlier = { ...before, bookings: { ...before.bookings, revenue: sum === undefined ? [] : [sum] } }
    expect(describeTiles(reportsOf(20, 5), earlier)).toEqual([
      'Win rate | 80% | 20 of 25 quotes | −6 points on the period before',
      'Median response | 5 h | 90% within 10 h | 5 h in the period before',
      'Booked | £2,790.00 | +£790.00 on the period before',
      'Utilisation | 1% | 3 of 270 available days | as in the period before',
      'Punctuality | 1 of 1 | trips on time',
      'Empty miles | 39 | 4 drives between trips, in a straight line | 1 more unknown | as in the period before',
    ])
  })

  test('show the empty distance in the unit of the time zone', () => {
    expect(describeTiles(reportsOf(20, 5), reportsOf(20, 5), 'Europe/Dublin').at(-1)).toBe(
      'Empty km | 63 | 4 drives between trips, in a straight line | 1 more unknown | as in the period before',
    )
  })

  test('show counts without a percentage under ten quotes', () => {
    expect(describeTiles(reportsOf(3, 2), reportsOf(20, 5)).slice(0, 2)).toEqual([
      'Win rate | 3 of 5 | quotes',
      'Median response | 5 h | 5 h in the period before',
    ])
    expect(describeTiles(reportsOf(20, 5), reportsOf(3, 2))[0]).toBe('Win rate | 80% | 20 of 25 quotes')
  })

  test('show a dash without data, and no part without access', () => {
    expect(describeTiles(empty, reportsOf(20, 5))).toEqual(
      ['Win rate', 'Median response', 'Booked', 'Utilisation', 'Punctuality', 'Empty miles'].map((name) => `${name} | –`),
    )
    expect(describeTiles({ utilisation: [] }, undefined)).toEqual(['Utilisation | –'])
  })
})
