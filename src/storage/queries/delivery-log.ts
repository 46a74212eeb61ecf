import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import { listing, type PageSpan } from '../lists/listing.ts'
import { unlockedRows } from '../locks.ts'
import { literal } from '../rows/bulk.ts'
import type { Reader, Writer } from '../storage.ts'
import type { Row } from '../tables.ts'

function isListed({ t: { webhookDeliveries: d } }: Reader) {
  const status = sql.placeholder('status')
  const event = sql.placeholder('event')
  return and(
    eq(d.subscriptionId, sql.placeholder('subscriptionId')),
    sql`(${status} = '' or ${d.status} = ${status})`,
    sql`(${event} = '' or ${d.event} = ${event})`,
  )
}

const log = listing<Omit<LoggedDelivery, 'attempts'>, { subscriptionId: number; status: string; event: string }>(
  'webhook_log',
  (handle) => {
    const { db, t } = handle
    const { webhookDeliveries: d, webhookEvents: e } = t
    return {
      choose: (columns) => db.select(columns).from(d).where(isListed(handle)).$dynamic(),
      rows: () => db.select({ delivery: d, body: e.body }).from(d).innerJoin(e, eq(e.id, d.eventId)).$dynamic(),
      id: d.id,
      by: [d.createdAt, d.id],
      newestFirst: true,
    }
  },
)

/** A delivery with the text its event has for those who may read it, and everything that was tried. */
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

/** One page of what was sent to a subscription, newest first, and how much there is. */
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

/** Removes up to `limit` deliveries that ended, of events from before `before` (ms), with their attempts; says how many. */
export async function purgeDeliveries(tx: Writer, before: number, limit: number): Promise<number> {
  const { webhookAttempts, webhookDeliveries: d, webhookEvents: e } = tx.t
  // Asked by the events' age, which has an index; a delivery is as old as its event.
  const ended = tx.db
    .select({ id: d.id })
    .from(e)
    .innerJoin(d, eq(d.eventId, e.id))
    .where(and(lte(e.occurredAt, before), inArray(d.status, ['delivered', 'failed', 'abandoned'])))
    .orderBy(asc(e.occurredAt))
    .limit(literal(limit))
  const old = await unlockedRows(tx, ended)
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
        // Each is asked about by itself: of "not exists" PostgreSQL makes a join with all deliveries there are.
        sql`(select 1 from ${webhookDeliveries} where ${webhookDeliveries.eventId} = ${webhookEvents.id} limit 1) is null`,
      ),
    )
    .orderBy(asc(webhookEvents.occurredAt))
    .limit(literal(limit))
  const gone = await tx.db
    .delete(webhookEvents)
    .where(inArray(webhookEvents.id, unlockedRows(tx, silent)))
    .returning({ id: webhookEvents.id })
  return gone.length
}
