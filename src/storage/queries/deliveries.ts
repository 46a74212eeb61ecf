import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Delivery } from '../../domain/delivery.ts'
import { inBulk, valuesOf } from '../bulk.ts'
import { firstRow, inserter, type NewRow, type Row, saver } from '../statements.ts'
import { prepared, type Reader, type Writer } from '../storage.ts'

export type DeliveryRow = Row<'webhookDeliveries'>

export const insertDelivery = inserter('webhookDeliveries')
export const saveDelivery = saver('webhookDeliveries', ['status', 'attempts'])

/** The queue of one subscription: when the first delivery in it falls due, and the first one after `now`; instants in ms. */
export type Queue = { readonly subscriptionId: number; readonly firstDueAt: number; readonly nextDueAt: number | null }

const queues = prepared('webhook_queues', ({ db, t: { webhookDeliveries: d } }) => {
  // One step into the index for each queue, however long the queues are.
  const first = sql`select min(${d.subscriptionId}) from ${d} where ${d.status} = 'pending'`
  const all = sql`(with recursive queue(id) as (
    ${first} union all select (${first} and ${d.subscriptionId} > queue.id) from queue where queue.id is not null
  ) select id from queue where id is not null) as queue`
  const dueAt = sql`select min(${d.dueAt}) from ${d} where ${d.status} = 'pending' and ${d.subscriptionId} = queue.id`
  return db
    .select({
      subscriptionId: sql<number>`queue.id`,
      firstDueAt: sql<number>`(${dueAt})`,
      nextDueAt: sql<number | null>`(${dueAt} and ${d.dueAt} > ${sql.placeholder('now')})`,
    })
    .from(all)
})

/** Every queue that is not empty, by subscription. */
export async function openQueues(db: Reader, now: number): Promise<Queue[]> {
  return queues(db).execute({ now })
}

/** So many of one subscription are looked at, which is as many as may be under way. */
const mostOfAQueue = 4

const dueOnes = inBulk(
  'webhook_due',
  ['id'],
  ({ db, t: { webhookDeliveries: d, webhookEvents: e, webhookSubscriptions: s } }, places, now) => {
    const queue = db
      .select({ id: sql`queue.id` })
      .from(sql`${d} as queue`)
      .where(sql`queue.status = 'pending' and queue.subscription_id = ${s.id} and queue.due_at <= ${now}`)
      .orderBy(sql`queue.due_at`, sql`queue.event_id`)
      .limit(mostOfAQueue)
    return db
      .select({
        id: d.id,
        subscriptionId: d.subscriptionId,
        attempts: d.attempts,
        dueAt: d.dueAt,
        deliveredAt: d.deliveredAt,
        hasData: d.hasData,
        event: d.event,
        body: e.body,
      })
      .from(s)
      .innerJoin(d, inArray(d.id, queue))
      .innerJoin(e, eq(e.id, d.eventId))
      .where(
        inArray(
          s.id,
          places.map(({ id }) => id),
        ),
      )
      .orderBy(asc(d.dueAt), asc(d.eventId))
  },
)

/** What is due at `now` (ms) to each of these subscriptions, longest waiting first, with the text its event has for those who may read it. */
export async function dueDeliveries(db: Reader, subscriptionIds: readonly number[], now: number) {
  const found = await dueOnes(
    db,
    subscriptionIds.map((id) => ({ id })),
    now,
  )
  return found.flat()
}

/** How a delivery stands after its latest attempt; instants in ms. */
export type Settled = Delivery & { readonly id: string }

const settledKeys = ['id', 'status', 'attempts', 'dueAt', 'lastStatus', 'lastError', 'deliveredAt'] as const

const settling = inBulk('webhook_settle', settledKeys, ({ db, t: { webhookDeliveries: d } }, places) =>
  db
    .update(d)
    .set({
      status: sql`told.column2`,
      attempts: sql`cast(told.column3 as bigint)`,
      dueAt: sql`cast(told.column4 as bigint)`,
      lastStatus: sql`cast(told.column5 as bigint)`,
      lastError: sql`told.column6`,
      deliveredAt: sql`cast(told.column7 as bigint)`,
    })
    .from(sql`${valuesOf(settledKeys, places)} as told`)
    .where(
      and(
        eq(d.id, sql`told.column1`),
        eq(d.attempts, sql`cast(told.column3 as bigint) - 1`),
        sql`${d.status} in ('pending', 'abandoned')`,
      ),
    )
    .returning({ id: d.id }),
)

/**
 * Writes down how deliveries stand after one more attempt each; says which of them were waiting for that, or were given
 * up while it was under way.
 */
export async function settleDeliveries(tx: Writer, told: readonly Settled[]): Promise<Set<string>> {
  const found = await settling(tx, told)
  return new Set(found.flat().map(({ id }) => id))
}

const attemptKeys = ['deliveryId', 'number', 'attemptedAt', 'durationMs', 'responseStatus', 'error'] as const

const trying = inBulk('webhook_attempt', attemptKeys, ({ db, t }, places) => db.insert(t.webhookAttempts).values([...places]))

export async function insertAttempts(tx: Writer, attempts: readonly NewRow<'webhookAttempts'>[]): Promise<void> {
  await trying(tx, attempts as readonly Required<NewRow<'webhookAttempts'>>[])
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

/** Nothing that waits for this subscription is sent any more. */
export async function abandonQueue(tx: Writer, subscriptionId: number): Promise<void> {
  const { webhookDeliveries: d } = tx.t
  await tx.db
    .update(d)
    .set({ status: 'abandoned' })
    .where(and(eq(d.subscriptionId, subscriptionId), eq(d.status, sql`'pending'`)))
}

/** What waits for this subscription falls due at `dueAt` (ms). */
export async function postponeQueue(tx: Writer, subscriptionId: number, dueAt: number): Promise<void> {
  const { webhookDeliveries: d } = tx.t
  await tx.db
    .update(d)
    .set({ dueAt })
    .where(and(eq(d.subscriptionId, subscriptionId), eq(d.status, sql`'pending'`)))
}

/** Every delivery that never came to an end is brought to within `mostMs` of `now`, after a clock went backwards. */
export async function clampDueDates(tx: Writer, now: number, mostMs: number): Promise<void> {
  const { webhookDeliveries: d } = tx.t
  await tx.db
    .update(d)
    .set({ dueAt: now + mostMs })
    .where(and(eq(d.status, sql`'pending'`), gt(d.dueAt, now + mostMs)))
}
