import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { countLanes, findTimeWindow, placeBars, toOwnClocks } from '../../src/web/plain/timeline.ts'

const hourMs = 3_600_000

describe('a window of days', () => {
  test('has days of 23 and 25 hours at changes of the clocks', () => {
    const spring = findTimeWindow('2027-03-27', 3, 'Europe/London')
    expect(spring.days.map(({ at }, nth) => ((spring.days[nth + 1]?.at ?? spring.to) - at) / hourMs)).toEqual([24, 23, 24])
    const autumn = findTimeWindow('2027-10-31', 1, 'Europe/London')
    expect((autumn.to - autumn.from) / hourMs).toBe(25)
  })

  test('begins at the first instant of a day without midnight', () => {
    const { from } = findTimeWindow('2026-04-24', 1, 'Africa/Cairo')
    expect(new Date(from).toISOString()).toBe('2026-04-23T22:00:00.000Z')
  })
})

test('shows a time on the clocks of its zone, before and after a change of the clocks', () => {
  const item = { from: '2027-03-27T08:00:00Z', to: '2027-03-28T08:00:00Z', ref: 'TR-1' }
  const shown = { from: '2027-03-27T08:00:00+00:00', to: '2027-03-28T09:00:00+01:00', ref: 'TR-1' }
  expect(toOwnClocks(item, 'Europe/London')).toEqual(shown)
  fc.assert(
    fc.property(fc.date({ min: new Date('2026-01-01'), max: new Date('2029-01-01'), noInvalidDate: true }), (date) => {
      const at = `${date.toISOString().slice(0, 19)}Z`
      const { from } = toOwnClocks({ from: at, to: at }, 'America/New_York')
      expect(Date.parse(from)).toBe(Date.parse(at))
    }),
  )
})

test('places items within the window, in order and without overlap on a lane', () => {
  const within = findTimeWindow('2027-03-27', 7, 'Europe/London')
  const item = fc.tuple(fc.integer({ min: -100, max: 300 }), fc.integer({ min: 1, max: 90 })).map(([at, hours]) => ({
    from: new Date(within.from + at * hourMs).toISOString(),
    to: new Date(within.from + (at + hours) * hourMs).toISOString(),
  }))
  fc.assert(
    fc.property(fc.array(item, { maxLength: 40 }), (items) => {
      const placed = placeBars(items, within)
      for (const [nth, one] of placed.entries()) {
        expect(one.left).toBeGreaterThanOrEqual(0)
        expect(one.width).toBeGreaterThan(0)
        expect(one.left + one.width).toBeLessThanOrEqual(1 + 1e-9)
        expect(one.lane).toBeLessThan(countLanes(placed))
        const next = placed.slice(nth + 1).find(({ lane }) => lane === one.lane)
        expect(one.room).toBeCloseTo((next?.left ?? 1) - one.left)
        expect(one.room).toBeGreaterThanOrEqual(one.width - 1e-9)
        for (const other of placed.slice(nth + 1)) {
          if (other.lane !== one.lane) continue
          expect(Date.parse(other.item.from)).toBeGreaterThanOrEqual(Date.parse(one.item.to))
        }
      }
      const inside = items.filter(({ from, to }) => Date.parse(from) < within.to && Date.parse(to) > within.from)
      expect(placed).toHaveLength(inside.length)
    }),
  )
  expect(countLanes([])).toBe(1)
})
