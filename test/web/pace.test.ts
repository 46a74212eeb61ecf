import { expect, test } from 'bun:test'
import { createPace } from '../../src/web/customer/trip/pace.ts'

/** A pace with the given answers and a clock of the test. */
function paced() {
  let now = 1_000
  const pace = createPace(() => now)
  const heard = (isUnsettled: boolean, left: number | null, differing: object = {}) =>
    pace.noteServerAnswer({ status: 200, left, waitS: null, ...differing }, isUnsettled)
  /** Returns the seconds until the next call is due. */
  const dueAfter = () => {
    const from = now
    while (!pace.isDue()) now += 1_000
    return (now - from) / 1_000
  }
  return { pace, heard, dueAfter, pass: (seconds: number) => (now += seconds * 1_000) }
}

test.each([
  [false, null, 10],
  [false, 29, 10],
  [true, null, 5],
  [true, 15, 5],
  [true, 14, 20],
  [false, 10, 20],
  [true, 9, 60],
  [false, 0, 60],
])('repeats the call, with unsettled %p and %p calls left, after %d s', (isUnsettled, left, seconds) => {
  const { heard, dueAfter } = paced()
  expect(dueAfter()).toBe(0)
  heard(isUnsettled, left)
  expect(dueAfter()).toBe(seconds)
})

test('leaves calls for buttons while five windows show a trip with an open payment', () => {
  const windows = [0, 1, 2, 3, 4].map((second) => ({ ...paced(), next: second }))
  const calls: number[] = []
  let least = 30
  for (let second = 0; second < 600; second++) {
    for (const window of windows) {
      if (second < window.next) continue
      calls.push(second)
      const left = 30 - calls.filter((at) => at > second - 60).length
      least = Math.min(least, left)
      window.heard(true, left)
      window.next = second + window.dueAfter()
    }
  }
  expect(least).toBeGreaterThanOrEqual(3)
})

test('makes no call while one is in progress, or before the server allows it', () => {
  const { pace, heard, dueAfter, pass } = paced()
  pace.begun()
  pass(60)
  expect(pace.isDue()).toBe(false)
  heard(true, 0, { status: 429, waitS: 12 })
  expect([pace.waitS(), pace.isDue()]).toEqual([12, false])
  pass(2)
  expect(pace.waitS()).toBe(10)
  expect(dueAfter()).toBe(10)
  expect(pace.waitS()).toBeNull()
  heard(true, 0, { status: 429 })
  expect(pace.waitS()).toBe(5)
  heard(true, 20)
  expect(pace.waitS()).toBeNull()
})
