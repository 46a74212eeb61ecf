import type { Waiting } from '../domain/delivery.ts'
import { isRevokedOrExpired, mostAtOnce, mostInFlight, type Standing } from '../domain/subscription.ts'
import { decryptEndpoint, decryptSecret } from '../storage/encryption.ts'
import { dueDeliveries, openQueues, type Queue } from '../storage/queries/deliveries.ts'
import type { Lease } from '../storage/queries/leases.ts'
import { type Followed, findFollowed } from '../storage/queries/webhooks.ts'
import type { Reader } from '../storage/storage.ts'
import type { WorkerContext } from './context.ts'
import { findSendingLease, mayStart, type Sender } from './sending-lease.ts'

/** A delivery that goes out now, with everything its sender needs. */
export type Errand = {
  readonly deliveryId: string
  readonly subscriptionId: number
  readonly url: string
  readonly secret: string
  readonly event: string
  readonly body: string
  /** As it stood when it was claimed; nobody else sends it meanwhile. */
  readonly delivery: Waiting
  /** Its subscription fails: nothing else goes there meanwhile. */
  readonly isAlone: boolean
  readonly standing: Standing
}

/** What is under way: in all, of either standing, to each subscription, and whether a delivery is among it. */
export type Traffic = {
  total(): number
  of(standing: Standing): number
  /** Up to `mostAtOnce`, which one errand alone counts for as well. */
  to(subscriptionId: number): number
  holds(deliveryId: string): boolean
}

/** Bun sends 256 requests at a time in a process; we stay well below, so that none of ours waits unsent (bun#12214). */
export const mostErrands = 128

/** So many of either standing at most: neither those that hang nor those that have a thousand waiting take every slot from the others. */
const mostOf: Readonly<Record<Standing, number>> = { proven: 112, unproven: 96 }

/** Nothing can start while everything is taken. */
const nothing = { errands: [], nextDueAt: null, stuck: [], maySend: true }

export type Claimed = {
  readonly errands: readonly Errand[]
  /** The subscription where the round stopped. */
  readonly after: number
  /** When something more falls due (ms), or null when nothing else waits. */
  readonly nextDueAt: number | null
  /** Subscriptions with something due that nothing can be sent to. */
  readonly stuck: readonly number[]
  /** False when something is due and the lease of sending must be asked for first. */
  readonly maySend: boolean
}

/**
 * What may start now. It takes the writer from nobody: what is under way is known to its only sender, and nothing about it is
 * written before it comes back.
 */
export function claim(context: WorkerContext, sender: Sender, traffic: Traffic, after: number): Promise<Claimed> {
  return context.storage.read(async (db) => claimFrom(db, context, await findSendingLease(db), sender, traffic, after))
}

/**
 * Goes round the subscriptions from the one after `after`, so that one that hangs or has a thousand waiting never stands before the
 * others.
 */
export async function claimFrom(
  db: Reader,
  context: WorkerContext,
  lease: Lease | null,
  sender: Sender,
  traffic: Traffic,
  after: number,
): Promise<Claimed> {
  if (traffic.total() >= mostErrands) return { ...nothing, after }
  const now = context.clock()
  const queues = await openQueues(db, now)
  const due = queues.filter(({ firstDueAt }) => firstDueAt <= now)
  const maySend = due.length === 0 || mayStart(lease, sender, now)
  const round = new Round(context, db, traffic, now)
  const inTurn = [
    ...due.filter(({ subscriptionId }) => subscriptionId > after),
    ...due.filter(({ subscriptionId }) => subscriptionId <= after),
  ]
  const last = maySend ? await round.go(inTurn) : null
  const { errands, stuck } = round
  return { errands, after: last ?? after, nextDueAt: nextOf(queues, now), stuck, maySend }
}

function nextOf(queues: readonly Queue[], now: number): number | null {
  const dates = queues.map(({ firstDueAt, nextDueAt }) => (firstDueAt > now ? firstDueAt : nextDueAt))
  return dates.reduce((first, date) => (first === null || (date !== null && date < first) ? date : first), null)
}

/** So many queues are looked into at once. */
const queuesAtOnce = 16

/** Once round the queues that have something due, as long as there are slots. */
class Round {
  readonly errands: Errand[] = []
  readonly stuck: number[] = []
  readonly #started: Record<Standing, number> = { proven: 0, unproven: 0 }

  constructor(
    private readonly context: WorkerContext,
    private readonly db: Reader,
    private readonly traffic: Traffic,
    private readonly now: number,
  ) {}

  /** Answers the subscription that something started for last, or null. */
  async go(queues: readonly Queue[]): Promise<number | null> {
    let last: number | null = null
    const most = mostAt(this.#busy())
    let open = queues.filter(({ subscriptionId }) => this.traffic.to(subscriptionId) < most)
    for (;;) {
      open = open.filter(({ standing }) => this.#slotsFor(standing) > 0)
      const next = open.slice(0, queuesAtOnce)
      if (next.length === 0) return last
      open = open.slice(queuesAtOnce)
      const ids = next.map(({ subscriptionId }) => subscriptionId)
      const byId = new Map((await findFollowed(this.db, ids)).map((one) => [one.id, one]))
      const free = next.flatMap(({ subscriptionId, standing }) => {
        const followed = byId.get(subscriptionId)
        return followed !== undefined && this.#roomFor(followed, standing) > 0 ? { followed, standing } : []
      })
      const freeIds = free.map(({ followed }) => followed.id)
      const bySubscription = Map.groupBy(await dueDeliveries(this.db, freeIds, this.now), (one) => one.subscriptionId)
      for (const { followed, standing } of free) {
        const waiting = bySubscription.get(followed.id)?.filter(({ id }) => !this.traffic.holds(id)) ?? []
        const starting = waiting.slice(0, Math.max(0, this.#roomFor(followed, standing)))
        if (starting.length === 0) continue
        last = followed.id
        this.#start(followed, standing, starting)
      }
    }
  }

  #busy(): number {
    return this.traffic.total() + this.errands.length
  }

  #slotsFor(standing: Standing): number {
    const underWay = this.traffic.of(standing) + this.#started[standing]
    return Math.min(mostErrands - this.#busy(), mostOf[standing] - underWay)
  }

  /** How many more may start to a subscription. */
  #roomFor(followed: Followed, standing: Standing): number {
    const most = Math.min(mostAt(this.#busy()), mostInFlight(followed))
    return Math.min(most - this.traffic.to(followed.id), this.#slotsFor(standing))
  }

  /** One that cannot be made ready to go must not hold up everybody else's. */
  #start(followed: Followed, standing: Standing, waiting: Awaited<ReturnType<typeof dueDeliveries>>): void {
    const { id: subscriptionId, endpointHost: host } = followed
    if (isOver(followed) || isRevokedOrExpired(followed.credential, this.now)) {
      this.stuck.push(subscriptionId)
      return
    }
    const isAlone = mostInFlight(followed) === 1
    try {
      const secret = decryptSecret(this.context.secretBox, followed)
      const url = decryptEndpoint(this.context.secretBox, followed)
      const errands = waiting.map(({ id: deliveryId, event, hasData, body: whole, ...delivery }) => {
        const body = hasData ? whole : this.context.eventBodies.withoutData(whole)
        return { deliveryId, subscriptionId, url, secret, event, body, delivery, isAlone, standing }
      })
      this.errands.push(...errands)
      this.#started[standing] += errands.length
    } catch (fault) {
      this.context.log.error(
        { subscription: subscriptionId, host, err: fault },
        'what a subscription is to be sent cannot be opened',
      )
      this.stuck.push(subscriptionId)
    }
  }
}

/** Once half of the slots are taken, everyone makes do with one. */
function mostAt(busy: number): number {
  return busy >= mostErrands / 2 ? 1 : mostAtOnce
}

/** Nothing more is sent there, for good. */
export function isOver({ parkedAt, deletedAt }: Pick<Followed, 'parkedAt' | 'deletedAt'>): boolean {
  return parkedAt !== null || deletedAt !== null
}
