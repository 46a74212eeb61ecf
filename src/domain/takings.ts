import type { BookingStatus } from './booking.ts'
import { type DaySpan, findDayIndex, findPeriodStart, type PeriodLength } from './day-span.ts'

/** The part of a booking for the count of its money. Amounts in minor units, instants in ms. */
export type CountedBooking = {
  readonly status: BookingStatus
  readonly departsAt: number
  readonly priceAmount: number
  readonly extrasAmount: number
  readonly paidAmount: number
  readonly currencyCode: string
}

/** The takings of departures in a period, in one currency. */
export type Takings = {
  /** The first day of the period. */
  readonly period: string
  /** Prices and extras of bookings that were not cancelled. */
  readonly bookedAmount: number
  /** Part of the booked amount that is paid. */
  readonly paidAmount: number
  /** Prices and extras of cancelled bookings. */
  readonly cancelledAmount: number
  readonly currencyCode: string
}

/** The takings of bookings by departure, first period first, then by currency, without empty periods. */
export function sumTakings(bookings: readonly CountedBooking[], days: DaySpan, length: PeriodLength): Takings[] {
  const periods = days.dates.map((date) => findPeriodStart(date, length))
  const sums = new Map<string, Takings>()
  for (const { status, departsAt, priceAmount, extrasAmount, paidAmount, currencyCode } of bookings) {
    const period = periods[findDayIndex(days, departsAt)]
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

/** An arrival of a vehicle at a pick-up, with the planned departure of its trip (both ms). */
export type PickupArrival = { readonly bookingId: number; readonly departsAt: number; readonly occurredAt: number }

/**
 * Counts trips whose vehicles all arrived at their first pick-up by the departure, and those with a later one. Trips without a
 * report are in neither.
 */
export function countPunctualTrips(arrivals: readonly PickupArrival[]): { readonly arrived: number; readonly late: number } {
  const late = new Set(arrivals.filter(({ departsAt, occurredAt }) => occurredAt > departsAt).map(({ bookingId }) => bookingId))
  const all = new Set(arrivals.map(({ bookingId }) => bookingId))
  return { arrived: all.size - late.size, late: late.size }
}
