import type { Cancellation } from './booking.ts'

/** A cancelled booking. Amounts in minor units. */
export type CancelledBooking = {
  readonly cancellation: Cancellation | null
  readonly priceAmount: number
  readonly extrasAmount: number
  readonly currencyCode: string
}

/** The sum of one side's cancellations, in one currency: number of bookings, prices and extras, and refunds. */
export type CancellationTotal = {
  readonly by: Cancellation['by']
  readonly bookings: number
  readonly amount: number
  readonly refundAmount: number
  readonly currencyCode: string
}

/** Adds up cancellations by side, in the order of their names. */
export function sumCancellations(calledOff: readonly CancelledBooking[]): CancellationTotal[] {
  const sums = new Map<string, CancellationTotal>()
  for (const { cancellation, priceAmount, extrasAmount, currencyCode } of calledOff) {
    if (cancellation === null) continue
    const { by, refundAmount } = cancellation
    const sum = sums.get(`${by} ${currencyCode}`) ?? { by, bookings: 0, amount: 0, refundAmount: 0, currencyCode }
    sums.set(`${by} ${currencyCode}`, {
      ...sum,
      bookings: sum.bookings + 1,
      amount: sum.amount + priceAmount + extrasAmount,
      refundAmount: sum.refundAmount + refundAmount,
    })
  }
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum)
}
