import { and, type Column, eq, getTableColumns, gt, inArray, isNotNull, ne, notExists, or, type SQL, sql } from 'drizzle-orm'
import { erasureGraceMs } from '../../domain/consent.ts'
import { deviceLifeMs } from '../../domain/device.ts'
import { dayMs, hourMs, minuteMs } from '../../domain/instant.ts'
import { codeLifeMs, invitationLifeMs } from '../../domain/sign-in.ts'
import { longestRetryMs, longestTryMs, type TaskKind, taskKinds } from '../../domain/task-kind.ts'
import type { Writer } from '../storage.ts'
import { type StoredLane, storedLanes, toStoredLane } from '../tables/scheduler.ts'
import type { Row, Tables } from '../tables.ts'

const kinds = Object.keys(taskKinds) as TaskKind[]

const farthestMs = Math.max(...kinds.map((kind) => taskKinds[kind].longestWaitMs))

/**
 * Reschedules tasks that are further ahead than the longest wait of their kind, which only a fast clock can cause. Retries and
 * leases have their own longest waits. Returns the number of changed rows.
 */
export async function rescheduleTasksAhead(tx: Writer, now: number): Promise<number> {
  const { scheduler } = tx.t
  const move = async (which: SQL | undefined, change: { readonly dueAt?: number; readonly readyAt: number | SQL }) =>
    (await tx.db.update(scheduler).set(change).where(which).returning({ id: scheduler.id })).length
  // Every task is ready at its due date or later, so the index of `ready_at` finds tasks that are too far ahead.
  const liesBeyond = (lanes: readonly StoredLane[], latest: number) =>
    and(inArray(scheduler.lane, [...lanes]), gt(scheduler.readyAt, latest), gt(scheduler.dueAt, latest))
  const last = now + farthestMs
  let moved = await move(liesBeyond(storedLanes, last), { dueAt: last, readyAt: last })
  for (const kind of kinds) {
    const { lane, longestWaitMs } = taskKinds[kind]
    const latest = now + longestWaitMs
    // The date of a message is recalculated at its next try.
    const at = lane === 'messages' || lane === 'sms' ? now + longestTryMs : latest
    const isTooFar = and(eq(scheduler.kind, kind), liesBeyond([toStoredLane(lane)], latest))
    if (latest < last) moved += await move(isTooFar, { dueAt: at, readyAt: at })
  }
  const next = now + longestTryMs
  const { dueAt, readyAt } = scheduler
  const isTriedTooLate = and(gt(readyAt, now + longestRetryMs), gt(sql`${readyAt} - ${dueAt}`, longestRetryMs))
  const triedAt = sql`case when ${dueAt} > ${next} then ${dueAt} else ${next} end`
  return moved + (await move(and(inArray(scheduler.lane, [...storedLanes]), isTriedTooLate), { readyAt: triedAt }))
}

/**
 * A column of instants, and its greatest distance from now (ms). `which` limits its rows; for rows of planned work, a column
 * names the subject.
 */
type Bound = {
  [K in keyof Tables]: {
    readonly table: K
    readonly column: keyof Row<K> & string
    readonly mostMs: number
    readonly which?: (t: Tables) => SQL
    readonly planned?: { readonly kind: TaskKind; readonly by: keyof Row<K> & string }
  }
}[keyof Tables]

/** Every column of instants that end, hold or delay something and are not corrected elsewhere. */
export const bounds: readonly Bound[] = [
  { table: 'leases', column: 'until', mostMs: longestTryMs },
  // Stored responses, and counts of calls.
  { table: 'storedResponses', column: 'expiresAt', mostMs: dayMs },
  { table: 'storedResponses', column: 'leaseUntil', mostMs: minuteMs },
  { table: 'rateLimits', column: 'expiresAt', mostMs: dayMs },
  { table: 'signInLimits', column: 'expiresAt', mostMs: dayMs },
  { table: 'signInLinks', column: 'expiresAt', mostMs: invitationLifeMs },
  { table: 'signInCodes', column: 'expiresAt', mostMs: codeLifeMs },
  // An admin can give a key any end.
  {
    table: 'credentials',
    column: 'expiresAt',
    mostMs: deviceLifeMs,
    which: ({ credentials }) => isNotNull(credentials.deviceId),
  },
  // The retention of these rows begins now.
  { table: 'activities', column: 'at', mostMs: 0 },
  { table: 'vehicleChecks', column: 'checkedAt', mostMs: hourMs },
  { table: 'messages', column: 'createdAt', mostMs: 0 },
  { table: 'webhookEvents', column: 'occurredAt', mostMs: 0 },
  { table: 'locations', column: 'recordedAt', mostMs: hourMs },
  { table: 'tripPlaces', column: 'usedAt', mostMs: 0 },
  {
    table: 'amendments',
    column: 'respondBy',
    mostMs: taskKinds.amendment.longestWaitMs,
    planned: { kind: 'amendment', by: 'id' },
  },
  { table: 'drivers', column: 'erasureScheduledFor', mostMs: erasureGraceMs, planned: { kind: 'erasure', by: 'id' } },
  { table: 'privacyRequests', column: 'scheduledFor', mostMs: erasureGraceMs, planned: { kind: 'erasure', by: 'driverId' } },
]

/**
 * Limits instants in other rows: leases, keys of retries, counts of calls, links, codes and times to answer. It also covers
 * locks of quotes, erasure dates, and the dates of rows with a retention. Returns the number of changed rows, and the trips to
 * check.
 */
export async function rescheduleRowsAhead(
  tx: Writer,
  now: number,
): Promise<{ readonly moved: number; readonly tripIds: readonly number[] }> {
  let moved = 0
  for (const bound of bounds) moved += await rescheduleColumnAhead(tx, bound, now)
  const { bookingRequests, quotes } = tx.t
  const at = now + dayMs
  const requests = await tx.db
    .update(bookingRequests)
    .set({ respondBy: at })
    .where(and(eq(bookingRequests.status, sql`'pending'`), gt(bookingRequests.respondBy, at)))
    .returning({ tripId: bookingRequests.tripId })
  const { payments } = tx.t
  const transfer = tx.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.quoteId, quotes.id), eq(payments.status, sql`'awaiting_transfer'`)))
  // A transfer can lock a quote for its whole validity; other locks last at most a day.
  const held = await tx.db
    .update(quotes)
    .set({ lockedUntil: at })
    .where(and(gt(quotes.lockedUntil, at), or(ne(quotes.lockedUntil, quotes.validUntil), notExists(transfer))))
    .returning({ tripId: quotes.tripId })
  const trips = [...requests, ...held]
  return { moved: moved + trips.length, tripIds: trips.map(({ tripId }) => tripId) }
}

async function rescheduleColumnAhead(
  tx: Writer,
  { table: name, column, mostMs, which, planned }: Bound,
  now: number,
): Promise<number> {
  const { scheduler } = tx.t
  const table = tx.t[name]
  const columns: Readonly<Record<string, Column | undefined>> = getTableColumns(table)
  const of = (key: string) => sql`${columns[key]}`
  const subjects = (kind: TaskKind) => tx.db.select({ id: scheduler.subjectId }).from(scheduler).where(eq(scheduler.kind, kind))
  const rows = await tx.db
    .update(table)
    .set({ [column]: now + mostMs } as never)
    .where(and(gt(of(column), now + mostMs), which?.(tx.t), planned && inArray(of(planned.by), subjects(planned.kind))))
    .returning({ moved: sql`1` })
  return rows.length
}
