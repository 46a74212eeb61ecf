import { messageOf } from '../../src/domain/fault-text.ts'
import { patience } from './patience.ts'

/** It gives up, with its reason, before the test that waits is ended without one (two minutes). */
const longestMs = 100_000

/**
 * Asks again and again until the answer is there, and returns it; what `ask` throws counts as not yet. Fails with the last reason
 * when it has not come for so long that it never will.
 */
export async function eventually<T>(ask: () => T | Promise<T>): Promise<NonNullable<Awaited<T>>> {
  const withinMs = Math.min(patience(60_000), longestMs)
  const deadline = performance.now() + withinMs
  let reason: unknown = 'it never came true'
  while (performance.now() < deadline) {
    try {
      const answer = await ask()
      if (answer) return answer
      reason = `it was ${JSON.stringify(answer)}`
    } catch (fault) {
      reason = fault
    }
    // Between two questions the machine belongs to the work that is waited for.
    await Bun.sleep(15)
  }
  throw new Error(`Nothing within ${Math.round(withinMs / 1_000)} s: ${messageOf(reason)}`)
}
