import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  countLanes,
  findDayWindow,
  findItemDays,
  findMonday,
  formatPeriod,
  listFreeGaps,
  placeBars,
  placeCards,
  placeTexts,
  toOwnClocks,
} from '../../src/web/plain/timeline.ts'

const hourMs = 3_600_000
const day = findDayWindow('2026-11-30', 'Europe/London')

/** An item on Mon 30 Nov, or with a day of December: `07:45`, `2T01:30`. */
const at = (time: string) => (time.includes('T') ? `2026-12-0${time}:00+00:00` : `2026-11-30T${time}:00+00:00`)
const item = (from: string, to: string) => ({ from: at(from), to: at(to) })

describe('the window of a day', () => {
  test('begins at 05:00 and ends at midnight, also at changes of the clocks', () => {
    for (const one of ['2027-03-28', '2027-10-31', '2026-11-30']) {
      const { from, to } = findDayWindow(one, 'Europe/London')
      expect({ one, hours: (to - from) / hourMs }).toEqual({ one, hours: 19 })
    }
    const autumn = findDayWindow('2027-10-31', 'Europe/London')
    expect((autumn.to - autumn.start) / hourMs).toBe(25)
  })

  test('begins at the first instant of a day without midnight', () => {
    const { start } = findDayWindow('2026-04-24', 'Africa/Cairo')
    expect(new Date(start).toISOString()).toBe('2026-04-23T22:00:00.000Z')
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

test('names a day, a week, two weeks and a month', () => {
  expect(formatPeriod('2026-11-30', 1)).toBe('Monday 30 November 2026')
  expect(formatPeriod('2026-11-30', 7)).toBe('30 November – 6 December 2026')
  expect(formatPeriod('2026-12-28', 14)).toBe('28 December 2026 – 10 January 2027')
  expect(formatPeriod('2026-11-01', 30, true)).toBe('November 2026')
  expect(['2026-11-30', '2026-12-06', '2026-12-07'].map(findMonday)).toEqual(['2026-11-30', '2026-11-30', '2026-12-07'])
})

describe('cards in a row of days', () => {
  const days = ['2026-11-30', '2026-12-01', '2026-12-02']

  test('count an end before 05:00 to the day before', () => {
    expect(findItemDays(item('18:30', '1T01:30'))).toEqual({ first: '2026-11-30', last: '2026-11-30' })
    expect(findItemDays(item('18:30', '1T05:30'))).toEqual({ first: '2026-11-30', last: '2026-12-01' })
    expect(findItemDays(item('02:00', '03:00'))).toEqual({ first: '2026-11-30', last: '2026-11-30' })
  })

  test('cover their days, stack by time, and are cut at the ends', () => {
    const placed = placeCards([item('15:00', '16:00'), item('08:00', '2T10:00'), item('1T09:00', '5T10:00')], days)
    expect(placed.map(({ column, span, lane, isCut }) => [column, span, lane, isCut])).toEqual([
      [0, 3, 0, false],
      [0, 1, 1, false],
      [1, 2, 1, true],
    ])
    expect(placeCards([item('5T08:00', '5T10:00')], days)).toEqual([])
  })
})

describe('bars of a day', () => {
  const some = fc.tuple(fc.integer({ min: -30, max: 30 }), fc.integer({ min: 1, max: 90 })).map(([at, hours]) => ({
    from: new Date(day.from + at * hourMs).toISOString(),
    to: new Date(day.from + (at + hours) * hourMs).toISOString(),
  }))

  test('are within the window, in order and without overlap on a lane, and so are their texts', () => {
    fc.assert(
      fc.property(fc.array(some, { maxLength: 40 }), fc.integer({ min: 20, max: 400 }), (items, wanted) => {
        const placed = placeBars(items, day)
        const size = 900
        const texts = placeTexts(
          placed,
          size,
          () => 0.1,
          () => wanted,
        )
        for (const [nth, one] of placed.entries()) {
          const text = texts[nth]
          expect(one.left).toBeGreaterThanOrEqual(0)
          expect(one.width).toBeGreaterThan(0)
          expect(one.left + one.width).toBeLessThanOrEqual(1 + 1e-9)
          expect(one.lane).toBeLessThan(countLanes(placed))
          const next = placed.slice(nth + 1).find(({ lane }) => lane === one.lane)
          if (next === undefined || text === undefined) continue
          expect(next.left).toBeGreaterThanOrEqual(one.left + one.width - 1e-9)
          const end = one.left * size + text.at + Math.min(wanted, text.room)
          const after = texts[placed.indexOf(next)]
          expect(end).toBeLessThanOrEqual(next.left * size + Math.min(0, after?.side === 'left' ? after.at : 0) + 1e-6)
        }
        const inside = items.filter(({ from, to }) => Date.parse(from) < day.to && Date.parse(to) > day.start)
        expect(placed).toHaveLength(inside.length)
      }),
    )
    expect(countLanes([])).toBe(1)
  })

  test('hold a text from the pick-up on, or have it on the right, or on the left without room', () => {
    const placed = placeBars([item('07:00', '17:00'), item('15:00', '16:00'), item('22:00', '23:30')], day)
    const sides = placeTexts(
      placed,
      950,
      () => 0.1,
      () => 200,
    ).map(({ side }) => side)
    expect(sides).toEqual(['inside', 'right', 'left'])
  })
})

test('lists the free times of more than an hour that have not ended', () => {
  const said = (items: readonly ReturnType<typeof item>[], now = at('05:00')) =>
    listFreeGaps(items, day, Date.parse(now)).map((gap) =>
      [gap.from, gap.to].map((one) => (one === null ? '' : new Date(one).toISOString().slice(11, 16))).join('-'),
    )
  expect(said([])).toEqual(['-'])
  expect(said([item('07:55', '23:00')])).toEqual(['-07:55'])
  expect(said([item('06:50', '17:10')], at('07:40'))).toEqual(['17:10-'])
  expect(said([item('09:40', '13:30'), item('10:00', '12:00'), item('15:00', '1T02:00')])).toEqual(['-09:40', '13:30-15:00'])
  expect(said([item('02:00', '1T02:00')])).toEqual([])
})
