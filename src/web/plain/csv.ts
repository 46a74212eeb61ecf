/** What a cell of a CSV may hold; null is an empty one. */
export type CsvCell = string | number | null

/**
 * A table as a CSV that spreadsheets open as it is meant: UTF-8 with its mark, `\r\n`, and no text that would be taken for a
 * formula. Figures stand as they are.
 */
export function csvOf(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  const lines = [header, ...rows].map((row) => row.map(cellOf).join(','))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

function cellOf(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
