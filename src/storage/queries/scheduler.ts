import { and, asc, eq, inArray, isNotNull, isNull, lte, notInArray, sql } from 'drizzle-orm'
import { computeTaskRunTime, findLane, type Lane, type TaskKind } from '../../domain/task-kind.ts'
import { lockUnlockedRows } from '../locks.ts'
import { buildBulkStatement, handfuls } from '../rows/bulk.ts'
import { createDropper, createFinder, takeFirstRow } from '../rows/statements.ts'
import { prepareStatement, type Reader, type Writer } from '../storage.ts'
import { toStoredLane } from '../tables/scheduler.ts'
import type { Row } from '../tables.ts'

/** A due task with its lane. */
export type DueTask = Omit<Row<'scheduler'>, 'lane'> & { readonly lane: Lane }

/** The latest request wins: the task is unclaimed and has no failures. */
const requestedColumns = {
  dueAt: sql`excluded.due_at`,
  readyAt: sql`excluded.ready_at`,
  attempts: 0,
  leaseToken: null,
  bootId: null,
  lastError: null,
}

const put = prepareStatement('schedule', ({ db, t }) =>
  db
    .insert(t.scheduler)
    .values({
      kind: sql.placeholder('kind'),
      lane: sql.placeholder('lane'),
      subjectId: sql.placeholder('subjectId'),
      dueAt: sql.placeholder('dueAt'),
      readyAt: sql.placeholder('dueAt'),
      attempts: 0,
      createdAt: sql.placeholder('now'),
    })
    .onConflictDoUpdate({
      target: [t.scheduler.kind, t.scheduler.subjectId],
      set: requestedColumns,
    }),
)

/**
 * Plans a task of `kind` for one subject at `dueAt` (ms), or after the longest wait of its kind. Each subject has one row, and
 * the latest request wins.
 */
export async function scheduleTask(tx: Writer, kind: TaskKind, subjectId: number, dueAt: number, now: number): Promise<void> {
  const at = computeTaskRunTime(kind, dueAt, now)
  await put(tx).execute({ kind, lane: toStoredLane(findLane(kind)), subjectId, dueAt: at, now })
  tx.noteDue(findLane(kind), at)
}

const plannedKeys = ['kind', 'lane', 'subjectId', 'dueAt'] as const

const puttingAll = buildBulkStatement(
  'schedule_all',
  plannedKeys,
  ({ db, t }, places, now) => {
    const rows = places.map((place) => ({ ...place, readyAt: place.dueAt, attempts: 0, createdAt: now }))
    return db
      .insert(t.scheduler)
      .values(rows)
      .onConflictDoUpdate({
        target: [t.scheduler.kind, t.scheduler.subjectId],
        set: requestedColumns,
      })
  },
  handfuls,
)

/** One task that is planned for `dueAt` (ms). */
export type PlannedTask = { readonly kind: TaskKind; readonly subjectId: number; readonly dueAt: number }

/** Plans several tasks as `scheduleTask` does, in as few statements as possible. */
export async function scheduleTasks(tx: Writer, tasks: readonly PlannedTask[], now: number): Promise<void> {
  const planned = tasks.map(({ kind, subjectId, dueAt }) => ({
    kind,
    lane: toStoredLane(findLane(kind)),
    subjectId,
    dueAt: computeTaskRunTime(kind, dueAt, now),
  }))
  await puttingAll(tx, planned, now)
  for (const { kind, dueAt } of planned) tx.noteDue(findLane(kind), dueAt)
}

const finishing = prepareStatement('finish_task', ({ db, t: { scheduler } }) =>
  db
    .delete(scheduler)
    .where(and(eq(scheduler.id, sql.placeholder('id')), eq(scheduler.leaseToken, sql.placeholder('leaseToken')))),
)

/** Ends a claimed task for good, unless it was requested again meanwhile. */
export async function finishTask(tx: Writer, { id, leaseToken }: Pick<DueTask, 'id' | 'leaseToken'>): Promise<void> {
  await finishing(tx).execute({ id, leaseToken })
}

/** Removes the task of this kind for this subject. */
export const unscheduleTask = createDropper('scheduler', 'kind', 'subjectId')

const ready = prepareStatement('ready_work', (handle) => {
  const { scheduler } = handle.t
  const tasks = handle.db
    .select({ id: scheduler.id })
    .from(scheduler)
    .where(and(eq(scheduler.lane, sql.placeholder('lane')), lte(scheduler.readyAt, sql.placeholder('now'))))
    .orderBy(asc(scheduler.readyAt), asc(scheduler.id))
    .limit(sql.placeholder('limit'))
  return lockUnlockedRows(handle, tasks)
})

/** A claim on a task: its holder, and its end (ms). */
export type TaskClaim = { readonly token: string; readonly bootId: string; readonly until: number }

/** Claims up to `limit` due tasks of a lane, except tasks under another claim. */
export async function claimDue(tx: Writer, lane: Lane, now: number, limit: number, claim: TaskClaim): Promise<DueTask[]> {
  const { scheduler } = tx.t
  const ids = (await ready(tx).execute({ lane: toStoredLane(lane), now, limit })).map(({ id }) => id)
  if (ids.length === 0) return []
  const claimed = await tx.db
    .update(scheduler)
    .set({ leaseToken: claim.token, readyAt: claim.until, bootId: claim.bootId, attempts: sql`${scheduler.attempts} + 1` })
    .where(inArray(scheduler.id, ids))
    .returning()
  // An update returns its rows unsorted.
  return claimed.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)).map((task) => ({ ...task, lane }))
}

/**
 * Reschedules a failed task with the reason, for a retry at `until` (ms). It stays due, so that later actions still see its
 * deadline.
 */
export async function postponeTask(tx: Writer, work: DueTask, until: number, reason: string): Promise<void> {
  const { scheduler } = tx.t
  const { id, leaseToken, attempts } = work
  await tx.db
    .update(scheduler)
    .set({ leaseToken: null, readyAt: until, bootId: null, attempts, lastError: reason })
    .where(and(eq(scheduler.id, id), leaseToken === null ? isNull(scheduler.leaseToken) : eq(scheduler.leaseToken, leaseToken)))
}

/** Extends the claims on these tasks until `until` (ms), except finished and reclaimed ones. */
export async function extendClaims(tx: Writer, tasks: readonly DueTask[], until: number): Promise<void> {
  const { scheduler } = tx.t
  const ids = tasks.map(({ id }) => id)
  const tokens = [...new Set(tasks.map(({ leaseToken }) => leaseToken ?? ''))]
  await tx.db
    .update(scheduler)
    .set({ readyAt: until })
    .where(and(inArray(scheduler.id, ids), inArray(scheduler.leaseToken, tokens)))
}

/** The boots with claims. */
export async function listClaimingBoots(db: Reader): Promise<string[]> {
  const { scheduler } = db.t
  const rows = await db.db.selectDistinct({ bootId: scheduler.bootId }).from(scheduler).where(isNotNull(scheduler.leaseToken))
  return rows.flatMap(({ bootId }) => bootId ?? [])
}

/** Frees the claims of these boots. Returns their number. */
export async function reclaimLeases(tx: Writer, bootIds: readonly string[]): Promise<number> {
  const { scheduler } = tx.t
  const freed = await tx.db
    .update(scheduler)
    .set({ leaseToken: null, readyAt: sql`${scheduler.dueAt}`, bootId: null })
    .where(and(isNotNull(scheduler.leaseToken), inArray(scheduler.bootId, [...bootIds])))
    .returning({ id: scheduler.id })
  return freed.length
}

const next = prepareStatement('next_ready', ({ db, t: { scheduler } }) =>
  db
    .select({ id: scheduler.id, readyAt: scheduler.readyAt })
    .from(scheduler)
    .where(eq(scheduler.lane, sql.placeholder('lane')))
    .orderBy(asc(scheduler.readyAt), asc(scheduler.id))
    .limit(sql.placeholder('limit')),
)

/** A task by its id, and the earliest instant (ms) of its start. */
export type NextTask = Pick<DueTask, 'id' | 'readyAt'>

/** The first `limit` tasks of a lane in the order of their start, without those in progress. */
export async function listNextTasks(db: Reader, lane: Lane, limit: number, atWork: ReadonlySet<number>): Promise<NextTask[]> {
  const found = await next(db).execute({ lane: toStoredLane(lane), limit: limit + atWork.size })
  return found.filter(({ id }) => !atWork.has(id)).slice(0, limit)
}

const byId = createFinder('scheduler', 'id')

/** Tasks of a lane by their ids, in that order, without deleted ones. */
export async function findTasks(db: Reader, lane: Lane, ids: readonly number[]): Promise<DueTask[]> {
  const found = await Promise.all(ids.map((id) => byId(db, id)))
  return found.flatMap((task) => (task === null ? [] : [{ ...task, lane }]))
}

const dueOf = prepareStatement('due_of_subject', ({ db, t }) =>
  db
    .select({ dueAt: t.scheduler.dueAt })
    .from(t.scheduler)
    .where(and(eq(t.scheduler.kind, sql.placeholder('kind')), eq(t.scheduler.subjectId, sql.placeholder('subjectId')))),
)

/** The task of this kind for one subject, or null without one. */
export const findTask = createFinder('scheduler', 'kind', 'subjectId')

/** Instant (ms) at which this kind of task falls due for one subject, or null without one. */
export async function findDueTime(db: Reader, kind: string, subjectId: number): Promise<number | null> {
  return takeFirstRow(await dueOf(db).execute({ kind, subjectId }))?.dueAt ?? null
}

/**
 * Makes all tasks of a kind due at `dueAt` (ms), except those of some subjects, as a new process does with the work of the last
 * one.
 */
export async function runTasksNow(tx: Writer, kind: TaskKind, dueAt: number, exceptIds: readonly number[] = []): Promise<void> {
  const { scheduler } = tx.t
  const isMeant = and(eq(scheduler.kind, kind), notInArray(scheduler.subjectId, [...exceptIds]))
  await tx.db.update(scheduler).set({ dueAt }).where(isMeant)
  await tx.db
    .update(scheduler)
    .set({ readyAt: dueAt })
    .where(and(isMeant, isNull(scheduler.leaseToken)))
  tx.noteDue(findLane(kind), dueAt)
}

/** Makes the tasks of a kind for these subjects due at `dueAt` (ms), except claimed ones. */
export async function runTasksNowFor(tx: Writer, kind: TaskKind, subjectIds: readonly number[], dueAt: number): Promise<void> {
  const { scheduler } = tx.t
  await tx.db
    .update(scheduler)
    .set({ dueAt, readyAt: dueAt })
    .where(and(eq(scheduler.kind, kind), inArray(scheduler.subjectId, [...subjectIds]), isNull(scheduler.leaseToken)))
  tx.noteDue(findLane(kind), dueAt)
}

const runningOne = prepareStatement('run_one_now', ({ db, t: { scheduler } }) =>
  db
    .update(scheduler)
    .set({ dueAt: sql`${sql.placeholder('dueAt')}`, readyAt: sql`${sql.placeholder('dueAt')}` })
    .where(
      and(
        eq(scheduler.kind, sql.placeholder('kind')),
        eq(scheduler.subjectId, sql.placeholder('subjectId')),
        isNull(scheduler.leaseToken),
      ),
    )
    .returning({ id: scheduler.id }),
)

/** Makes one task due at `dueAt` (ms), if it exists and is unclaimed. */
export async function runTaskNow(tx: Writer, kind: TaskKind, subjectId: number, dueAt: number): Promise<void> {
  const found = await runningOne(tx).execute({ kind, subjectId, dueAt })
  if (found.length > 0) tx.noteDue(findLane(kind), dueAt)
}

/** Saves the reason for a task's failure, for the person who maintains the server. */
export async function saveTaskFailure(tx: Writer, kind: string, subjectId: number, reason: string): Promise<void> {
  const { scheduler } = tx.t
  await tx.db
    .update(scheduler)
    .set({ lastError: reason })
    .where(and(eq(scheduler.kind, kind), eq(scheduler.subjectId, subjectId)))
}
