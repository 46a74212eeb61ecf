import { randomBytes } from 'node:crypto'
import type { OperatorCaller } from '../../domain/caller.ts'
import { resendDelivery } from '../../domain/delivery.ts'
import type { EventName } from '../../domain/event.ts'
import { invalid, invalidInput, notFound, Refusal } from '../../domain/refusal.ts'
import { isRevokedOrExpired, mostSubscriptions } from '../../domain/subscription.ts'
import { formatSecret } from '../../domain/token.ts'
import { findTargetFault } from '../../gateways/webhook-target.ts'
import { type PageAsked, toPageSpan } from '../../storage/lists/listing.ts'
import { lockOperator, lockSubscriptions } from '../../storage/locks.ts'
import { abandonQueue, findDelivery, requeueDelivery } from '../../storage/queries/deliveries.ts'
import { listDeliveries } from '../../storage/queries/delivery-log.ts'
import {
  countSubscriptions,
  findSubscription,
  insertSubscription,
  listSubscriptions,
  type SubscriptionRow,
  saveSubscription,
} from '../../storage/queries/webhooks.ts'
import { encryptEndpoint, encryptSecret, showEndpoint } from '../../storage/rows/encryption.ts'
import type { SecretBox } from '../../storage/secret-box.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { AppContext } from '../context.ts'

/** A stored subscription with its address. */
export type KeptSubscription = SubscriptionRow & { readonly endpointUrl: string }

export type NewSubscription = {
  readonly label: string
  readonly endpointUrl: string
  readonly events: readonly EventName[]
}

/** A subscription just made; this is the only copy of its secret. */
export type Subscribed = { readonly subscription: KeptSubscription; readonly secret: string }

/** An operator's subscriptions, oldest first, including parked ones. */
export async function listWebhooks(db: Reader, secretBox: SecretBox, operatorId: number): Promise<KeptSubscription[]> {
  const found = await listSubscriptions(db, operatorId)
  return found.map(({ subscription }) => ({ ...subscription, endpointUrl: showEndpoint(secretBox, subscription) }))
}

/**
 * Subscribes a URL to events. Only this response contains the secret; its text is the key of every signature. Refuses
 * `validation_failed` for a forbidden target, and above the greatest number of subscriptions.
 */
export async function subscribeWebhook(
  tx: Writer,
  app: AppContext,
  caller: OperatorCaller,
  asked: NewSubscription,
  now: number,
): Promise<Subscribed> {
  const fault = findTargetFault(asked.endpointUrl, app.webhookTargets)
  if (fault !== null) throw invalidInput([fault])
  await lockOperator(tx, caller.operatorId)
  if ((await countSubscriptions(tx, caller.operatorId)) >= mostSubscriptions) {
    throw invalid([], 'mostSubscriptions', { most: mostSubscriptions })
  }
  const secret = `whsec_${formatSecret(randomBytes(32))}`
  const { endpointUrl, label, events } = asked
  const made = await insertSubscription(tx, {
    label,
    events: [...events],
    operatorId: caller.operatorId,
    credentialId: caller.credential.id,
    encryptedEndpointUrl: '',
    endpointHost: '',
    encryptedSecret: '',
    consecutiveFailures: 0,
    skippedSinceParked: 0,
    createdAt: now,
  })
  const encrypted = {
    encryptedSecret: encryptSecret(app.secretBox, made.id, secret),
    ...encryptEndpoint(app.secretBox, made.id, endpointUrl),
  }
  const subscription = await saveSubscription(tx, made, { ...encrypted })
  return { subscription: { ...subscription, endpointUrl }, secret }
}

/** Ends a subscription; its unsent deliveries are dropped. Refuses `not_found`. */
export async function unsubscribeWebhook(tx: Writer, caller: OperatorCaller, id: number, now: number): Promise<void> {
  await lockSubscriptions(tx, [id])
  const subscription = await ownSubscription(tx, caller, id)
  await saveSubscription(tx, subscription, { deletedAt: now })
  await abandonQueue(tx, id)
}

export type LogAsked = PageAsked & { readonly status: string | null; readonly event: EventName | null }

/** The deliveries to one of the caller's subscriptions, newest first. Refuses `not_found`. */
export async function readLog(db: Reader, caller: OperatorCaller, id: number, asked: LogAsked) {
  await ownSubscription(db, caller, id)
  return listDeliveries(db, { subscriptionId: id, status: asked.status, event: asked.event, ...toPageSpan(asked) })
}

async function ownSubscription(db: Reader, caller: OperatorCaller, id: number): Promise<SubscriptionRow> {
  const found = await findSubscription(db, id)
  if (found === null || found.subscription.operatorId !== caller.operatorId || found.subscription.deletedAt !== null)
    throw notFound()
  return found.subscription
}

/** Sends a delivery again, under its own id. Refuses `not_found`, `invalid_transition` (being sent, or parked). */
export async function replayDelivery(tx: Writer, id: string, now: number): Promise<void> {
  const delivery = await findDelivery(tx, id)
  const found = delivery === null ? null : await findSubscription(tx, delivery.subscriptionId)
  if (delivery === null || found === null || found.subscription.deletedAt !== null) {
    throw new Refusal('not_found', `There is no delivery ${id} that can be sent again.`)
  }
  // A subscription whose credential has ended is parked at its next delivery.
  if (found.subscription.parkedAt !== null || isRevokedOrExpired(found.credential, now)) {
    throw new Refusal('invalid_transition', 'The subscription is parked. Delete it and subscribe again.', {
      currentStatus: 'parked',
      allowed: [],
    })
  }
  await requeueDelivery(tx, delivery, resendDelivery(delivery, now))
}
