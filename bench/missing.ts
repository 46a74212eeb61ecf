import { messageOf } from '../src/domain/fault-text.ts'

/** How often a side that others wrote is started before it counts as not there. */
export const startTries = 3

/**
 * Starts a side that the scene can do without. Null where it did not start however often it was tried: `missing` then holds what it said
 * the last time.
 */
export async function startOrMiss<T>(missing: Map<string, string>, name: string, start: () => Promise<T>): Promise<T | null> {
  let said = ''
  for (let tries = startTries; tries > 0; tries--) {
    try {
      return await start()
    } catch (fault) {
      said = messageOf(fault)
    }
  }
  missing.set(name, said)
  return null
}
