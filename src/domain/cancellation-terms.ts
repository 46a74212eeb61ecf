import { dayMs } from './instant.ts'
import { share } from './money.ts'

/** One row of a scale: with at least so many days of notice this share of the deposit or of the price is kept. */
export type CancellationTerm = {
  readonly daysBefore: number
  readonly keepBps: number
  readonly of: 'deposit' | 'price'
}

/**
 * Usual UK hire terms: nothing is kept four weeks ahead, half the deposit two weeks ahead, later the deposit. Quotes that were sent on
 * them hold no terms of their own: who changes these writes them into those first.
 */
export const usualCancellationTerms: readonly CancellationTerm[] = [
  { daysBefore: 28, keepBps: 0, of: 'deposit' },
  { daysBefore: 14, keepBps: 5_000, of: 'deposit' },
  { daysBefore: 0, keepBps: 10_000, of: 'deposit' },
]

/**
 * Facts that the refund of a customer who calls off is reckoned from. Amounts in minor units, instants in ms; terms
 * that are null are the usual ones.
 */
export type Refundable = {
  readonly priceAmount: number
  readonly depositAmount: number
  /** Amount that the customer has paid and not got back. */
  readonly paidAmount: number
  readonly departsAt: number
  readonly cancellationTerms: readonly CancellationTerm[] | null
}

/**
 * Index of the first row of a scale that does not have fewer days than the row before. Null where the days fall from
 * row to row.
 */
export function risingRow(terms: readonly CancellationTerm[]): number | null {
  const rising = terms.findIndex(({ daysBefore }, nth) => daysBefore >= (terms[nth - 1]?.daysBefore ?? Number.POSITIVE_INFINITY))
  return rising === -1 ? null : rising
}

/**
 * Amount that a customer who calls off at `now` (ms) gets back. It is all that was paid but what is kept, and nothing
 * beyond the last row.
 */
export function refundByTerms(booking: Refundable, now: number): number {
  const { paidAmount } = booking
  // Who calls off on the way has given no notice, and no less than that.
  const noticeMs = Math.max(0, booking.departsAt - now)
  const row = termsOf(booking).find(({ daysBefore }) => noticeMs >= daysBefore * dayMs)
  return row === undefined ? 0 : Math.max(0, paidAmount - keptUnder(row, booking))
}

/** The last instant (ms) at which exactly as much goes back as at `now`; null where that does not change any more. */
export function refundStandsUntil(booking: Refundable, now: number): number | null {
  const refund = refundByTerms(booking, now)
  const ends = termsOf(booking).flatMap(({ daysBefore }) => (daysBefore === 0 ? [] : [booking.departsAt - daysBefore * dayMs]))
  return ends.find((end) => end >= now && refundByTerms(booking, end + 1) !== refund) ?? null
}

function termsOf({ cancellationTerms }: Refundable): readonly CancellationTerm[] {
  return cancellationTerms ?? usualCancellationTerms
}

/** Amount that is kept under one row of a scale, in minor units; half a unit is the customer's. */
export function keptUnder(
  { keepBps, of }: CancellationTerm,
  { depositAmount, priceAmount }: Pick<Refundable, 'depositAmount' | 'priceAmount'>,
): number {
  const whole = of === 'deposit' ? depositAmount : priceAmount
  return whole - share(whole, 10_000 - keepBps)
}
