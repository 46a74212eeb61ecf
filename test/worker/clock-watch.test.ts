import { expect, test } from 'bun:test'
import { ClockWatch } from '../../src/worker/clock-watch.ts'
import { eventually } from '../support/eventually.ts'
import { patience } from '../support/patience.ts'

test('returns no jump as time passes', async () => {
  const watch = new ClockWatch(Date.now)
  const began = Date.now()
  await eventually(() => Date.now() > began)
  expect(watch.jump()).toBe(0)
})

test.each([6_000, 3_600_000, -6_000, -86_400_000])('returns a jump of %d ms once', (ms) => {
  let addedMs = 0
  const watch = new ClockWatch(() => Date.now() + addedMs)
  expect(watch.jump()).toBe(0)
  addedMs = ms
  expect(Math.abs(watch.jump() - ms)).toBeLessThan(patience(100))
  expect(watch.jump()).toBe(0)
})

test.each([4_000, -4_000])('ignores a correction of %d ms', (ms) => {
  let addedMs = 0
  const watch = new ClockWatch(() => Date.now() + addedMs)
  addedMs = ms
  expect(watch.jump()).toBe(0)
})
