import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { createLabClock, createSystemClock } from '../src/clock.ts'
import { makeFolder } from './support/folder.ts'

/** The difference of a clock in seconds, to a tenth. Measures again if the machine stalled between the two readings. */
function drift(clock: () => number): number {
  for (;;) {
    const before = Date.now()
    const ms = clock() - before
    if (Date.now() - before < 40) return Math.round(ms / 100) / 10
  }
}

test('reads the machine’s clock outside of test mode', () => {
  expect(drift(createSystemClock())).toBe(0)
})

test('follows its file immediately in test mode', () => {
  using folder = makeFolder()
  const file = folder.at('clock')
  const clock = createLabClock(file)
  const after = (held: string) => {
    writeFileSync(file, held)
    return drift(clock)
  }

  expect(drift(clock)).toBe(0)
  expect(after('3600\n')).toBe(3_600)
  expect(after('-86400')).toBe(-86_400)
  expect(after('1.5')).toBe(1.5)
  expect(after('')).toBe(1.5)
  expect(after('tomorrow')).toBe(0)
  expect(after('1e999')).toBe(0)
})

test('adds nothing without a file', () => {
  expect(drift(createLabClock('/nowhere/clock'))).toBe(0)
})
