import { digitsOf } from '../../domain/money.ts'
import { moneyFrom } from './money.ts'

/** The part of a due that a line of a bank statement is compared with. */
export type UnpaidTrip = {
  readonly ref: string
  readonly customer: { readonly name: string; readonly organisation: string | null }
  readonly due_amount: number
  readonly currency_code: string
}

/** A due that a line may be about, and what in the line says so. */
export type DueMatch<Due extends UnpaidTrip> = { readonly due: Due; readonly by: readonly ('ref' | 'amount' | 'name')[] }

const weights = { ref: 4, amount: 2, name: 1 } as const

/** `tr 7k3-mqO` → `TR7K3MQ0`: letters that references never hold are read as the figures they are taken for. */
function collapsed(text: string): string {
  return text
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
    .replaceAll(/[^0-9A-Z]/g, '')
}

/**
 * The references of trips in a line of a bank statement, as the API writes them, each once: `FPI A SMITH tr-7k3mqo` → `TR-7K3MQ0`.
 * What runs together with `TR` counts only with a figure in it, so that `TRANSFER` is none.
 */
export function refsIn(line: string): readonly string[] {
  const found = [...line.matchAll(/(?<![0-9a-z])tr([\s./_-]?)([0-9a-z]{6})(?![0-9a-z])/gi)]
  const refs = found
    .filter(([, between = '', rest = '']) => (between !== '' && between !== ' ') || /\d/.test(rest))
    .map(([, , rest = '']) => `TR-${collapsed(rest)}`)
    .filter((ref) => !ref.includes('U'))
  return [...new Set(refs)]
}

/** The amounts in a line, in minor units of the currency: those written with all digits after the point, and grouped ones. */
export function amountsIn(line: string, currencyCode: string): readonly number[] {
  const digits = digitsOf(currencyCode)
  const fraction = digits > 0 ? `\\.\\d{${digits}}` : ''
  const whole = digits > 0 ? '(?:\\d{1,3}(?:,\\d{3})+|\\d+)' : '\\d{1,3}(?:,\\d{3})+'
  const found = line.matchAll(new RegExp(`(?<![\\d.,/:-])${whole}${fraction}(?![\\d/:-]|[.,]\\d)`, 'g'))
  const amounts = [...found].map(([text]) => moneyFrom(text, currencyCode)).filter((amount) => amount !== null && amount > 0)
  return [...new Set(amounts as number[])]
}

/** The dues that a line may be about, the likeliest first: by the reference, by the very amount owed, by a name. */
export function duesIn<Due extends UnpaidTrip>(line: string, dues: readonly Due[]): readonly DueMatch<Due>[] {
  const text = collapsed(line)
  const words = new Set(wordsOf(line))
  const weightOf = ({ by }: DueMatch<Due>) => by.reduce((sum, one) => sum + weights[one], 0)
  return dues
    .map((due) => ({ due, by: signsOf(due) }))
    .filter(({ by }) => by.length > 0)
    .sort((one, other) => weightOf(other) - weightOf(one))

  function signsOf({ ref, customer, due_amount, currency_code }: Due): DueMatch<Due>['by'] {
    const surname = wordsOf(customer.name).at(-1)
    const names = [...(surname === undefined ? [] : [surname]), ...wordsOf(customer.organisation ?? '')]
    return [
      ...(text.includes(collapsed(ref)) ? (['ref'] as const) : []),
      ...(amountsIn(line, currency_code).includes(due_amount) ? (['amount'] as const) : []),
      ...(names.some((name) => words.has(name)) ? (['name'] as const) : []),
    ]
  }
}

const common = new Set(['SCHOOL', 'PRIMARY', 'GRAMMAR', 'HIGH', 'COLLEGE', 'CLUB', 'LIMITED', 'COACHES', 'TRAVEL', 'CHURCH'])

/** The words of a name that tell it from another: four letters or more, and none that half of the customers have. */
function wordsOf(text: string): readonly string[] {
  return text
    .toUpperCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length >= 4 && !common.has(word))
}
