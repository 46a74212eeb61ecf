import { and, asc, count, desc, eq, gt, inArray, lte, ne, sql } from 'drizzle-orm'
import { firstRow, inserter, type Row, saver } from '../statements.ts'
import { prepared, type Reader, type Writer } from '../storage.ts'

export type DeliveryRow = Row<'webhookDeliveries'>
export type AttemptRow = Row<'webhookAttempts'>

export const insertDelivery = inserter('webhookDeliveries')
export const saveDelivery = saver('webhookDeliveries', ['status', 'leaseToken'])
export const insertAttempt = inserter('webhookAttempts')

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

const queue = prepared('webhook_queue', ({ db, t }) =>
  db
    .select()
    .from(t.webhookDeliveries)
    .where(
      and(
        eq(t.webhookDeliveries.status, sql`'pending'`),
        eq(t.webhookDeliveries.subscriptionId, sql.placeholder('subscriptionId')),
        lte(t.webhookDeliveries.dueAt, sql.placeholder('now')),
      ),
    )
    .orderBy(asc(t.webhookDeliveries.dueAt), asc(t.webhookDeliveries.id))
    .limit(sql.placeholder('limit')),
)

/** What is due to one subscription at `now` (ms), longest waiting first. */
export async function dueDeliveries(db: Reader, subscriptionId: number, now: number, limit: number): Promise<DeliveryRow[]> {
  return queue(db).execute({ subscriptionId, now, limit })
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

/** Puts back what a dead process had on its way, due at `now` (ms); says how many. */
export async function reclaimDeliveries(tx: Writer, bootId: string, now: number): Promise<number> {
  const { webhookDeliveries: d } = tx.t
  const rows = await tx.db
    .update(d)
    .set({ ...freed, dueAt: now })
    .where(and(eq(d.status, 'leased'), ne(d.bootId, bootId)))
    .returning({ id: d.id })
  return rows.length
}

/** Puts back what nobody came back from within its lease; says how many. */
export async function sweepDeliveries(tx: Writer, now: number): Promise<number> {
  const { webhookDeliveries: d } = tx.t
  const rows = await tx.db
    .update(d)
    .set({ ...freed, dueAt: now })
    .where(and(eq(d.status, 'leased'), lte(d.leaseUntil, now)))
    .returning({ id: d.id })
  return rows.length
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

/** Every delivery that never came to an end is brought to within `mostMs` of `now`, after a clock went backwards. */
export async function clampDueDates(tx: Writer, now: number, mostMs: number): Promise<void> {
  const { webhookDeliveries: d } = tx.t
  await tx.db
    .update(d)
    .set({ dueAt: now + mostMs })
    .where(and(eq(d.status, 'pending'), gt(d.dueAt, now + mostMs)))
}

function isListed({ t: { webhookDeliveries: d } }: Reader) {
  const status = sql.placeholder('status')
  const event = sql.placeholder('event')
  return and(
    eq(d.subscriptionId, sql.placeholder('subscriptionId')),
    sql`(${status} = '' or ${d.status} = ${status} or (${status} = 'pending' and ${d.status} = 'leased'))`,
    sql`(${event} = '' or ${d.event} = ${event})`,
  )
}

const log = prepared('webhook_log', (handle) =>
  handle.db
    .select()
    .from(handle.t.webhookDeliveries)
    .where(isListed(handle))
    .orderBy(desc(handle.t.webhookDeliveries.createdAt), desc(handle.t.webhookDeliveries.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset')),
)

const logSize = prepared('webhook_log_total', (handle) =>
  handle.db.select({ total: count() }).from(handle.t.webhookDeliveries).where(isListed(handle)),
)

const attempts = prepared('webhook_attempts', ({ db, t }) =>
  db
    .select()
    .from(t.webhookAttempts)
    .where(eq(t.webhookAttempts.deliveryId, sql.placeholder('deliveryId')))
    .orderBy(asc(t.webhookAttempts.number)),
)

/** A delivery with everything that was tried. */
export type LoggedDelivery = { readonly delivery: DeliveryRow; readonly attempts: readonly AttemptRow[] }

export type LogQuery = {
  readonly subscriptionId: number
  readonly status: string | null
  readonly event: string | null
  readonly limit: number
  readonly offset: number
}

/** One page of what was sent to a subscription, newest first, and how much there is. */
export async function listDeliveries(db: Reader, query: LogQuery): Promise<{ items: LoggedDelivery[]; total: number }> {
  const wanted = { ...query, status: query.status ?? '', event: query.event ?? '' }
  const total = firstRow(await logSize(db).execute(wanted))?.total ?? 0
  const page = await log(db).execute(wanted)
  const items = await Promise.all(
    page.map(async (delivery) => ({ delivery, attempts: await attempts(db).execute({ deliveryId: delivery.id }) })),
  )
  return { items, total }
}

/** Removes up to `limit` deliveries that ended and were made before `before` (ms), with their attempts; says how many. */
export async function purgeDeliveries(tx: Writer, before: number, limit: number): Promise<number> {
  const { webhookAttempts, webhookDeliveries: d } = tx.t
  const old = await tx.db
    .select({ id: d.id })
    .from(d)
    .where(and(inArray(d.status, ['delivered', 'failed', 'abandoned']), lte(d.createdAt, before)))
    .limit(limit)
  if (old.length === 0) return 0
  const ids = old.map(({ id }) => id)
  await tx.db.delete(webhookAttempts).where(inArray(webhookAttempts.deliveryId, ids))
  await tx.db.delete(d).where(inArray(d.id, ids))
  return ids.length
}

/** Removes up to `limit` events that nothing tells of any more; says how many. */
export async function purgeEvents(tx: Writer, before: number, limit: number): Promise<number> {
  const { webhookDeliveries, webhookEvents } = tx.t
  const silent = tx.db
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(
      and(
        lte(webhookEvents.occurredAt, before),
        sql`not exists (select 1 from ${webhookDeliveries} where ${webhookDeliveries.eventId} = ${webhookEvents.id})`,
      ),
    )
    .limit(limit)
  const gone = await tx.db.delete(webhookEvents).where(inArray(webhookEvents.id, silent)).returning({ id: webhookEvents.id })
  return gone.length
}
