import { type AttemptOutcome, abandon, afterAttempt, type Delivery } from '../domain/delivery.ts'
import { withoutData } from '../domain/event.ts'
import { isGone, mostAtOnce, mostInFlight, park, tally } from '../domain/subscription.ts'
import {
  abandonQueue,
  clampDueDates,
  dueDeliveries,
  insertAttempt,
  leaseDelivery,
  nextDeliveryAt,
  nextQueueAfter,
  overdueDeliveries,
  postponeQueue,
  putBackOverdue,
  reclaimDeliveries,
  releaseDeliveries,
  settleDelivery,
} from '../storage/queries/deliveries.ts'
import { findSubscription, type SubscriptionRow, saveSubscription } from '../storage/queries/webhooks.ts'
import type { Writer } from '../storage/storage.ts'
import type { Works } from './house.ts'
import { secretOf } from './webhooks.ts'

/** A delivery under a lease, with everything its sender needs. */
export type Errand = {
  readonly deliveryId: string
  readonly subscriptionId: number
  readonly leaseToken: string
  readonly url: string
  readonly secret: string
  readonly event: string
  readonly body: string
  /** As it stood when it was leased; nobody changes it while the lease holds. */
  readonly delivery: Delivery
}

/** What came of an errand; instants in ms. */
export type Return = {
  readonly errand: Errand
  readonly outcome: AttemptOutcome
  readonly attemptedAt: number
  readonly endedAt: number
}

/** How many errands are under way, in all and to each subscription. */
export type Traffic = { total(): number; to(subscriptionId: number): number }

/** Bun sends 256 requests at a time in a process; we stay well below, so that none of ours waits unsent (bun#12214). */
export const mostErrands = 128

/** Of these, so many are for subscriptions that do not fail, however many others hang. */
const keptForTheHealthy = 32

/** Longer than an attempt takes where nobody set another timeout; whoever has an errand under way is not robbed of it in any case. */
const leaseMs = 30_000

const longestWaitMs = 3_600_000

/** What cannot be signed is looked at again after this time. */
const sealedForMs = 300_000

/**
 * One transaction for everything that came back and everything that may start; with nobody's `traffic` nothing starts.
 * `takeReturns` is asked when the transaction's turn has come. Answers the errands and where the round stopped.
 */
export function exchange(
  works: Works,
  waitsMs: readonly number[],
  takeReturns: () => readonly Return[],
  traffic: Traffic | null,
  after: number,
): Promise<Claimed> {
  return works.storage.transact(async (tx) => {
    await settle(tx, takeReturns(), waitsMs)
    return traffic === null ? { errands: [], after } : claimErrands(tx, works, traffic, after, works.clock())
  })
}

export type Claimed = { readonly errands: readonly Errand[]; readonly after: number }

/** Writes down what came back, once: an errand whose lease somebody else has taken is no longer ours to tell of. */
async function settle(tx: Writer, returns: readonly Return[], waitsMs: readonly number[]): Promise<void> {
  for (const [subscriptionId, ours] of Map.groupBy(returns, ({ errand }) => errand.subscriptionId)) {
    const found = await findSubscription(tx, subscriptionId)
    if (found === null) continue
    const before = found.subscription
    let standing = before
    for (const one of ours) standing = await settleOne(tx, standing, one, waitsMs)

    if (standing !== before) await saveSubscription(tx, before, standing)
    if (standing.parkedAt !== null && before.parkedAt === null) await abandonQueue(tx, subscriptionId)
  }
}

async function settleOne(
  tx: Writer,
  standing: SubscriptionRow,
  { errand, outcome, attemptedAt, endedAt }: Return,
  waitsMs: readonly number[],
): Promise<SubscriptionRow> {
  const { responseStatus, error, durationMs } = outcome
  const told = tally(standing, { isDelivered: error === null, responseStatus }, endedAt)
  const tried = afterAttempt(errand.delivery, outcome, endedAt, waitsMs)
  const isOver = told.parkedAt !== null || told.deletedAt !== null
  const after = isOver ? abandon(tried) : tried
  if (!(await settleDelivery(tx, errand.deliveryId, errand.leaseToken, after))) return standing
  const number = after.attempts
  await insertAttempt(tx, { deliveryId: errand.deliveryId, number, attemptedAt, durationMs, responseStatus, error })
  return told
}

/**
 * Leases what may start now, going round the subscriptions from the one after `after`, so that one that hangs or has a
 * thousand waiting never stands before the others.
 */
async function claimErrands(tx: Writer, works: Works, traffic: Traffic, after: number, now: number): Promise<Claimed> {
  const errands: Errand[] = []
  let last = after
  for (const [from, until] of [
    [after, Number.POSITIVE_INFINITY],
    [0, after],
  ] as const) {
    let at = from
    while (traffic.total() + errands.length < mostErrands) {
      const next = await nextQueueAfter(tx, at, now)
      if (next === null || next > until) break
      at = next
      last = next
      const crowd = { underWay: traffic.to(next), busy: traffic.total() + errands.length }
      if (crowd.underWay < mostAt(crowd.busy)) errands.push(...(await claimFor(tx, works, next, crowd, now)))
    }
  }
  return { errands, after: last }
}

/** Whether anything that is due has a slot; asked without the writer, which a queue that must wait would take from everybody else. */
export function mayStart(works: Works, traffic: Traffic): Promise<boolean> {
  return works.storage.read(async (db) => {
    const [now, busy] = [works.clock(), traffic.total()]
    if (busy >= mostErrands) return false
    for (let next = await nextQueueAfter(db, 0, now); next !== null; next = await nextQueueAfter(db, next, now)) {
      const crowd = { underWay: traffic.to(next), busy }
      if (crowd.underWay >= mostAt(busy)) continue
      const found = await findSubscription(db, next)
      if (found === null || roomFor(found.subscription, crowd) > 0) return true
    }
    return false
  })
}

type Crowd = { readonly underWay: number; readonly busy: number }

/** Once half of the slots are taken, everyone makes do with one. */
function mostAt(busy: number): number {
  return busy >= mostErrands / 2 ? 1 : mostAtOnce
}

/** How many more may start to a subscription. */
function roomFor(subscription: SubscriptionRow, { underWay, busy }: Crowd): number {
  const most = Math.min(mostAt(busy), mostInFlight(subscription))
  const slots = subscription.consecutiveFailures > 0 ? mostErrands - keptForTheHealthy : mostErrands
  return Math.min(most - underWay, slots - busy)
}

async function claimFor(tx: Writer, works: Works, subscriptionId: number, crowd: Crowd, now: number): Promise<Errand[]> {
  const found = await findSubscription(tx, subscriptionId)
  const subscription = found === null ? null : await standing(tx, found, now)
  if (subscription === null) {
    await abandonQueue(tx, subscriptionId)
    return []
  }
  const room = roomFor(subscription, crowd)
  if (room <= 0) return []
  const lease = { leaseToken: Bun.randomUUIDv7(), leaseUntil: now + leaseMs, bootId: works.bootId }
  const { leaseToken } = lease
  const secret = secretOrNull(works, subscription)
  if (secret === null) {
    await postponeQueue(tx, subscriptionId, now + sealedForMs)
    return []
  }
  const errands: Errand[] = []
  for (const { id: deliveryId, delivery, event, hasData, body: whole } of await dueDeliveries(tx, subscriptionId, now, room)) {
    if (!(await leaseDelivery(tx, deliveryId, lease))) continue
    const body = hasData ? whole : withoutData(whole)
    errands.push({ deliveryId, subscriptionId, leaseToken, url: subscription.endpointUrl, secret, event, body, delivery })
  }
  return errands
}

/** One secret that cannot be opened must not hold up everybody else's deliveries. */
function secretOrNull(works: Works, subscription: SubscriptionRow): string | null {
  try {
    return secretOf(works.vault, subscription)
  } catch (fault) {
    works.log.error({ subscription: subscription.id, err: fault }, 'the secret of a subscription cannot be opened')
    return null
  }
}

/** The subscription while anything may be sent there; one whose credential is gone is parked. */
async function standing(
  tx: Writer,
  { subscription, credential }: NonNullable<Awaited<ReturnType<typeof findSubscription>>>,
  now: number,
): Promise<SubscriptionRow | null> {
  if (subscription.deletedAt !== null || subscription.parkedAt !== null) return null
  if (!isGone(credential, now)) return subscription
  await saveSubscription(tx, subscription, park(subscription, 'credential_revoked', now))
  return null
}

/** How long until the next delivery falls due (ms, never negative); infinite when none waits. */
export async function untilNextDelivery(works: Works): Promise<number> {
  const dueAt = await works.storage.read(nextDeliveryAt)
  return dueAt === null ? Number.POSITIVE_INFINITY : Math.max(0, dueAt - works.clock())
}

/**
 * Puts back what the last sender of this data folder had on its way; says how many. There is one sender at a time, so this takes
 * the leases of a dead thread of this process as well as those of a dead process.
 */
export function takeOverDeliveries(works: Works): Promise<number> {
  return works.storage.transact((tx) => reclaimDeliveries(tx, works.clock()))
}

/** Puts back what nobody came back from within its lease and nobody has under way; a clock that jumped ends no lease by itself. */
export async function sweepLeases(works: Works, isUnderWay: (deliveryId: string) => boolean): Promise<void> {
  const overdue = (await works.storage.read((db) => overdueDeliveries(db, works.clock()))).filter((id) => !isUnderWay(id))
  if (overdue.length > 0) await works.storage.transact((tx) => putBackOverdue(tx, overdue, works.clock()))
}

/** Hands back what this process still holds. */
export function handBack(works: Works): Promise<void> {
  return works.storage.transact((tx) => releaseDeliveries(tx, works.bootId))
}

/** After the clock went backwards nothing waits longer than the longest wait. */
export function mendDueDates(works: Works): Promise<void> {
  return works.storage.transact((tx) => clampDueDates(tx, works.clock(), longestWaitMs))
}
