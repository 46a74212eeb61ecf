import { clampDueDates } from '../storage/queries/deliveries.ts'
import { dropLease, findLease, takeLease } from '../storage/queries/leases.ts'
import type { Reader } from '../storage/storage.ts'
import type { Works } from './house.ts'

/** There is one sender at a time: it holds this lease, and a token that nobody had before. */
const leaseName = 'webhooks'
const leaseMs = 30_000

const longestWaitMs = 3_600_000

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

/** Whether the bearer of `token` is the sender, and still is at `until` (ms). */
export async function isSender(db: Reader, token: string, until = 0): Promise<boolean> {
  const lease = await findLease(db, leaseName)
  return lease?.token === token && lease.until > until
}

function leaseOf(works: Works, token: string) {
  return { name: leaseName, token, bootId: works.bootId, until: works.clock() + leaseMs }
}

/** After the clock went backwards nothing waits longer than the longest wait. */
export function mendDueDates(works: Works): Promise<void> {
  return works.storage.transact((tx) => clampDueDates(tx, works.clock(), longestWaitMs))
}
