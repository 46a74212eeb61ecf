/** Whether tests run in full, as in `bun run test:deep`. */
export const isDeepRun = process.env.CHARABANC_TEST_DEEP === '1'

/** The number of repetitions in a test: all of them in a deep run, otherwise 20 %, but three at least. */
export function repetitions(inFull: number): number {
  return isDeepRun ? inFull : Math.min(inFull, Math.max(3, Math.ceil(inFull / 5)))
}
