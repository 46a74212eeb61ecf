import { Type } from '@sinclair/typebox'
import { toInstant } from '../../domain/instant.ts'
import { vehicleTypes } from '../../domain/itinerary.ts'
import type { PaymentStatus } from '../../domain/payment.ts'
import { inclusionKinds, isLocked, type QuoteTerms, quoteStatuses, rejectionReasons } from '../../domain/quote.ts'
import type { ListedJob } from '../../storage/queries/jobs.ts'
import { amount, input, instant, moment, nullable, type Of, oneOf, prose, record, text, whole } from '../schema.ts'
import { allFields, asRecord } from './fields.ts'

const maybe = <S extends Parameters<typeof nullable>[0]>(schema: S) => Type.Optional(nullable(schema))
const kinds = Type.Optional(Type.Array(oneOf(inclusionKinds), { uniqueItems: true }))

export const QuoteBody = input({
  price_amount: amount({ zero: false }),
  currency_code: text({ min: 3, max: 3 }),
  availability: oneOf(['confirmed', 'likely']),
  vehicles: Type.Array(
    input({
      type: oneOf(vehicleTypes),
      count: whole({ min: 1, max: 50 }),
      seats: whole({ min: 1, max: 100 }),
      description: maybe(prose({ max: 160 })),
      vehicle_id: maybe(whole({ min: 1 })),
    }),
    { minItems: 1, maxItems: 10 },
  ),
  inclusions: kinds,
  exclusions: kinds,
  deposit_amount: maybe(amount({ zero: false })),
  included_waiting_minutes: maybe(whole({ min: 0, max: 100_000 })),
  extra_hour_amount: maybe(amount({ zero: true })),
  extra_mile_amount: maybe(amount({ zero: true })),
  note: maybe(prose({ max: 2000 })),
  valid_until: maybe(instant()),
})

/** The terms a quote body puts on the table. */
export function toTerms(body: Of<typeof QuoteBody>): QuoteTerms & { readonly currencyCode: string } {
  const { vehicles, inclusions = [], exclusions = [] } = body
  return {
    ...allFields(QuoteBody, body),
    vehicles: vehicles.map((vehicle) => allFields(QuoteBody.properties.vehicles.items, vehicle)),
    inclusions,
    exclusions,
  }
}

export const NoteBody = input({ note: maybe(prose({ max: 500 })) })

export const RejectBody = input({
  reason: prose({ min: 3, max: 500 }),
  reason_code: maybe(oneOf(rejectionReasons)),
})

/** Why a booking request is turned down. */
export function toRejection(body: Of<typeof RejectBody>) {
  return allFields(RejectBody, body)
}

export const QuoteVehicleRecord = record({
  type: oneOf(vehicleTypes),
  count: Type.Integer(),
  seats: Type.Integer(),
  description: nullable(Type.String()),
  vehicle_id: nullable(Type.Integer()),
})

const money = Type.Integer()
const paymentStatuses = [
  'card_saved',
  'charging',
  'requires_action',
  'declined',
  'in_doubt',
  'awaiting_transfer',
  'succeeded',
  'released',
] as const

export const BookingRequest = record({
  requested_at: moment(),
  respond_by: moment(),
  payment_status: oneOf<PaymentStatus>(paymentStatuses),
})

export const Rejection = record({ reason_code: nullable(Type.String()), reason: Type.String(), rejected_at: moment() })

export const MyQuote = record({
  id: Type.Integer(),
  status: oneOf(quoteStatuses),
  instantly_bookable: Type.Boolean(),
  revision: Type.Integer(),
  price_amount: money,
  commission_amount: money,
  payout_amount: money,
  deposit_amount: money,
  currency_code: Type.String(),
  vehicles: Type.Array(QuoteVehicleRecord),
  inclusions: Type.Array(Type.String()),
  exclusions: Type.Array(Type.String()),
  included_waiting_minutes: nullable(Type.Integer()),
  extra_hour_amount: nullable(money),
  extra_mile_amount: nullable(money),
  note: nullable(Type.String()),
  valid_until: moment(),
  booking_request: nullable(BookingRequest),
  rejection: nullable(Rejection),
  submitted_at: moment(),
  updated_at: moment(),
  closed_at: nullable(moment()),
})

/** A quote as far as it is shown. */
type ShownQuote = NonNullable<ListedJob['quote']>

/**
 * A quote as its operator sees it. `doubtSince` (ms) is when the payment was tried that is in doubt, null without one: then it shows as a
 * request also where the customer booked at once.
 */
export function asMyQuote(quote: ShownQuote, request: ListedJob['request'], doubtSince: number | null): Of<typeof MyQuote> {
  const isAsked = quote.status === 'requested' || isLocked(quote)
  return asRecord(MyQuote, quote, {
    instantly_bookable: quote.status === 'confirmed' && !isLocked(quote),
    vehicles: asQuoteVehicles(quote),
    booking_request: isAsked && request !== null ? asRecord(BookingRequest, request, {}) : asDoubt(quote, doubtSince),
    rejection:
      quote.rejectedAt === null
        ? null
        : { reason_code: quote.rejectionCode, reason: quote.rejectionReason ?? '', rejected_at: toInstant(quote.rejectedAt) },
  })
}

/** The vehicles a quote offers. */
export function asQuoteVehicles(quote: Pick<ShownQuote, 'vehicles'>): Of<typeof QuoteVehicleRecord>[] {
  return quote.vehicles.map(({ type, count, seats, description, vehicleId }) => ({
    type: type as (typeof vehicleTypes)[number],
    count,
    seats,
    description,
    vehicle_id: vehicleId,
  }))
}

function asDoubt({ lockedUntil }: ShownQuote, since: number | null) {
  if (lockedUntil === null || since === null) return null
  return { requested_at: toInstant(since), respond_by: toInstant(lockedUntil), payment_status: 'in_doubt' as const }
}
