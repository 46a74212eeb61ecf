import { share } from '../../../domain/money.ts'

/** One row of what is kept of a trip that is called off, as it is typed. */
export type TypedTerm = { readonly days: number | null; readonly keepBps: number | null; readonly of: 'deposit' | 'price' }

/** The sum that a row keeps of a trip at this price and deposit, in minor units. */
export function keptOf(
  { keepBps, of }: TypedTerm,
  { price, deposit }: { readonly price: number; readonly deposit: number },
): number {
  const whole = of === 'price' ? price : deposit
  // As the server reckons it: half a penny is the customer's.
  return whole - share(whole, 10_000 - (keepBps ?? 0))
}
