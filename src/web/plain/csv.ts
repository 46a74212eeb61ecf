import { byteOrderMark, csvLine, plainCell, textCell } from '../../domain/csv.ts'

/** A value that a cell of a CSV may hold; null is an empty one. */
export type CsvCell = string | number | null

/** A table as a CSV by the rules of the server's: UTF-8 with its mark, `\r\n`, no text that would be taken for a formula. */
export function csvOf(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  const lines = [header, ...rows].map((row) => csvLine(row.map(cellOf)))
  return `${byteOrderMark}${lines.join('')}`
}

function cellOf(cell: CsvCell) {
  return typeof cell === 'number' ? plainCell(cell) : textCell(cell)
}
