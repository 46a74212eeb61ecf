import { type AttemptOutcome, abandonDelivery, applyAttempt, type Waiting } from '../../domain/delivery.ts'
import type { Track } from '../../domain/delivery-slots.ts'
import { minuteMs } from '../../domain/instant.ts'
import { isRevokedOrExpired, parkForGood, type Subscription, tallyAttempt } from '../../domain/subscription.ts'
import { lockSubscriptions } from '../../storage/locks.ts'
import { abandonQueue, insertAttempts, postponeQueue, settleDeliveries } from '../../storage/queries/deliveries.ts'
import { findSubscriptionStates, parkSubscription, type SubscriptionState, saveTallies } from '../../storage/queries/webhooks.ts'
import type { Writer } from '../../storage/storage.ts'
import type { WorkerContext } from '../context.ts'
import { notifyReaders } from '../outbox/notices.ts'
import { isSender, lockSendingLease, type Sender } from './sending-lease.ts'

/** A delivery at the time of its choice, with all facts for its sender; no other process sends it meanwhile. */
export type ChosenDelivery = Waiting & {
  readonly id: string
  readonly subscriptionId: number
  readonly track: Track
  readonly url: string
  readonly secret: string
  readonly event: string
  readonly text: string
}

/** The result of one attempt; instants in ms. */
export type AttemptResult = {
  readonly delivery: ChosenDelivery
  readonly outcome: AttemptOutcome
  readonly attemptedAt: number
  readonly endedAt: number
}

/** Milliseconds after which deliveries that cannot be signed are tried again. */
const unreadableForMs = 5 * minuteMs

/**
 * Saves the results of attempts, each once. Results of a sender whose lease another has taken count for nothing, because the
 * other sends the same deliveries.
 */
export function settleAttempts(
  context: WorkerContext,
  sender: Sender,
  waitsMs: readonly number[],
  results: readonly AttemptResult[],
) {
  return context.storage.transact(async (tx) => {
    if (!isSender(await lockSendingLease(tx), sender)) return
    const ids = [...new Set(results.map(({ delivery }) => delivery.subscriptionId))]
    await lockSubscriptions(tx, ids)
    const subscriptions = await findSubscriptionStates(tx, ids)
    const over = new Set(subscriptions.filter(isParkedOrDeleted).map(({ id }) => id))
    const tried = results.map((result) => {
      const { delivery, outcome, endedAt } = result
      const after = applyAttempt(delivery, outcome, endedAt, waitsMs)
      return { result, id: delivery.id, ...(over.has(delivery.subscriptionId) ? abandonDelivery(after) : after) }
    })
    const settled = await settleDeliveries(tx, tried)
    // A result counts once, even after a lost transaction or another sender.
    const written = tried.filter(({ id }) => settled.has(id))
    const attempts = written.map(({ id, attempts: number, result: { attemptedAt, outcome } }) => {
      return { deliveryId: id, number, attemptedAt, ...outcome }
    })
    await insertAttempts(tx, attempts)
    const bySubscription = Map.groupBy(written, ({ result }) => result.delivery.subscriptionId)
    const tallied = subscriptions.map((one) =>
      applyResults(
        one,
        bySubscription.get(one.id)?.map(({ result }) => result),
      ),
    )
    await saveTallies(tx, tallied)
    for (const one of tallied) if (one.parkedAt !== null && !over.has(one.id)) await parkWithNotice(tx, one, one.parkedAt)
  })
}

/** Stops sending to a subscription, and notifies the admins. */
async function parkWithNotice(tx: Writer, subscription: SubscriptionState, now: number): Promise<void> {
  const { id, operatorId } = subscription
  await parkSubscription(tx, subscription)
  await notifyReaders(tx, { fact: 'webhook_parked', operatorIds: [operatorId], subjectId: id }, now)
}

/** A subscription after these results, in their order. */
export function applyResults<T extends Subscription>(subscription: T, results: readonly AttemptResult[] = []): T {
  return results.reduce((state, { outcome: { error, responseStatus }, endedAt }) => {
    return tallyAttempt(state, { isDelivered: error === null, responseStatus }, endedAt)
  }, subscription)
}

/** Removes unsendable deliveries from the queue; for good if the subscription or its credential has ended. */
export function clearQueues(context: WorkerContext, subscriptionIds: readonly number[]): Promise<void> {
  return context.storage.transact(async (tx) => {
    const now = context.clock()
    await lockSubscriptions(tx, subscriptionIds)
    for (const one of await findSubscriptionStates(tx, subscriptionIds)) {
      if (isParkedOrDeleted(one)) await abandonQueue(tx, one.id)
      else if (isRevokedOrExpired(one.credential, now)) await parkWithNotice(tx, parkForGood(one, 'credential_revoked', now), now)
      else await postponeQueue(tx, one.id, now, now + unreadableForMs)
    }
  })
}

/** Whether a subscription gets no more deliveries, for good. */
export function isParkedOrDeleted({ parkedAt, deletedAt }: Pick<SubscriptionState, 'parkedAt' | 'deletedAt'>): boolean {
  return parkedAt !== null || deletedAt !== null
}
