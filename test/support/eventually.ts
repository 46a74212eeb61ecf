/**
 * Asks again and again until the answer is there, and returns it; what `ask` throws counts as not yet.
 * Fails with the last reason after `withinMs` milliseconds.
 */
export async function eventually<T>(ask: () => T | Promise<T>, withinMs = 5_000): Promise<NonNullable<Awaited<T>>> {
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
    await Bun.sleep(15)
  }
  throw new Error(`Nothing within ${withinMs} ms: ${reason instanceof Error ? reason.message : reason}`)
}
