import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { ReadQueue } from '../../src/storage/sqlite/read-queue.ts'

/** Holds a read open until the returned function ends it, so that others queue behind it. */
function holdOpen(queue: ReadQueue): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  queue.take(() => promise, null)
  return resolve
}

/** Blocks the thread with a long read, so that every other read must wait. */
function readFor(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

test('serves callers in turn, however many reads each requested', async () => {
  const queue = new ReadQueue()
  const served: string[] = []
  const ask = (caller: number, which: string) => queue.take(async () => served.push(which), caller)
  const go = holdOpen(queue)

  const all = [ask(7, 'a1'), ask(7, 'a2'), ask(7, 'a3'), ask(8, 'b1'), ask(9, 'c1'), ask(8, 'b2')]
  go()
  await Promise.all(all)

  expect(served).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test('serves at most one read of each other caller before the next, in each caller’s order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 60 }), async (callers) => {
      const queue = new ReadQueue()
      const served: { caller: number; number: number }[] = []
      const go = holdOpen(queue)
      const reads = callers.map((caller, number) => queue.take(async () => served.push({ caller, number }), caller))
      go()
      await Promise.all(reads)

      const rounds = served.map(({ caller }, at) => served.slice(0, at).filter((one) => one.caller === caller).length)
      expect(rounds).toEqual(rounds.toSorted((a, b) => a - b))
      for (const caller of new Set(callers)) {
        const numbers = served.filter((one) => one.caller === caller).map(({ number }) => number)
        expect(numbers).toEqual(callers.flatMap((one, number) => (one === caller ? [number] : [])))
      }
    }),
  )
})

test('serves reads without a caller first', async () => {
  const queue = new ReadQueue()
  const served: string[] = []
  const go = holdOpen(queue)

  const all = [
    queue.take(async () => served.push('list'), 7),
    queue.take(async () => served.push('who is this?'), null),
    queue.take(async () => served.push('and this?'), null),
  ]
  go()
  await Promise.all(all)

  expect(served).toEqual(['who is this?', 'and this?', 'list'])
})

test('runs one read at a time, and continues after a failed one', async () => {
  const queue = new ReadQueue()
  let together = 0
  const reads = [0, 1, 2, 3].map((index) =>
    queue.take(async () => {
      expect(++together).toBe(1)
      await Promise.resolve()
      together--
      if (index % 2 === 1) throw new Error(`failed ${index}`)
      return index
    }, index),
  )

  expect(await Promise.allSettled(reads)).toMatchObject([
    { value: 0 },
    { reason: { message: 'failed 1' } },
    { value: 2 },
    { reason: { message: 'failed 3' } },
  ])
})

test('yields to other work on the thread between long reads', async () => {
  const queue = new ReadQueue()
  let finished = 0
  const seen: number[] = []
  const watch = setInterval(() => seen.push(finished), 0)

  await Promise.all(
    Array.from({ length: 20 }, () =>
      queue.take(async () => {
        readFor(4)
        finished++
      }, 7),
    ),
  )
  clearInterval(watch)

  expect(new Set(seen.filter((count) => count > 0 && count < 20)).size).toBeGreaterThan(5)
})

test('is idle only after the last read', async () => {
  const queue = new ReadQueue()
  await queue.whenIdle()
  const served: number[] = []
  const go = holdOpen(queue)
  for (const caller of [7, 7, 8]) queue.take(async () => served.push(caller), caller)

  const idle = queue.whenIdle().then(() => served.length)
  go()

  expect(await idle).toBe(3)
})
