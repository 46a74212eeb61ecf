import type { WorkerContext } from '../actions/context.ts'
import type { Clock } from '../clock.ts'
import { Refusal } from '../domain/refusal.ts'
import { ClockWatch } from './clock-watch.ts'

const lookEveryMs = 1_000

/** Number of looks of which one asks storage, where storage hears by itself what others leave. */
const looksOfHearing = 5

/**
 * Calls every `look` once a second, each in the same turn: a thread that has nothing to do wakes once a second, however much
 * it has to mind.
 */
export function pollEverySecond(looks: ReadonlySet<() => void>): Timer {
  return setInterval(() => {
    for (const look of looks) look()
  }, lookEveryMs)
}

/**
 * Looks for what no one tells this thread, and calls `ring` where something may have fallen due: another process wrote to
 * storage, or the clock was moved.
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
  // The rounds say what is wrong with storage, once; they are rung for again when it can tell.
  const noteFailure = () => {
    if (!hasFailed) ring()
    seen = null
    hasFailed = true
  }
  return () => {
    if (watch.jump() !== 0) ring()
    if (storage.hearsOthers && looks++ % looksOfHearing !== 0) return
    storage.version().then(compare, noteFailure)
  }
}

/**
 * Calls `bringBack` at the first look and where the clock was moved, as it may have been to and fro since the last look, and again at every
 * look until it has succeeded. `tell` hears why it failed, once for several in a row; that this node may not act now is no failure.
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
