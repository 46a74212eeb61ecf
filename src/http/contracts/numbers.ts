import { Type } from '@sinclair/typebox'
import type { Numbers as AccountNumbers } from '../../actions/money/numbers.ts'
import type { QuoteTally } from '../../domain/win-rate.ts'
import { defineContract } from '../contract.ts'
import { date, input, nullable, type Of, oneOf, record } from '../schema.ts'
import { asRecord } from './fields.ts'
import { OnTime, ResponseTimes, Revenue, tallyFields, VehicleUse } from './summary.ts'

export const NumbersQuery = input({ from: date(), to: date() })

const count = Type.Integer()

const Tally = record(tallyFields)

export const MonthTally = record({ month: Type.String(), ...tallyFields })

export const PurposeTally = record({ purpose: Type.String(), ...tallyFields })

export const ResponseTally = record({ within_minutes: nullable(count), ...tallyFields })

export const PriceTally = record({ from_amount: count, to_amount: count, currency_code: Type.String(), ...tallyFields })

export const ReasonCount = record({ reason_code: nullable(Type.String()), count })

export const QuoteNumbers = record({
  ...tallyFields,
  response_minutes: ResponseTimes,
  by_month: Type.Array(MonthTally),
  by_purpose: Type.Array(PurposeTally),
  by_response: Type.Array(ResponseTally),
  by_price: Type.Array(PriceTally),
  declines: Type.Array(ReasonCount),
  rejections: Type.Array(ReasonCount),
})

export const CancellationSum = record({
  by: oneOf(['customer', 'operator', 'platform']),
  bookings: count,
  amount: count,
  refund_amount: count,
  currency_code: Type.String(),
})

export const EmptyDistance = record({ distance_m: count, drives: count, unknown: count })

export const BookingNumbers = record({
  revenue: Type.Array(Revenue),
  cancellations: Type.Array(CancellationSum),
  on_time: OnTime,
  empty_distance: EmptyDistance,
})

export const WeekdayUse = record({ weekday: count, days_out: count, days_available: count })

export const VehicleNumbers = record({
  ...VehicleUse.properties,
  registration: Type.String(),
  by_weekday: Type.Array(WeekdayUse),
})

export const Numbers = record({
  quotes: Type.Optional(QuoteNumbers),
  bookings: Type.Optional(BookingNumbers),
  utilisation: Type.Optional(Type.Array(VehicleNumbers)),
})

type NumbersPart<Part extends keyof AccountNumbers> = NonNullable<AccountNumbers[Part]>

function asTally(tally: QuoteTally): Of<typeof Tally> {
  return asRecord(Tally, tally, {})
}

function asQuoteNumbers(quotes: NumbersPart<'quotes'>): Of<typeof QuoteNumbers> {
  return {
    ...asTally(quotes),
    response_minutes: quotes.responseMinutes,
    by_month: quotes.byMonth.map(({ key, tally }) => ({ month: key, ...asTally(tally) })),
    by_purpose: quotes.byPurpose.map(({ key, tally }) => ({ purpose: key, ...asTally(tally) })),
    by_response: quotes.byWait.map(({ key, tally }) => ({ within_minutes: key, ...asTally(tally) })),
    by_price: quotes.byPrice.map(({ key, tally }) => asRecord(PriceTally, { ...key, ...tally }, {})),
    declines: quotes.declines.map((reason) => asRecord(ReasonCount, reason, {})),
    rejections: quotes.rejections.map((reason) => asRecord(ReasonCount, reason, {})),
  }
}

function asBookingNumbers({ revenue, cancellations, onTime, emptyDistance }: NumbersPart<'bookings'>): Of<typeof BookingNumbers> {
  return {
    revenue: revenue.map((takings) => asRecord(Revenue, takings, {})),
    cancellations: cancellations.map((sum) => asRecord(CancellationSum, sum, {})),
    on_time: onTime,
    empty_distance: asRecord(EmptyDistance, emptyDistance, {}),
  }
}

/** The reports of a business that the reader may read. */
function asNumbers({ quotes, bookings, utilisation }: AccountNumbers): Of<typeof Numbers> {
  return {
    ...(quotes && { quotes: asQuoteNumbers(quotes) }),
    ...(bookings && { bookings: asBookingNumbers(bookings) }),
    ...(utilisation && {
      utilisation: utilisation.map((use) =>
        asRecord(VehicleNumbers, use, { by_weekday: use.byWeekday.map((day) => asRecord(WeekdayUse, day, {})) }),
      ),
    }),
  }
}

export const NumbersView = defineContract(Numbers, asNumbers)
