import { type AttemptOutcome, abandon, afterAttempt, type Delivery } from '../domain/delivery.ts'
import { minuteMs } from '../domain/instant.ts'
import { isRevokedOrExpired, park, tally } from '../domain/subscription.ts'
import { abandonQueue, insertAttempts, postponeQueue, settleDeliveries } from '../storage/queries/deliveries.ts'
import { type Followed, findFollowed, parkSubscription, saveTallies } from '../storage/queries/webhooks.ts'
import type { Writer } from '../storage/storage.ts'
import { type Claimed, claimFrom, type Errand, isOver, type Traffic } from './claims.ts'
import type { WorkerContext } from './context.ts'
import { findSendingLease, isSender, type Sender } from './sending-lease.ts'

/** What came of an errand; instants in ms. */
export type Return = {
  readonly errand: Errand
  readonly outcome: AttemptOutcome
  readonly attemptedAt: number
  readonly endedAt: number
}

/** What cannot be signed is looked at again after this time. */
const sealedForMs = 5 * minuteMs

/**
 * Writes down what came back, once, and claims what may start now, all in one transaction. `takeReturns` is asked when its turn has
 * come; `start` is called before the commit, so that receivers are at work while the disk is: nothing of a claim is written, so
 * none can be lost. That wants a storage handle of its own, on which nobody else's uncommitted facts are seen. What comes back to
 * somebody whose lease another has taken is not told of, because the other sends it as well.
 */
export function exchange(
  context: WorkerContext,
  sender: Sender,
  waitsMs: readonly number[],
  takeReturns: () => readonly Return[],
  traffic: Traffic,
  after: number,
  start: (errands: readonly Errand[]) => void,
): Promise<Claimed> {
  return context.storage.transact(async (tx) => {
    const returns = takeReturns()
    const lease = await findSendingLease(tx)
    if (isSender(lease, sender)) await writeDown(tx, returns, waitsMs)
    const claimed = await claimFrom(tx, context, lease, sender, traffic, after)
    start(claimed.errands)
    return claimed
  })
}

async function writeDown(tx: Writer, returns: readonly Return[], waitsMs: readonly number[]): Promise<void> {
  const followed = await findFollowed(tx, [...new Set(returns.map(({ errand }) => errand.subscriptionId))])
  const gone = new Set(followed.filter(isOver).map(({ id }) => id))
  const tried = returns.map((told) => {
    const after = afterAttempt(told.errand.delivery, told.outcome, told.endedAt, waitsMs)
    return { told, after: gone.has(told.errand.subscriptionId) ? abandon(after) : after }
  })
  const settled = await settleDeliveries(
    tx,
    tried.map(({ told, after }) => ({ ...after, id: told.errand.deliveryId })),
  )
  // What was written before, by a transaction whose answer was lost or by another sender, counts for nothing a second time.
  const written = tried.filter(({ told }) => settled.has(told.errand.deliveryId))
  await insertAttempts(tx, written.map(attemptOf))
  const bySubscription = Map.groupBy(written, ({ told }) => told.errand.subscriptionId)
  const tallied = followed.map((before) => ({ before, after: tallyOf(before, bySubscription.get(before.id) ?? []) }))
  await saveTallies(
    tx,
    tallied.map(({ after }) => after),
  )
  for (const { before, after } of tallied) {
    if (before.parkedAt === null && after.parkedAt !== null) await parkSubscription(tx, after)
  }
}

type Tried = { readonly told: Return; readonly after: Delivery }

function tallyOf(before: Followed, tried: readonly Tried[]): Followed {
  return tried.reduce((standing, { told: { outcome, endedAt } }) => {
    const { error, responseStatus } = outcome
    return tally(standing, { isDelivered: error === null, responseStatus }, endedAt)
  }, before)
}

function attemptOf({ told, after }: Tried) {
  const { errand, attemptedAt, outcome } = told
  const { durationMs, responseStatus, error } = outcome
  return { deliveryId: errand.deliveryId, number: after.attempts, attemptedAt, durationMs, responseStatus, error }
}

/** Sees to it that what cannot be sent does not stay due: for good where the subscription or its credential has ended. */
export function clearQueues(context: WorkerContext, subscriptionIds: readonly number[]): Promise<void> {
  return context.storage.transact(async (tx) => {
    const now = context.clock()
    for (const followed of await findFollowed(tx, subscriptionIds)) {
      if (isOver(followed)) await abandonQueue(tx, followed.id)
      else if (isRevokedOrExpired(followed.credential, now)) await parkSubscription(tx, park(followed, 'credential_revoked', now))
      else await postponeQueue(tx, followed.id, now, now + sealedForMs)
    }
  })
}
