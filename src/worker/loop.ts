import type { Logger } from 'pino'
import { type DueWork, loopsDue, type WorkLoop } from '../domain/due-work.ts'
import type { Wakeup } from './wakeup.ts'

/** A round that threw is tried again after this time. */
const retryMs = 1_000

/** The main thread takes a longer silence for death. Whatever falls due before is planned, or there is news of it. */
export const longestSleepMs = 10_000

/** The loops that might sleep past what a transaction left to be done; what falls due later is found by their own rounds. */
export function loopsToWake(work: DueWork, now: number): WorkLoop[] {
  return loopsDue(work, now + longestSleepMs)
}

export type LoopHooks = {
  /** A round follows after this time (ms), though no one rang and nothing was to fall due. */
  readonly longestSleepMs: number
  /** Called at the end of every round, before the sleep. */
  readonly onRound?: () => void
}

/** `faultPhrase` is what the log says of a round that threw. */
type LoopSettings = LoopHooks & { readonly log: Logger; readonly faultPhrase: string }

/**
 * Works round after round until told to stop. A round answers how long nothing more will fall due (ms); the sleep after it lasts
 * that long at most, and with 0 the next round follows at once. A round that throws is tried again after a second.
 */
export async function workLoop(
  wakeup: Wakeup,
  { longestSleepMs, onRound, log, faultPhrase }: LoopSettings,
  round: () => Promise<number>,
): Promise<void> {
  while (!wakeup.isStopped) {
    let idleMs = retryMs
    try {
      idleMs = Math.min(longestSleepMs, await round())
    } catch (fault) {
      log.error({ err: fault }, faultPhrase)
    }
    onRound?.()
    if (idleMs > 0) await wakeup.sleep(idleMs)
  }
}
