import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { formatCsvLine, toAmountCell, toPlainCell, toTextCell } from '../../src/domain/csv.ts'

/** Reads one line by RFC 4180. */
function cellsOf(line: string): string[] {
  const cells: string[] = []
  const one = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n$)/gy
  for (let found = one.exec(line); found !== null; found = one.exec(line)) {
    cells.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '')
    if (found[3] !== ',') break
  }
  return cells
}

describe('a line of a CSV file', () => {
  test('returns its texts unchanged, and starts no cell with a formula', () => {
    const lead = fc.constantFrom('', '=', '+', '-', '@', '\t', '\r', '\n', ' =', '"', ',', "'", '＝')
    const text = fc.tuple(lead, fc.string({ unit: 'grapheme' })).map(([first, rest]) => first + rest)
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 8 }), (texts) => {
        const read = cellsOf(formatCsvLine(texts.map(toTextCell)))
        expect(read).toHaveLength(texts.length)
        for (const [nth, cell] of read.entries()) {
          expect(cell).not.toMatch(/^[\s]*[=+\-@]|^[\t\r]/)
          expect([texts[nth], `'${texts[nth]}`]).toContain(cell)
        }
      }),
      { numRuns: 500 },
    )
  })

  test('leaves numbers unchanged, also negative ones', () => {
    expect(formatCsvLine([toPlainCell(-5), toPlainCell('2026-06-12'), null, toAmountCell(-12800, 'GBP')])).toBe(
      '-5,2026-06-12,,-128.00\r\n',
    )
  })

  test('writes money with the digits of its currency', () => {
    const written = (amount: number, currency: string) => formatCsvLine([toAmountCell(amount, currency)]).trim()
    expect(written(128000, 'GBP')).toBe('1280.00')
    expect(written(7, 'GBP')).toBe('0.07')
    expect(written(0, 'EUR')).toBe('0.00')
    expect(written(50000, 'JPY')).toBe('50000')
    expect(written(-1234, 'BHD')).toBe('-1.234')
  })

  test('returns every amount unchanged', () => {
    const amounts = fc.integer({ min: -1e8, max: 1e8 })
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(Math.round(Number(formatCsvLine([toAmountCell(amount, 'GBP')])) * 100)).toBe(amount)
        expect(Math.round(Number(formatCsvLine([toAmountCell(amount, 'KWD')])) * 1_000)).toBe(amount)
      }),
    )
  })
})
