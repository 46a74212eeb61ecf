import { describe, expect, test } from 'bun:test'
import {
  addDays,
  formatDaysAway,
  formatInstant,
  formatSpan,
  formatTimeDistance,
  formatWall,
  toWall,
} from '../../src/web/plain/moment.ts'

describe('formatted times', () => {
  test('shows a wall time without its offset', () => {
    expect(formatWall(toWall('2026-11-24T08:30:00+05:45'), '2026-11-01')).toBe('Tue 24 Nov, 08:30')
  })

  test('shows the year if it is another year', () => {
    expect(formatWall('2027-01-02T23:05:00', '2026-11-01')).toBe('Sat 2 Jan 2027, 23:05')
  })

  test('shows an instant in the operator’s zone', () => {
    expect(formatInstant('2026-07-01T22:30:00Z', 'Europe/Berlin', Date.UTC(2026, 5, 1))).toBe('Thu 2 Jul, 00:30')
  })

  test('shows the day once in a span', () => {
    expect(formatSpan('2026-11-24T08:30:00', '2026-11-24T17:00:00', '2026-11-24')).toBe('Tue 24 Nov, 08:30 – 17:00')
    expect(formatSpan('2026-11-24T08:30:00', '2026-11-25T01:00:00', '2026-11-24')).toBe('Tue 24 Nov, 08:30 – Wed 25 Nov, 01:00')
  })

  test('shows the distance before or after now', () => {
    expect(formatTimeDistance(7_800_000, 0)).toBe('in 2 h 10 min')
    expect(formatTimeDistance(0, 180_000)).toBe('3 min ago')
    expect([-59_999, 0, 59_999].map((at) => formatTimeDistance(at, 0))).toEqual(['now', 'now', 'now'])
    expect([-60_000, 60_000].map((at) => formatTimeDistance(at, 0))).toEqual(['1 min ago', 'in 1 min'])
  })

  test('shows whole days for an end of day', () => {
    const hour = 3_600_000
    expect(formatDaysAway(1_499 * 24 * hour + 14 * hour, 0)).toBe('in 1,499 days')
    expect(formatDaysAway(0, 30 * 24 * hour + 10 * hour)).toBe('30 days ago')
    expect(formatDaysAway(47 * hour, 0)).toBe('in 1 d 23 h')
  })

  test('counts days over a change of clocks', () => {
    expect(addDays('2026-03-28', 2)).toBe('2026-03-30')
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
  })
})
