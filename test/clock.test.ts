import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { labClock, systemClock } from '../src/clock.ts'
import { makeFolder } from './support/folder.ts'

/** By how many seconds a clock differs, to a tenth; asked again where the machine was busy with something else between the two looks. */
function drift(clock: () => number): number {
  for (;;) {
    const before = Date.now()
    const ms = clock() - before
    if (Date.now() - before < 40) return Math.round(ms / 100) / 10
  }
}

test('the system clock is the machine’s', () => {
  expect(drift(systemClock())).toBe(0)
})

test('the clock of test mode follows its file at once', () => {
  using folder = makeFolder()
  const file = folder.at('clock')
  const clock = labClock(file)
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

test('a file that is gone adds nothing', () => {
  expect(drift(labClock('/nowhere/clock'))).toBe(0)
})
