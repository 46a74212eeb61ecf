import { expect, test } from 'bun:test'
import type { Task } from '../../src/actions/tasks.ts'
import { schedule } from '../../src/storage/queries/scheduler.ts'
import { workLoop } from '../../src/worker/loop.ts'
import { Wakeup } from '../../src/worker/wakeup.ts'
import { openDispatchRoom } from '../support/dispatch-room.ts'
import { eventually } from '../support/eventually.ts'

/** A loop over the scheduler of a room, with tasks of the test's own. */
async function openLoop(tasks: Readonly<Record<string, Task>>) {
  const room = await openDispatchRoom()
  const alarm = new Wakeup()
  let beats = 0
  const pulse = { beat: () => void beats++, isTestMode: false }
  const running = workLoop(room.works, tasks, alarm, pulse)
  return {
    alarm,
    beats: () => beats,
    rows: () =>
      room.rows('SELECT kind, subject_id AS subject, attempts, last_error AS error, due_at AS due FROM scheduler ORDER BY id'),
    /** Asks for work that is due so long after the room's now. */
    async ask(kind: string, subjectId: number, inMs = 0) {
      const now = room.works.clock()
      await room.storage.transact((tx) => schedule(tx, kind, subjectId, now + inMs, now))
      alarm.ring()
    },
    breakNext: room.breakNext,
    stopClock: room.stopClock,
    pass: (ms: number) => room.setBack(-ms),
    async [Symbol.asyncDispose]() {
      alarm.stop()
      await running
      await room[Symbol.asyncDispose]()
    },
  }
}

test('what falls due is done, in its order and not before', async () => {
  const done: number[] = []
  await using loop = await openLoop({ note: async (_, subject) => void done.push(subject) })
  loop.stopClock()
  await loop.ask('note', 1, 250)
  await loop.ask('note', 2, 150)
  await loop.ask('note', 3, 100)
  await Bun.sleep(50)
  expect(done).toEqual([])
  loop.pass(149)
  await eventually(() => done.length > 0)
  await Bun.sleep(50)
  expect(done).toEqual([3])
  loop.pass(101)
  await eventually(() => done.length > 2)
  expect(done).toEqual([3, 2, 1])
})

test('a task that fails is put back with its reason, and holds up no other', async () => {
  const done: number[] = []
  await using loop = await openLoop({
    note: async (_, subject) => {
      if (subject === 1) throw new Error('the bank is closed')
      done.push(subject)
    },
  })
  const now = loop.stopClock()
  await Promise.all([loop.ask('note', 1), loop.ask('note', 2), loop.ask('unheard of', 3)])
  await eventually(() => done.includes(2))
  await eventually(() => loop.rows().filter(({ error }) => error !== null).length === 2)
  const [failed, , unknown] = loop.rows()
  expect(failed).toMatchObject({ attempts: 1, error: 'the bank is closed' })
  expect(unknown).toMatchObject({ error: 'nobody here does unheard of' })
  expect(failed.due - now).toBe(2_000)
})

test('whoever watches hears of every piece of work, so that a long row of them does not look like death', async () => {
  let heardAt = 0
  await using loop = await openLoop({
    note: async (_, subject) => {
      if (subject === 1) heardAt = loop.beats()
      if (subject === 5) heardAt = loop.beats() - heardAt
      await Bun.sleep(5)
    },
  })
  await Promise.all([1, 2, 3, 4, 5].map((subject) => loop.ask('note', subject)))
  await eventually(() => loop.rows().every(({ attempts }) => attempts > 0))
  await eventually(() => heardAt >= 4)
})

test('a storage that fails for a moment does not end the loop', async () => {
  const done: number[] = []
  await using loop = await openLoop({ note: async (_, subject) => void done.push(subject) })
  await Bun.sleep(30)
  await loop.ask('note', 1, 200)
  loop.breakNext(1)
  await eventually(() => done.includes(1))
})
