import { Type } from '@sinclair/typebox'
import type { Advised } from '../../actions/quotes/quote-warnings.ts'
import { toInstant } from '../../domain/instant.ts'
import { vehicleTypes } from '../../domain/itinerary.ts'
import { depositMeans, findMeansOfDeposit, type PaymentStatus } from '../../domain/payment.ts'
import {
  inclusionKinds,
  isQuoteLocked,
  type QuoteTerms,
  type QuoteVehicle,
  quoteStatuses,
  rejectionReasons,
} from '../../domain/quote.ts'
import type { ListedJob } from '../../storage/queries/jobs.ts'
import type { QuoteRow } from '../../storage/queries/quotes.ts'
import { defineContract } from '../contract.ts'
import { amount, input, instant, moment, nullable, type Of, oneOf, prose, record, text, whole } from '../schema.ts'
import { asCancellationTerms, CancellationTerm } from './cancellation-terms.ts'
import { asRecord, listAllFields } from './fields.ts'
import { toInstantOrNull } from './instant.ts'

const optionalQuoteField = <S extends Parameters<typeof nullable>[0]>(schema: S) => Type.Optional(nullable(schema))
const kinds = Type.Optional(Type.Array(oneOf(inclusionKinds), { uniqueItems: true }))

export const QuoteVehicleBody = input({
  type: oneOf(vehicleTypes),
  count: whole({ min: 1, max: 50 }),
  seats: whole({ min: 1, max: 100 }),
  description: optionalQuoteField(prose({ max: 160 })),
  vehicle_id: optionalQuoteField(whole({ min: 1 })),
})

export const QuoteBody = input({
  price_amount: amount({ zero: false }),
  currency_code: text({ min: 3, max: 3 }),
  availability: oneOf(['confirmed', 'likely']),
  vehicles: Type.Array(QuoteVehicleBody, { minItems: 1, maxItems: 10 }),
  inclusions: kinds,
  exclusions: kinds,
  deposit_amount: optionalQuoteField(amount({ zero: true })),
  included_waiting_minutes: optionalQuoteField(whole({ min: 0, max: 100_000 })),
  extra_hour_amount: optionalQuoteField(amount({ zero: true })),
  extra_mile_amount: optionalQuoteField(amount({ zero: true })),
  note: optionalQuoteField(prose({ max: 2000 })),
  valid_until: optionalQuoteField(instant()),
})

/** The terms of a quote's body. */
export function toQuoteTerms(body: Of<typeof QuoteBody>): QuoteTerms & { readonly currencyCode: string } {
  const { vehicles, inclusions = [], exclusions = [] } = body
  return {
    ...listAllFields(QuoteBody, body),
    vehicles: vehicles.map((vehicle) => listAllFields(QuoteVehicleBody, vehicle)),
    inclusions,
    exclusions,
  }
}

export const NoteBody = input({ note: optionalQuoteField(prose({ max: 500 })) })

export const RejectBody = input({
  reason: prose({ min: 3, max: 500 }),
  reason_code: optionalQuoteField(oneOf(rejectionReasons)),
})

/** The reason for declining a booking request, with its code or null. */
export function toRejection(body: Of<typeof RejectBody>) {
  return listAllFields(RejectBody, body)
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
  payment_method: oneOf(depositMeans),
})

export const Rejection = record({ reason_code: nullable(Type.String()), reason: Type.String(), rejected_at: moment() })

/** Advice on an assignment or a quote. */
export const Warning = record({ code: Type.String(), message: Type.String() })

export const SentQuote = record({
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
  cancellation_terms: Type.Array(CancellationTerm),
})

export const MyQuote = record({ ...SentQuote.properties, warnings: Type.Array(Warning), locked_until: nullable(moment()) })

/** A quote with its operator's warnings, or null. */
type AdvisedQuote = Advised<Pick<ListedJob, 'quote' | 'request' | 'doubtSince'>>

/** The shown part of a quote. */
type ShownQuote = NonNullable<ListedJob['quote']>

/**
 * A quote for its operator. `doubtSince` (ms) is the time of a payment in doubt, null without one. With it the quote shows as a
 * request, even if the customer booked directly.
 */
export function asSentQuote(quote: ShownQuote, request: ListedJob['request'], doubtSince: number | null): Of<typeof SentQuote> {
  const isAsked = quote.status === 'requested' || isQuoteLocked(quote)
  return asRecord(SentQuote, quote, {
    instantly_bookable: quote.status === 'confirmed' && !isQuoteLocked(quote),
    vehicles: asQuoteVehicles(quote.vehicles),
    cancellation_terms: asCancellationTerms(quote.cancellationTerms),
    booking_request: isAsked && request !== null ? asBookingRequest(request) : asDoubt(quote, doubtSince),
    rejection:
      quote.rejectedAt === null
        ? null
        : { reason_code: quote.rejectionCode, reason: quote.rejectionReason ?? '', rejected_at: toInstant(quote.rejectedAt) },
  })
}

/** A quote for its operator, with warnings for the office; null without one. */
export function asMyQuote({ quote, request, doubtSince, warnings }: AdvisedQuote): Of<typeof MyQuote> | null {
  if (quote === null) return null
  return {
    ...asSentQuote(quote, request, doubtSince),
    warnings: warnings.map(({ code, message }) => ({ code, message })),
    locked_until: toInstantOrNull(quote.lockedUntil),
  }
}

/** One revision of a quote, as it was sent. */
function asRevision(quote: QuoteRow): Of<typeof MyQuote> {
  return { ...asSentQuote(quote, null, null), warnings: [], locked_until: null }
}

export const QuoteRevisionsView = defineContract(Type.Array(MyQuote), (revisions: readonly QuoteRow[]) =>
  revisions.map(asRevision),
)

/** The vehicles of a quote. */
export function asQuoteVehicles(vehicles: readonly QuoteVehicle[]): Of<typeof QuoteVehicleRecord>[] {
  return vehicles.map(({ type, count, seats, description, vehicleId }) => ({
    type: type as (typeof vehicleTypes)[number],
    count,
    seats,
    description,
    vehicle_id: vehicleId,
  }))
}

function asBookingRequest(request: NonNullable<ListedJob['request']>): Of<typeof BookingRequest> {
  return asRecord(BookingRequest, request, { payment_method: findMeansOfDeposit(request) })
}

/** The payment in doubt of a quote, or null. Only a card payment can be in doubt. */
function asDoubt({ lockedUntil }: ShownQuote, since: number | null) {
  if (lockedUntil === null || since === null) return null
  return {
    requested_at: toInstant(since),
    respond_by: toInstant(lockedUntil),
    payment_status: 'in_doubt' as const,
    payment_method: 'card' as const,
  }
}
