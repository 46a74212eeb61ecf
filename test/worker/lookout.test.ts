import { expect, test } from 'bun:test'
import { schedule } from '../../src/storage/queries/scheduler.ts'
import { lookForNews, lookOutFor } from '../../src/worker/lookout.ts'
import { openDispatchRoom } from '../support/dispatch-room.ts'

/** Looks at a room's storage and clock when the test says, and counts how often that rang. */
async function openLookout() {
  const room = await openDispatchRoom()
  let rings = 0
  const look = lookForNews(room.context, () => rings++)
  return {
    room,
    /** How often one look rings. */
    async rings(): Promise<number> {
      const before = rings
      look()
      await room.context.storage.read(async () => {})
      return rings - before
    },
    [Symbol.asyncDispose]: () => room[Symbol.asyncDispose](),
  }
}

test('someone else wrote: it rings once, and not while nothing happens', async () => {
  await using lookout = await openLookout()
  await lookout.rings()
  expect([await lookout.rings(), await lookout.rings()]).toEqual([0, 0])
  await lookout.room.storage.transact((tx) => schedule(tx, 'trip', 1, 0, 0))
  expect([await lookout.rings(), await lookout.rings()]).toEqual([1, 0])
})

test.each([2_000, -2_000])('the clock was set by %d ms: it rings once', async (ms) => {
  await using lookout = await openLookout()
  await lookout.rings()
  lookout.room.setBack(-ms)
  expect([await lookout.rings(), await lookout.rings()]).toEqual([1, 0])
})

test('storage that cannot be asked has the rounds say so', async () => {
  await using room = await openDispatchRoom()
  const storage = { ...room.context.storage, version: () => Promise.reject(new Error('it is gone')) }
  const { promise: rung, resolve: ring } = Promise.withResolvers<void>()
  lookForNews({ ...room.context, storage }, ring)()
  await rung
})

test('everything is looked for in the same turn, until it is looked for no longer', async () => {
  const { promise: looked, resolve } = Promise.withResolvers<void>()
  const seen: string[] = []
  const looks = new Set<() => void>()
  const first = () => {
    seen.push('signals')
    looks.delete(first)
  }
  looks.add(first)
  looks.add(() => {
    seen.push('news')
    if (seen.length === 3) resolve()
  })
  const looking = lookOutFor(looks)
  await looked
  clearInterval(looking)
  expect(seen).toEqual(['signals', 'news', 'news'])
})
