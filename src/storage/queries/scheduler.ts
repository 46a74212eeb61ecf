import { and, asc, eq, inArray, isNotNull, isNull, lte, notInArray, sql } from 'drizzle-orm'
import { type Lane, laneOf, lookedAtBy, type TaskKind } from '../../domain/task-kind.ts'
import { unlockedRows } from '../locks.ts'
import { handfuls, inBulk } from '../rows/bulk.ts'
import { dropper, finder, firstRow } from '../rows/statements.ts'
import { prepared, type Reader, type Writer } from '../storage.ts'
import { storedLane } from '../tables/scheduler.ts'
import type { Row } from '../tables.ts'

/** A task that is due, in the lane it is done in. */
export type DueTask = Omit<Row<'scheduler'>, 'lane'> & { readonly lane: Lane }

/** The latest wish wins: no one is at it any more, and nothing has failed yet. */
const wishedAnew = {
  dueAt: sql`excluded.due_at`,
  readyAt: sql`excluded.ready_at`,
  attempts: 0,
  leaseToken: null,
  bootId: null,
  lastError: null,
}

const put = prepared('schedule', ({ db, t }) =>
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
      set: wishedAnew,
    }),
)

/**
 * Asks for `kind` of work on one subject at `dueAt` (ms), or once the longest wait of its kind is over; one row a subject, the latest
 * wish wins.
 */
export async function schedule(tx: Writer, kind: TaskKind, subjectId: number, dueAt: number, now: number): Promise<void> {
  const at = lookedAtBy(kind, dueAt, now)
  await put(tx).execute({ kind, lane: storedLane(laneOf(kind)), subjectId, dueAt: at, now })
  tx.noteDue(laneOf(kind), at)
}

const plannedKeys = ['kind', 'lane', 'subjectId', 'dueAt'] as const

const puttingAll = inBulk(
  'schedule_all',
  plannedKeys,
  ({ db, t }, places, now) => {
    const rows = places.map((place) => ({ ...place, readyAt: place.dueAt, attempts: 0, createdAt: now }))
    return db
      .insert(t.scheduler)
      .values(rows)
      .onConflictDoUpdate({
        target: [t.scheduler.kind, t.scheduler.subjectId],
        set: wishedAnew,
      })
  },
  handfuls,
)

/** One piece of work that is wished for at `dueAt` (ms). */
export type PlannedTask = { readonly kind: TaskKind; readonly subjectId: number; readonly dueAt: number }

/** Asks for several pieces of work as `schedule` does, in as few statements as will do. */
export async function scheduleAll(tx: Writer, tasks: readonly PlannedTask[], now: number): Promise<void> {
  const planned = tasks.map(({ kind, subjectId, dueAt }) => ({
    kind,
    lane: storedLane(laneOf(kind)),
    subjectId,
    dueAt: lookedAtBy(kind, dueAt, now),
  }))
  await puttingAll(tx, planned, now)
  for (const { kind, dueAt } of planned) tx.noteDue(laneOf(kind), dueAt)
}

const finishing = prepared('finish_task', ({ db, t: { scheduler } }) =>
  db
    .delete(scheduler)
    .where(and(eq(scheduler.id, sql.placeholder('id')), eq(scheduler.leaseToken, sql.placeholder('leaseToken')))),
)

/** A claimed task is done for good, unless it was asked for again meanwhile: that wish stands. */
export async function finishTask(tx: Writer, { id, leaseToken }: Pick<DueTask, 'id' | 'leaseToken'>): Promise<void> {
  await finishing(tx).execute({ id, leaseToken })
}

/** Nothing of this kind is left to do for this subject. */
export const unschedule = dropper('scheduler', 'kind', 'subjectId')

const ready = prepared('ready_work', (handle) => {
  const { scheduler } = handle.t
  const tasks = handle.db
    .select({ id: scheduler.id })
    .from(scheduler)
    .where(and(eq(scheduler.lane, sql.placeholder('lane')), lte(scheduler.readyAt, sql.placeholder('now'))))
    .orderBy(asc(scheduler.readyAt), asc(scheduler.id))
    .limit(sql.placeholder('limit'))
  return unlockedRows(handle, tasks)
})

/** A claim on a task: who works on it until when (ms). */
export type TaskClaim = { readonly token: string; readonly bootId: string; readonly until: number }

/** Claims up to `limit` due tasks of a lane; what another has claimed and not given up is left alone. */
export async function claimDue(tx: Writer, lane: Lane, now: number, limit: number, claim: TaskClaim): Promise<DueTask[]> {
  const { scheduler } = tx.t
  const ids = (await ready(tx).execute({ lane: storedLane(lane), now, limit })).map(({ id }) => id)
  if (ids.length === 0) return []
  const claimed = await tx.db
    .update(scheduler)
    .set({ leaseToken: claim.token, readyAt: claim.until, bootId: claim.bootId, attempts: sql`${scheduler.attempts} + 1` })
    .where(inArray(scheduler.id, ids))
    .returning()
  // What an update returns stands in no order.
  return claimed.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)).map((task) => ({ ...task, lane }))
}

/**
 * Puts a failed task back with the reason, to be tried again at `until` (ms). It stays due: an action that comes meanwhile
 * must still see that its time has come.
 */
export async function postpone(tx: Writer, work: DueTask, until: number, reason: string): Promise<void> {
  const { scheduler } = tx.t
  const { id, leaseToken, attempts } = work
  await tx.db
    .update(scheduler)
    .set({ leaseToken: null, readyAt: until, bootId: null, attempts, lastError: reason })
    .where(and(eq(scheduler.id, id), leaseToken === null ? isNull(scheduler.leaseToken) : eq(scheduler.leaseToken, leaseToken)))
}

/** Work on these tasks goes on until `until` (ms); what has been done or taken from them meanwhile is left alone. */
export async function prolongClaims(tx: Writer, tasks: readonly DueTask[], until: number): Promise<void> {
  const { scheduler } = tx.t
  const ids = tasks.map(({ id }) => id)
  const tokens = [...new Set(tasks.map(({ leaseToken }) => leaseToken ?? ''))]
  await tx.db
    .update(scheduler)
    .set({ readyAt: until })
    .where(and(inArray(scheduler.id, ids), inArray(scheduler.leaseToken, tokens)))
}

/** The boots whose workers have claimed something. */
export async function claimingBoots(db: Reader): Promise<string[]> {
  const { scheduler } = db.t
  const rows = await db.db.selectDistinct({ bootId: scheduler.bootId }).from(scheduler).where(isNotNull(scheduler.leaseToken))
  return rows.flatMap(({ bootId }) => bootId ?? [])
}

/** Frees what the workers of these boots held; says how many. */
export async function reclaimLeases(tx: Writer, bootIds: readonly string[]): Promise<number> {
  const { scheduler } = tx.t
  const freed = await tx.db
    .update(scheduler)
    .set({ leaseToken: null, readyAt: sql`${scheduler.dueAt}`, bootId: null })
    .where(and(isNotNull(scheduler.leaseToken), inArray(scheduler.bootId, [...bootIds])))
    .returning({ id: scheduler.id })
  return freed.length
}

const next = prepared('next_ready', ({ db, t: { scheduler } }) =>
  db
    .select({ id: scheduler.id, readyAt: scheduler.readyAt })
    .from(scheduler)
    .where(eq(scheduler.lane, sql.placeholder('lane')))
    .orderBy(asc(scheduler.readyAt), asc(scheduler.id))
    .limit(sql.placeholder('limit')),
)

/** A task by its id, and the instant (ms) at which it may be begun. */
export type NextTask = Pick<DueTask, 'id' | 'readyAt'>

/** The first `limit` tasks of a lane in the order in which they may be begun, of those that are not at work already. */
export async function nextTasks(db: Reader, lane: Lane, limit: number, atWork: ReadonlySet<number>): Promise<NextTask[]> {
  const found = await next(db).execute({ lane: storedLane(lane), limit: limit + atWork.size })
  return found.filter(({ id }) => !atWork.has(id)).slice(0, limit)
}

const byId = finder('scheduler', 'id')

/** Tasks of a lane by their ids, in that order; what is gone is left out. */
export async function findTasks(db: Reader, lane: Lane, ids: readonly number[]): Promise<DueTask[]> {
  const found = await Promise.all(ids.map((id) => byId(db, id)))
  return found.flatMap((task) => (task === null ? [] : [{ ...task, lane }]))
}

const dueOf = prepared('due_of_subject', ({ db, t }) =>
  db
    .select({ dueAt: t.scheduler.dueAt })
    .from(t.scheduler)
    .where(and(eq(t.scheduler.kind, sql.placeholder('kind')), eq(t.scheduler.subjectId, sql.placeholder('subjectId')))),
)

/** The work of this kind on one subject, or null when none is asked for. */
export const findTask = finder('scheduler', 'kind', 'subjectId')

/** Instant (ms) at which this kind of work falls due for one subject, or null when none is asked for. */
export async function dueAtOf(db: Reader, kind: string, subjectId: number): Promise<number | null> {
  return firstRow(await dueOf(db).execute({ kind, subjectId }))?.dueAt ?? null
}

/** Makes all work of a kind but that on some subjects due at `dueAt` (ms), as a new process does with what the last one had begun. */
export async function runNow(tx: Writer, kind: TaskKind, dueAt: number, exceptIds: readonly number[] = []): Promise<void> {
  const { scheduler } = tx.t
  const isMeant = and(eq(scheduler.kind, kind), notInArray(scheduler.subjectId, [...exceptIds]))
  await tx.db.update(scheduler).set({ dueAt }).where(isMeant)
  await tx.db
    .update(scheduler)
    .set({ readyAt: dueAt })
    .where(and(isMeant, isNull(scheduler.leaseToken)))
  tx.noteDue(laneOf(kind), dueAt)
}

/** Makes the work of a kind on these subjects due at `dueAt` (ms), unless somebody is at it. */
export async function runNowFor(tx: Writer, kind: TaskKind, subjectIds: readonly number[], dueAt: number): Promise<void> {
  const { scheduler } = tx.t
  await tx.db
    .update(scheduler)
    .set({ dueAt, readyAt: dueAt })
    .where(and(eq(scheduler.kind, kind), inArray(scheduler.subjectId, [...subjectIds]), isNull(scheduler.leaseToken)))
  tx.noteDue(laneOf(kind), dueAt)
}

const runningOne = prepared('run_one_now', ({ db, t: { scheduler } }) =>
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

/** Makes one piece of work due at `dueAt` (ms), where there is one and no one is at it. */
export async function runOneNow(tx: Writer, kind: TaskKind, subjectId: number, dueAt: number): Promise<void> {
  const found = await runningOne(tx).execute({ kind, subjectId, dueAt })
  if (found.length > 0) tx.noteDue(laneOf(kind), dueAt)
}

/** Writes down why a piece of work failed beside its next date, where the one who looks after the machine will find it. */
export async function noteFailure(tx: Writer, kind: string, subjectId: number, reason: string): Promise<void> {
  const { scheduler } = tx.t
  await tx.db
    .update(scheduler)
    .set({ lastError: reason })
    .where(and(eq(scheduler.kind, kind), eq(scheduler.subjectId, subjectId)))
}
