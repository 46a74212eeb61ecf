import type { Wakeup } from '../../src/worker/wakeup.ts'

/** Signals from a loop: `end` is its `onRound`. */
export function loopSignals() {
  const waiting: (() => void)[] = []
  return {
    end(): void {
      for (const resolve of waiting.splice(0)) resolve()
    },
    /** Resolves when the loop has woken and has completed two rounds that began after this call. */
    async pass(wakeup: Wakeup): Promise<void> {
      // The first round to end may have begun earlier.
      for (let n = 0; n < 3; n++) {
        const { promise, resolve } = Promise.withResolvers<void>()
        waiting.push(resolve)
        wakeup.wake()
        await promise
      }
    },
  }
}
