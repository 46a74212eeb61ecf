import type { Logger } from 'pino'
import { type DueWork, listDueLoops, type WorkLoop } from '../domain/due-work.ts'
import { minuteMs } from '../domain/instant.ts'
import type { Wakeup } from './wakeup.ts'

/** Delay before a failed round is retried, doubled after each further failure (ms). */
const retryMs = { first: 1_000, longest: 5_000 }

/** Interval of log lines while rounds keep failing (ms). */
const logAgainAfterMs = minuteMs

/** The main thread restarts the worker after a longer silence. Earlier due work is planned, or a wake-up reports it. */
export const longestSleepMs = 10_000

/** The loops to wake for the work of a transaction. Their own rounds find later work. */
export function listLoopsToWake(work: DueWork, now: number): WorkLoop[] {
  return listDueLoops(work, now + longestSleepMs)
}

/** Logs a fault, and then none for a minute, because an outage causes many of a kind. */
export function createRareLogger(log: Logger, phrase: string): (fault: unknown) => void {
  let toldAt = Number.NEGATIVE_INFINITY
  return (fault) => {
    if (performance.now() - toldAt < logAgainAfterMs) return
    toldAt = performance.now()
    log.error({ err: fault }, phrase)
  }
}

export type LoopHooks = {
  /** Longest time (ms) between two rounds. */
  readonly longestSleepMs: number
  /** Called at the end of every round, before the sleep. */
  readonly onRound?: () => void
}

/** `faultPhrase` is the log message of failed rounds. */
type LoopSettings = LoopHooks & { readonly log: Logger; readonly faultPhrase: string }

/**
 * Works in rounds until stopped. A round returns the time until more work (ms). The sleep after it lasts at most that long, and
 * 0 starts the next round immediately. A failed round is retried with growing delays.
 */
export async function runLoop(
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
      if (performance.now() - toldAt >= logAgainAfterMs) {
        toldAt = performance.now()
        log.error({ err: fault, failures }, faultPhrase)
      }
    }
    onRound?.()
    if (idleMs > 0) await wakeup.sleep(idleMs)
  }
}
