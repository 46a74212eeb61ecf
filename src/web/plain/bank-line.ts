import { countMinorDigits } from '../../domain/money.ts'
import { parseMoney } from './money.ts'

/** The part of an amount due for the comparison with a bank statement line. */
export type UnpaidTrip = {
  readonly ref: string
  readonly customer: { readonly name: string; readonly organisation: string | null }
  readonly due_amount: number
  readonly currency_code: string
}

/** An amount due that matches a line, and the matching parts. */
export type DueMatch<Due extends UnpaidTrip> = { readonly due: Due; readonly by: readonly ('ref' | 'amount' | 'name')[] }

const weights = { ref: 4, amount: 2, name: 1 } as const

/** `tr 7k3-mqO` → `TR7K3MQ0`: letters that occur in no reference are read as similar digits. */
function normalizeRefText(text: string): string {
  return text
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
    .replaceAll(/[^0-9A-Z]/g, '')
}

/**
 * The trip references in a bank statement line, in the form of the API, each once: `FPI A SMITH tr-7k3mqo` → `TR-7K3MQ0`. Letters
 * right after `TR` count only with a digit among them, so that `TRANSFER` is no reference.
 */
export function listRefsInLine(line: string): readonly string[] {
  const found = [...line.matchAll(/(?<![0-9a-z])tr([\s./_-]?)([0-9a-z]{6})(?![0-9a-z])/gi)]
  const refs = found
    .filter(([, between = '', rest = '']) => (between !== '' && between !== ' ') || /\d/.test(rest))
    .map(([, , rest = '']) => `TR-${normalizeRefText(rest)}`)
    .filter((ref) => !ref.includes('U'))
  return [...new Set(refs)]
}

/** The amounts in a line, in minor units: numbers with all decimal digits, and grouped numbers. */
export function listAmountsInLine(line: string, currencyCode: string): readonly number[] {
  const digits = countMinorDigits(currencyCode)
  const fraction = digits > 0 ? `\\.\\d{${digits}}` : ''
  const whole = digits > 0 ? '(?:\\d{1,3}(?:,\\d{3})+|\\d+)' : '\\d{1,3}(?:,\\d{3})+'
  const found = line.matchAll(new RegExp(`(?<![\\d.,/:-])${whole}${fraction}(?![\\d/:-]|[.,]\\d)`, 'g'))
  const amounts = [...found].map(([text]) => parseMoney(text, currencyCode)).filter((amount) => amount !== null && amount > 0)
  return [...new Set(amounts as number[])]
}

/** The amounts due that match a line, best match first: by reference, by exact amount, by name. */
export function listMatchingDues<Due extends UnpaidTrip>(line: string, dues: readonly Due[]): readonly DueMatch<Due>[] {
  const text = normalizeRefText(line)
  const words = new Set(listDistinctiveWords(line))
  const weightOf = ({ by }: DueMatch<Due>) => by.reduce((sum, one) => sum + weights[one], 0)
  return dues
    .map((due) => ({ due, by: signsOf(due) }))
    .filter(({ by }) => by.length > 0)
    .sort((one, other) => weightOf(other) - weightOf(one))

  function signsOf({ ref, customer, due_amount, currency_code }: Due): DueMatch<Due>['by'] {
    const surname = listDistinctiveWords(customer.name).at(-1)
    const names = [...(surname === undefined ? [] : [surname]), ...listDistinctiveWords(customer.organisation ?? '')]
    return [
      ...(text.includes(normalizeRefText(ref)) ? (['ref'] as const) : []),
      ...(listAmountsInLine(line, currency_code).includes(due_amount) ? (['amount'] as const) : []),
      ...(names.some((name) => words.has(name)) ? (['name'] as const) : []),
    ]
  }
}

const common = new Set(['SCHOOL', 'PRIMARY', 'GRAMMAR', 'HIGH', 'COLLEGE', 'CLUB', 'LIMITED', 'COACHES', 'TRAVEL', 'CHURCH'])

/** The distinctive words of a name: four letters or more, without common words. */
function listDistinctiveWords(text: string): readonly string[] {
  return text
    .toUpperCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length >= 4 && !common.has(word))
}
