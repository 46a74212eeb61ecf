import { type AttemptOutcome, abandon, afterAttempt, type Delivery, type Waiting } from '../domain/delivery.ts'
import { withoutData } from '../domain/event.ts'
import { isGone, mostAtOnce, mostInFlight, park, type Subscription, tally } from '../domain/subscription.ts'
import {
  abandonQueue,
  clampDueDates,
  dueDeliveries,
  insertAttempts,
  openQueues,
  postponeQueue,
  type Queue,
  settleDeliveries,
} from '../storage/queries/deliveries.ts'
import { dropLease, findLease, takeLease } from '../storage/queries/leases.ts'
import { type Followed, findFollowed, parkSubscription, saveTallies } from '../storage/queries/webhooks.ts'
import type { Reader, Writer } from '../storage/storage.ts'
import type { Works } from './house.ts'
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
}

/** What came of an errand; instants in ms. */
export type Return = {
  readonly errand: Errand
  readonly outcome: AttemptOutcome
  readonly attemptedAt: number
  readonly endedAt: number
}

/** What is under way: in all, to each subscription, and whether a delivery is among it. */
export type Traffic = {
  total(): number
  to(subscriptionId: number): number
  holds(deliveryId: string): boolean
}

/** Bun sends 256 requests at a time in a process; we stay well below, so that none of ours waits unsent (bun#12214). */
export const mostErrands = 128

/** Of these, so many are for subscriptions that do not fail, however many others hang. */
const keptForTheHealthy = 32

const longestWaitMs = 3_600_000

/** What cannot be signed is looked at again after this time. */
const sealedForMs = 300_000

/** There is one sender at a time: it holds this lease, and a token that nobody had before. */
const leaseName = 'webhooks'
const leaseMs = 30_000
/** Long enough for everything that starts now to come back. */
const firmMs = 15_000

/**
 * Makes the bearer of `token` the only sender of this data folder. A new process asks for that at once, because whoever sent
 * before it is dead; what that one had under way waits as before, and is due.
 */
export function takeOverSending(works: Works, token: string): Promise<void> {
  return works.storage.transact(async (tx) => {
    await takeLease(tx, leaseOf(works, token))
    await clampDueDates(tx, works.clock(), longestWaitMs)
  })
}

/** Prolongs the lease of sending, or takes up one that ran out; false while it is somebody else's. */
export function keepSending(works: Works, token: string): Promise<boolean> {
  return works.storage.transact(async (tx) => {
    const lease = await findLease(tx, leaseName)
    if (lease !== null && lease.token !== token && lease.until > works.clock()) return false
    await takeLease(tx, leaseOf(works, token))
    return true
  })
}

/** Lets the next one send at once. */
export function handBackSending(works: Works, token: string): Promise<void> {
  return works.storage.transact((tx) => dropLease(tx, leaseName, token))
}

function leaseOf(works: Works, token: string) {
  return { name: leaseName, token, bootId: works.bootId, until: works.clock() + leaseMs }
}

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
    const lease = await findLease(tx, leaseName)
    if (lease?.token === token) await writeDown(tx, returns, waitsMs)
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

function isOver({ parkedAt, deletedAt }: Pick<Followed, 'parkedAt' | 'deletedAt'>): boolean {
  return parkedAt !== null || deletedAt !== null
}

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
async function claimFrom(db: Reader, works: Works, token: string, traffic: Traffic, after: number): Promise<Claimed> {
  const now = works.clock()
  const queues = await openQueues(db, now)
  const due = queues.filter(({ firstDueAt }) => firstDueAt <= now).map(({ subscriptionId }) => subscriptionId)
  const lease = due.length === 0 ? null : await findLease(db, leaseName)
  const maySend = due.length === 0 || (lease?.token === token && lease.until > now + firmMs)
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

  /** Answers the subscription looked at last, or null. */
  async go(subscriptionIds: readonly number[]): Promise<number | null> {
    let last: number | null = null
    const open = subscriptionIds.filter((id) => this.traffic.to(id) < mostAtOnce)
    for (let from = 0; from < open.length && this.#busy() < mostErrands; from += queuesAtOnce) {
      const ids = open.slice(from, from + queuesAtOnce)
      const followed = new Map((await findFollowed(this.db, ids)).map((one) => [one.id, one]))
      const due = Map.groupBy(await dueDeliveries(this.db, ids, this.now), ({ subscriptionId }) => subscriptionId)
      for (const id of ids) {
        if (this.#busy() >= mostErrands) break
        last = id
        this.#start(followed.get(id), due.get(id) ?? [])
      }
    }
    return last
  }

  #busy(): number {
    return this.traffic.total() + this.errands.length
  }

  #start(followed: Followed | undefined, due: Awaited<ReturnType<typeof dueDeliveries>>): void {
    if (followed === undefined) return
    const { id: subscriptionId, endpointUrl: url } = followed
    const room = roomFor(followed, this.traffic.to(subscriptionId), this.#busy())
    const waiting = due.filter(({ id }) => !this.traffic.holds(id)).slice(0, Math.max(0, room))
    if (waiting.length === 0) return
    const secret = isOver(followed) || isGone(followed.credential, this.now) ? null : secretOrNull(this.works, followed)
    if (secret === null) {
      this.stuck.push(subscriptionId)
      return
    }
    for (const { id: deliveryId, event, hasData, body: whole, ...delivery } of waiting) {
      const body = hasData ? whole : withoutData(whole)
      this.errands.push({ deliveryId, subscriptionId, url, secret, event, body, delivery })
    }
  }
}

/** How many more may start to a subscription. */
function roomFor(subscription: Subscription, underWay: number, busy: number): number {
  // Once half of the slots are taken, everyone makes do with one.
  const most = Math.min(busy >= mostErrands / 2 ? 1 : mostAtOnce, mostInFlight(subscription))
  const slots = subscription.consecutiveFailures > 0 ? mostErrands - keptForTheHealthy : mostErrands
  return Math.min(most - underWay, slots - busy)
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

/** After the clock went backwards nothing waits longer than the longest wait. */
export function mendDueDates(works: Works): Promise<void> {
  return works.storage.transact((tx) => clampDueDates(tx, works.clock(), longestWaitMs))
}
