import { digitsOf, toSpokenAmount } from '../../domain/money.ts'

/** An amount in minor units as people write it, its sign before it: `£1,280.00`, `−£64.00`, `¥50,000`. */
export function spokenMoney(amount: number, currencyCode: string): string {
  const text = toSpokenAmount(Math.abs(amount), currencyCode)
  return amount < 0 ? `−${text}` : text
}

/** The sign of a currency, as it stands before an amount: `£`, `€`, `CHF`. */
export function currencySign(currencyCode: string): string {
  const parts = new Intl.NumberFormat('en-GB', { style: 'currency', currency: currencyCode }).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? currencyCode
}

/** An amount in minor units as it stands in a field: `640.50`, `640.00`, `50000`. */
export function typedMoney(amount: number, currencyCode: string): string {
  return (amount / 10 ** digitsOf(currencyCode)).toFixed(digitsOf(currencyCode))
}

/**
 * Reads a typed amount into minor units: `640`, `640.5`, `1,280.00`, `£ 1 280`. Null for what is no amount of this
 * currency, such as a third digit of a penny, and for one too large to be kept.
 */
export function moneyFrom(typed: string, currencyCode: string): number | null {
  const digits = digitsOf(currencyCode)
  const text = typed.trim().replace(currencySign(currencyCode), '').replace(currencyCode, '').trim()
  const grouped = /^(-|−)?(\d{1,3}(?:[, ]\d{3})+|\d+)(?:\.(\d*))?$/.exec(text)
  if (grouped === null) return null
  const [, sign, whole = '', fraction = ''] = grouped
  if (fraction.length > digits) return null
  const amount = Number(whole.replaceAll(/[, ]/g, '') + fraction.padEnd(digits, '0'))
  if (!Number.isSafeInteger(amount)) return null
  return sign === undefined || amount === 0 ? amount : -amount
}
