import { expect, test } from 'bun:test'
import { backupTask } from '../../src/actions/maintenance/backups.ts'
import { claimDueTasks } from '../../src/actions/maintenance/due-tasks.ts'
import { recoverWork, scheduledTasks } from '../../src/actions/tasks.ts'
import { type TaskKind, taskKinds } from '../../src/domain/task-kind.ts'
import { findDueTime, scheduleTask } from '../../src/storage/queries/scheduler.ts'
import { startInProcess } from '../support/in-process-server.ts'

test('runs a task again if it is requested again while it runs', async () => {
  await using desk = await startInProcess()
  const { app } = desk
  const ask = () => app.storage.transact((tx) => scheduleTask(tx, 'crew_notice', 7, app.clock(), app.clock()))
  const dueAt = () => app.storage.read((db) => findDueTime(db, 'crew_notice', 7))
  const work = async () => {
    const [task] = await claimDueTasks(app, 1)
    return { perform: async () => task && scheduledTasks.crew_notice?.(app, 7, task) }
  }

  await ask()
  const { perform } = await work()
  await ask()
  await perform()
  expect(await dueAt()).toBe(app.clock())

  await (await work()).perform()
  expect(await dueAt()).toBeNull()
})

test('takes over the claims of dead boots in a new worker, and no others', async () => {
  await using desk = await startInProcess()
  const { app } = desk
  const claimedBy = async (bootId: string, subjectId: number) => {
    await app.storage.transact((tx) => scheduleTask(tx, 'refund', subjectId, app.clock(), app.clock()))
    await claimDueTasks({ ...app, bootId }, 1, 'payments')
  }
  await claimedBy('dead', 1)
  await claimedBy('alive', 2)
  await recoverWork({ ...app, isDead: (bootId) => bootId === 'dead' })
  expect((await claimDueTasks(app, 50, 'payments')).map(({ subjectId }) => subjectId)).toEqual([1])
})

test('runs a task for every kind of work', () => {
  expect([...Object.keys(scheduledTasks), backupTask].sort()).toEqual(Object.keys(taskKinds).sort())
})

test('limits each task to the longest wait of its kind', async () => {
  await using desk = await startInProcess()
  const { app } = desk
  const now = app.clock()
  const kinds = Object.keys(taskKinds) as TaskKind[]
  await app.storage.transact(async (tx) => {
    for (const kind of kinds) await scheduleTask(tx, kind, 7, Number.MAX_SAFE_INTEGER, now)
  })
  const waits = await app.storage.read((db) =>
    Promise.all(kinds.map(async (kind) => ((await findDueTime(db, kind, 7)) ?? 0) - now)),
  )
  expect(waits).toEqual(kinds.map((kind) => taskKinds[kind].longestWaitMs))
})
