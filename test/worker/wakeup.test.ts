import { describe, expect, test } from 'bun:test'
import { Wakeup } from '../../src/worker/wakeup.ts'

/** Longer than any test: the sleeper who wakes was woken. */
const ages = 3_600_000

async function sleptMs(wakeup: Wakeup, ms: number): Promise<number> {
  const started = performance.now()
  await wakeup.sleep(ms)
  return performance.now() - started
}

test('a sleep lasts its time when no one rings', async () => {
  expect(await sleptMs(new Wakeup(), 60)).toBeGreaterThanOrEqual(58)
})

test('a ring ends the sleep, and only this one', async () => {
  const wakeup = new Wakeup()
  setTimeout(() => wakeup.ring(), 10)
  await wakeup.sleep(ages)
  expect(await sleptMs(wakeup, 60)).toBeGreaterThanOrEqual(58)
})

test('a ring that came while no one slept ends the next sleep at once, however often it rang', async () => {
  const wakeup = new Wakeup()
  for (let n = 0; n < 3; n++) wakeup.ring()
  await wakeup.sleep(ages)
  expect(await sleptMs(wakeup, 60)).toBeGreaterThanOrEqual(58)
})

test('a stop ends this sleep and every later one', async () => {
  const wakeup = new Wakeup()
  setTimeout(() => wakeup.stop(), 10)
  await wakeup.sleep(ages)
  expect(wakeup.isStopped).toBe(true)
  await wakeup.sleep(ages)
  await wakeup.sleep(ages)
})

describe('waiting for work', () => {
  test('ends with the work, and fails as it does', async () => {
    const wakeup = new Wakeup()
    await wakeup.waitFor(Promise.resolve(), 0)
    await expect(wakeup.waitFor(Promise.reject(new Error('no disk')), ages)).rejects.toThrow('no disk')
  })

  test.each(['before', 'meanwhile'])('ends without it after a stop %s, when patience is over', async (when) => {
    const wakeup = new Wakeup()
    if (when === 'before') wakeup.stop()
    const waiting = wakeup.waitFor(new Promise(() => {}), 10)
    wakeup.stop()
    await waiting
  })

  test('goes on after a ring', async () => {
    const wakeup = new Wakeup()
    const work = Promise.withResolvers<void>()
    let isOver = false
    const waiting = wakeup.waitFor(work.promise, 0).then(() => {
      isOver = true
    })
    wakeup.ring()
    await wakeup.sleep(ages)
    expect(isOver).toBe(false)
    work.resolve()
    await waiting
  })
})
