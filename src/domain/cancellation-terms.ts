import { dayMs } from './instant.ts'
import { computeShare } from './money.ts'

/** One row of a scale: with at least this many days of notice, this share of the deposit or of the price is kept. */
export type CancellationTerm = {
  readonly daysBefore: number
  readonly keepBps: number
  readonly of: 'deposit' | 'price'
}

/**
 * Usual UK hire terms: nothing is kept four weeks ahead, 50 % of the deposit two weeks ahead, later the deposit. Quotes sent
 * under them store no terms: a change of these must first write them into those quotes.
 */
export const usualCancellationTerms: readonly CancellationTerm[] = [
  { daysBefore: 28, keepBps: 0, of: 'deposit' },
  { daysBefore: 14, keepBps: 5_000, of: 'deposit' },
  { daysBefore: 0, keepBps: 10_000, of: 'deposit' },
]

/**
 * Facts that decide the refund of a customer who cancels. Amounts in minor units, instants in ms; null terms are the usual ones.
 */
export type Refundable = {
  readonly priceAmount: number
  readonly depositAmount: number
  /** Payments of the customer, less refunds. */
  readonly paidAmount: number
  readonly departsAt: number
  readonly cancellationTerms: readonly CancellationTerm[] | null
}

/** Index of the first row of a scale that does not have fewer days than the row before. Null if the days fall from row to row. */
export function findRisingRow(terms: readonly CancellationTerm[]): number | null {
  const rising = terms.findIndex(({ daysBefore }, nth) => daysBefore >= (terms[nth - 1]?.daysBefore ?? Number.POSITIVE_INFINITY))
  return rising === -1 ? null : rising
}

/**
 * Refund for a cancellation by the customer at `now` (ms): all payments except the retained share. After the last row the
 * refund is zero.
 */
export function computeRefundByTerms(booking: Refundable, now: number): number {
  const { paidAmount } = booking
  // Cancelling after the departure counts as no notice.
  const noticeMs = Math.max(0, booking.departsAt - now)
  const row = findCancellationTerms(booking).find(({ daysBefore }) => noticeMs >= daysBefore * dayMs)
  return row === undefined ? 0 : Math.max(0, paidAmount - computeKeptAmount(row, booking))
}

/** The last instant (ms) with the same refund as at `now`; null if it does not change any more. */
export function findRefundEnd(booking: Refundable, now: number): number | null {
  const refund = computeRefundByTerms(booking, now)
  const ends = findCancellationTerms(booking).flatMap(({ daysBefore }) =>
    daysBefore === 0 ? [] : [booking.departsAt - daysBefore * dayMs],
  )
  return ends.find((end) => end >= now && computeRefundByTerms(booking, end + 1) !== refund) ?? null
}

function findCancellationTerms({ cancellationTerms }: Refundable): readonly CancellationTerm[] {
  return cancellationTerms ?? usualCancellationTerms
}

/** Amount kept under one row of a scale, in minor units, rounded in the customer's favour. */
export function computeKeptAmount(
  { keepBps, of }: CancellationTerm,
  { depositAmount, priceAmount }: Pick<Refundable, 'depositAmount' | 'priceAmount'>,
): number {
  const whole = of === 'deposit' ? depositAmount : priceAmount
  return whole - computeShare(whole, 10_000 - keepBps)
}
