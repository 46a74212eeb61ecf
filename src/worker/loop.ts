import type { Logger } from 'pino'
import { type DueWork, loopsDue, type WorkLoop } from '../domain/due-work.ts'
import { minuteMs } from '../domain/instant.ts'
import type { Wakeup } from './wakeup.ts'

/** A round that threw is tried again after the first time, and twice as long after each that throws after it (ms). */
const retryMs = { first: 1_000, longest: 5_000 }

/** While rounds go on throwing, the log hears of it again after this time (ms). */
const toldAgainAfterMs = minuteMs

/** The main thread takes a longer silence for death. Whatever falls due before is planned, or there is news of it. */
export const longestSleepMs = 10_000

/** The loops that might sleep past what a transaction left to be done; what falls due later is found by their own rounds. */
export function loopsToWake(work: DueWork, now: number): WorkLoop[] {
  return loopsDue(work, now + longestSleepMs)
}

/** Logs a fault, and no further one for a minute: in an outage many of a kind come at once. */
export function seldomTelling(log: Logger, phrase: string): (fault: unknown) => void {
  let toldAt = Number.NEGATIVE_INFINITY
  return (fault) => {
    if (performance.now() - toldAt < toldAgainAfterMs) return
    toldAt = performance.now()
    log.error({ err: fault }, phrase)
  }
}

export type LoopHooks = {
  /** A round follows after this time (ms), though no one rang and nothing was to fall due. */
  readonly longestSleepMs: number
  /** Called at the end of every round, before the sleep. */
  readonly onRound?: () => void
}

/** `faultPhrase` is what the log says of rounds that throw. */
type LoopSettings = LoopHooks & { readonly log: Logger; readonly faultPhrase: string }

/**
 * Works round after round until told to stop. A round answers how long nothing more will fall due (ms); the sleep after it lasts
 * that long at most, and with 0 the next round follows at once. A round that throws is tried again, more and more patiently.
 */
export async function workLoop(
  wakeup: Wakeup,
  { longestSleepMs, onRound, log, faultPhrase }: LoopSettings,
  round: () => Promise<number>,
): Promise<void> {
  let failures = 0
  let toldAt = Number.NEGATIVE_INFINITY
  while (!wakeup.isStopped) {
    let idleMs: number
    try {
      idleMs = Math.min(longestSleepMs, await round())
      failures = 0
      toldAt = Number.NEGATIVE_INFINITY
    } catch (fault) {
      idleMs = Math.min(retryMs.first * 2 ** failures++, retryMs.longest)
      if (performance.now() - toldAt >= toldAgainAfterMs) {
        toldAt = performance.now()
        log.error({ err: fault, failures }, faultPhrase)
      }
    }
    onRound?.()
    if (idleMs > 0) await wakeup.sleep(idleMs)
  }
}
