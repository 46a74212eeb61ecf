import { and, asc, count, eq, isNull, sql } from 'drizzle-orm'
import type { ParkedReason } from '../../domain/subscription.ts'
import { firstRow, inserter, type Row, saver } from '../statements.ts'
import { prepared, type Reader, type Writer } from '../storage.ts'
import { abandonQueue } from './deliveries.ts'

export type SubscriptionRow = Row<'webhookSubscriptions'>

export const insertSubscription = inserter('webhookSubscriptions')
export const saveSubscription = saver('webhookSubscriptions', ['parkedAt', 'deletedAt'])
export const insertEvent = inserter('webhookEvents')

const followers = prepared('webhook_followers', ({ db, t }) =>
  db
    .select({ subscription: t.webhookSubscriptions, credential: t.credentials })
    .from(t.webhookSubscriptions)
    .innerJoin(t.credentials, eq(t.credentials.id, t.webhookSubscriptions.credentialId))
    .where(and(eq(t.webhookSubscriptions.operatorId, sql.placeholder('operatorId')), isNull(t.webhookSubscriptions.deletedAt)))
    .orderBy(asc(t.webhookSubscriptions.id)),
)

/** An operator's subscriptions, parked ones among them, each with the credential that made it. */
export async function subscriptionsOf(db: Reader, operatorId: number) {
  return followers(db).execute({ operatorId })
}

const one = prepared('webhook_subscription', ({ db, t }) =>
  db
    .select({ subscription: t.webhookSubscriptions, credential: t.credentials })
    .from(t.webhookSubscriptions)
    .innerJoin(t.credentials, eq(t.credentials.id, t.webhookSubscriptions.credentialId))
    .where(eq(t.webhookSubscriptions.id, sql.placeholder('id'))),
)

/** One subscription with the credential that made it, deleted ones among them. */
export async function findSubscription(db: Reader, id: number) {
  return firstRow(await one(db).execute({ id }))
}

export async function countSubscriptions(db: Reader, operatorId: number): Promise<number> {
  const { webhookSubscriptions } = db.t
  const rows = await db.db
    .select({ total: count() })
    .from(webhookSubscriptions)
    .where(and(eq(webhookSubscriptions.operatorId, operatorId), isNull(webhookSubscriptions.deletedAt)))
  return firstRow(rows)?.total ?? 0
}

/** Parks what a credential had subscribed, and abandons what was to be sent there. */
export async function parkSubscriptionsOfCredential(tx: Writer, credentialId: number, reason: ParkedReason, now: number) {
  const { webhookSubscriptions } = tx.t
  const parked = await tx.db
    .update(webhookSubscriptions)
    .set({ parkedAt: now, parkedReason: reason })
    .where(and(eq(webhookSubscriptions.credentialId, credentialId), isNull(webhookSubscriptions.parkedAt)))
    .returning({ id: webhookSubscriptions.id })
  for (const { id } of parked) await abandonQueue(tx, id)
}
