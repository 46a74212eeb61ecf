import { Database } from 'bun:sqlite'
import { expect, spyOn, test } from 'bun:test'
import { claimDueTasks, findMsUntilNextTask, retryLater } from '../../src/actions/maintenance/due-tasks.ts'
import type { Lane } from '../../src/domain/task-kind.ts'
import { scheduleTask } from '../../src/storage/queries/scheduler.ts'
import { migrateSqlite, migrations } from '../../src/storage/sqlite/migrate.ts'
import { openWebhookDispatcher } from '../support/webhook-dispatcher.ts'

const lanes: readonly Lane[] = ['main', 'messages', 'sms', 'payments']

test('claims only the tasks of its lane, the longest waiting first', async () => {
  await using room = await openWebhookDispatcher()
  const now = room.stopClock()
  await room.storage.transact(async (tx) => {
    for (const [nth, kind] of (['trip', 'refund', 'message', 'charge', 'purge', 'sms'] as const).entries()) {
      await scheduleTask(tx, kind, nth, now - nth, now)
    }
  })
  const taken = await Promise.all(lanes.map((lane) => claimDueTasks(room.context, 50, lane)))
  expect(taken.map((tasks) => tasks.map(({ kind }) => kind))).toEqual([
    ['purge', 'trip'],
    ['message'],
    ['sms'],
    ['charge', 'refund'],
  ])
})

test('waits for failed and claimed tasks without asking repeatedly', async () => {
  await using room = await openWebhookDispatcher()
  const now = room.stopClock()
  expect(await findMsUntilNextTask(room.context)).toBe(Number.POSITIVE_INFINITY)
  await room.storage.transact((tx) => scheduleTask(tx, 'trip', 1, now, now))
  expect(await findMsUntilNextTask(room.context)).toBe(0)
  const [task] = await claimDueTasks(room.context, 50)
  if (task === undefined) throw new Error('nothing was due')
  expect(await findMsUntilNextTask(room.context)).toBe(60_000)
  await retryLater(room.context, task, new Error('not yet'))
  expect(await findMsUntilNextTask(room.context)).toBe(2_000)
  expect(await claimDueTasks(room.context, 50)).toEqual([])
  room.setBack(-2_000)
  expect(await claimDueTasks(room.context, 50)).toHaveLength(1)
})

test('stores the message of the error, whatever was thrown', async () => {
  await using room = await openWebhookDispatcher()
  let now = room.stopClock()
  for (const [fault, kept] of [
    [new Error('not yet'), 'not yet'],
    ['no answer', 'no answer'],
    [new Error('x'.repeat(300)), 'x'.repeat(200)],
  ]) {
    await room.storage.transact((tx) => scheduleTask(tx, 'trip', 1, now, now))
    const [task] = await claimDueTasks(room.context, 50)
    if (task === undefined) throw new Error('nothing was due')
    await retryLater(room.context, task, fault)
    room.setBack(-2_000)
    now += 2_000
    expect(await claimDueTasks(room.context, 50)).toMatchObject([{ lastError: kept }])
  }
})

test('finds the next task and the due tasks with one search in an index', async () => {
  const statements = new Set<string>()
  using prepare = spyOn(Database.prototype, 'prepare')
  await using room = await openWebhookDispatcher({ isFile: true })
  await findMsUntilNextTask(room.context)
  await claimDueTasks(room.context, 50)
  for (const [sql] of prepare.mock.calls) if (/^select.*from "scheduler"/.test(sql)) statements.add(sql)
  expect(statements.size).toBe(2)
  for (const sql of statements) {
    const plan = (await room.rows(`EXPLAIN QUERY PLAN ${sql.replaceAll('?', "''")}`)).map(({ detail }) => detail)
    expect(plan).toEqual([expect.stringMatching(/^SEARCH scheduler USING COVERING INDEX scheduler_ready \(lane=\?/)])
  }
})

test('reuses no id of a completed task in the migration that added lanes', () => {
  using database = new Database(':memory:')
  const before = migrations.slice(
    0,
    migrations.findIndex(({ name }) => name.includes('task_lanes')),
  )
  migrateSqlite(database, 0, before)
  const insert = "INSERT INTO scheduler (kind, subject_id, due_at, attempts, created_at) VALUES ('trip', ?, 0, 0, 0)"
  for (const id of [1, 2, 3]) database.run(insert, [id])
  database.run('DELETE FROM scheduler')
  migrateSqlite(database, 0)
  database.run(
    "INSERT INTO scheduler (kind, lane, subject_id, due_at, ready_at, attempts, created_at) VALUES ('trip', 'main', 4, 0, 0, 0, 0)",
  )
  expect(database.query('SELECT id FROM scheduler').all()).toEqual([{ id: 4 }])
})
