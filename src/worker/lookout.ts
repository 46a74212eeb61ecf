import type { WorkerContext } from '../actions/context.ts'
import { ClockWatch } from './clock-watch.ts'

const lookEveryMs = 1_000

/**
 * Calls every `look` once a second, each in the same turn: a thread that has nothing to do wakes once a second, however much
 * it has to mind.
 */
export function lookOutFor(looks: ReadonlySet<() => void>): Timer {
  return setInterval(() => {
    for (const look of looks) look()
  }, lookEveryMs)
}

/**
 * Looks for what no one tells this thread, and calls `ring` where something may have fallen due: another process wrote to
 * storage, or the clock was moved.
 */
export function lookForNews({ storage, clock }: WorkerContext, ring: () => void): () => void {
  const watch = new ClockWatch(clock, lookEveryMs)
  let seen: number | null = null
  const compare = (version: number) => {
    if (version !== seen) ring()
    seen = version
  }
  return () => {
    if (watch.jump() !== 0) ring()
    // Storage that cannot tell is asked by the rounds, which say what is wrong with it.
    storage.version().then(compare, ring)
  }
}
