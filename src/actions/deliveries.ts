import { type AttemptOutcome, abandon, afterAttempt } from '../domain/delivery.ts'
import { mostInFlight, park, tally } from '../domain/subscription.ts'
import {
  abandonQueue,
  clampDueDates,
  dueDeliveries,
  findDelivery,
  insertAttempt,
  nextDeliveryAt,
  nextQueueAfter,
  reclaimDeliveries,
  releaseDeliveries,
  saveDelivery,
  sweepDeliveries,
} from '../storage/queries/deliveries.ts'
import { findSubscription, type SubscriptionRow, saveSubscription } from '../storage/queries/webhooks.ts'
import type { Writer } from '../storage/storage.ts'
import type { Works } from './house.ts'
import { secretContext } from './webhooks.ts'

/** A delivery under a lease, with everything its sender needs. */
export type Errand = {
  readonly deliveryId: string
  readonly subscriptionId: number
  readonly leaseToken: string
  readonly url: string
  readonly secret: string
  readonly event: string
  readonly body: string
}

/** What came of an errand; instants in ms. */
export type Return = {
  readonly errand: Errand
  readonly outcome: AttemptOutcome
  readonly attemptedAt: number
  readonly endedAt: number
}

/** How many errands are under way, in all and to each subscription. */
export type Traffic = { readonly total: number; to(subscriptionId: number): number }

/** Bun sends 256 requests at a time in a process; we stay well below, so that none of ours waits unsent (bun#12214). */
export const mostErrands = 128

/** Longer than any attempt may take. */
const leaseMs = 30_000

const longestWaitMs = 3_600_000

/** Writes down what came back, once: an errand whose lease somebody else has taken is no longer ours to tell of. */
export async function settle(tx: Writer, returns: readonly Return[], waitsMs: readonly number[]): Promise<void> {
  const known = new Map<number, SubscriptionRow>()
  for (const { errand, outcome, attemptedAt, endedAt } of returns) {
    const delivery = await findDelivery(tx, errand.deliveryId)
    if (delivery?.status !== 'leased' || delivery.leaseToken !== errand.leaseToken) continue
    const before = known.get(errand.subscriptionId) ?? (await findSubscription(tx, errand.subscriptionId))?.subscription
    if (before === undefined) continue
    const after = await saveTally(tx, before, outcome, endedAt)
    known.set(errand.subscriptionId, after)

    const tried = afterAttempt(delivery, outcome, endedAt, waitsMs)
    const isOver = after.parkedAt !== null || after.deletedAt !== null
    const saved = await saveDelivery(tx, delivery, isOver ? abandon(tried) : tried)
    const { responseStatus, error, durationMs } = outcome
    await insertAttempt(tx, { deliveryId: delivery.id, number: saved.attempts, attemptedAt, durationMs, responseStatus, error })
    if (after.parkedAt !== null && before.parkedAt === null) await abandonQueue(tx, after.id)
  }
}

async function saveTally(tx: Writer, before: SubscriptionRow, outcome: AttemptOutcome, at: number): Promise<SubscriptionRow> {
  const { responseStatus, error } = outcome
  return saveSubscription(tx, before, tally(before, { isDelivered: error === null, responseStatus }, at))
}

/**
 * Leases what may start now, going round the subscriptions from the one after `after`, so that one that hangs or has a
 * thousand waiting never stands before the others. Answers the errands and where the round stopped.
 */
export async function claimErrands(
  tx: Writer,
  works: Works,
  traffic: Traffic,
  after: number,
  now: number,
): Promise<{ errands: Errand[]; after: number }> {
  const errands: Errand[] = []
  let last = after
  for (const [from, until] of [
    [after, Number.POSITIVE_INFINITY],
    [0, after],
  ] as const) {
    let at = from
    while (traffic.total + errands.length < mostErrands) {
      const next = await nextQueueAfter(tx, at, now)
      if (next === null || next > until) break
      at = next
      last = next
      errands.push(...(await claimFor(tx, works, next, roomFor(traffic, next, errands.length), now)))
    }
  }
  return { errands, after: last }
}

/** Once half of the slots are taken, a subscription that has one under way waits for it. */
function roomFor(traffic: Traffic, subscriptionId: number, justClaimed: number): (most: number) => number {
  const busy = traffic.total + justClaimed
  return (most) => {
    const fair = busy >= mostErrands / 2 ? 1 : most
    return Math.min(fair - traffic.to(subscriptionId), mostErrands - busy)
  }
}

async function claimFor(
  tx: Writer,
  works: Works,
  subscriptionId: number,
  roomAt: (most: number) => number,
  now: number,
): Promise<Errand[]> {
  const found = await findSubscription(tx, subscriptionId)
  const subscription = found === null ? null : await standing(tx, found, now)
  if (subscription === null) {
    await abandonQueue(tx, subscriptionId)
    return []
  }
  const room = roomAt(mostInFlight(subscription))
  if (room <= 0) return []
  const secret = works.vault.open(subscription.sealedSecret, secretContext(subscription.id))
  const due = await dueDeliveries(tx, subscriptionId, now, room)
  return Promise.all(
    due.map(async (delivery) => {
      const leaseToken = Bun.randomUUIDv7()
      const lease = { status: 'leased' as const, leaseToken, leaseUntil: now + leaseMs, bootId: works.bootId }
      await saveDelivery(tx, delivery, { ...delivery, ...lease })
      const { id: deliveryId, event, body } = delivery
      return { deliveryId, subscriptionId, leaseToken, url: subscription.endpointUrl, secret, event, body }
    }),
  )
}

/** The subscription while anything may be sent there; one whose credential is gone is parked. */
async function standing(
  tx: Writer,
  { subscription, credential }: NonNullable<Awaited<ReturnType<typeof findSubscription>>>,
  now: number,
): Promise<SubscriptionRow | null> {
  if (subscription.deletedAt !== null || subscription.parkedAt !== null) return null
  const isGone = credential.revokedAt !== null || (credential.expiresAt !== null && credential.expiresAt <= now)
  if (!isGone) return subscription
  await saveSubscription(tx, subscription, park(subscription, 'credential_revoked', now))
  return null
}

/** How long until the next delivery falls due (ms, never negative); infinite when none waits. */
export async function untilNextDelivery(works: Works): Promise<number> {
  const dueAt = await works.storage.read(nextDeliveryAt)
  return dueAt === null ? Number.POSITIVE_INFINITY : Math.max(0, dueAt - works.clock())
}

/** Puts back what a dead process had on its way; says how many. */
export function takeOverDeliveries(works: Works): Promise<number> {
  return works.storage.transact((tx) => reclaimDeliveries(tx, works.bootId, works.clock()))
}

/** Puts back what nobody came back from within its lease. */
export function sweepLeases(works: Works): Promise<number> {
  return works.storage.transact((tx) => sweepDeliveries(tx, works.clock()))
}

/** Hands back what this process still holds. */
export function handBack(works: Works): Promise<void> {
  return works.storage.transact((tx) => releaseDeliveries(tx, works.bootId))
}

/** After the clock went backwards nothing waits longer than the longest wait. */
export function mendDueDates(works: Works): Promise<void> {
  return works.storage.transact((tx) => clampDueDates(tx, works.clock(), longestWaitMs))
}
