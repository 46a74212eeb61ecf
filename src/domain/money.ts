/** The most that any one amount may be, in minor units. */
export const largestAmount = 100_000_000

/** `bps` hundredths of a percent of `amount`, in minor units, rounded half up. */
export function share(amount: number, bps: number): number {
  return Math.round((amount * bps) / 10_000)
}

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** True for an ISO 4217 code, in capitals. */
export function isCurrency(code: string): boolean {
  return currencies.has(code)
}

/** An amount in minor units as people write it: `£1,280.00`, `¥50,000`. */
export function toSpokenAmount(amount: number, currencyCode: string): string {
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency: currencyCode })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
