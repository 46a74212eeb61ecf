import { messageOf } from '../../src/domain/fault-text.ts'
import { patience } from './patience.ts'

/** It gives up, with its reason, before the test that waits is ended without one (two minutes). */
const longestMs = 100_000

/** An idle machine answers within this time; a slow one is given longer, and only then is it measured how slow it is. */
const usualMs = 60_000

/**
 * Asks repeatedly until the answer is there, and returns it; what `ask` throws counts as not yet. Fails with the last reason when the
 * answer has not come for so long that it never will.
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
    // Between two questions the machine belongs to the work that is waited for, more of it the longer that takes.
    await Bun.sleep(Math.min(Math.max(15, waitedMs() / 20), 50))
  }
  throw new Error(`Nothing within ${Math.round(waitedMs() / 1_000)} s: ${messageOf(reason)}`)
}
