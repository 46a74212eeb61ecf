import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { formatCsv } from '../../src/web/plain/csv.ts'

describe('a CSV', () => {
  test('writes a byte order mark, a header and a line for each row', () => {
    expect(
      formatCsv(
        ['trip', 'amount'],
        [
          ['TR-1', -5],
          ['a "b", c', null],
        ],
      ),
    ).toBe('\uFEFFtrip,amount\r\nTR-1,-5\r\n"a ""b"", c",\r\n')
  })

  test('writes no text that a spreadsheet reads as a formula', () => {
    for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1']) {
      expect(formatCsv(['x'], [[text]]).split('\r\n')[1]).toMatch(/^"?'/)
    }
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(formatCsv([], [[text]]).replace('\uFEFF\r\n', '')).not.toMatch(/^"?[=+\-@\t]/)
      }),
    )
  })
})
