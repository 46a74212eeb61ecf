import { countMinorDigits } from './money.ts'

/** Money in minor units as a decimal number with the digits of its currency: `1280.00`, `-50000` of yen. */
export function formatDecimalAmount(amount: number, currencyCode: string): string {
  const digits = countMinorDigits(currencyCode)
  if (digits === 0) return String(amount)
  const text = String(Math.abs(amount)).padStart(digits + 1, '0')
  return `${amount < 0 ? '-' : ''}${text.slice(0, -digits)}.${text.slice(-digits)}`
}
