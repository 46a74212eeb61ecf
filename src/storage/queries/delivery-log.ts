import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import { buildListing, type PageSpan } from '../lists/listing.ts'
import { lockUnlockedRows } from '../locks.ts'
import { toSqlLiteral } from '../rows/bulk.ts'
import type { Reader, Writer } from '../storage.ts'
import type { Row } from '../tables.ts'

function isListedDelivery({ t: { webhookDeliveries: d } }: Reader) {
  const status = sql.placeholder('status')
  const event = sql.placeholder('event')
  return and(
    eq(d.subscriptionId, sql.placeholder('subscriptionId')),
    sql`(${status} = '' or ${d.status} = ${status})`,
    sql`(${event} = '' or ${d.event} = ${event})`,
  )
}

const log = buildListing<Omit<LoggedDelivery, 'attempts'>, { subscriptionId: number; status: string; event: string }>(
  'webhook_log',
  (handle) => {
    const { db, t } = handle
    const { webhookDeliveries: d, webhookEvents: e } = t
    return {
      choose: (columns) => db.select(columns).from(d).where(isListedDelivery(handle)).$dynamic(),
      rows: () => db.select({ delivery: d, body: e.body }).from(d).innerJoin(e, eq(e.id, d.eventId)).$dynamic(),
      id: d.id,
      by: [d.createdAt, d.id],
      newestFirst: true,
    }
  },
)

/** A delivery with the event's text for readers with full access, and all attempts. */
export type LoggedDelivery = {
  readonly delivery: Row<'webhookDeliveries'>
  readonly body: string
  readonly attempts: readonly Row<'webhookAttempts'>[]
}

export type LogQuery = PageSpan & {
  readonly subscriptionId: number
  readonly status: string | null
  readonly event: string | null
}

/** Lists one page of the deliveries to a subscription, newest first, with their count. */
export async function listDeliveries(db: Reader, query: LogQuery): Promise<{ items: LoggedDelivery[]; total: number }> {
  const wanted = { ...query, status: query.status ?? '', event: query.event ?? '' }
  const page = await log(db, wanted)
  if (page.items.length === 0) return { items: [], total: page.total }
  const { webhookAttempts: a } = db.t
  const ids = page.items.map(({ delivery }) => delivery.id)
  const attempts = await db.db.select().from(a).where(inArray(a.deliveryId, ids)).orderBy(asc(a.number))
  const byDelivery = Map.groupBy(attempts, ({ deliveryId }) => deliveryId)
  const items = page.items.map((one) => ({ ...one, attempts: byDelivery.get(one.delivery.id) ?? [] }))
  return { items, total: page.total }
}

/** Removes up to `limit` ended deliveries of events before `before` (ms), with their attempts. Returns their number. */
export async function purgeDeliveries(tx: Writer, before: number, limit: number): Promise<number> {
  const { webhookAttempts, webhookDeliveries: d, webhookEvents: e } = tx.t
  // Selected by the events' age, which has an index and is also the age of their deliveries.
  const ended = tx.db
    .select({ id: d.id })
    .from(e)
    .innerJoin(d, eq(d.eventId, e.id))
    .where(and(lte(e.occurredAt, before), inArray(d.status, ['delivered', 'failed', 'abandoned'])))
    .orderBy(asc(e.occurredAt))
    .limit(toSqlLiteral(limit))
  const old = await lockUnlockedRows(tx, ended)
  if (old.length === 0) return 0
  const ids = old.map(({ id }) => id)
  await tx.db.delete(webhookAttempts).where(inArray(webhookAttempts.deliveryId, ids))
  await tx.db.delete(d).where(inArray(d.id, ids))
  return ids.length
}

/** Removes up to `limit` events without deliveries. Returns their number. */
export async function purgeEvents(tx: Writer, before: number, limit: number): Promise<number> {
  const { webhookDeliveries, webhookEvents } = tx.t
  const silent = tx.db
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(
      and(
        lte(webhookEvents.occurredAt, before),
        // Each delivery is looked up separately: PostgreSQL turns "not exists" into a join with all deliveries.
        sql`(select 1 from ${webhookDeliveries} where ${webhookDeliveries.eventId} = ${webhookEvents.id} limit 1) is null`,
      ),
    )
    .orderBy(asc(webhookEvents.occurredAt))
    .limit(toSqlLiteral(limit))
  const gone = await tx.db
    .delete(webhookEvents)
    .where(inArray(webhookEvents.id, lockUnlockedRows(tx, silent)))
    .returning({ id: webhookEvents.id })
  return gone.length
}
