import { expect, test } from 'bun:test'
import { schedule } from '../../src/storage/queries/scheduler.ts'
import { pollEverySecond, watchStorage } from '../../src/worker/polling.ts'
import { openWebhookDispatcher } from '../support/webhook-dispatcher.ts'

/** Looks at a dispatcher's storage and clock when the test says, and counts how often that rang. */
async function watchDispatcherStorage() {
  // What PostgreSQL calls a version moves with every other database on the server.
  const room = await openWebhookDispatcher({ isFile: true })
  let rings = 0
  const look = watchStorage(room.context, () => rings++)
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
  await using watch = await watchDispatcherStorage()
  await watch.rings()
  expect([await watch.rings(), await watch.rings()]).toEqual([0, 0])
  await watch.room.storage.transact((tx) => schedule(tx, 'trip', 1, 0, 0))
  expect([await watch.rings(), await watch.rings()]).toEqual([1, 0])
})

test.each([2_000, -2_000])('the clock was set by %d ms: it rings once', async (ms) => {
  await using watch = await watchDispatcherStorage()
  await watch.rings()
  watch.room.setBack(-ms)
  expect([await watch.rings(), await watch.rings()]).toEqual([1, 0])
})

test('where others tell of what they leave, it is looked for five times more seldom', async () => {
  await using room = await openWebhookDispatcher()
  let asked = 0
  const version = () => Promise.resolve(asked++)
  const look = watchStorage({ ...room.context, storage: { ...room.context.storage, version, hearsOthers: true } }, () => {})
  for (let second = 0; second < 10; second++) look()
  expect(asked).toBe(2)
})

test('storage that cannot be asked has the rounds say so', async () => {
  await using room = await openWebhookDispatcher()
  const storage = { ...room.context.storage, version: () => Promise.reject(new Error('it is gone')) }
  const { promise: rung, resolve: ring } = Promise.withResolvers<void>()
  watchStorage({ ...room.context, storage }, ring)()
  await rung
})

test('storage that cannot be asked for a while is rung for once, and once more when it can be', async () => {
  await using room = await openWebhookDispatcher()
  const answers = [null, null, null, 7, 7]
  const settled = async (look: () => void) => {
    look()
    await new Promise((resolve) => setImmediate(resolve))
    return rings
  }
  const version = async () => answers.shift() ?? Promise.reject(new Error('it is gone'))
  let rings = 0
  const look = watchStorage({ ...room.context, storage: { ...room.context.storage, version } }, () => rings++)
  const heard: number[] = []
  for (let second = 0; second < 5; second++) heard.push(await settled(look))
  expect(heard).toEqual([1, 1, 1, 2, 2])
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
  const looking = pollEverySecond(looks)
  await looked
  clearInterval(looking)
  expect(seen).toEqual(['signals', 'news', 'news'])
})
