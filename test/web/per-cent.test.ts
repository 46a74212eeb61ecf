import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { perCentFrom, typedPerCent } from '../../src/web/plain/per-cent.ts'

describe('per cents', () => {
  test('come back from their field as the same share', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 10_000 }), (bps) => perCentFrom(typedPerCent(bps)) === bps))
  })

  test.each([
    ['20', 2_000],
    [' 12,5 ', 1_250],
    ['100 %', 10_000],
    ['0', 0],
    ['100.01', null],
    ['a third', null],
    ['-5', null],
    ['1e2', null],
    ['', null],
  ])('%p is %p hundredths', (typed, bps) => expect(perCentFrom(typed)).toBe(bps))

  test('never throw, whatever is typed', () => {
    fc.assert(fc.property(fc.string(), (typed) => perCentFrom(typed) === null || Number.isInteger(perCentFrom(typed))))
  })
})
