import { readFileSync } from 'node:fs'

/** Tells the instant in epoch milliseconds. */
export type Clock = () => number

/** The machine's own time. */
export function systemClock(): Clock {
  return Date.now
}

/**
 * The machine's time plus the seconds that a file holds, fractions and negatives included. Every thread reads the file at each look,
 * so that a change is seen by all of them at once. A file that is missing or makes no sense adds nothing.
 */
export function labClock(file: string): Clock {
  let addedMs = 0
  return () => {
    addedMs = readAddedMs(file, addedMs)
    return Date.now() + addedMs
  }
}

/** An empty file is one that is being written at this moment: time stands by what it said before rather than jumping back and forth. */
function readAddedMs(file: string, before: number): number {
  try {
    const held = readFileSync(file, 'utf8')
    if (held === '') return before
    return /^\s*[+-]?\d{1,11}(\.\d{1,9})?\s*$/.test(held) ? Math.round(Number(held) * 1_000) : 0
  } catch {
    return 0
  }
}
