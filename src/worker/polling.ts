import type { WorkerContext } from '../actions/context.ts'
import type { Clock } from '../clock.ts'
import { Refusal } from '../domain/refusal.ts'
import { ClockWatch } from './clock-watch.ts'

const lookEveryMs = 1_000

/** Number of checks for each read of storage, if storage reports other processes' changes. */
const checksPerRead = 5

/** Calls every `look` once a second in the same turn: an idle thread wakes once a second for all its checks. */
export function pollEverySecond(looks: ReadonlySet<() => void>): Timer {
  return setInterval(() => {
    for (const look of looks) look()
  }, lookEveryMs)
}

/**
 * Checks for events without a wake-up, and calls `ring` if work can be due: another process wrote to storage, or the clock was
 * moved.
 */
export function watchStorage({ storage, clock }: WorkerContext, ring: () => void): () => void {
  const watch = new ClockWatch(clock, lookEveryMs)
  let seen: number | null = null
  let hasFailed = false
  let looks = 0
  const compare = (version: number) => {
    if (version !== seen) ring()
    seen = version
    hasFailed = false
  }
  // The rounds log a storage fault once. They are woken when storage works again.
  const noteFailure = () => {
    if (!hasFailed) ring()
    seen = null
    hasFailed = true
  }
  return () => {
    if (watch.jump() !== 0) ring()
    if (storage.listensToNodes && looks++ % checksPerRead !== 0) return
    storage.version().then(compare, noteFailure)
  }
}

/**
 * Calls `bringBack` at the first check, after each move of the clock, and again at every check until it succeeds. `tell` receives
 * the first of several failures. A node without the right to act is not a failure.
 */
export function watchClockMoves(clock: Clock, bringBack: () => Promise<void>, tell: (fault: unknown) => void): () => void {
  const watch = new ClockWatch(clock)
  let isToBringBack = true
  let hasFailed = false
  return () => {
    if (watch.jump() !== 0) isToBringBack = true
    if (!isToBringBack) return
    isToBringBack = false
    bringBack().then(
      () => {
        hasFailed = false
      },
      (fault: unknown) => {
        isToBringBack = true
        if (fault instanceof Refusal) return
        if (!hasFailed) tell(fault)
        hasFailed = true
      },
    )
  }
}
