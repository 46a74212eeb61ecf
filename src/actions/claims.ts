import type { Waiting } from '../domain/delivery.ts'
import { withoutData } from '../domain/event.ts'
import { isGone, mostAtOnce, mostInFlight } from '../domain/subscription.ts'
import { dueDeliveries, openQueues, type Queue } from '../storage/queries/deliveries.ts'
import { type Followed, findFollowed } from '../storage/queries/webhooks.ts'
import type { Reader } from '../storage/storage.ts'
import type { Works } from './house.ts'
import { isSender } from './sending-lease.ts'
import { secretOf } from './webhooks.ts'

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
}

/** What is under way: in all, to each subscription, and whether a delivery is among it. */
export type Traffic = {
  total(): number
  /** Up to `mostAtOnce`, which one errand alone counts for as well. */
  to(subscriptionId: number): number
  holds(deliveryId: string): boolean
}

/** Bun sends 256 requests at a time in a process; we stay well below, so that none of ours waits unsent (bun#12214). */
export const mostErrands = 128

/** Of these, so many are for subscriptions that were heard and do not fail, however many others hang. */
const keptForTheProven = 32

/** Long enough for everything that starts now to come back. */
const firmMs = 15_000

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
export function claim(works: Works, token: string, traffic: Traffic, after: number): Promise<Claimed> {
  return works.storage.read((db) => claimFrom(db, works, token, traffic, after))
}

/**
 * Goes round the subscriptions from the one after `after`, so that one that hangs or has a thousand waiting never stands before the
 * others.
 */
export async function claimFrom(db: Reader, works: Works, token: string, traffic: Traffic, after: number): Promise<Claimed> {
  const now = works.clock()
  const queues = await openQueues(db, now)
  const due = queues.filter(({ firstDueAt }) => firstDueAt <= now).map(({ subscriptionId }) => subscriptionId)
  const maySend = due.length === 0 || (await isSender(db, token, now + firmMs))
  const round = new Round(works, db, traffic, now)
  const inTurn = [...due.filter((id) => id > after), ...due.filter((id) => id <= after)]
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

  constructor(
    private readonly works: Works,
    private readonly db: Reader,
    private readonly traffic: Traffic,
    private readonly now: number,
  ) {}

  /** Answers the subscription that something started for last, or null. */
  async go(subscriptionIds: readonly number[]): Promise<number | null> {
    let last: number | null = null
    const most = mostAt(this.#busy())
    const open = subscriptionIds.filter((id) => this.traffic.to(id) < most)
    for (let from = 0; from < open.length && this.#busy() < mostErrands; from += queuesAtOnce) {
      const ids = open.slice(from, from + queuesAtOnce)
      const followed = new Map((await findFollowed(this.db, ids)).map((one) => [one.id, one]))
      const free = ids.flatMap((id) => followed.get(id) ?? []).filter((one) => this.#roomFor(one) > 0)
      const due = await dueDeliveries(
        this.db,
        free.map(({ id }) => id),
        this.now,
      )
      const bySubscription = Map.groupBy(due, ({ subscriptionId }) => subscriptionId)
      for (const one of free) {
        const waiting = bySubscription.get(one.id)?.filter(({ id }) => !this.traffic.holds(id)) ?? []
        const starting = waiting.slice(0, Math.max(0, this.#roomFor(one)))
        if (starting.length === 0) continue
        last = one.id
        this.#start(one, starting)
      }
    }
    return last
  }

  #busy(): number {
    return this.traffic.total() + this.errands.length
  }

  /** How many more may start to a subscription. */
  #roomFor(followed: Followed): number {
    const most = Math.min(mostAt(this.#busy()), mostInFlight(followed))
    const isProven = followed.consecutiveFailures === 0 && followed.lastDeliveryAt !== null
    const slots = isProven ? mostErrands : mostErrands - keptForTheProven
    return Math.min(most - this.traffic.to(followed.id), slots - this.#busy())
  }

  #start(followed: Followed, waiting: Awaited<ReturnType<typeof dueDeliveries>>): void {
    const { id: subscriptionId, endpointUrl: url } = followed
    const secret = isOver(followed) || isGone(followed.credential, this.now) ? null : secretOrNull(this.works, followed)
    if (secret === null) {
      this.stuck.push(subscriptionId)
      return
    }
    const isAlone = mostInFlight(followed) === 1
    for (const { id: deliveryId, event, hasData, body: whole, ...delivery } of waiting) {
      const body = hasData ? whole : withoutData(whole)
      this.errands.push({ deliveryId, subscriptionId, url, secret, event, body, delivery, isAlone })
    }
  }
}

/** Once half of the slots are taken, everyone makes do with one. */
function mostAt(busy: number): number {
  return busy >= mostErrands / 2 ? 1 : mostAtOnce
}

/** One secret that cannot be opened must not hold up everybody else's deliveries. */
function secretOrNull(works: Works, followed: Followed): string | null {
  try {
    return secretOf(works.vault, followed)
  } catch (fault) {
    works.log.error({ subscription: followed.id, err: fault }, 'the secret of a subscription cannot be opened')
    return null
  }
}

/** Nothing more is sent there, for good. */
export function isOver({ parkedAt, deletedAt }: Pick<Followed, 'parkedAt' | 'deletedAt'>): boolean {
  return parkedAt !== null || deletedAt !== null
}
