import { expect, spyOn, test } from 'bun:test'
import pino from 'pino'
import { runLoop } from '../../src/worker/loop.ts'
import { Wakeup } from '../../src/worker/wakeup.ts'
import { loopSignals } from '../support/loop-signals.ts'

/** A loop whose rounds return or throw these answers in turn, and then find no more work. */
function openLoop(...answers: readonly (number | Error)[]) {
  const wakeup = new Wakeup()
  const rounds = loopSignals()
  const left = [...answers]
  const logs: { msg: string; failures: number }[] = []
  const log = pino({}, { write: (line: string) => void logs.push(JSON.parse(line)) })
  let worked = 0
  const ended = Promise.withResolvers<void>()
  const running = runLoop(wakeup, { log, longestSleepMs: 1_000, faultPhrase: 'it failed', onRound: rounds.end }, async () => {
    worked++
    if (left.length === 0) ended.resolve()
    const answer = left.shift() ?? Number.POSITIVE_INFINITY
    if (answer instanceof Error) throw answer
    return answer
  })
  return {
    wakeup,
    logs,
    worked: () => worked,
    ended: ended.promise,
    quiet: () => rounds.pass(wakeup),
    async [Symbol.asyncDispose]() {
      wakeup.stop()
      await running
    },
  }
}

test('starts the next round immediately while there is more to do, and otherwise after its wait', async () => {
  await using loop = openLoop(0, 0, 5, 0)
  await loop.ended
  expect(loop.worked()).toBe(5)
})

test('continues after a round that throws', async () => {
  await using loop = openLoop(new Error('the disk is full'))
  await loop.quiet()
  expect(loop.worked()).toBeGreaterThan(2)
})

test('logs repeated faults once a minute, and a new fault immediately', async () => {
  const fault = new Error('the disk is full')
  await using loop = openLoop(...Array(7).fill(fault), 0, fault)
  while (loop.logs.length < 2) {
    loop.wakeup.wake()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(loop.logs.map(({ msg, failures }) => [msg, failures])).toEqual([
    ['it failed', 1],
    ['it failed', 1],
  ])
})

test('slows down while rounds throw, up to five seconds', async () => {
  const sleeps: number[] = []
  const wakeup = new Wakeup()
  const sleep = spyOn(wakeup, 'sleep').mockImplementation(async (ms) => {
    if (sleeps.push(ms) === 6) wakeup.stop()
  })
  const log = pino({ level: 'silent' })
  const settings = { log, longestSleepMs: 60_000, faultPhrase: 'it failed' }
  await runLoop(wakeup, settings, () => Promise.reject(new Error('the disk is full')))
  expect(sleeps).toEqual([1_000, 2_000, 4_000, 5_000, 5_000, 5_000])
  sleep.mockRestore()
})

test('starts a round after a second, even without planned work or a wake-up', async () => {
  await using loop = openLoop(Number.POSITIVE_INFINITY)
  await loop.ended
  expect(loop.worked()).toBe(2)
})

test('ends the sleep at a stop, and starts no round', async () => {
  const loop = openLoop()
  await loop.ended
  await loop[Symbol.asyncDispose]()
  expect(loop.worked()).toBe(1)
})
