import { expect, test } from 'bun:test'
import type { Task } from '../../src/actions/maintenance/due-tasks.ts'
import type { Lane, TaskKind } from '../../src/domain/task-kind.ts'
import { scheduleTask, unscheduleTask } from '../../src/storage/queries/scheduler.ts'
import { runSideBySide } from '../../src/worker/side-by-side.ts'
import { runTasks } from '../../src/worker/task-worker.ts'
import { Wakeup } from '../../src/worker/wakeup.ts'
import { eventually } from '../support/eventually.ts'
import { loopSignals } from '../support/loop-signals.ts'
import { openWebhookDispatcher } from '../support/webhook-dispatcher.ts'

/** A loop over the scheduler of a test database, with tasks of the test. */
async function openLoop(tasks: Readonly<Record<string, Task>>, lane: Lane = 'main') {
  const room = await openWebhookDispatcher()
  const wakeup = new Wakeup()
  const rounds = loopSignals()
  let beats = 0
  const onRound = () => {
    beats++
    rounds.end()
  }
  const settings = { longestSleepMs: 1_000, onRound }
  const running =
    lane === 'main' ? runTasks(room.context, tasks, wakeup, settings) : runSideBySide(room.context, tasks, wakeup, settings, lane)
  return {
    running,
    stop: () => wakeup.stop(),
    beats: () => beats,
    rows: () =>
      room.rows(
        'SELECT kind, subject_id AS subject, attempts, last_error AS error, ready_at AS due, lease_token AS lease FROM scheduler ORDER BY id',
      ),
    /** Schedules tasks that are due this long after the current time. */
    async ask(kind: TaskKind, subjectIds: number | readonly number[], inMs = 0) {
      const now = room.context.clock()
      await room.storage.transact(async (tx) => {
        for (const id of [subjectIds].flat()) await scheduleTask(tx, kind, id, now + inMs, now)
      })
      wakeup.wake()
    },
    /** Resolves when all due tasks are done, unless a task holds up the loop. */
    quiet: () => rounds.pass(wakeup),
    breakNext: room.breakNext,
    stopClock: room.stopClock,
    pass: (ms: number) => room.setBack(-ms),
    async [Symbol.asyncDispose]() {
      wakeup.stop()
      await running
      await room[Symbol.asyncDispose]()
    },
  }
}

test('runs tasks in the order of their due times, and not before', async () => {
  const done: number[] = []
  await using loop = await openLoop({ crew_notice: async (_, subject) => void done.push(subject) })
  loop.stopClock()
  await loop.ask('crew_notice', 1, 250)
  await loop.ask('crew_notice', 2, 150)
  await loop.ask('crew_notice', 3, 100)
  await loop.quiet()
  expect(done).toEqual([])
  loop.pass(149)
  await eventually(() => done.length > 0)
  await loop.quiet()
  expect(done).toEqual([3])
  loop.pass(101)
  await eventually(() => done.length > 2)
  expect(done).toEqual([3, 2, 1])
})

test('reschedules a failed task with its reason, and holds up no other', async () => {
  const done: number[] = []
  await using loop = await openLoop({
    crew_notice: async (_, subject) => {
      if (subject === 1) throw new Error('the bank is closed')
      done.push(subject)
    },
  })
  const now = loop.stopClock()
  await loop.ask('crew_notice', 1)
  await loop.ask('crew_notice', 2)
  await loop.ask('purge', 3)
  await eventually(() => done.includes(2))
  await eventually(async () => (await loop.rows()).filter(({ error }) => error !== null).length === 2)
  const [failed, , unknown] = await loop.rows()
  expect(failed).toMatchObject({ attempts: 1, error: 'the bank is closed' })
  expect(unknown).toMatchObject({ error: 'unknown task purge' })
  expect(failed.due - now).toBe(2_000)
})

test('reports every task to the watchdog, so that many tasks do not look like a hang', async () => {
  let beatAt = 0
  await using loop = await openLoop({
    crew_notice: async (_, subject) => {
      if (subject === 1) beatAt = loop.beats()
      if (subject === 5) beatAt = loop.beats() - beatAt
    },
  })
  await loop.ask('crew_notice', [1, 2, 3, 4, 5])
  await eventually(async () => (await loop.rows()).every(({ attempts }) => attempts > 0))
  await eventually(() => beatAt >= 4)
})

test('continues after storage fails once', async () => {
  const done: number[] = []
  await using loop = await openLoop({ crew_notice: async (_, subject) => void done.push(subject) })
  await loop.quiet()
  await loop.ask('crew_notice', 1, 200)
  loop.breakNext(1)
  await eventually(() => done.includes(1))
})

test('finishes the current task at a stop, and starts no other of its batch', async () => {
  const done: number[] = []
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await using loop = await openLoop({
    crew_notice: async (_, subject) => {
      if (subject === 2) await held
      done.push(subject)
    },
  })
  await loop.ask('crew_notice', [1, 2, 3, 4])
  await eventually(async () => done.length === 1 && (await loop.rows()).every(({ attempts }) => attempts === 1))
  loop.stop()
  letGo()
  await loop.running
  expect(done).toEqual([1, 2])
})

/** A slow mail server, with the messages that wait for it and a function that answers them. */
function slowServer() {
  const sending: number[] = []
  const ends: (() => void)[] = []
  let most = 0
  const send: Task = async (context, subject, { kind }) => {
    sending.push(subject)
    most = Math.max(most, sending.length)
    await new Promise<void>((resolve) => ends.push(resolve))
    sending.splice(sending.indexOf(subject), 1)
    await context.storage.transact((tx) => unscheduleTask(tx, kind, subject))
  }
  return { send, sending, most: () => most, answer: () => ends.shift()?.() }
}

test.each([
  ['messages', 'message', 4],
  ['payments', 'charge', 8],
] as const)('runs work of the lane %s in parallel', async (lane, kind, atOnce) => {
  const server = slowServer()
  await using loop = await openLoop({ [kind]: server.send }, lane)
  const ids = Array.from({ length: atOnce + 2 }, (_, nth) => nth + 1)
  await loop.ask(kind, ids)
  await eventually(() => server.sending.length === atOnce)
  for (let n = 0; n < atOnce; n++) server.answer()
  await eventually(() => server.sending.length === 2)
  for (let n = 0; n < 2; n++) server.answer()
  await loop.quiet()
  expect([server.sending, server.most()]).toEqual([[], atOnce])
})

test('retries a charge that the bank does not answer after at most a minute', async () => {
  await using loop = await openLoop({ charge: () => Promise.reject(new Error('the bank is closed')) }, 'payments')
  const now = loop.stopClock()
  await loop.ask('charge', 1)
  let waitedMs = 0
  const waits: number[] = []
  for (let attempts = 1; attempts <= 7; attempts++) {
    const [row] = await eventually(async () => {
      const rows = await loop.rows()
      return rows[0].attempts === attempts && rows[0].lease === null ? rows : null
    })
    const wait = row.due - now - waitedMs
    waits.push(wait)
    waitedMs += wait
    loop.pass(wait)
  }
  expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
})

test('finishes messages in flight at a stop, and starts no other', async () => {
  const server = slowServer()
  await using mail = await openLoop({ message: server.send }, 'messages')
  await mail.ask('message', [1, 2, 3, 4, 5, 6])
  await eventually(() => server.sending.length === 4)
  mail.stop()
  for (let n = 0; n < 4; n++) server.answer()
  await mail.running
  expect([server.sending, server.most()]).toEqual([[], 4])
  expect((await mail.rows()).map(({ subject }) => subject)).toEqual([5, 6])
})

test('stops without waiting for a mail server that never answers', async () => {
  const server = slowServer()
  await using mail = await openLoop({ message: server.send }, 'messages')
  await mail.ask('message', 1)
  await eventually(() => server.sending.length === 1)
  mail.stop()
  await mail.running
  expect(server.sending).toEqual([1])
})

test('sends nothing in a lane while storage cannot reschedule a failed message', async () => {
  const sent: number[] = []
  await using mail = await openLoop(
    {
      message: async (_, subject) => {
        sent.push(subject)
        mail.breakNext(Number.POSITIVE_INFINITY)
        throw new Error('the disk is full')
      },
    },
    'messages',
  )
  mail.stopClock()
  await mail.ask('message', [1, 2, 3, 4, 5])
  await eventually(() => sent.length === 4)
  mail.pass(60_000)
  await mail.quiet()
  expect(sent).toEqual([1, 2, 3, 4])

  mail.breakNext(0)
  await eventually(() => sent.length === 5)
  expect(sent).toEqual([1, 2, 3, 4, 5])
  await eventually(async () => (await mail.rows()).filter(({ attempts }) => attempts === 1).length >= 4)
})
