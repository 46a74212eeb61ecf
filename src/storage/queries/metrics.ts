import { and, count, eq, inArray, isNotNull, isNull, lte, min, sql } from 'drizzle-orm'
import { longestRetryMs } from '../../domain/task-kind.ts'
import { takeFirstRow } from '../rows/statements.ts'
import type { Reader } from '../storage.ts'
import { storedLanes } from '../tables/scheduler.ts'

/**
 * Counts the queues at `now` (ms): deliveries, parked subscriptions, due tasks, and payments in doubt. Returns the due date of
 * the oldest delivery.
 */
export async function countQueues(db: Reader, now: number) {
  const { payments, scheduler, webhookDeliveries: d, webhookSubscriptions: s } = db.t
  // The partial indexes hold only these rows, and the statement must repeat their condition.
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
  // A due task can be in progress or wait for its next attempt.
  const isNear = and(inArray(scheduler.lane, [...storedLanes]), lte(scheduler.readyAt, now + longestRetryMs))
  const due = await db.db
    .select({ total: count() })
    .from(scheduler)
    .where(and(isNear, lte(scheduler.dueAt, now)))
  const inDoubt = await db.db.select({ total: count() }).from(payments).where(eq(payments.status, sql`'in_doubt'`))
  return {
    deliveriesPending: takeFirstRow(waiting)?.total ?? 0,
    oldestDueAt: takeFirstRow(oldest)?.dueAt ?? null,
    subscriptionsParked: takeFirstRow(parked)?.total ?? 0,
    workDue: takeFirstRow(due)?.total ?? 0,
    paymentsInDoubt: takeFirstRow(inDoubt)?.total ?? 0,
  }
}
