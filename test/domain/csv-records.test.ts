import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { formatCsvLine } from '../../src/domain/csv.ts'
import { CsvRecords } from '../../src/domain/csv-records.ts'

/** The records of a text, each with the number of its first line; null for a line at fault. */
function recordsOf(text: string): [number, readonly string[] | null][] {
  const found: [number, readonly string[] | null][] = []
  const records = new CsvRecords((cells, line) => found.push([line, cells]))
  for (const line of text.split(/\r?\n/)) records.addLine(line)
  records.end()
  return found
}

describe('the records of a CSV file', () => {
  test.each([
    ['a,b,c', [[1, ['a', 'b', 'c']]]],
    ['a,,', [[1, ['a', '', '']]]],
    ['"a,b","c ""d""",', [[1, ['a,b', 'c "d"', '']]]],
    ['"",a', [[1, ['', 'a']]]],
    ['a"b,c', [[1, ['a"b', 'c']]]],
    ['"a" ,b', [[1, ['a ', 'b']]]],
    [
      '"two\r\nlines",x\r\nb',
      [
        [1, ['two\nlines', 'x']],
        [3, ['b']],
      ],
    ],
  ] as [string, [number, string[]][]][])('of %j are %j', (text, records) => {
    expect(recordsOf(text)).toEqual(records)
  })

  test('continue after a line whose quote does not end', () => {
    const rows = Array.from({ length: 30 }, (_, nth) => `row,${nth}`)
    const found = recordsOf(['"open,1', ...rows].join('\n'))
    expect(found[0]).toEqual([1, null])
    expect(found.slice(1)).toEqual(rows.map((row, nth) => [nth + 2, row.split(',')]))
    expect(recordsOf('a,b\n"open')).toEqual([
      [1, ['a', 'b']],
      [2, null],
    ])
  })

  test('are those that were written', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ' ', ',', '"', '\n', 'é'), maxLength: 6 })
    const row = fc.array(cell, { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
        const text = rows.map((cells) => formatCsvLine(cells.map((plain) => ({ plain })))).join('')
        expect(recordsOf(text.slice(0, -2)).map(([, cells]) => cells)).toEqual(rows)
      }),
    )
  })

  test('cover every line of any text', () => {
    const line = fc.string({ unit: fc.constantFrom('a', ',', '"', ' '), maxLength: 8 })
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 60 }), (lines) => {
        const starts = recordsOf(lines.join('\n')).map(([start]) => start)
        expect(starts[0]).toBe(1)
        expect(starts.every((start, nth) => nth === 0 || start > (starts[nth - 1] ?? 0))).toBe(true)
        expect(starts.at(-1)).toBeLessThanOrEqual(lines.length)
      }),
    )
  })
})
