import type { BookingStatus } from './booking.ts'
import { minuteMs } from './instant.ts'
import type { TripState } from './job.ts'

/** The outcome of one entered trip. Amounts in minor units, instants in ms; null without a booking or quote. */
export type EnteredTripOutcome = {
  readonly status: TripState
  readonly createdAt: number
  readonly firstQuoteAt: number | null
  readonly quotes: number
  readonly bookingStatus: BookingStatus | null
  readonly priceAmount: number | null
  readonly commissionAmount: number | null
  readonly currencyCode: string | null
}

type Sum = { readonly amount: number; readonly currencyCode: string }

/** The outcomes of the trips of some days, added up. */
export type DeskSummary = {
  readonly trips: { readonly entered: number; quoted: number; booked: number; cancelled: number; expired: number }
  /** Mean number of quotes for a trip, to two decimals; null without trips. */
  readonly quotesPerTrip: number | null
  /** Whole minutes from the entry of a trip to its first quote; null without a quote. */
  readonly minutesToFirstQuote: { readonly p50: number | null; readonly p90: number | null }
  /** Sums of bookings that are not cancelled, by currency. */
  readonly booked: readonly Sum[]
  readonly commission: readonly Sum[]
}

/** Adds up the outcomes of trips. A cancelled booking counts as booked and as cancelled, without its money. */
export function summariseTrips(outcomes: readonly EnteredTripOutcome[]): DeskSummary {
  const count = (is: (outcome: EnteredTripOutcome) => boolean) => outcomes.filter(is).length
  const quotes = outcomes.reduce((sum, outcome) => sum + outcome.quotes, 0)
  const minutes = outcomes
    .flatMap(({ createdAt, firstQuoteAt }) => (firstQuoteAt === null ? [] : [Math.floor((firstQuoteAt - createdAt) / minuteMs)]))
    .sort((one, other) => one - other)
  const standing = outcomes.filter(({ bookingStatus }) => bookingStatus === 'active')
  return {
    trips: {
      entered: outcomes.length,
      quoted: count(({ quotes }) => quotes > 0),
      booked: count(({ bookingStatus }) => bookingStatus !== null),
      cancelled: count(({ status }) => status === 'cancelled'),
      expired: count(({ status }) => status === 'expired'),
    },
    quotesPerTrip: outcomes.length === 0 ? null : Math.round((quotes / outcomes.length) * 100) / 100,
    minutesToFirstQuote: { p50: findSortedPercentile(minutes, 50), p90: findSortedPercentile(minutes, 90) },
    booked: sumsBy(standing, ({ priceAmount }) => priceAmount),
    commission: sumsBy(standing, ({ commissionAmount }) => commissionAmount),
  }
}

function sumsBy(outcomes: readonly EnteredTripOutcome[], amountOf: (outcome: EnteredTripOutcome) => number | null): Sum[] {
  const sums = new Map<string, number>()
  for (const outcome of outcomes) {
    if (outcome.currencyCode === null) continue
    sums.set(outcome.currencyCode, (sums.get(outcome.currencyCode) ?? 0) + (amountOf(outcome) ?? 0))
  }
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([currencyCode, amount]) => ({ currencyCode, amount }))
}

/** The value at a percentile of sorted numbers by the nearest rank; null without numbers. */
function findSortedPercentile(sorted: readonly number[], percent: number): number | null {
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? null
}
