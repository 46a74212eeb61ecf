import { expect, test } from 'bun:test'
import { scheduleTask } from '../../src/storage/queries/scheduler.ts'
import { pollEverySecond, watchStorage } from '../../src/worker/polling.ts'
import { openWebhookDispatcher } from '../support/webhook-dispatcher.ts'

/** Polls a dispatcher’s storage and clock on request, and counts the wake-ups. */
async function watchDispatcherStorage() {
  // A file of SQLite, because other databases on the server change PostgreSQL’s version.
  const room = await openWebhookDispatcher({ isFile: true })
  let wakeups = 0
  const poll = watchStorage(room.context, () => wakeups++)
  return {
    room,
    /** Returns the number of wake-ups of one poll. */
    async wakeups(): Promise<number> {
      const before = wakeups
      poll()
      await room.context.storage.read(async () => {})
      return wakeups - before
    },
    [Symbol.asyncDispose]: () => room[Symbol.asyncDispose](),
  }
}

test('wakes the loops once after another process wrote, and not otherwise', async () => {
  await using watch = await watchDispatcherStorage()
  await watch.wakeups()
  expect([await watch.wakeups(), await watch.wakeups()]).toEqual([0, 0])
  await watch.room.storage.transact((tx) => scheduleTask(tx, 'trip', 1, 0, 0))
  expect([await watch.wakeups(), await watch.wakeups()]).toEqual([1, 0])
})

test.each([2_000, -2_000])('wakes the loops once if the clock was set by %d ms', async (ms) => {
  await using watch = await watchDispatcherStorage()
  await watch.wakeups()
  watch.room.setBack(-ms)
  expect([await watch.wakeups(), await watch.wakeups()]).toEqual([1, 0])
})

test('polls one fifth as often if other processes notify each other', async () => {
  await using room = await openWebhookDispatcher()
  let asked = 0
  const version = () => Promise.resolve(asked++)
  const poll = watchStorage({ ...room.context, storage: { ...room.context.storage, version, listensToNodes: true } }, () => {})
  for (let second = 0; second < 10; second++) poll()
  expect(asked).toBe(2)
})

test('wakes the loops if storage fails', async () => {
  await using room = await openWebhookDispatcher()
  const storage = { ...room.context.storage, version: () => Promise.reject(new Error('it is gone')) }
  const { promise: woken, resolve: wake } = Promise.withResolvers<void>()
  watchStorage({ ...room.context, storage }, wake)()
  await woken
})

test('wakes the loops once while storage fails, and again when it recovers', async () => {
  await using room = await openWebhookDispatcher()
  const answers = [null, null, null, 7, 7]
  const settled = async (poll: () => void) => {
    poll()
    await new Promise((resolve) => setImmediate(resolve))
    return wakeups
  }
  const version = async () => answers.shift() ?? Promise.reject(new Error('it is gone'))
  let wakeups = 0
  const poll = watchStorage({ ...room.context, storage: { ...room.context.storage, version } }, () => wakeups++)
  const counts: number[] = []
  for (let second = 0; second < 5; second++) counts.push(await settled(poll))
  expect(counts).toEqual([1, 1, 1, 2, 2])
})

test('runs every check in the same turn until it is removed', async () => {
  const { promise: polled, resolve } = Promise.withResolvers<void>()
  const seen: string[] = []
  const polls = new Set<() => void>()
  const first = () => {
    seen.push('signals')
    polls.delete(first)
  }
  polls.add(first)
  polls.add(() => {
    seen.push('news')
    if (seen.length === 3) resolve()
  })
  const looking = pollEverySecond(polls)
  await polled
  clearInterval(looking)
  expect(seen).toEqual(['signals', 'news', 'news'])
})
