import { Type } from '@sinclair/typebox'
import type { SummaryOfDays } from '../../actions/trips/marketplace-desk.ts'
import { toLocalTime } from '../../domain/instant.ts'
import type { DeskTrip } from '../../storage/queries/desk-trips.ts'
import { defineContract } from '../contract.ts'
import { definePageContract } from '../pagination.ts'
import { date, input, instant, moment, nullable, type Of, oneOf, pageFields, record, text } from '../schema.ts'
import { asRecord } from './fields.ts'
import { parseInstantMs } from './instant.ts'
import { tripStates } from './trip.ts'

export const DeskTripsQuery = input({
  status: Type.Optional(oneOf(tripStates)),
  q: Type.Optional(text({ min: 2, max: 80 })),
  updated_since: Type.Optional(instant()),
  ...pageFields,
})

/** The filter of trips in a query. */
export function toTripsFilter({ status, q, updated_since }: Of<typeof DeskTripsQuery>) {
  return { status: status ?? null, q: q ?? null, updatedSince: parseInstantMs(updated_since) }
}

const PriceSpan = record({ min_amount: Type.Integer(), max_amount: Type.Integer(), currency_code: Type.String() })

export const DeskTripRecord = record({
  ref: Type.String(),
  status: oneOf(tripStates),
  summary: Type.String(),
  departs_at: Type.String(),
  quote_by: moment(),
  customer_name: Type.String(),
  offers_count: Type.Integer(),
  quotes_count: Type.Integer(),
  price: nullable(PriceSpan),
  created_at: moment(),
  updated_at: moment(),
})

/** A trip of the marketplace in a list. */
function asDeskTrip({ trip, customerName, tally }: DeskTrip): Of<typeof DeskTripRecord> {
  const { summary, departsAt, timezone } = trip.itinerary
  const { minAmount, maxAmount } = tally
  const price =
    minAmount === null || maxAmount === null || trip.currencyCode === null
      ? null
      : { min_amount: minAmount, max_amount: maxAmount, currency_code: trip.currencyCode }
  const shown = { ...trip, updatedAt: Math.max(trip.updatedAt, tally.changedAt) }
  const counts = { offers_count: tally.offers, quotes_count: tally.quotes }
  const outline = { summary, departs_at: toLocalTime(departsAt, timezone) }
  return asRecord(DeskTripRecord, shown, { ...outline, customer_name: customerName, ...counts, price })
}

export const DeskTripPage = definePageContract(DeskTripRecord, asDeskTrip)

export const DeskSummaryQuery = input({ from: date(), to: date() })

export const CurrencySum = record({ amount: Type.Integer(), currency_code: Type.String() })

export const DeskSummary = record({
  from: Type.String(),
  to: Type.String(),
  timezone: Type.String(),
  trips: record({
    entered: Type.Integer(),
    quoted: Type.Integer(),
    booked: Type.Integer(),
    cancelled: Type.Integer(),
    expired: Type.Integer(),
  }),
  quotes_per_trip: nullable(Type.Number()),
  minutes_to_first_quote: record({ p50: nullable(Type.Integer()), p90: nullable(Type.Integer()) }),
  booked_amount: Type.Array(CurrencySum),
  commission_amount: Type.Array(CurrencySum),
})

/** A summary of the results of a period's trips. */
export const DeskSummaryView = defineContract(DeskSummary, (summary: SummaryOfDays) =>
  asRecord(DeskSummary, summary, {
    booked_amount: summary.booked.map((sum) => asRecord(CurrencySum, sum, {})),
    commission_amount: summary.commission.map((sum) => asRecord(CurrencySum, sum, {})),
  }),
)
