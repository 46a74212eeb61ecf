import { decimalAmount } from './decimal-amount.ts'

/** Byte order mark, by which a spreadsheet takes a file for UTF-8. */
export const byteOrderMark = '\uFEFF'

/** A cell: text, a number, a moment that is already written, or nothing. Only text is what somebody typed. */
export type CsvField = { readonly text: string } | { readonly plain: string } | null

/** A cell with something that somebody typed, or a word of ours. */
export function textCell(text: string | null): CsvField {
  return text === null ? null : { text }
}

/** A number as it is, or anything else of ours that no spreadsheet makes a formula of. */
export function plainCell(value: string | number | null): CsvField {
  return value === null ? null : { plain: String(value) }
}

/** Money in minor units as a decimal number with the digits of its currency, `1280.00`, `-50000` of yen. */
export function amountCell(amount: number | null, currencyCode: string): CsvField {
  return amount === null ? null : { plain: decimalAmount(amount, currencyCode) }
}

/** A line of a CSV file (RFC 4180), with its end. Text that a spreadsheet would calculate gets an apostrophe before it. */
export function csvLine(cells: readonly CsvField[]): string {
  return `${cells.map(written).join(',')}\r\n`
}

function written(cell: CsvField): string {
  if (cell === null) return ''
  return quoted('plain' in cell ? cell.plain : harmless(cell.text))
}

/** Spreadsheets also look past the blanks that a text begins with. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u

function harmless(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
