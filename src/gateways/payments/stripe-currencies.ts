/** Currencies in which Stripe's unit differs from the usual minor unit. */
const countedOtherwise = new Set(['ISK', 'UGX', 'MGA', 'BHD', 'JOD', 'KWD', 'OMR', 'TND'])

/** Whether money in a currency (ISO 4217) can be taken through Stripe. */
export function isStripeCurrency(currencyCode: string): boolean {
  return !countedOtherwise.has(currencyCode)
}

/** The smallest charge that Stripe documents for each currency, in minor units. */
const leastAmounts: ReadonlyMap<string, number> = new Map([
  ['AED', 200],
  ['ARS', 50],
  ['AUD', 50],
  ['BGN', 100],
  ['BRL', 50],
  ['CAD', 50],
  ['CHF', 50],
  ['COP', 50],
  ['CZK', 1_500],
  ['DKK', 250],
  ['EUR', 50],
  ['GBP', 30],
  ['HKD', 400],
  ['HUF', 17_500],
  ['IDR', 50],
  ['ILS', 50],
  ['INR', 50],
  ['JPY', 50],
  ['KRW', 50],
  ['MXN', 1_000],
  ['MYR', 200],
  ['NOK', 300],
  ['NZD', 50],
  ['PHP', 50],
  ['PLN', 200],
  ['RON', 200],
  ['RUB', 50],
  ['SEK', 300],
  ['SGD', 50],
  ['THB', 1_000],
  ['USD', 50],
  ['ZAR', 50],
])

/** The smallest charge of Stripe in a currency (ISO 4217), in minor units; 1 if it is unknown. */
export function findStripeMinimum(currencyCode: string): number {
  return leastAmounts.get(currencyCode) ?? 1
}
