/** Whether tests run in full, as `bun run test:deep` has them. */
export const isDeepRun = process.env.CHARABANC_TEST_DEEP === '1'

/** How many lives, rounds or runs a test takes: all of them in full, else a fifth, but three at least. */
export function repetitions(inFull: number): number {
  return isDeepRun ? inFull : Math.min(inFull, Math.max(3, Math.ceil(inFull / 5)))
}
