import { expect, test } from 'bun:test'
import { makeLogger } from '../../src/log.ts'
import { workLoop } from '../../src/worker/loop.ts'
import { Wakeup } from '../../src/worker/wakeup.ts'
import { countRounds } from '../support/rounds.ts'

const { log } = makeLogger({ level: 'silent', terminal: false })

/** A loop whose rounds answer, or throw, what the test says; once all is said they have nothing to do for ever. */
function openLoop(...answers: readonly (number | Error)[]) {
  const wakeup = new Wakeup()
  const rounds = countRounds()
  const left = [...answers]
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
