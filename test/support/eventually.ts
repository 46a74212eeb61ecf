import { findFaultMessage } from '../../src/domain/fault-text.ts'
import { patience } from './patience.ts'

/** The limit of a wait. It fails with its reason before the runner ends the test without one (two minutes). */
const longestMs = 100_000

/** The limit on an idle machine. A slow machine gets more; only then is its slowness measured. */
const usualMs = 60_000

/**
 * Asks repeatedly until there is an answer, and returns it; an error counts as no answer. Fails with the last error after the
 * limit.
 */
export async function eventually<T>(ask: () => T | Promise<T>): Promise<NonNullable<Awaited<T>>> {
  const startedAt = performance.now()
  const waitedMs = () => performance.now() - startedAt
  const isInTime = () => waitedMs() < usualMs || waitedMs() < Math.min(patience(usualMs), longestMs)
  let reason: unknown = 'it never came true'
  while (isInTime()) {
    try {
      const answer = await ask()
      if (answer) return answer
      reason = `it was ${JSON.stringify(answer)}`
    } catch (fault) {
      reason = fault
    }
    // Between two questions the machine works for the awaited result, and longer as the wait grows.
    await Bun.sleep(Math.min(Math.max(15, waitedMs() / 20), 50))
  }
  throw new Error(`Nothing within ${Math.round(waitedMs() / 1_000)} s: ${findFaultMessage(reason)}`)
}
