import { and, asc, count, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { ParkedReason, Subscription } from '../../domain/subscription.ts'
import { lockSubscriptionsOf } from '../locks.ts'
import { buildBulkStatement, buildValuesList } from '../rows/bulk.ts'
import { createInserter, createSaver, takeFirstRow } from '../rows/statements.ts'
import { prepareStatement, type Reader, type Writer } from '../storage.ts'
import type { Row } from '../tables.ts'
import { abandonQueue } from './deliveries.ts'

export type SubscriptionRow = Row<'webhookSubscriptions'>

export const insertSubscription = createInserter('webhookSubscriptions')
export const saveSubscription = createSaver('webhookSubscriptions', ['parkedAt', 'deletedAt'])
export const insertEvent = createInserter('webhookEvents')

const followers = prepareStatement('webhook_followers', ({ db, t }) =>
  db
    .select({ subscription: t.webhookSubscriptions, credential: t.credentials })
    .from(t.webhookSubscriptions)
    .innerJoin(t.credentials, eq(t.credentials.id, t.webhookSubscriptions.credentialId))
    .where(and(eq(t.webhookSubscriptions.operatorId, sql.placeholder('operatorId')), isNull(t.webhookSubscriptions.deletedAt)))
    .orderBy(asc(t.webhookSubscriptions.id)),
)

/** An operator's subscriptions, including parked ones, each with its credential. */
export async function listSubscriptions(db: Reader, operatorId: number) {
  return followers(db).execute({ operatorId })
}

const one = prepareStatement('webhook_subscription', ({ db, t }) =>
  db
    .select({ subscription: t.webhookSubscriptions, credential: t.credentials })
    .from(t.webhookSubscriptions)
    .innerJoin(t.credentials, eq(t.credentials.id, t.webhookSubscriptions.credentialId))
    .where(eq(t.webhookSubscriptions.id, sql.placeholder('id'))),
)

/** One subscription with its credential, including deleted ones. */
export async function findSubscription(db: Reader, id: number) {
  return takeFirstRow(await one(db).execute({ id }))
}

/** The state of a subscription and of its credential, for its sender. */
export type SubscriptionState = Subscription & {
  readonly id: number
  readonly operatorId: number
  readonly encryptedEndpointUrl: string
  readonly endpointHost: string
  readonly encryptedSecret: string
  readonly deletedAt: number | null
  readonly credential: Pick<Row<'credentials'>, 'revokedAt' | 'expiresAt'>
}

const states = buildBulkStatement(
  'webhook_subscription_state',
  ['id'],
  ({ db, t: { webhookSubscriptions: s, credentials: c } }, places) =>
    db
      .select({
        id: s.id,
        operatorId: s.operatorId,
        encryptedEndpointUrl: s.encryptedEndpointUrl,
        endpointHost: s.endpointHost,
        encryptedSecret: s.encryptedSecret,
        consecutiveFailures: s.consecutiveFailures,
        parkedAt: s.parkedAt,
        parkedReason: s.parkedReason,
        lastDeliveryAt: s.lastDeliveryAt,
        lastResponseStatus: s.lastResponseStatus,
        deletedAt: s.deletedAt,
        credential: { revokedAt: c.revokedAt, expiresAt: c.expiresAt },
      })
      .from(s)
      .innerJoin(c, eq(c.id, s.credentialId))
      .where(
        inArray(
          s.id,
          places.map(({ id }) => id),
        ),
      ),
)

/** The subscriptions of these ids, including deleted ones, in no order. */
export async function findSubscriptionStates(db: Reader, ids: readonly number[]): Promise<SubscriptionState[]> {
  return (
    await states(
      db,
      ids.map((id) => ({ id })),
    )
  ).flat()
}

const talliedKeys = ['id', 'consecutiveFailures', 'lastDeliveryAt', 'lastResponseStatus'] as const

const tallying = buildBulkStatement('webhook_tally', talliedKeys, ({ db, t: { webhookSubscriptions: s } }, places) =>
  db
    .update(s)
    .set({
      consecutiveFailures: sql`cast(heard.column2 as bigint)`,
      lastDeliveryAt: sql`cast(heard.column3 as bigint)`,
      lastResponseStatus: sql`cast(heard.column4 as bigint)`,
    })
    .from(sql`${buildValuesList(talliedKeys, places)} as heard`)
    .where(eq(s.id, sql`cast(heard.column1 as bigint)`)),
)

/** Saves the answers of subscriptions' receivers. */
export async function saveTallies(tx: Writer, subscriptions: readonly (Subscription & { readonly id: number })[]): Promise<void> {
  await tallying(tx, subscriptions)
}

const skipping = prepareStatement('skip_event', ({ db, t: { webhookSubscriptions: s } }) =>
  db
    .update(s)
    .set({
      parkedAt: sql`coalesce(${s.parkedAt}, ${sql.placeholder('parkedAt')})`,
      parkedReason: sql`coalesce(${s.parkedReason}, ${sql.placeholder('parkedReason')})`,
      skippedSinceParked: sql`${s.skippedSinceParked} + 1`,
    })
    .where(eq(s.id, sql.placeholder('id'))),
)

/** Counts an event that a subscription does not receive, and parks the subscription. */
export async function skipEvent(tx: Writer, { id, parkedAt, parkedReason }: Parked): Promise<void> {
  await skipping(tx).execute({ id, parkedAt, parkedReason })
}

type Parked = Pick<Subscription, 'parkedAt' | 'parkedReason'> & { readonly id: number }

/** Parks an active subscription, and deletes its queue. */
export async function parkSubscription(tx: Writer, { id, parkedAt, parkedReason }: Parked): Promise<void> {
  const { webhookSubscriptions: s } = tx.t
  const parked = await tx.db
    .update(s)
    .set({ parkedAt, parkedReason })
    .where(and(eq(s.id, id), isNull(s.parkedAt)))
    .returning()
  noteParked(tx, parked)
  await abandonQueue(tx, id)
}

export async function countSubscriptions(db: Reader, operatorId: number): Promise<number> {
  const { webhookSubscriptions } = db.t
  const rows = await db.db
    .select({ total: count() })
    .from(webhookSubscriptions)
    .where(and(eq(webhookSubscriptions.operatorId, operatorId), isNull(webhookSubscriptions.deletedAt)))
  return takeFirstRow(rows)?.total ?? 0
}

/** Parks the subscriptions of a credential, and deletes their queues. */
export async function parkSubscriptionsOfCredential(tx: Writer, credentialId: number, reason: ParkedReason, now: number) {
  await lockSubscriptionsOf(tx, credentialId)
  const { webhookSubscriptions } = tx.t
  const parked = await tx.db
    .update(webhookSubscriptions)
    .set({ parkedAt: now, parkedReason: reason })
    .where(and(eq(webhookSubscriptions.credentialId, credentialId), isNull(webhookSubscriptions.parkedAt)))
    .returning()
  noteParked(tx, parked)
  for (const { id } of parked) await abandonQueue(tx, id)
}

function noteParked(tx: Writer, rows: readonly SubscriptionRow[]): void {
  for (const row of rows) tx.noteChange('webhookSubscriptions', { ...row, parkedAt: null }, row)
}
