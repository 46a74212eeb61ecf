import { describe, expect, test } from 'bun:test'
import { Wakeup } from '../../src/worker/wakeup.ts'

/** Longer than any test: a sleep that ends was ended by a wake-up. */
const ages = 3_600_000

async function sleptMs(wakeup: Wakeup, ms: number): Promise<number> {
  const started = performance.now()
  await wakeup.sleep(ms)
  return performance.now() - started
}

test('sleeps for its time without a wake-up', async () => {
  expect(await sleptMs(new Wakeup(), 60)).toBeGreaterThanOrEqual(58)
})

test('ends only the current sleep on a wake-up', async () => {
  const wakeup = new Wakeup()
  setTimeout(() => wakeup.wake(), 10)
  await wakeup.sleep(ages)
  expect(await sleptMs(wakeup, 60)).toBeGreaterThanOrEqual(58)
})

test('ends the next sleep immediately after earlier wake-ups, however many there were', async () => {
  const wakeup = new Wakeup()
  for (let n = 0; n < 3; n++) wakeup.wake()
  await wakeup.sleep(ages)
  expect(await sleptMs(wakeup, 60)).toBeGreaterThanOrEqual(58)
})

test('ends this sleep and every later one at a stop', async () => {
  const wakeup = new Wakeup()
  setTimeout(() => wakeup.stop(), 10)
  await wakeup.sleep(ages)
  expect(wakeup.isStopped).toBe(true)
  await wakeup.sleep(ages)
  await wakeup.sleep(ages)
})

describe('waiting for work', () => {
  test('ends with the work, and throws its error', async () => {
    const wakeup = new Wakeup()
    await wakeup.waitFor(Promise.resolve(), 0)
    await expect(wakeup.waitFor(Promise.reject(new Error('no disk')), ages)).rejects.toThrow('no disk')
  })

  test.each(['before', 'meanwhile'])('ends without the work if a stop came %s, after its patience', async (when) => {
    const wakeup = new Wakeup()
    if (when === 'before') wakeup.stop()
    const waiting = wakeup.waitFor(new Promise(() => {}), 10)
    wakeup.stop()
    await waiting
  })

  test('continues after a wake-up', async () => {
    const wakeup = new Wakeup()
    const work = Promise.withResolvers<void>()
    let isDone = false
    const waiting = wakeup.waitFor(work.promise, 0).then(() => {
      isDone = true
    })
    wakeup.wake()
    await wakeup.sleep(ages)
    expect(isDone).toBe(false)
    work.resolve()
    await waiting
  })
})
