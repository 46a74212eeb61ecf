import { Type } from '@sinclair/typebox'
import type { Advised } from '../../actions/quotes/quote-warnings.ts'
import { toInstant } from '../../domain/instant.ts'
import { vehicleTypes } from '../../domain/itinerary.ts'
import { depositMeans, meansOfDeposit, type PaymentStatus } from '../../domain/payment.ts'
import {
  inclusionKinds,
  isLocked,
  type QuoteTerms,
  type QuoteVehicle,
  quoteStatuses,
  rejectionReasons,
} from '../../domain/quote.ts'
import type { ListedJob } from '../../storage/queries/jobs.ts'
import type { QuoteRow } from '../../storage/queries/quotes.ts'
import { contract } from '../contract.ts'
import { amount, input, instant, moment, nullable, type Of, oneOf, prose, record, text, whole } from '../schema.ts'
import { asCancellationTerms, CancellationTerm } from './cancellation-terms.ts'
import { allFields, asRecord } from './fields.ts'
import { instantOf } from './instant.ts'

const maybe = <S extends Parameters<typeof nullable>[0]>(schema: S) => Type.Optional(nullable(schema))
const kinds = Type.Optional(Type.Array(oneOf(inclusionKinds), { uniqueItems: true }))

export const QuoteVehicleBody = input({
  type: oneOf(vehicleTypes),
  count: whole({ min: 1, max: 50 }),
  seats: whole({ min: 1, max: 100 }),
  description: maybe(prose({ max: 160 })),
  vehicle_id: maybe(whole({ min: 1 })),
})

export const QuoteBody = input({
  price_amount: amount({ zero: false }),
  currency_code: text({ min: 3, max: 3 }),
  availability: oneOf(['confirmed', 'likely']),
  vehicles: Type.Array(QuoteVehicleBody, { minItems: 1, maxItems: 10 }),
  inclusions: kinds,
  exclusions: kinds,
  deposit_amount: maybe(amount({ zero: true })),
  included_waiting_minutes: maybe(whole({ min: 0, max: 100_000 })),
  extra_hour_amount: maybe(amount({ zero: true })),
  extra_mile_amount: maybe(amount({ zero: true })),
  note: maybe(prose({ max: 2000 })),
  valid_until: maybe(instant()),
})

/** The terms a quote body puts on the table. */
export function toQuoteTerms(body: Of<typeof QuoteBody>): QuoteTerms & { readonly currencyCode: string } {
  const { vehicles, inclusions = [], exclusions = [] } = body
  return {
    ...allFields(QuoteBody, body),
    vehicles: vehicles.map((vehicle) => allFields(QuoteVehicleBody, vehicle)),
    inclusions,
    exclusions,
  }
}

export const NoteBody = input({ note: maybe(prose({ max: 500 })) })

export const RejectBody = input({
  reason: prose({ min: 3, max: 500 }),
  reason_code: maybe(oneOf(rejectionReasons)),
})

/** The reason why a booking request is turned down, and its code or null. */
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

/** A quote with what is told of it to its operator, if there is one. */
type AdvisedQuote = Advised<Pick<ListedJob, 'quote' | 'request' | 'doubtSince'>>

/** A quote as far as it is shown. */
type ShownQuote = NonNullable<ListedJob['quote']>

/**
 * A quote as its operator sees it. `doubtSince` (ms) is when the payment was tried that is in doubt, null without one: then it shows as a
 * request also where the customer booked at once.
 */
export function asSentQuote(quote: ShownQuote, request: ListedJob['request'], doubtSince: number | null): Of<typeof SentQuote> {
  const isAsked = quote.status === 'requested' || isLocked(quote)
  return asRecord(SentQuote, quote, {
    instantly_bookable: quote.status === 'confirmed' && !isLocked(quote),
    vehicles: asQuoteVehicles(quote.vehicles),
    cancellation_terms: asCancellationTerms(quote.cancellationTerms),
    booking_request: isAsked && request !== null ? asBookingRequest(request) : asDoubt(quote, doubtSince),
    rejection:
      quote.rejectedAt === null
        ? null
        : { reason_code: quote.rejectionCode, reason: quote.rejectionReason ?? '', rejected_at: toInstant(quote.rejectedAt) },
  })
}

/** A quote as its operator sees it, with advice for the office; null without one. */
export function asMyQuote({ quote, request, doubtSince, warnings }: AdvisedQuote): Of<typeof MyQuote> | null {
  if (quote === null) return null
  return {
    ...asSentQuote(quote, request, doubtSince),
    warnings: warnings.map(({ code, message }) => ({ code, message })),
    locked_until: instantOf(quote.lockedUntil),
  }
}

/** One revision as it was sent, whatever became of the quote. */
function asRevision(quote: QuoteRow): Of<typeof MyQuote> {
  return { ...asSentQuote(quote, null, null), warnings: [], locked_until: null }
}

export const QuoteRevisionsView = contract(Type.Array(MyQuote), (revisions: readonly QuoteRow[]) => revisions.map(asRevision))

/** Vehicles as a quote offers them. */
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
  return asRecord(BookingRequest, request, { payment_method: meansOfDeposit(request) })
}

/** The payment of a quote that is in doubt, null where none is. Only a charge of a card can be. */
function asDoubt({ lockedUntil }: ShownQuote, since: number | null) {
  if (lockedUntil === null || since === null) return null
  return {
    requested_at: toInstant(since),
    respond_by: toInstant(lockedUntil),
    payment_status: 'in_doubt' as const,
    payment_method: 'card' as const,
  }
}
