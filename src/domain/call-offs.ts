import type { Cancellation } from './booking.ts'

/** A booking that was called off. Amounts in minor units. */
export type CalledOff = {
  readonly cancellation: Cancellation | null
  readonly priceAmount: number
  readonly extrasAmount: number
  readonly currencyCode: string
}

/**
 * A sum of what one side called off, in one currency: how many bookings, their prices and extras, and what went back of
 * them.
 */
export type CallOffSum = {
  readonly by: Cancellation['by']
  readonly bookings: number
  readonly amount: number
  readonly refundAmount: number
  readonly currencyCode: string
}

/** Adds up what was called off by whom, in the order of their names. */
export function callOffSums(calledOff: readonly CalledOff[]): CallOffSum[] {
  const sums = new Map<string, CallOffSum>()
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
