import { type AttemptOutcome, abandon, afterAttempt, type Delivery } from '../domain/delivery.ts'
import { isGone, park, tally } from '../domain/subscription.ts'
import { abandonQueue, insertAttempts, postponeQueue, settleDeliveries } from '../storage/queries/deliveries.ts'
import { type Followed, findFollowed, parkSubscription, saveTallies } from '../storage/queries/webhooks.ts'
import type { Writer } from '../storage/storage.ts'
import { type Claimed, claimFrom, type Errand, isOver, type Traffic } from './claims.ts'
import type { Works } from './house.ts'
import { isSender } from './sending-lease.ts'

/** What came of an errand; instants in ms. */
export type Return = {
  readonly errand: Errand
  readonly outcome: AttemptOutcome
  readonly attemptedAt: number
  readonly endedAt: number
}

/** What cannot be signed is looked at again after this time. */
const sealedForMs = 300_000

/**
 * Writes down what came back, once, and claims what may start now, all in one transaction. `takeReturns` is asked when its turn has
 * come; `start` is called before the commit, so that receivers are at work while the disk is: nothing of a claim is written, so
 * none can be lost. That wants a storage handle of its own, on which nobody else's uncommitted facts are seen. What comes back to
 * somebody whose lease another has taken is not told of, because the other sends it as well.
 */
export function exchange(
  works: Works,
  token: string,
  waitsMs: readonly number[],
  takeReturns: () => readonly Return[],
  traffic: Traffic,
  after: number,
  start: (errands: readonly Errand[]) => void,
): Promise<Claimed> {
  return works.storage.transact(async (tx) => {
    const returns = takeReturns()
    if (await isSender(tx, token)) await writeDown(tx, returns, waitsMs)
    const claimed = await claimFrom(tx, works, token, traffic, after)
    start(claimed.errands)
    return claimed
  })
}

async function writeDown(tx: Writer, returns: readonly Return[], waitsMs: readonly number[]): Promise<void> {
  const bySubscription = Map.groupBy(returns, ({ errand }) => errand.subscriptionId)
  const before = await findFollowed(tx, [...bySubscription.keys()])
  const tallied: Followed[] = []
  const parked: Followed[] = []
  const tried: { told: Return; after: Delivery }[] = []
  for (const followed of before) {
    let standing = followed
    for (const told of bySubscription.get(followed.id) ?? []) {
      const { errand, outcome, endedAt } = told
      standing = tally(standing, { isDelivered: outcome.error === null, responseStatus: outcome.responseStatus }, endedAt)
      const after = afterAttempt(errand.delivery, outcome, endedAt, waitsMs)
      tried.push({ told, after: isOver(standing) ? abandon(after) : after })
    }
    tallied.push(standing)
    if (followed.parkedAt === null && standing.parkedAt !== null) parked.push(standing)
  }
  const settled = await settleDeliveries(
    tx,
    tried.map(({ told, after }) => ({ ...after, id: told.errand.deliveryId })),
  )
  const written = tried.filter(({ told }) => settled.has(told.errand.deliveryId))
  await insertAttempts(tx, written.map(attemptOf))
  await saveTallies(tx, tallied)
  for (const one of parked) await parkSubscription(tx, one)
}

function attemptOf({ told, after }: { told: Return; after: Delivery }) {
  const { errand, attemptedAt, outcome } = told
  const { durationMs, responseStatus, error } = outcome
  return { deliveryId: errand.deliveryId, number: after.attempts, attemptedAt, durationMs, responseStatus, error }
}

/** Sees to it that what cannot be sent does not stay due: for good where the subscription or its credential has ended. */
export function clearQueues(works: Works, subscriptionIds: readonly number[]): Promise<void> {
  return works.storage.transact(async (tx) => {
    const now = works.clock()
    for (const followed of await findFollowed(tx, subscriptionIds)) {
      if (isOver(followed)) await abandonQueue(tx, followed.id)
      else if (isGone(followed.credential, now)) await parkSubscription(tx, park(followed, 'credential_revoked', now))
      else await postponeQueue(tx, followed.id, now + sealedForMs)
    }
  })
}
