import type Stripe from 'stripe'
import { invalid } from './errors.ts'

/** Stripe's lowest amounts, in minor units, in the currencies that tests use. */
const leastAmounts: Readonly<Record<string, number>> = {
  gbp: 30,
  eur: 50,
  usd: 50,
  chf: 50,
  cad: 50,
  aud: 50,
  dkk: 250,
  sek: 300,
  nok: 300,
  czk: 1_500,
  pln: 200,
  huf: 17_500,
  jpy: 50,
}

/** Refuses an unknown currency, and an amount that Stripe does not accept. */
export function checkAmount(amount: number, currency: string, param = 'amount'): void {
  const least = leastAmounts[currency]
  if (least === undefined) throw invalid(`Invalid currency: ${currency}.`, { param: 'currency' })
  if (amount < 1) throw invalid('Invalid positive integer', { code: 'parameter_invalid_integer', param })
  if (amount < least) throw invalid(`Amount must be at least ${least} ${currency}`, { code: 'amount_too_small', param })
  if (amount > 99_999_999) throw invalid('Amount must be no more than 999,999.99', { code: 'amount_too_large', param })
}

/** Metadata within Stripe's limits: fifty keys of 40 letters, values of 500. */
export function checkMetadata(metadata: Stripe.Metadata): Stripe.Metadata {
  const entries = Object.entries(metadata)
  if (entries.length > 50) throw invalid('You can have up to 50 keys of metadata.', { param: 'metadata' })
  const long = entries.find(([name, value]) => name.length > 40 || value.length > 500)
  if (long !== undefined) throw invalid(`Metadata is too long: ${long[0]}`, { param: `metadata[${long[0]}]` })
  return Object.fromEntries(entries.filter(([, value]) => value !== ''))
}

/** Metadata after an update: an empty value deletes its key. */
export function mergedMetadata(old: Stripe.Metadata, said: Stripe.Metadata | '' | undefined): Stripe.Metadata {
  return said === '' ? {} : checkMetadata({ ...old, ...said })
}

/** Refuses a value that is not the address of a page. */
export function checkUrl(url: string, param: string): string {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw invalid('Not a valid URL', { code: 'url_invalid', param })
  return url
}
