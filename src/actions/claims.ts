import { type Candidate, type Grant, grantSlots, type InFlightCounts, type Track } from '../domain/delivery-slots.ts'
import { isRevokedOrExpired } from '../domain/subscription.ts'
import { decryptEndpoint, decryptSecret } from '../storage/encryption.ts'
import { dueDeliveries, openQueues, type Queue } from '../storage/queries/deliveries.ts'
import { findSubscriptionStates, type SubscriptionState } from '../storage/queries/webhooks.ts'
import type { Reader } from '../storage/storage.ts'
import type { WorkerContext } from './context.ts'
import { type AttemptResult, type ClaimedDelivery, isOver, tallyResults } from './deliveries.ts'
import { findSendingLease, mayStart, type Sender } from './sending-lease.ts'

export type Claimed = {
  readonly deliveries: readonly ClaimedDelivery[]
  /** The subscription where the turn stopped. */
  readonly after: number
  /** When something more falls due (ms); infinite when nothing else waits. */
  readonly nextDueAt: number
  /** Subscriptions with something due that nothing can be sent to. */
  readonly blocked: readonly number[]
  /** False when something is due and the lease of sending must be asked for first. */
  readonly maySend: boolean
}

/**
 * What may start now, in turn behind the subscription `after`. It only reads: the one sender knows what is in flight, and nothing
 * about it is written before it ends. `results` count as if they were settled, so that no receiver waits for the disk.
 */
export function claim(
  context: WorkerContext,
  sender: Sender,
  inFlight: InFlightCounts,
  results: readonly AttemptResult[],
  after: number,
): Promise<Claimed> {
  return context.storage.read(async (db) => {
    const now = context.clock()
    const queues = await openQueues(db, now)
    const later = queues.map(({ firstDueAt, nextDueAt }) =>
      firstDueAt > now ? firstDueAt : (nextDueAt ?? Number.POSITIVE_INFINITY),
    )
    const due = queues.filter(({ firstDueAt }) => firstDueAt <= now)
    const maySend = due.length === 0 || mayStart(await findSendingLease(db), sender, now)
    const ended = due.filter(({ parkedAt }) => parkedAt !== null)
    const grants = maySend ? grantSlots(candidatesOf(due, results), inFlight, after) : []
    const { deliveries, blocked } = await prepare(db, context, grants, inFlight.unsettled, now)
    return {
      deliveries,
      after: grants.at(-1)?.subscriptionId ?? after,
      nextDueAt: Math.min(...later),
      blocked: [...blocked, ...ended.map(({ subscriptionId }) => subscriptionId)],
      maySend,
    }
  })
}

/** The queues as they will be once the results are settled. */
function candidatesOf(due: readonly Queue[], results: readonly AttemptResult[]): Candidate[] {
  const bySubscription = Map.groupBy(results, ({ delivery }) => delivery.subscriptionId)
  const settled = due.map((queue) => tallyResults(queue, bySubscription.get(queue.subscriptionId)))
  return settled.filter(({ parkedAt }) => parkedAt === null)
}

/** The deliveries that take the granted slots. One that cannot be made ready holds up its subscription and no other. */
async function prepare(
  db: Reader,
  context: WorkerContext,
  grants: readonly Grant[],
  unsettled: InFlightCounts['unsettled'],
  now: number,
): Promise<Pick<Claimed, 'deliveries' | 'blocked'>> {
  const deliveries: ClaimedDelivery[] = []
  const blocked: number[] = []
  const ids = grants.map(({ subscriptionId }) => subscriptionId)
  const byId = new Map((await findSubscriptionStates(db, ids)).map((one) => [one.id, one]))
  const wanted = ids.map((id) => ({ subscriptionId: id, except: unsettled.get(id) ?? [] }))
  const due = Map.groupBy(await dueDeliveries(db, wanted, now), ({ subscriptionId }) => subscriptionId)
  for (const { subscriptionId, track, slots } of grants) {
    const state = byId.get(subscriptionId)
    if (state === undefined) continue
    const starting = due.get(subscriptionId)?.slice(0, slots) ?? []
    try {
      if (isOver(state) || isRevokedOrExpired(state.credential, now)) blocked.push(subscriptionId)
      else deliveries.push(...starting.map(readyTo(context, state, track)))
    } catch (fault) {
      const subscription = { subscription: subscriptionId, host: state.endpointHost }
      context.log.error({ ...subscription, err: fault }, 'what a subscription is to be sent cannot be opened')
      blocked.push(subscriptionId)
    }
  }
  return { deliveries, blocked }
}

type DueDelivery = Awaited<ReturnType<typeof dueDeliveries>>[number]

function readyTo({ secretBox, eventBodies }: WorkerContext, state: SubscriptionState, track: Track) {
  const url = decryptEndpoint(secretBox, state)
  const secret = decryptSecret(secretBox, state)
  return ({ hasData, body, ...delivery }: DueDelivery): ClaimedDelivery => {
    return { ...delivery, text: hasData ? body : eventBodies.withoutData(body), track, url, secret }
  }
}
