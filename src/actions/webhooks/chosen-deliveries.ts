import { type Candidate, type Grant, grantSlots, type InFlightCounts, type Track } from '../../domain/delivery-slots.ts'
import { isRevokedOrExpired } from '../../domain/subscription.ts'
import { type DueDelivery, listDueDeliveries, listOpenQueues, type Queue } from '../../storage/queries/deliveries.ts'
import type { Lease } from '../../storage/queries/leases.ts'
import { findSubscriptionStates, type SubscriptionState } from '../../storage/queries/webhooks.ts'
import { decryptEndpoint, decryptSecret } from '../../storage/rows/encryption.ts'
import type { WorkerContext } from '../context.ts'
import { type AttemptResult, applyResults, type ChosenDelivery, isParkedOrDeleted } from './deliveries.ts'
import { findSendingLease, isAttemptAllowed, type Sender } from './sending-lease.ts'

/** The deliveries that may start, and the basis of the next choice. */
export type ChosenDeliveries = {
  readonly deliveries: readonly ChosenDelivery[]
  /** The subscription after which the next choice begins. */
  readonly after: number
  /** Instant (ms) at which something more falls due; infinite if nothing else waits. */
  readonly nextDueAt: number
  /** Subscriptions with due deliveries that cannot be sent. */
  readonly blocked: readonly number[]
  /** False if something is due and the lease of sending must be requested first. */
  readonly maySend: boolean
  /** Queues to pass to the next choice, which then reads only what has changed. */
  readonly outlook: Outlook
}

/** The head of a queue, with facts for its sender. */
type Head = {
  readonly state: SubscriptionState
  readonly due: readonly DueDelivery[]
  /** Whether it contains all due deliveries. */
  readonly isAll: boolean
  readonly ready: (delivery: DueDelivery, track: Track) => ChosenDelivery
}

/** The queues as read at `asOf` (ms). They are valid until storage has another version, or something else falls due. */
export type Outlook = {
  readonly version: number
  readonly asOf: number
  readonly nextDueAt: number
  readonly due: readonly Queue[]
  readonly lease: Lease | null
  /** Read when first needed, by subscription. */
  readonly heads: Map<number, Head>
}

/** Number of deliveries read together for each slot of a queue, so that not every round reads. */
const aheadOfSlot = 3
const beforeAll = { dueAt: -1, eventId: -1 }

/**
 * Chooses the deliveries that may start now, in turn after the subscription `after`. It only reads: the one sender has the
 * attempts in progress in memory, and writes nothing before they end. `results` count as if they were settled, so that no
 * receiver waits for the disk.
 */
export async function chooseDeliveries(
  context: WorkerContext,
  sender: Sender,
  inFlight: InFlightCounts,
  results: readonly AttemptResult[],
  after: number,
  before: Outlook | null,
): Promise<ChosenDeliveries> {
  const version = await context.storage.version()
  const now = context.clock()
  const outlook = before !== null && isOutlookCurrent(before, version, now) ? before : await readOutlook(context, version, now)
  const { due, nextDueAt } = outlook
  const maySend = due.length === 0 || isAttemptAllowed(outlook.lease, sender, now)
  const ended = due.filter(({ parkedAt }) => parkedAt !== null)
  const grants = maySend ? grantSlots(candidatesOf(due, results), inFlight, after) : []
  await readHeads(context, outlook, grants, inFlight.unsettled, now)
  const { deliveries, blocked } = prepareDeliveries(context, outlook, grants, inFlight.unsettled, now)
  return {
    deliveries,
    after: grants.at(-1)?.subscriptionId ?? after,
    nextDueAt,
    blocked: [...blocked, ...ended.map(({ subscriptionId }) => subscriptionId)],
    maySend,
    outlook,
  }
}

function isOutlookCurrent(outlook: Outlook, version: number, now: number): boolean {
  return outlook.version === version && outlook.asOf <= now && now < outlook.nextDueAt
}

function readOutlook(context: WorkerContext, version: number, now: number): Promise<Outlook> {
  return context.storage.read(async (db) => {
    const queues = await listOpenQueues(db, now)
    const later = queues.map(({ firstDueAt, nextDueAt }) =>
      firstDueAt > now ? firstDueAt : (nextDueAt ?? Number.POSITIVE_INFINITY),
    )
    const due = queues.filter(({ firstDueAt }) => firstDueAt <= now)
    const lease = due.length === 0 ? null : await findSendingLease(db)
    return { version, asOf: now, nextDueAt: Math.min(...later), due, lease, heads: new Map() }
  })
}

/** The queues after the results are settled. */
function candidatesOf(due: readonly Queue[], results: readonly AttemptResult[]): Candidate[] {
  const bySubscription = Map.groupBy(results, ({ delivery }) => delivery.subscriptionId)
  const settled = due.map((queue) => applyResults(queue, bySubscription.get(queue.subscriptionId)))
  return settled.filter(({ parkedAt }) => parkedAt === null)
}

type Unsettled = InFlightCounts['unsettled']

/** Reads on in the granted queues if the earlier read does not fill their slots. */
async function readHeads(
  context: WorkerContext,
  { heads }: Outlook,
  grants: readonly Grant[],
  unsettled: Unsettled,
  now: number,
) {
  const wanted = grants.flatMap(({ subscriptionId, slots }) => {
    const head = heads.get(subscriptionId)
    if (head === undefined) {
      const away = unsettled.get(subscriptionId)?.size ?? 0
      return [{ subscriptionId, limit: away + aheadOfSlot * slots, ...beforeAll }]
    }
    if (head.isAll || startable(head, unsettled).length >= slots) return []
    const { dueAt, eventId } = head.due.at(-1) ?? beforeAll
    return [{ subscriptionId, limit: aheadOfSlot * slots, dueAt, eventId }]
  })
  if (wanted.length === 0) return
  await context.storage.read(async (db) => {
    const unknown = wanted.filter(({ subscriptionId }) => !heads.has(subscriptionId))
    const states = await findSubscriptionStates(
      db,
      unknown.map(({ subscriptionId }) => subscriptionId),
    )
    for (const state of states)
      heads.set(state.id, { state, due: [], isAll: false, ready: createDeliveryPreparer(context, state) })
    const due = Map.groupBy(await listDueDeliveries(db, wanted, now), ({ subscriptionId }) => subscriptionId)
    for (const { subscriptionId, limit } of wanted) {
      const head = heads.get(subscriptionId)
      const more = due.get(subscriptionId) ?? []
      if (head !== undefined) heads.set(subscriptionId, { ...head, due: [...head.due, ...more], isAll: more.length < limit })
    }
  })
}

function startable({ state, due }: Head, unsettled: Unsettled): readonly DueDelivery[] {
  const away = unsettled.get(state.id)
  return away === undefined ? due : due.filter(({ id }) => !away.has(id))
}

/** The deliveries for the granted slots. One that cannot be prepared blocks only its own subscription. */
function prepareDeliveries(
  context: WorkerContext,
  { heads }: Outlook,
  grants: readonly Grant[],
  unsettled: Unsettled,
  now: number,
) {
  const deliveries: ChosenDelivery[] = []
  const blocked: number[] = []
  for (const { subscriptionId, track, slots } of grants) {
    const head = heads.get(subscriptionId)
    if (head === undefined) continue
    const { state, ready } = head
    const starting = startable(head, unsettled).slice(0, slots)
    try {
      if (isParkedOrDeleted(state) || isRevokedOrExpired(state.credential, now)) blocked.push(subscriptionId)
      else deliveries.push(...starting.map((one) => ready(one, track)))
    } catch (fault) {
      const subscription = { subscription: subscriptionId, host: state.endpointHost }
      context.log.error({ ...subscription, err: fault }, "cannot decrypt a subscription's address or secret")
      blocked.push(subscriptionId)
    }
  }
  return { deliveries, blocked }
}

/** Decrypts the secrets once, when the first delivery is prepared. */
function createDeliveryPreparer({ secretBox, eventBodies }: WorkerContext, state: SubscriptionState): Head['ready'] {
  let opened: { readonly url: string; readonly secret: string } | null = null
  return ({ hasData, body, eventId: _, ...delivery }, track) => {
    opened ??= { url: decryptEndpoint(secretBox, state), secret: decryptSecret(secretBox, state) }
    return { ...delivery, text: hasData ? body : eventBodies.withoutData(body), track, ...opened }
  }
}
