import { expect, spyOn, test } from 'bun:test'
import pino from 'pino'
import { workLoop } from '../../src/worker/loop.ts'
import { Wakeup } from '../../src/worker/wakeup.ts'
import { loopSignals } from '../support/loop-signals.ts'

/** A loop whose rounds answer, or throw, what the test says; once all is said they have nothing to do for ever. */
function openLoop(...answers: readonly (number | Error)[]) {
  const wakeup = new Wakeup()
  const rounds = loopSignals()
  const left = [...answers]
  const said: { msg: string; failures: number }[] = []
  const log = pino({}, { write: (line: string) => void said.push(JSON.parse(line)) })
  let worked = 0
  const ended = Promise.withResolvers<void>()
  const running = workLoop(wakeup, { log, longestSleepMs: 1_000, faultPhrase: 'it failed', onRound: rounds.end }, async () => {
    worked++
    if (left.length === 0) ended.resolve()
    const answer = left.shift() ?? Number.POSITIVE_INFINITY
    if (answer instanceof Error) throw answer
    return answer
  })
  return {
    wakeup,
    said,
    worked: () => worked,
    ended: ended.promise,
    quiet: () => rounds.pass(wakeup),
    async [Symbol.asyncDispose]() {
      wakeup.stop()
      await running
    },
  }
}

test('the next round follows at once while there is more to do, and after its time when there is not', async () => {
  await using loop = openLoop(0, 0, 5, 0)
  await loop.ended
  expect(loop.worked()).toBe(5)
})

test('a round that throws is not the last', async () => {
  await using loop = openLoop(new Error('the disk is full'))
  await loop.quiet()
  expect(loop.worked()).toBeGreaterThan(2)
})

test('rounds that go on throwing are told of once a minute, and the next trouble at once', async () => {
  const fault = new Error('the disk is full')
  await using loop = openLoop(...Array(7).fill(fault), 0, fault)
  while (loop.said.length < 2) {
    loop.wakeup.ring()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(loop.said.map(({ msg, failures }) => [msg, failures])).toEqual([
    ['it failed', 1],
    ['it failed', 1],
  ])
})

test('rounds that go on throwing come more and more seldom, but every five seconds', async () => {
  const sleeps: number[] = []
  const wakeup = new Wakeup()
  const sleep = spyOn(wakeup, 'sleep').mockImplementation(async (ms) => {
    if (sleeps.push(ms) === 6) wakeup.stop()
  })
  const log = pino({ level: 'silent' })
  const settings = { log, longestSleepMs: 60_000, faultPhrase: 'it failed' }
  await workLoop(wakeup, settings, () => Promise.reject(new Error('the disk is full')))
  expect(sleeps).toEqual([1_000, 2_000, 4_000, 5_000, 5_000, 5_000])
  sleep.mockRestore()
})

test('a round follows after a second, though nothing is planned and no one rings', async () => {
  await using loop = openLoop(Number.POSITIVE_INFINITY)
  await loop.ended
  expect(loop.worked()).toBe(2)
})

test('a stop ends the sleep, and no round follows', async () => {
  const loop = openLoop()
  await loop.ended
  await loop[Symbol.asyncDispose]()
  expect(loop.worked()).toBe(1)
})
