import { clampDueDates } from '../../storage/queries/deliveries.ts'
import { dropLease, findLease, holdLease, type Lease, takeFreeLease, takeLease } from '../../storage/queries/leases.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { WorkerContext } from '../context.ts'

/** The one who sends webhooks: there is one at a time, which holds a lease. */
export type Sender = {
  /** No one had it before. */
  readonly token: string
  /** Milliseconds that an attempt which starts now may take to come back. */
  readonly patienceMs: number
  /** No delivery waits longer for its next attempt (ms). */
  readonly longestWaitMs: number
}

const leaseName = 'webhooks'

/**
 * Makes the bearer the only sender. To be asked for only where the one before is known to be dead, as the lock on the data folder
 * says. What that one had in flight waits as before, and is due.
 */
export function takeOverSending(context: WorkerContext, sender: Sender): Promise<void> {
  return context.storage.transact(async (tx) => {
    await takeLease(tx, leaseOf(context, sender))
    await clampDueDates(tx, context.clock(), sender.longestWaitMs)
  })
}

/** Prolongs the lease of sending, or takes up one that ran out; false while it is another's. */
export function keepSending(context: WorkerContext, sender: Sender): Promise<boolean> {
  return context.storage.transact(async (tx) => {
    await context.membership.mustBeAlive(tx)
    return takeFreeLease(tx, leaseOf(context, sender), context.clock())
  })
}

/**
 * The lease that another node sends under, timed by this node's steady clock. The wall clock may jump on every node at
 * once, and the lease is none the shorter for it.
 */
export class RivalLease {
  #seen: Pick<Lease, 'token' | 'until'> = { token: '', until: 0 }
  /** By the steady clock: since when it stands as it was seen. */
  #since = 0

  /**
   * Milliseconds for which another still sends; 0 where no one does. Of several nodes one that lives prolongs its lease
   * within that time.
   */
  async untilFree(context: WorkerContext, sender: Sender): Promise<number> {
    const lease = await context.storage.read(findSendingLease)
    if (lease === null || isSender(lease, sender)) return 0
    if (!context.membership.isShared) return Math.max(0, lease.until - context.clock())
    const now = performance.now()
    if (lease.token !== this.#seen.token || lease.until !== this.#seen.until) this.#since = now
    this.#seen = lease
    return Math.max(0, this.#since + lengthOf(sender) - now)
  }
}

/** Lets the next one send at once. */
export function handBackSending(context: WorkerContext, { token }: Sender): Promise<void> {
  return context.storage.transact(async (tx) => {
    await dropLease(tx, leaseName, token)
    tx.noteDue('webhooks', context.clock())
  })
}

/** The lease of sending as it stands, or null when no one has it. */
export function findSendingLease(db: Reader): Promise<Lease | null> {
  return findLease(db, leaseName)
}

/**
 * The lease of sending, in the transaction that writes results: no one else takes it before that is done. Null when no
 * one has it.
 */
export function holdSendingLease(tx: Writer): Promise<Lease | null> {
  return holdLease(tx, leaseName)
}

/** Whether the bearer is the sender, though its lease may have run out. */
export function isSender(lease: Lease | null, { token }: Sender): boolean {
  return lease?.token === token
}

/** Whether the bearer still is the sender when what starts at `now` (ms) has come back. */
export function mayStart(lease: Lease | null, sender: Sender, now: number): boolean {
  return lease !== null && isSender(lease, sender) && lease.until > now + sender.patienceMs
}

function leaseOf(context: WorkerContext, sender: Sender) {
  return { name: leaseName, token: sender.token, bootId: context.bootId, until: context.clock() + lengthOf(sender) }
}

/** Length of a lease (ms): what starts in its first half has come back by its end. */
function lengthOf({ patienceMs }: Sender): number {
  return 2 * patienceMs
}

/** After the clock went backwards nothing waits longer than the longest wait. */
export function clampDeliveryDueDates(context: WorkerContext, { longestWaitMs }: Sender): Promise<void> {
  return context.storage.transact((tx) => clampDueDates(tx, context.clock(), longestWaitMs))
}
