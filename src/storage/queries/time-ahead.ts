import { and, type Column, eq, getTableColumns, gt, inArray, isNotNull, ne, notExists, or, type SQL, sql } from 'drizzle-orm'
import { erasureGraceMs } from '../../domain/consent.ts'
import { deviceLifeMs } from '../../domain/device.ts'
import { dayMs, hourMs, minuteMs } from '../../domain/instant.ts'
import { codeLifeMs, invitationLifeMs } from '../../domain/sign-in.ts'
import { longestRetryMs, longestTryMs, type TaskKind, taskKinds } from '../../domain/task-kind.ts'
import type { Writer } from '../storage.ts'
import { type StoredLane, storedLane, storedLanes } from '../tables/scheduler.ts'
import type { Row, Tables } from '../tables.ts'

const kinds = Object.keys(taskKinds) as TaskKind[]

const farthestMs = Math.max(...kinds.map((kind) => taskKinds[kind].longestWaitMs))

/**
 * Brings work to within the longest wait of its kind that lies further ahead, as only a clock can have put it that ran ahead; what
 * waits for another try, or for the end of a lease, to within theirs. Says how many rows it moved.
 */
export async function bringTasksBack(tx: Writer, now: number): Promise<number> {
  const { scheduler } = tx.t
  const move = async (which: SQL | undefined, change: { readonly dueAt?: number; readonly readyAt: number | SQL }) =>
    (await tx.db.update(scheduler).set(change).where(which).returning({ id: scheduler.id })).length
  // No task is ready before it is due, so the index of `ready_at` finds tasks that are too far ahead.
  const liesBeyond = (lanes: readonly StoredLane[], latest: number) =>
    and(inArray(scheduler.lane, [...lanes]), gt(scheduler.readyAt, latest), gt(scheduler.dueAt, latest))
  const last = now + farthestMs
  let moved = await move(liesBeyond(storedLanes, last), { dueAt: last, readyAt: last })
  for (const kind of kinds) {
    const { lane, longestWaitMs } = taskKinds[kind]
    const latest = now + longestWaitMs
    // What a message waits for is worked out anew when it is tried.
    const at = lane === 'messages' || lane === 'sms' ? now + longestTryMs : latest
    const isTooFar = and(eq(scheduler.kind, kind), liesBeyond([storedLane(lane)], latest))
    if (latest < last) moved += await move(isTooFar, { dueAt: at, readyAt: at })
  }
  const next = now + longestTryMs
  const { dueAt, readyAt } = scheduler
  const isTriedTooLate = and(gt(readyAt, now + longestRetryMs), gt(sql`${readyAt} - ${dueAt}`, longestRetryMs))
  const triedAt = sql`case when ${dueAt} > ${next} then ${dueAt} else ${next} end`
  return moved + (await move(and(inArray(scheduler.lane, [...storedLanes]), isTriedTooLate), { readyAt: triedAt }))
}

/**
 * A column that holds instants, and how far ahead they may lie (ms): `which` of them, where not all; where they belong to planned work, the
 * column that names its subject.
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

/** Every column of instants that end, hold or delay something, and that nothing else looks after. */
export const bounds: readonly Bound[] = [
  { table: 'leases', column: 'until', mostMs: longestTryMs },
  // What was answered under a key, and who called how often.
  { table: 'storedResponses', column: 'expiresAt', mostMs: dayMs },
  { table: 'storedResponses', column: 'leaseUntil', mostMs: minuteMs },
  { table: 'rateLimits', column: 'expiresAt', mostMs: dayMs },
  { table: 'signInLimits', column: 'expiresAt', mostMs: dayMs },
  { table: 'signInLinks', column: 'expiresAt', mostMs: invitationLifeMs },
  { table: 'signInCodes', column: 'expiresAt', mostMs: codeLifeMs },
  // A key ends on whatever day an admin gave it.
  {
    table: 'credentials',
    column: 'expiresAt',
    mostMs: deviceLifeMs,
    which: ({ credentials }) => isNotNull(credentials.deviceId),
  },
  // What is kept for a time is kept from then on.
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
 * Does the same for instants in rows of their own: leases, keys of retries, counts of calls, links and codes, the time to answer a request
 * or a change, for how long a quote is held, the day on which a driver is forgotten, and when something was written that is kept for a
 * time. Says how many rows it moved, and which trips must be looked at.
 */
export async function bringRowsBack(
  tx: Writer,
  now: number,
): Promise<{ readonly moved: number; readonly tripIds: readonly number[] }> {
  let moved = 0
  for (const bound of bounds) moved += await bringColumnBack(tx, bound, now)
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
  // A transfer may hold a quote for as long as the operator said that it is valid; whatever else holds one, for a day at most.
  const held = await tx.db
    .update(quotes)
    .set({ lockedUntil: at })
    .where(and(gt(quotes.lockedUntil, at), or(ne(quotes.lockedUntil, quotes.validUntil), notExists(transfer))))
    .returning({ tripId: quotes.tripId })
  const trips = [...requests, ...held]
  return { moved: moved + trips.length, tripIds: trips.map(({ tripId }) => tripId) }
}

async function bringColumnBack(tx: Writer, { table: name, column, mostMs, which, planned }: Bound, now: number): Promise<number> {
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
