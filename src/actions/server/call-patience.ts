import { runWithPatience } from '../../storage/patience.ts'

/**
 * The longest time that one call waits for the database in total (ms). It is longer than any single wait, and leaves time to
 * respond within 15 s.
 */
const callPatienceMs = 12_000

/** Answers a call, or refuses it with `unavailable` if its database waits take too long in total. */
export function answerWithPatience<T>(answer: () => Promise<T>): Promise<T> {
  return runWithPatience(callPatienceMs, answer)
}
