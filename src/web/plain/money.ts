import { countMinorDigits, toSpokenAmount } from '../../domain/money.ts'

/** Formats an amount in minor units: `£1,280.00`, `−£64.00`, `¥50,000`. */
export function formatMoney(amount: number, currencyCode: string): string {
  const text = toSpokenAmount(Math.abs(amount), currencyCode)
  return amount < 0 ? `−${text}` : text
}

/** Sign of a currency before an amount: `£`, `€`, `CHF`. */
export function findCurrencySign(currencyCode: string): string {
  const parts = new Intl.NumberFormat('en-GB', { style: 'currency', currency: currencyCode }).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? currencyCode
}

/** Formats an amount in minor units for a field: `640.50`, `640.00`, `50000`. */
export function formatTypedMoney(amount: number, currencyCode: string): string {
  return (amount / 10 ** countMinorDigits(currencyCode)).toFixed(countMinorDigits(currencyCode))
}

/**
 * Reads a typed amount into minor units: `640`, `640.5`, `1,280.00`, `£ 1 280`. Null for an amount that
 * the currency cannot have, such as a third decimal digit, and for a too large one.
 */
export function parseMoney(typed: string, currencyCode: string): number | null {
  const digits = countMinorDigits(currencyCode)
  const text = typed.trim().replace(findCurrencySign(currencyCode), '').replace(currencyCode, '').trim()
  const grouped = /^(-|−)?(\d{1,3}(?:[, ]\d{3})+|\d+)(?:\.(\d*))?$/.exec(text)
  if (grouped === null) return null
  const [, sign, whole = '', fraction = ''] = grouped
  if (fraction.length > digits) return null
  const amount = Number(whole.replaceAll(/[, ]/g, '') + fraction.padEnd(digits, '0'))
  if (!Number.isSafeInteger(amount)) return null
  return sign === undefined || amount === 0 ? amount : -amount
}
