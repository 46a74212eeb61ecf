import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { csvOf } from '../../src/web/plain/csv.ts'

describe('a CSV', () => {
  test('has its mark, a header and a line for each row', () => {
    expect(
      csvOf(
        ['trip', 'amount'],
        [
          ['TR-1', -5],
          ['a "b", c', null],
        ],
      ),
    ).toBe('\uFEFFtrip,amount\r\nTR-1,-5\r\n"a ""b"", c",\r\n')
  })

  test('holds no text that a spreadsheet takes for a formula', () => {
    for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1']) {
      expect(csvOf(['x'], [[text]]).split('\r\n')[1]).toMatch(/^"?'/)
    }
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(csvOf([], [[text]]).replace('\uFEFF\r\n', '')).not.toMatch(/^"?[=+\-@\t]/)
      }),
    )
  })
})
