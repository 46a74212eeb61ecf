import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { Delivery } from '../../domain/delivery.ts'
import { firstRow, inserter, type NewRow, type Row, saver } from '../statements.ts'
import { prepared, type Reader, type Writer } from '../storage.ts'

export type DeliveryRow = Row<'webhookDeliveries'>

export const insertDelivery = inserter('webhookDeliveries')
export const saveDelivery = saver('webhookDeliveries', ['status', 'leaseToken'])

const nextQueue = prepared('webhook_next_queue', ({ db, t }) =>
  db
    .select({ id: t.webhookDeliveries.subscriptionId })
    .from(t.webhookDeliveries)
    .where(
      and(
        eq(t.webhookDeliveries.status, sql`'pending'`),
        lte(t.webhookDeliveries.dueAt, sql.placeholder('now')),
        gt(t.webhookDeliveries.subscriptionId, sql.placeholder('after')),
      ),
    )
    .orderBy(asc(t.webhookDeliveries.subscriptionId))
    .limit(1),
)

/** The next subscription after this one, by id, that has something to send at `now` (ms); null when there is none. */
export async function nextQueueAfter(db: Reader, after: number, now: number): Promise<number | null> {
  return firstRow(await nextQueue(db).execute({ after, now }))?.id ?? null
}

const queue = prepared('webhook_queue', ({ db, t: { webhookDeliveries: d, webhookEvents: e } }) =>
  db
    .select({
      id: d.id,
      delivery: {
        status: d.status,
        attempts: d.attempts,
        dueAt: d.dueAt,
        lastStatus: d.lastStatus,
        lastError: d.lastError,
        deliveredAt: d.deliveredAt,
      },
      hasData: d.hasData,
      event: d.event,
      body: e.body,
    })
    .from(d)
    .innerJoin(e, eq(e.id, d.eventId))
    .where(
      and(
        eq(d.status, sql`'pending'`),
        eq(d.subscriptionId, sql.placeholder('subscriptionId')),
        lte(d.dueAt, sql.placeholder('now')),
      ),
    )
    .orderBy(asc(d.dueAt), asc(d.eventId))
    .limit(sql.placeholder('limit')),
)

/** What is due to one subscription at `now` (ms), longest waiting first, with the text its event has for those who may read it. */
export async function dueDeliveries(db: Reader, subscriptionId: number, now: number, limit: number) {
  return queue(db).execute({ subscriptionId, now, limit })
}

/** Who has a delivery under way, and until when (ms) nobody else may take it. */
export type DeliveryLease = { readonly leaseToken: string; readonly leaseUntil: number; readonly bootId: string }

const leasing = prepared('webhook_lease', ({ db, t: { webhookDeliveries: d } }) =>
  db
    .update(d)
    .set({
      status: sql`'leased'`,
      leaseToken: sql`${sql.placeholder('leaseToken')}`,
      leaseUntil: sql`${sql.placeholder('leaseUntil')}`,
      bootId: sql`${sql.placeholder('bootId')}`,
    })
    .where(and(eq(d.id, sql.placeholder('id')), eq(d.status, sql`'pending'`)))
    .returning({ id: d.id }),
)

/** Takes a delivery that waits; false when somebody else was first. */
export async function leaseDelivery(tx: Writer, id: string, lease: DeliveryLease): Promise<boolean> {
  return (await leasing(tx).execute({ id, ...lease })).length === 1
}

const settling = prepared('webhook_settle', ({ db, t: { webhookDeliveries: d } }) =>
  db
    .update(d)
    .set({
      status: sql`${sql.placeholder('status')}`,
      attempts: sql`${sql.placeholder('attempts')}`,
      dueAt: sql`${sql.placeholder('dueAt')}`,
      leaseToken: null,
      leaseUntil: null,
      bootId: null,
      lastStatus: sql`${sql.placeholder('lastStatus')}`,
      lastError: sql`${sql.placeholder('lastError')}`,
      deliveredAt: sql`${sql.placeholder('deliveredAt')}`,
    })
    .where(and(eq(d.id, sql.placeholder('id')), eq(d.status, sql`'leased'`), eq(d.leaseToken, sql.placeholder('token'))))
    .returning({ id: d.id }),
)

/** Writes down how a delivery stands after an attempt, and ends its lease; false when the lease is no longer the bearer's. */
export async function settleDelivery(tx: Writer, id: string, token: string, after: Delivery): Promise<boolean> {
  return (await settling(tx).execute({ ...after, id, token })).length === 1
}

const trying = prepared('webhook_attempt', ({ db, t }) =>
  db.insert(t.webhookAttempts).values({
    deliveryId: sql.placeholder('deliveryId'),
    number: sql.placeholder('number'),
    attemptedAt: sql.placeholder('attemptedAt'),
    durationMs: sql.placeholder('durationMs'),
    responseStatus: sql.placeholder('responseStatus'),
    error: sql.placeholder('error'),
  }),
)

export async function insertAttempt(tx: Writer, attempt: NewRow<'webhookAttempts'>): Promise<void> {
  await trying(tx).execute(attempt)
}

const nextOne = prepared('webhook_next_due', ({ db, t }) =>
  db
    .select({ dueAt: t.webhookDeliveries.dueAt })
    .from(t.webhookDeliveries)
    .where(eq(t.webhookDeliveries.status, sql`'pending'`))
    .orderBy(asc(t.webhookDeliveries.dueAt))
    .limit(1),
)

/** When the next delivery falls due (ms), or null when none waits. */
export async function nextDeliveryAt(db: Reader): Promise<number | null> {
  return firstRow(await nextOne(db).execute())?.dueAt ?? null
}

const byId = prepared('webhook_delivery', ({ db, t }) =>
  db
    .select()
    .from(t.webhookDeliveries)
    .where(eq(t.webhookDeliveries.id, sql.placeholder('id'))),
)

export async function findDelivery(db: Reader, id: string): Promise<DeliveryRow | null> {
  return firstRow(await byId(db).execute({ id }))
}

const freed = { status: 'pending', leaseToken: null, leaseUntil: null, bootId: null } as const

/** Puts back everything that was on its way when its sender died, due at `now` (ms); says how many. */
export async function reclaimDeliveries(tx: Writer, now: number): Promise<number> {
  const { webhookDeliveries: d } = tx.t
  const rows = await tx.db
    .update(d)
    .set({ ...freed, dueAt: now })
    .where(eq(d.status, 'leased'))
    .returning({ id: d.id })
  return rows.length
}

/** What nobody came back from within its lease, as of `now` (ms). */
export async function overdueDeliveries(db: Reader, now: number): Promise<string[]> {
  const { webhookDeliveries: d } = db.t
  const rows = await db.db
    .select({ id: d.id })
    .from(d)
    .where(and(eq(d.status, 'leased'), lte(d.leaseUntil, now)))
  return rows.map(({ id }) => id)
}

/** Puts back deliveries that are still under an overdue lease, due at `now` (ms). */
export async function putBackOverdue(tx: Writer, ids: readonly string[], now: number): Promise<void> {
  const { webhookDeliveries: d } = tx.t
  await tx.db
    .update(d)
    .set({ ...freed, dueAt: now })
    .where(and(inArray(d.id, [...ids]), eq(d.status, 'leased'), lte(d.leaseUntil, now)))
}

/** Hands back what this process still holds, so that the next one sends it at once. */
export async function releaseDeliveries(tx: Writer, bootId: string): Promise<void> {
  const { webhookDeliveries: d } = tx.t
  await tx.db
    .update(d)
    .set(freed)
    .where(and(eq(d.status, 'leased'), eq(d.bootId, bootId)))
}

/** Nothing that waits for this subscription is sent any more. */
export async function abandonQueue(tx: Writer, subscriptionId: number): Promise<void> {
  const { webhookDeliveries: d } = tx.t
  await tx.db
    .update(d)
    .set({ status: 'abandoned' })
    .where(and(eq(d.subscriptionId, subscriptionId), eq(d.status, 'pending')))
}

/** What waits for this subscription falls due at `dueAt` (ms). */
export async function postponeQueue(tx: Writer, subscriptionId: number, dueAt: number): Promise<void> {
  const { webhookDeliveries: d } = tx.t
  await tx.db
    .update(d)
    .set({ dueAt })
    .where(and(eq(d.subscriptionId, subscriptionId), eq(d.status, 'pending')))
}

/** Every delivery that never came to an end is brought to within `mostMs` of `now`, after a clock went backwards. */
export async function clampDueDates(tx: Writer, now: number, mostMs: number): Promise<void> {
  const { webhookDeliveries: d } = tx.t
  await tx.db
    .update(d)
    .set({ dueAt: now + mostMs })
    .where(and(eq(d.status, 'pending'), gt(d.dueAt, now + mostMs)))
}
