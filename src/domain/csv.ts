import { formatDecimalAmount } from './decimal-amount.ts'

/** Byte order mark, by which a spreadsheet recognises UTF-8. */
export const byteOrderMark = '\uFEFF'

/** A cell: text, a number, a formatted moment, or nothing. Only text can contain entered text. */
export type CsvField = { readonly text: string } | { readonly plain: string } | null

/** A cell with entered text, or with one of our words. */
export function toTextCell(text: string | null): CsvField {
  return text === null ? null : { text }
}

/** A number, or another generated value that no spreadsheet reads as a formula. */
export function toPlainCell(value: string | number | null): CsvField {
  return value === null ? null : { plain: String(value) }
}

/** Money in minor units as a decimal number with the digits of its currency, `1280.00`, `-50000` of yen. */
export function toAmountCell(amount: number | null, currencyCode: string): CsvField {
  return amount === null ? null : { plain: formatDecimalAmount(amount, currencyCode) }
}

/** A line of a CSV file (RFC 4180), with its end. Text that a spreadsheet would calculate gets an apostrophe before it. */
export function formatCsvLine(cells: readonly CsvField[]): string {
  return `${cells.map(formatCsvCell).join(',')}\r\n`
}

function formatCsvCell(cell: CsvField): string {
  if (cell === null) return ''
  return quoteCsvText('plain' in cell ? cell.plain : harmless(cell.text))
}

/** Spreadsheets also look past the blanks that a text begins with. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u

function harmless(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

function quoteCsvText(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
