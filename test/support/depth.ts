/** Whether tests run in full, as `bun run test:deep` has them. */
export const isDeep = process.env.CHARABANC_TEST_DEEP === '1'

/** How many lives, rounds or runs a test takes: all of them in full, else a fifth, but three at least. */
export function times(inFull: number): number {
  return isDeep ? inFull : Math.min(inFull, Math.max(3, Math.ceil(inFull / 5)))
}
