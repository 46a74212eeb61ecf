/**
 * After so much work on SQLite, which is synchronous and holds the event loop, everything else on this thread gets a turn (ms).
 * What is short hardly ever comes to it: `GET /me` costs the same with and without, one at a time and 32.
 */
export const longestTurnMs = 2

/** Lets everything that waits for the event loop go first. */
export function letOthersIn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
