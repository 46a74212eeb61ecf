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
