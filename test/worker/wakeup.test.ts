import { expect, test } from 'bun:test'
import { Wakeup } from '../../src/worker/wakeup.ts'

/** Longer than any test: whoever wakes was woken. */
const ages = 3_600_000

async function sleptMs(alarm: Wakeup, ms: number): Promise<number> {
  const started = performance.now()
  await alarm.sleep(ms)
  return performance.now() - started
}

test('a sleep lasts its time when nobody rings', async () => {
  expect(await sleptMs(new Wakeup(), 60)).toBeGreaterThanOrEqual(58)
})

test('a ring ends the sleep, and only this one', async () => {
  const alarm = new Wakeup()
  setTimeout(() => alarm.ring(), 10)
  await alarm.sleep(ages)
  expect(await sleptMs(alarm, 60)).toBeGreaterThanOrEqual(58)
})

test('a ring that came while nobody slept ends the next sleep at once, however often it rang', async () => {
  const alarm = new Wakeup()
  for (let n = 0; n < 3; n++) alarm.ring()
  await alarm.sleep(ages)
  expect(await sleptMs(alarm, 60)).toBeGreaterThanOrEqual(58)
})

test('a stop ends this sleep and every later one', async () => {
  const alarm = new Wakeup()
  setTimeout(() => alarm.stop(), 10)
  await alarm.sleep(ages)
  expect(alarm.isStopped).toBe(true)
  await alarm.sleep(ages)
  await alarm.sleep(ages)
})
