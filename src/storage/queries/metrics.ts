import { and, count, eq, inArray, isNotNull, isNull, lte, min, sql } from 'drizzle-orm'
import { longestRetryMs } from '../../domain/task-kind.ts'
import { firstRow } from '../rows/statements.ts'
import type { Reader } from '../storage.ts'
import { storedLanes } from '../tables/scheduler.ts'

/**
 * Counts what waits at `now` (ms): deliveries, parked subscriptions, work that is due, and payments in doubt. Tells
 * since when the oldest delivery is due.
 */
export async function countQueues(db: Reader, now: number) {
  const { payments, scheduler, webhookDeliveries: d, webhookSubscriptions: s } = db.t
  // Their indexes hold nothing else, which must be seen in the statement itself.
  const isPending = eq(d.status, sql`'pending'`)
  const waiting = await db.db.select({ total: count() }).from(d).where(isPending)
  const oldest = await db.db
    .select({ dueAt: min(d.dueAt) })
    .from(d)
    .where(isPending)
  const parked = await db.db
    .select({ total: count() })
    .from(s)
    .where(and(isNotNull(s.parkedAt), isNull(s.deletedAt)))
  // A due task can be in progress or wait for its next attempt, which is no further away than that.
  const isNear = and(inArray(scheduler.lane, [...storedLanes]), lte(scheduler.readyAt, now + longestRetryMs))
  const due = await db.db
    .select({ total: count() })
    .from(scheduler)
    .where(and(isNear, lte(scheduler.dueAt, now)))
  const inDoubt = await db.db.select({ total: count() }).from(payments).where(eq(payments.status, sql`'in_doubt'`))
  return {
    deliveriesPending: firstRow(waiting)?.total ?? 0,
    oldestDueAt: firstRow(oldest)?.dueAt ?? null,
    subscriptionsParked: firstRow(parked)?.total ?? 0,
    workDue: firstRow(due)?.total ?? 0,
    paymentsInDoubt: firstRow(inDoubt)?.total ?? 0,
  }
}
