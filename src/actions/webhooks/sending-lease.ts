import { clampDueDates } from '../../storage/queries/deliveries.ts'
import { dropLease, findLease, type Lease, lockLease, takeFreeLease, takeLease } from '../../storage/queries/leases.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { WorkerContext } from '../context.ts'

/** The only sender of webhooks at a time, which holds a lease. */
export type Sender = {
  /** Unique to this sender. */
  readonly token: string
  /** Longest duration (ms) of an attempt that starts now. */
  readonly patienceMs: number
  /** Longest wait (ms) of a delivery for its next attempt. */
  readonly longestWaitMs: number
}

const leaseName = 'webhooks'

/**
 * Makes the caller the only sender. Call it only if the earlier sender is known to be dead, by the lock on the data folder. Its
 * unfinished deliveries keep their waits, and are due.
 */
export function takeOverSending(context: WorkerContext, sender: Sender): Promise<void> {
  return context.storage.transact(async (tx) => {
    await takeLease(tx, leaseOf(context, sender))
    await clampDueDates(tx, context.clock(), sender.longestWaitMs)
  })
}

/** Extends the lease of sending, or takes an expired one; false while another has it. */
export function keepSending(context: WorkerContext, sender: Sender): Promise<boolean> {
  return context.storage.transact(async (tx) => {
    await context.membership.requireAlive(tx)
    return takeFreeLease(tx, leaseOf(context, sender), context.clock())
  })
}

/** The lease of another node's sender, timed by this node's steady clock, because the wall clock can jump. */
export class RivalLease {
  #seen: Pick<Lease, 'token' | 'until'> = { token: '', until: 0 }
  /** Time by the steady clock since the lease last changed. */
  #since = 0

  /** Milliseconds for which another still sends; 0 without another sender. A living node extends its lease within that time. */
  async untilFree(context: WorkerContext, sender: Sender): Promise<number> {
    const lease = await context.storage.read(findSendingLease)
    if (lease === null || isSender(lease, sender)) return 0
    if (!context.membership.isShared) return Math.max(0, lease.until - context.clock())
    const now = performance.now()
    if (lease.token !== this.#seen.token || lease.until !== this.#seen.until) this.#since = now
    this.#seen = lease
    return Math.max(0, this.#since + computeLeaseMs(sender) - now)
  }
}

/** Frees sending for the next sender immediately. */
export function releaseSending(context: WorkerContext, { token }: Sender): Promise<void> {
  return context.storage.transact(async (tx) => {
    await dropLease(tx, leaseName, token)
    tx.noteDue('webhooks', context.clock())
  })
}

/** The present lease of sending, or null without a sender. */
export function findSendingLease(db: Reader): Promise<Lease | null> {
  return findLease(db, leaseName)
}

/** The lease of sending, locked by the transaction that writes results until its end. Null without a sender. */
export function lockSendingLease(tx: Writer): Promise<Lease | null> {
  return lockLease(tx, leaseName)
}

/** Whether the caller is the sender, even with an expired lease. */
export function isSender(lease: Lease | null, { token }: Sender): boolean {
  return lease?.token === token
}

/** Whether the caller will still be the sender when an attempt started at `now` (ms) has ended. */
export function isAttemptAllowed(lease: Lease | null, sender: Sender, now: number): boolean {
  return lease !== null && isSender(lease, sender) && lease.until > now + sender.patienceMs
}

function leaseOf(context: WorkerContext, sender: Sender) {
  return { name: leaseName, token: sender.token, bootId: context.bootId, until: context.clock() + computeLeaseMs(sender) }
}

/** Length of a lease (ms): an attempt that starts in its first 50 % ends within it. */
function computeLeaseMs({ patienceMs }: Sender): number {
  return 2 * patienceMs
}

/** Limits due dates to the longest wait after the clock was set back. */
export function clampDeliveryDueDates(context: WorkerContext, { longestWaitMs }: Sender): Promise<void> {
  return context.storage.transact((tx) => clampDueDates(tx, context.clock(), longestWaitMs))
}
