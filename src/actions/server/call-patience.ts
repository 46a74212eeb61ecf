import { withPatience } from '../../storage/patience.ts'

/**
 * The longest time that one call waits for the database in all (ms). It is longer than any single wait, and leaves time to answer within
 * 15 s.
 */
const callPatienceMs = 12_000

/** Answers a call, which is refused with `unavailable` when the database makes it wait too long in all. */
export function answerPatiently<T>(answer: () => Promise<T>): Promise<T> {
  return withPatience(callPatienceMs, answer)
}
