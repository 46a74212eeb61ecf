import type { Logger } from 'pino'
import { type DueWork, loopsDue, type WorkLoop } from '../domain/due-work.ts'
import type { Wakeup } from './wakeup.ts'

/** No one else may wake us (a command writes to the same file), so we look at least this often. */
const longestSleepMs = 1_000
/** On a test clock the time may jump at any moment. */
const testModeSleepMs = 50

/** The loops that might sleep past what a transaction left to be done; what falls due later is found by their own rounds. */
export function loopsToWake(work: DueWork, now: number): WorkLoop[] {
  return loopsDue(work, now + longestSleepMs)
}

export type LoopHooks = {
  readonly isTestMode: boolean
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
  { isTestMode, onRound, log, faultPhrase }: LoopSettings,
  round: () => Promise<number>,
): Promise<void> {
  const longest = isTestMode ? testModeSleepMs : longestSleepMs
  while (!wakeup.isStopped) {
    let idleMs = longestSleepMs
    try {
      idleMs = Math.min(longest, await round())
    } catch (fault) {
      log.error({ err: fault }, faultPhrase)
    }
    onRound?.()
    if (idleMs > 0) await wakeup.sleep(idleMs)
  }
}
