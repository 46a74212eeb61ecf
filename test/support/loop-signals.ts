import type { Wakeup } from '../../src/worker/wakeup.ts'

/** Signals from a loop: `end` is its `onRound`. */
export function loopSignals() {
  const waiting: (() => void)[] = []
  return {
    end(): void {
      for (const resolve of waiting.splice(0)) resolve()
    },
    /** Resolves when the loop has woken, and has worked two whole rounds that began after this call. */
    async pass(wakeup: Wakeup): Promise<void> {
      // The first to end may have begun before.
      for (let n = 0; n < 3; n++) {
        const { promise, resolve } = Promise.withResolvers<void>()
        waiting.push(resolve)
        wakeup.ring()
        await promise
      }
    },
  }
}
