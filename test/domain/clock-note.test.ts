import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type ClockNote, updateClockNote } from '../../src/domain/clock-note.ts'
import { dayMs, hourMs, minuteMs } from '../../src/domain/instant.ts'

const start = Date.UTC(2027, 2, 2, 8)
const day = (count: number) => start + count * dayMs

/** Reads the clock at each of these times, and returns the times at which it found that it had run ahead. */
function foundAhead(times: readonly number[]): number[] {
  let note: ClockNote | null = null
  return times.filter((now) => {
    const seen = updateClockNote(note, now)
    note = seen.note
    return seen.ranAhead
  })
}

test('finds a clock that ran ahead and was corrected, also in two steps', () => {
  expect(foundAhead([day(2), day(400), day(3)])).toEqual([day(3)])
  expect(foundAhead([day(2), day(400), day(401), day(3)])).toEqual([day(3)])
  expect(foundAhead([day(2), day(400), day(10), day(3)])).toEqual([day(10), day(3)])
  expect(foundAhead([day(2), day(400), day(406), day(3)])).toEqual([day(3)])
})

test('ignores a clock that is slow for a while', () => {
  const lived = Array.from({ length: 24 * 40 }, (_, hour) => start + hour * hourMs)
  expect(foundAhead([...lived, day(0), day(40)])).toEqual([])
  expect(foundAhead([...lived, day(-300), day(-299), day(40), day(-300), day(40)])).toEqual([])
  // A machine without a clock battery starts each day in 1970.
  expect(foundAhead([0, minuteMs, start, 0, minuteMs, day(1), 0, day(2)])).toEqual([])
})

test('ignores a skipped span after thirty days', () => {
  const lived = Array.from({ length: 24 * 31 }, (_, hour) => day(100) + hour * hourMs)
  expect(foundAhead([day(2), ...lived, day(50)])).toEqual([])
  expect(foundAhead([day(2), ...lived.slice(0, 24 * 29), day(50)])).toEqual([day(50)])
})

test('finds no clock ahead while time only rises, and moves its note back only after it finds one', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -500, max: 500 }), { minLength: 1 }), (days) => {
      const rising = [...days].sort((a, b) => a - b).map(day)
      expect(foundAhead(rising)).toEqual([])
      let note: ClockNote | null = null
      for (const now of days.map(day)) {
        const seen = updateClockNote(note, now)
        if (!seen.ranAhead) expect(seen.note?.seenAt ?? 0).toBeGreaterThanOrEqual(note?.seenAt ?? 0)
        note = seen.note
      }
    }),
  )
})
