import { computeShare } from '../../../domain/money.ts'

/** One typed row of the cancellation charges. */
export type TypedTerm = { readonly days: number | null; readonly keepBps: number | null; readonly of: 'deposit' | 'price' }

/** Cancellation charge of a row for a trip with this price and deposit, in minor units. */
export function findKeptAmount(
  { keepBps, of }: TypedTerm,
  { price, deposit }: { readonly price: number; readonly deposit: number },
): number {
  const whole = of === 'price' ? price : deposit
  // Rounds like the server: half a penny is in the customer's favour.
  return whole - computeShare(whole, 10_000 - (keepBps ?? 0))
}
