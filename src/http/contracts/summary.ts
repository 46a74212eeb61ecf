import { Type } from '@sinclair/typebox'
import type { Summary as AccountSummary } from '../../actions/money/numbers.ts'
import { periodLengths } from '../../domain/day-span.ts'
import { defineContract } from '../contract.ts'
import { date, input, nullable, type Of, oneOf, record } from '../schema.ts'
import { asRecord } from './fields.ts'

export const SummaryQuery = input({ from: date(), to: date(), group: oneOf(periodLengths) })

const count = Type.Integer()

/** Counts of quotes by outcome. */
export const tallyFields = {
  sent: count,
  booked: count,
  lost: count,
  expired: count,
  rejected: count,
  win_rate_bps: nullable(count),
}

export const ResponseTimes = record({ p50: nullable(count), p90: nullable(count) })

export const QuotesSummary = record({ ...tallyFields, response_minutes: ResponseTimes })

export const Revenue = record({
  period: Type.String(),
  booked_amount: count,
  paid_amount: count,
  cancelled_amount: count,
  currency_code: Type.String(),
})

export const VehicleUse = record({ vehicle_id: count, days_out: count, days_available: count })

export const OnTime = record({ arrived: count, late: count })

export const Summary = record({
  quotes: Type.Optional(QuotesSummary),
  revenue: Type.Optional(Type.Array(Revenue)),
  utilisation: Type.Optional(Type.Array(VehicleUse)),
  on_time: Type.Optional(OnTime),
})

/** The figures of a business that the reader may read. */
function asSummary({ quotes, revenue, utilisation, onTime }: AccountSummary): Of<typeof Summary> {
  return {
    ...(quotes && { quotes: asRecord(QuotesSummary, quotes, { response_minutes: quotes.responseMinutes }) }),
    ...(revenue && { revenue: revenue.map((takings) => asRecord(Revenue, takings, {})) }),
    ...(utilisation && { utilisation: utilisation.map((use) => asRecord(VehicleUse, use, {})) }),
    ...(onTime && { on_time: onTime }),
  }
}

export const SummaryView = defineContract(Summary, asSummary)

/** The results and response times of an operator's quotes in a period. */
export const OperatorQuotesView = defineContract(QuotesSummary, (quotes: NonNullable<AccountSummary['quotes']>) =>
  asRecord(QuotesSummary, quotes, { response_minutes: quotes.responseMinutes }),
)
