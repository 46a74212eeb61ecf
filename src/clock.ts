import { readFileSync } from 'node:fs'

/** Returns the instant in epoch milliseconds. */
export type Clock = () => number

/** The machine's own time. */
export function createSystemClock(): Clock {
  return Date.now
}

/**
 * The machine's time plus the seconds in a file, including fractions and negative numbers. Every thread reads the file at each
 * call, so all see a change at the same time. A missing or invalid file adds nothing.
 */
export function createLabClock(file: string): Clock {
  let addedMs = 0
  return () => {
    addedMs = readAddedMs(file, addedMs)
    return Date.now() + addedMs
  }
}

/** An empty file is being written at this moment. The previous offset stays, so that the time does not jump. */
function readAddedMs(file: string, before: number): number {
  try {
    const held = readFileSync(file, 'utf8')
    if (held === '') return before
    return /^\s*[+-]?\d{1,11}(\.\d{1,9})?\s*$/.test(held) ? Math.round(Number(held) * 1_000) : 0
  } catch {
    return 0
  }
}
