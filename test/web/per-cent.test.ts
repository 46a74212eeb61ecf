import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { formatTypedPerCent, parsePerCent } from '../../src/web/plain/per-cent.ts'

describe('per cents', () => {
  test('reads the share back from its field', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 10_000 }), (bps) => parsePerCent(formatTypedPerCent(bps)) === bps))
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
  ])('reads %p as %p hundredths', (typed, bps) => expect(parsePerCent(typed)).toBe(bps))

  test('throws for no text', () => {
    fc.assert(fc.property(fc.string(), (typed) => parsePerCent(typed) === null || Number.isInteger(parsePerCent(typed))))
  })
})
