import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { formatCsv } from '../../src/web/plain/csv.ts'
import { readCsv } from '../../src/web/plain/csv-read.ts'

test('reads its own files back unchanged', () => {
  const cell = fc.string({ unit: 'grapheme' }).filter((text) => text === text.trim() && !/^[=+\-@＝＋－＠]/u.test(text))
  const rows = fc.array(
    fc.tuple(
      cell.filter((text) => text !== ''),
      cell,
      cell,
    ),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(rows, (written) => {
      const read = readCsv(formatCsv(['one', 'two', 'three'], written))
      expect(read.map((row) => [...row.values()])).toEqual(written)
    }),
  )
})

test('accepts names in any case and semicolons, and skips empty lines', () => {
  const [first, ...others] = readCsv('\uFEFFFrom;To;People\r\n\r\nLeeds;"York; Minster";45\n')
  expect([...(first ?? [])]).toEqual([
    ['from', 'Leeds'],
    ['to', 'York; Minster'],
    ['people', '45'],
  ])
  expect(others).toEqual([])
})
