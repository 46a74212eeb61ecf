import { findFaultMessage } from '../src/domain/fault-text.ts'

/** The number of attempts to start a third-party side before it counts as missing. */
export const startTries = 3

/**
 * Starts a side that the scene can do without. Returns null if every attempt failed; `missing` then holds the output of the last
 * one.
 */
export async function startOrMiss<T>(missing: Map<string, string>, name: string, start: () => Promise<T>): Promise<T | null> {
  let said = ''
  for (let tries = startTries; tries > 0; tries--) {
    try {
      return await start()
    } catch (fault) {
      said = findFaultMessage(fault)
    }
  }
  missing.set(name, said)
  return null
}
