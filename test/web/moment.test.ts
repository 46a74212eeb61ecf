import { describe, expect, test } from 'bun:test'
import {
  daysLater,
  spokenDaysAway,
  spokenDistance,
  spokenInstant,
  spokenSpan,
  spokenWall,
  wallOf,
} from '../../src/web/plain/moment.ts'

describe('times as people say them', () => {
  test('are wall times, whatever offset stands behind them', () => {
    expect(spokenWall(wallOf('2026-11-24T08:30:00+05:45'), '2026-11-01')).toBe('Tue 24 Nov, 08:30')
  })

  test('have the year where it is another', () => {
    expect(spokenWall('2027-01-02T23:05:00', '2026-11-01')).toBe('Sat 2 Jan 2027, 23:05')
  })

  test('of an instant are those of the operator’s zone', () => {
    expect(spokenInstant('2026-07-01T22:30:00Z', 'Europe/Berlin', Date.UTC(2026, 5, 1))).toBe('Thu 2 Jul, 00:30')
  })

  test('say the day once', () => {
    expect(spokenSpan('2026-11-24T08:30:00', '2026-11-24T17:00:00', '2026-11-24')).toBe('Tue 24 Nov, 08:30 – 17:00')
    expect(spokenSpan('2026-11-24T08:30:00', '2026-11-25T01:00:00', '2026-11-24')).toBe('Tue 24 Nov, 08:30 – Wed 25 Nov, 01:00')
  })

  test('are before or after now', () => {
    expect(spokenDistance(7_800_000, 0)).toBe('in 2 h 10 min')
    expect(spokenDistance(0, 180_000)).toBe('3 min ago')
  })

  test('are whole days where something ends with a day', () => {
    const hour = 3_600_000
    expect(spokenDaysAway(1_499 * 24 * hour + 14 * hour, 0)).toBe('in 1,499 days')
    expect(spokenDaysAway(0, 30 * 24 * hour + 10 * hour)).toBe('30 days ago')
    expect(spokenDaysAway(47 * hour, 0)).toBe('in 1 d 23 h')
  })

  test('count days over a change of clocks', () => {
    expect(daysLater('2026-03-28', 2)).toBe('2026-03-30')
    expect(daysLater('2026-03-01', -1)).toBe('2026-02-28')
  })
})
