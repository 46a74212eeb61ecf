import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import type { Delivery } from '../../domain/delivery.ts'
import { type Candidate, slotsOfOne } from '../../domain/delivery-slots.ts'
import type { EventName } from '../../domain/event.ts'
import type { Subscription } from '../../domain/subscription.ts'
import { inBulk, valuesOf } from '../rows/bulk.ts'
import { finder, inserter, saver } from '../rows/statements.ts'
import { prepared, type Reader, type Writer } from '../storage.ts'
import type { NewRow, Row } from '../tables.ts'

const insert = inserter('webhookDeliveries')
const save = saver('webhookDeliveries', ['status', 'attempts'])

/** Queues a delivery to be sent. */
export async function insertDelivery(tx: Writer, delivery: NewRow<'webhookDeliveries'>): Promise<void> {
  tx.noteDue('webhooks', (await insert(tx, delivery)).dueAt)
}

/** Queues a delivery again that was over. */
export async function requeueDelivery(
  tx: Writer,
  before: Row<'webhookDeliveries'>,
  after: Row<'webhookDeliveries'>,
): Promise<void> {
  tx.noteDue('webhooks', (await save(tx, before, after)).dueAt)
}

/** The queue of one subscription; instants in ms. */
export type Queue = Candidate &
  Subscription & {
    readonly firstDueAt: number
    /** First instant after `now` at which something falls due, where something is due already; else null. */
    readonly nextDueAt: number | null
  }

/** Beyond what may be unsettled and what may start, more that is due makes no difference. */
const mostCounted = 12 * slotsOfOne

const queues = prepared('webhook_queues', ({ db, t: { webhookDeliveries: d, webhookSubscriptions: s } }) => {
  const now = sql.placeholder('now')
  // One step into the index for each queue, however long the queues are.
  const first = sql`select min(${d.subscriptionId}) from ${d} where ${d.status} = 'pending'`
  const all = sql`(with recursive queue(id) as (
    ${first} union all select (${first} and ${d.subscriptionId} > queue.id) from queue where queue.id is not null
  ) select id, (select min(${d.dueAt}) from ${d} where ${d.status} = 'pending' and ${d.subscriptionId} = queue.id) as first_due_at
    from queue where id is not null) as queue`
  const mine = sql`${d.status} = 'pending' and ${d.subscriptionId} = queue.id`
  const next = sql`select min(${d.dueAt}) from ${d} where ${mine} and ${d.dueAt} > ${now}`
  const due = sql`select 1 from ${d} where ${mine} and ${d.dueAt} <= ${now} limit ${sql.raw(String(mostCounted))}`
  return db
    .select({
      subscriptionId: sql<number>`queue.id`.mapWith(Number),
      firstDueAt: sql<number>`queue.first_due_at`.mapWith(Number),
      nextDueAt: sql<number | null>`case when queue.first_due_at <= ${now} then (${next}) end`.mapWith(Number) as SQL<
        number | null
      >,
      dueCount: sql<number>`(select count(*) from (${due}) as due)`.mapWith(Number),
      consecutiveFailures: s.consecutiveFailures,
      parkedAt: s.parkedAt,
      parkedReason: s.parkedReason,
      lastDeliveryAt: s.lastDeliveryAt,
      lastResponseStatus: s.lastResponseStatus,
    })
    .from(all)
    .innerJoin(s, eq(s.id, sql`queue.id`))
    .orderBy(sql`queue.id`)
})

/** Every queue that is not empty, by subscription. */
export async function openQueues(db: Reader, now: number): Promise<Queue[]> {
  return queues(db).execute({ now })
}

const dueOnes = inBulk(
  'webhook_due',
  ['subscriptionId', 'limit', 'dueAt', 'eventId'],
  ({ db, t: { webhookDeliveries: d, webhookEvents: e } }, places, now) => {
    const columns = sql.join([d.id, d.subscriptionId, d.attempts, d.dueAt, d.deliveredAt, d.hasData, d.event, d.eventId], sql`, `)
    // One step into the index for each queue: a condition over several of them would have PostgreSQL read everything.
    const heads = places.map(({ subscriptionId, limit, dueAt, eventId }) => {
      const waiting = sql`${d.status} = 'pending' and ${d.subscriptionId} = ${subscriptionId} and ${d.dueAt} <= ${now}`
      const mine = sql`${waiting} and (${d.dueAt}, ${d.eventId}) > (${dueAt}, ${eventId})`
      return sql`select * from (select ${columns} from ${d} where ${mine} order by ${d.dueAt}, ${d.eventId} limit ${limit}) as head`
    })
    return db
      .select({
        id: sql<string>`due.id`,
        subscriptionId: sql<number>`due.subscription_id`.mapWith(Number),
        attempts: sql<number>`due.attempts`.mapWith(Number),
        dueAt: sql<number>`due.due_at`.mapWith(Number),
        deliveredAt: sql<number | null>`due.delivered_at`.mapWith(Number) as SQL<number | null>,
        hasData: sql<boolean>`due.has_data`.mapWith(d.hasData),
        event: sql<EventName>`due.event`,
        eventId: sql<number>`due.event_id`.mapWith(Number),
        body: e.body,
      })
      .from(sql`(${sql.join(heads, sql` union all `)}) as due`)
      .innerJoin(e, eq(e.id, sql`due.event_id`))
  },
)

/** A request for up to `limit` deliveries of a subscription, behind the one due at `dueAt` (ms) with this event. */
type QueueWanted = {
  readonly subscriptionId: number
  readonly limit: number
  readonly dueAt: number
  readonly eventId: number
}

/** A delivery that is due; instants in ms. */
export type DueDelivery = {
  readonly id: string
  readonly subscriptionId: number
  /** Number of attempts so far. */
  readonly attempts: number
  readonly dueAt: number
  readonly deliveredAt: number | null
  /** False where the credential could not read the thing when it happened: `data` then goes empty. */
  readonly hasData: boolean
  readonly event: EventName
  readonly eventId: number
  /** Text of the event for those who may read all of it. */
  readonly body: string
}

/**
 * Deliveries that are due at `now` (ms) to each of these subscriptions, longest waiting first. Each has the text that
 * its event has for those who may read it.
 */
export async function dueDeliveries(db: Reader, wanted: readonly QueueWanted[], now: number): Promise<DueDelivery[]> {
  const due = (await dueOnes(db, wanted, now)).flat()
  // Each head comes in its order already; a database that sorts all of them sorts the texts along.
  return due.sort((one, other) => one.dueAt - other.dueAt || one.eventId - other.eventId)
}

/** A delivery as it stands after its latest attempt; instants in ms. */
type Settled = Delivery & { readonly id: string }

const settledKeys = ['id', 'status', 'attempts', 'dueAt', 'lastStatus', 'lastError', 'deliveredAt'] as const

const settling = inBulk('webhook_settle', settledKeys, ({ db, t: { webhookDeliveries: d } }, places) =>
  db
    .update(d)
    .set({
      status: sql`result.column2`,
      attempts: sql`cast(result.column3 as bigint)`,
      dueAt: sql`cast(result.column4 as bigint)`,
      lastStatus: sql`cast(result.column5 as bigint)`,
      lastError: sql`result.column6`,
      deliveredAt: sql`cast(result.column7 as bigint)`,
    })
    .from(sql`${valuesOf(settledKeys, places)} as result`)
    .where(
      and(
        eq(d.id, sql`result.column1`),
        eq(d.attempts, sql`cast(result.column3 as bigint) - 1`),
        sql`${d.status} in ('pending', 'abandoned')`,
      ),
    )
    .returning({ id: d.id }),
)

/**
 * Writes down how deliveries stand after one more attempt each. Says which of them were waiting for that, or were given up while
 * it was in flight.
 */
export async function settleDeliveries(tx: Writer, deliveries: readonly Settled[]): Promise<Set<string>> {
  const found = await settling(tx, deliveries)
  return new Set(found.flat().map(({ id }) => id))
}

const attemptKeys = ['deliveryId', 'number', 'attemptedAt', 'durationMs', 'responseStatus', 'error'] as const

const trying = inBulk('webhook_attempt', attemptKeys, ({ db, t }, places) => db.insert(t.webhookAttempts).values([...places]))

export async function insertAttempts(tx: Writer, attempts: readonly NewRow<'webhookAttempts'>[]): Promise<void> {
  await trying(tx, attempts as readonly Required<NewRow<'webhookAttempts'>>[])
}

export const findDelivery = finder('webhookDeliveries', 'id')

/** Nothing that waits for this subscription is sent any more. */
export async function abandonQueue(tx: Writer, subscriptionId: number): Promise<void> {
  const { webhookDeliveries: d } = tx.t
  await tx.db
    .update(d)
    .set({ status: 'abandoned' })
    .where(and(eq(d.subscriptionId, subscriptionId), eq(d.status, sql`'pending'`)))
}

/** Puts off what is due to this subscription at `now`: it falls due at `dueAt` (ms). */
export async function postponeQueue(tx: Writer, subscriptionId: number, now: number, dueAt: number): Promise<void> {
  const { webhookDeliveries: d } = tx.t
  await tx.db
    .update(d)
    .set({ dueAt })
    .where(and(eq(d.subscriptionId, subscriptionId), eq(d.status, sql`'pending'`), lte(d.dueAt, now)))
}

/** Every delivery that never came to an end is brought to within `mostMs` of `now`, after a clock went backwards. */
export async function clampDueDates(tx: Writer, now: number, mostMs: number): Promise<void> {
  const { webhookDeliveries: d } = tx.t
  await tx.db
    .update(d)
    .set({ dueAt: now + mostMs })
    .where(and(eq(d.status, sql`'pending'`), gt(d.dueAt, now + mostMs)))
}
