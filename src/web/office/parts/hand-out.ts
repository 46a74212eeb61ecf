import { type CsvCell, formatCsv } from '../../plain/csv.ts'

/** Saves a CSV made on the page. `name` is the file name without its ending. */
export function downloadTable(name: string, header: readonly string[], rows: readonly (readonly CsvCell[])[]): void {
  saveFileAs(`${name}.csv`, new Blob([formatCsv(header, rows)], { type: 'text/csv;charset=utf-8' }))
}

/** Saves a file under this name. */
export function saveFileAs(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the URL after the click event.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
