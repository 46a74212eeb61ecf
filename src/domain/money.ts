/** Greatest amount, in minor units. */
export const largestAmount = 100_000_000

/** `bps` hundredths of a percent of `amount`, in minor units, rounded half up. */
export function computeShare(amount: number, bps: number): number {
  return Math.round((amount * bps) / 10_000)
}

/** The amount to charge, in minor units. 0 stays 0; any other amount is at least `least`, never more than `most`. */
export function limitPayable(amount: number, { least, most }: { readonly least: number; readonly most: number }): number {
  return amount === 0 ? 0 : Math.min(Math.max(amount, least), most)
}

let currencies: ReadonlySet<string> | undefined

/** True for an ISO 4217 code, in capitals. */
export function isCurrency(code: string): boolean {
  currencies ??= new Set(Intl.supportedValuesOf('currency'))
  return currencies.has(code)
}

/** Currencies whose minor unit does not have two digits, by its digits (ISO 4217). Browsers disagree on them. */
const digitsBesideTwo = [
  [0, 'BIF BYR CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF'],
] as const

const digitsByCurrency = new Map<string, number>(
  digitsBesideTwo.flatMap(([digits, codes]) => codes.split(' ').map((code) => [code, digits] as const)),
)

/** Number of digits of a currency's minor unit: two for GBP, none for JPY. */
export function countMinorDigits(currencyCode: string): number {
  return digitsByCurrency.get(currencyCode) ?? 2
}

/** An amount in minor units, formatted for people: `£1,280.00`, `¥50,000`. */
export function toSpokenAmount(amount: number, currencyCode: string): string {
  const digits = countMinorDigits(currencyCode)
  const shown = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency: currencyCode, ...shown })
  return format.format(amount / 10 ** digits)
}
