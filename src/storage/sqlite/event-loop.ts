/**
 * Milliseconds of synchronous SQLite work after which other work on this thread runs. Short work is rarely interrupted: `GET
 * /me` costs the same with and without this limit.
 */
export const longestTurnMs = 2

/** Runs everything that waits for the event loop first. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
