import type { BookingStatus } from './booking.ts'
import { type DaySpan, dayIndexOf, type PeriodLength, periodOf } from './day-span.ts'

/** A booking as far as its money is counted. Amounts in minor units, instants in ms. */
export type CountedBooking = {
  readonly status: BookingStatus
  readonly departsAt: number
  readonly priceAmount: number
  readonly extrasAmount: number
  readonly paidAmount: number
  readonly currencyCode: string
}

/** The takings of what departs in a period, in one currency. */
export type Takings = {
  /** The first day of the period. */
  readonly period: string
  /** Prices and extras of what was not called off. */
  readonly bookedAmount: number
  /** Part of it that is paid. */
  readonly paidAmount: number
  /** Prices and extras of what was called off. */
  readonly cancelledAmount: number
  readonly currencyCode: string
}

/** The takings of bookings by departure, the first period first, then by currency; a period without any is left out. */
export function takingsOf(bookings: readonly CountedBooking[], days: DaySpan, length: PeriodLength): Takings[] {
  const periods = days.dates.map((date) => periodOf(date, length))
  const sums = new Map<string, Takings>()
  for (const { status, departsAt, priceAmount, extrasAmount, paidAmount, currencyCode } of bookings) {
    const period = periods[dayIndexOf(days, departsAt)]
    if (period === undefined) continue
    const key = `${period} ${currencyCode}`
    const sum = sums.get(key) ?? { period, bookedAmount: 0, paidAmount: 0, cancelledAmount: 0, currencyCode }
    const amount = priceAmount + extrasAmount
    sums.set(
      key,
      status === 'cancelled'
        ? { ...sum, cancelledAmount: sum.cancelledAmount + amount }
        : { ...sum, bookedAmount: sum.bookedAmount + amount, paidAmount: sum.paidAmount + paidAmount },
    )
  }
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum)
}

/** An arrival of a coach at a pickup, beside the planned departure of its trip (both ms). */
export type PickupArrival = { readonly bookingId: number; readonly departsAt: number; readonly occurredAt: number }

/** Trips whose coaches all stood at their first pickup by the departure, and those of which one came later. What no one told of is neither. */
export function punctualityOf(arrivals: readonly PickupArrival[]): { readonly arrived: number; readonly late: number } {
  const late = new Set(arrivals.filter(({ departsAt, occurredAt }) => occurredAt > departsAt).map(({ bookingId }) => bookingId))
  const all = new Set(arrivals.map(({ bookingId }) => bookingId))
  return { arrived: all.size - late.size, late: late.size }
}
