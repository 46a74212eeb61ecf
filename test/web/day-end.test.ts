import { expect, test } from 'bun:test'
import { findFirstInstantAfter } from '../../src/web/console/day-end.ts'

test.each([
  ['2027-04-16', 'Europe/London', '2027-04-17T00:00:00+01:00'],
  ['2027-03-27', 'Europe/London', '2027-03-28T00:00:00+00:00'],
  ['2027-12-31', 'America/New_York', '2028-01-01T00:00:00-05:00'],
  // The clocks skip midnight on this day, and show it twice in the next row.
  ['2026-04-23', 'Africa/Cairo', '2026-04-24T01:00:00+03:00'],
  ['2026-10-31', 'America/Havana', '2026-11-01T00:00:00-04:00'],
])('ends the day %s in %s with %s', (day, zone, instant) => {
  expect(findFirstInstantAfter(day, zone)).toBe(instant)
})

test.each(['', '2027', '2027-13-01', 'soon'])('returns null for the day “%s”', (day) => {
  expect(findFirstInstantAfter(day, 'Europe/London')).toBeNull()
})
