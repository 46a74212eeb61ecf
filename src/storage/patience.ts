import { AsyncLocalStorage } from 'node:async_hooks'

/** A call from outside and its total wait for the database (ms). Simultaneous waits count once. */
type WaitingCall = { readonly patienceMs: number; waitedMs: number; waits: number; since: number; isAnswered: boolean }

const calls = new AsyncLocalStorage<WaitingCall>()

/**
 * Runs `work` as one call whose waits for the database take at most `patienceMs` in all. Work that outlives the call, such as a
 * timer or a stream, has no such limit.
 */
export async function runWithPatience<T>(patienceMs: number, work: () => Promise<T>): Promise<T> {
  const call: WaitingCall = { patienceMs, waitedMs: 0, waits: 0, since: 0, isAnswered: false }
  try {
    return await calls.run(call, work)
  } finally {
    call.isAnswered = true
  }
}

/** Counts the time of `work` as the current call's wait for the database. */
export async function runCountingWait<T>(work: () => Promise<T>): Promise<T> {
  const call = calls.getStore()
  if (call === undefined) return work()
  if (call.waits++ === 0) call.since = performance.now()
  try {
    return await work()
  } finally {
    if (--call.waits === 0) call.waitedMs += performance.now() - call.since
  }
}

/** Milliseconds that the current call may still wait for the database, but never more than `mostMs`; 0 when its patience has ended. */
export function computePatienceLeft(mostMs: number): number {
  const call = calls.getStore()
  if (call === undefined || call.isAnswered) return mostMs
  const waitingMs = call.waits === 0 ? 0 : performance.now() - call.since
  return Math.max(0, Math.min(mostMs, call.patienceMs - call.waitedMs - waitingMs))
}

/** Does work that several calls wait for. The patience of the call that begins it does not end it. */
export function runOutsideCall<T>(work: () => T): T {
  return calls.exit(work)
}
