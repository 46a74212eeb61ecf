import { type CsvCell, csvOf } from '../../plain/csv.ts'

/** Gives the browser a CSV to keep, made on the page; `name` is that of the file, without its ending. */
export function handOut(name: string, header: readonly string[], rows: readonly (readonly CsvCell[])[]): void {
  saveFile(`${name}.csv`, new Blob([csvOf(header, rows)], { type: 'text/csv;charset=utf-8' }))
}

/** Gives the browser a file to keep under this name. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // It is read after the click has been dealt with.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
