import { byteOrderMark, formatCsvLine, toPlainCell, toTextCell } from '../../domain/csv.ts'

/** A value of a CSV cell. Null is an empty cell. */
export type CsvCell = string | number | null

/** Writes a CSV like the server: UTF-8 with a byte order mark, `\r\n`, and no text that spreadsheets read as a formula. */
export function formatCsv(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  const lines = [header, ...rows].map((row) => formatCsvLine(row.map(formatCsvField)))
  return `${byteOrderMark}${lines.join('')}`
}

function formatCsvField(cell: CsvCell) {
  return typeof cell === 'number' ? toPlainCell(cell) : toTextCell(cell)
}
