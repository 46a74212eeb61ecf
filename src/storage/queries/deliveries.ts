import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import type { Delivery } from '../../domain/delivery.ts'
import { type Candidate, slotsOfOne } from '../../domain/delivery-slots.ts'
import type { EventName } from '../../domain/event.ts'
import type { Subscription } from '../../domain/subscription.ts'
import { buildBulkStatement, buildValuesList } from '../rows/bulk.ts'
import { createFinder, createInserter, createSaver } from '../rows/statements.ts'
import { prepareStatement, type Reader, type Writer } from '../storage.ts'
import type { NewRow, Row } from '../tables.ts'

const insert = createInserter('webhookDeliveries')
const save = createSaver('webhookDeliveries', ['status', 'attempts'])

/** Queues a delivery. */
export async function insertDelivery(tx: Writer, delivery: NewRow<'webhookDeliveries'>): Promise<void> {
  tx.noteDue('webhooks', (await insert(tx, delivery)).dueAt)
}

/** Queues a finished delivery again. */
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
    /** First instant after `now` at which a delivery falls due, if another is due already; otherwise null. */
    readonly nextDueAt: number | null
  }

/** Number of due deliveries beyond which further ones make no difference, because they can be neither unsettled nor started. */
const mostCounted = 12 * slotsOfOne

const queues = prepareStatement('webhook_queues', ({ db, t: { webhookDeliveries: d, webhookSubscriptions: s } }) => {
  const now = sql.placeholder('now')
  // One index lookup for each queue, however long the queues are.
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

/** Every nonempty queue, by subscription. */
export async function listOpenQueues(db: Reader, now: number): Promise<Queue[]> {
  return queues(db).execute({ now })
}

const dueOnes = buildBulkStatement(
  'webhook_due',
  ['subscriptionId', 'limit', 'dueAt', 'eventId'],
  ({ db, t: { webhookDeliveries: d, webhookEvents: e } }, places, now) => {
    const columns = sql.join([d.id, d.subscriptionId, d.attempts, d.dueAt, d.deliveredAt, d.hasData, d.event, d.eventId], sql`, `)
    // One index lookup for each queue: a condition over several queues makes PostgreSQL read everything.
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
type QueueRequest = {
  readonly subscriptionId: number
  readonly limit: number
  readonly dueAt: number
  readonly eventId: number
}

/** A due delivery; instants in ms. */
export type DueDelivery = {
  readonly id: string
  readonly subscriptionId: number
  /** Number of attempts so far. */
  readonly attempts: number
  readonly dueAt: number
  readonly deliveredAt: number | null
  /** False if the credential could not read the subject at the time of the event: `data` is then empty. */
  readonly hasData: boolean
  readonly event: EventName
  readonly eventId: number
  /** Text of the event for readers with full access. */
  readonly body: string
}

/**
 * Lists deliveries that are due at `now` (ms) to each of these subscriptions, longest waiting first. Each has the event's text
 * for readers with full access.
 */
export async function listDueDeliveries(db: Reader, wanted: readonly QueueRequest[], now: number): Promise<DueDelivery[]> {
  const due = (await dueOnes(db, wanted, now)).flat()
  // Each head is sorted already; a database that sorts all rows would sort the texts too.
  return due.sort((one, other) => one.dueAt - other.dueAt || one.eventId - other.eventId)
}

/** A delivery after its latest attempt; instants in ms. */
type Settled = Delivery & { readonly id: string }

const settledKeys = ['id', 'status', 'attempts', 'dueAt', 'lastStatus', 'lastError', 'deliveredAt'] as const

const settling = buildBulkStatement('webhook_settle', settledKeys, ({ db, t: { webhookDeliveries: d } }, places) =>
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
    .from(sql`${buildValuesList(settledKeys, places)} as result`)
    .where(
      and(
        eq(d.id, sql`result.column1`),
        eq(d.attempts, sql`cast(result.column3 as bigint) - 1`),
        sql`${d.status} in ('pending', 'abandoned')`,
      ),
    )
    .returning({ id: d.id }),
)

/** Saves deliveries after one more attempt each. Returns those that were waiting for it, or were abandoned during the attempt. */
export async function settleDeliveries(tx: Writer, deliveries: readonly Settled[]): Promise<Set<string>> {
  const found = await settling(tx, deliveries)
  return new Set(found.flat().map(({ id }) => id))
}

const attemptKeys = ['deliveryId', 'number', 'attemptedAt', 'durationMs', 'responseStatus', 'error'] as const

const trying = buildBulkStatement('webhook_attempt', attemptKeys, ({ db, t }, places) =>
  db.insert(t.webhookAttempts).values([...places]),
)

export async function insertAttempts(tx: Writer, attempts: readonly NewRow<'webhookAttempts'>[]): Promise<void> {
  await trying(tx, attempts as readonly Required<NewRow<'webhookAttempts'>>[])
}

export const findDelivery = createFinder('webhookDeliveries', 'id')

/** Abandons all waiting deliveries of this subscription. */
export async function abandonQueue(tx: Writer, subscriptionId: number): Promise<void> {
  const { webhookDeliveries: d } = tx.t
  await tx.db
    .update(d)
    .set({ status: 'abandoned' })
    .where(and(eq(d.subscriptionId, subscriptionId), eq(d.status, sql`'pending'`)))
}

/** Postpones the deliveries of this subscription that are due at `now` to `dueAt` (ms). */
export async function postponeQueue(tx: Writer, subscriptionId: number, now: number, dueAt: number): Promise<void> {
  const { webhookDeliveries: d } = tx.t
  await tx.db
    .update(d)
    .set({ dueAt })
    .where(and(eq(d.subscriptionId, subscriptionId), eq(d.status, sql`'pending'`), lte(d.dueAt, now)))
}

/** Limits the due date of every unfinished delivery to `mostMs` after `now`, after a clock was set back. */
export async function clampDueDates(tx: Writer, now: number, mostMs: number): Promise<void> {
  const { webhookDeliveries: d } = tx.t
  await tx.db
    .update(d)
    .set({ dueAt: now + mostMs })
    .where(and(eq(d.status, sql`'pending'`), gt(d.dueAt, now + mostMs)))
}
