import { clampDueDates } from '../storage/queries/deliveries.ts'
import { dropLease, findLease, type Lease, takeLease } from '../storage/queries/leases.ts'
import type { Reader } from '../storage/storage.ts'
import type { WorkerContext } from './context.ts'

/** The one who sends webhooks: there is one at a time, which holds a lease. */
export type Sender = {
  /** No one had it before. */
  readonly token: string
  /** How long what starts now may take to come back (ms). */
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
    const lease = await findSendingLease(tx)
    if (lease !== null && !isSender(lease, sender) && lease.until > context.clock()) return false
    await takeLease(tx, leaseOf(context, sender))
    return true
  })
}

/** Lets the next one send at once. */
export function handBackSending(context: WorkerContext, { token }: Sender): Promise<void> {
  return context.storage.transact((tx) => dropLease(tx, leaseName, token))
}

/** The lease of sending as it stands, or null when no one has it. */
export function findSendingLease(db: Reader): Promise<Lease | null> {
  return findLease(db, leaseName)
}

/** Whether the bearer is the sender, though its lease may have run out. */
export function isSender(lease: Lease | null, { token }: Sender): boolean {
  return lease?.token === token
}

/** Whether the bearer still is the sender when what starts at `now` (ms) has come back. */
export function mayStart(lease: Lease | null, sender: Sender, now: number): boolean {
  return lease !== null && isSender(lease, sender) && lease.until > now + sender.patienceMs
}

function leaseOf(context: WorkerContext, { token, patienceMs }: Sender) {
  return { name: leaseName, token, bootId: context.bootId, until: context.clock() + 2 * patienceMs }
}

/** After the clock went backwards nothing waits longer than the longest wait. */
export function clampDeliveryDueDates(context: WorkerContext, { longestWaitMs }: Sender): Promise<void> {
  return context.storage.transact((tx) => clampDueDates(tx, context.clock(), longestWaitMs))
}
