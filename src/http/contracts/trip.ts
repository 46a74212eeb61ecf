import { Type } from '@sinclair/typebox'
import type { CustomerTrip } from '../../actions/customers.ts'
import type { EnteredTrip, WholeTrip } from '../../actions/trips.ts'
import { toInstant } from '../../domain/instant.ts'
import { isLive, isLocked, quoteStatuses } from '../../domain/quote.ts'
import type { QuoteRow, RequestRow } from '../../storage/queries/quotes.ts'
import { contract } from '../contract.ts'
import { input, nullable, type Of, oneOf, prose, record, text, whole } from '../schema.ts'
import { asBooking, asCancellation, Booking, Contact } from './booking.ts'
import {
  asCancellationPreview,
  asCustomerBooking,
  asCustomerCancellation,
  CancellationPreview,
  CustomerBooking,
  CustomerCancellation,
  TripCancellation,
} from './customer-booking.ts'
import { instantOf } from './instant.ts'
import { itineraryFields } from './itinerary.ts'
import { asItinerary } from './itinerary-view.ts'
import { asMyQuote, asQuoteVehicles, MyQuote, QuoteVehicleRecord } from './quote.ts'

export const ReasonBody = input({ reason: prose({ min: 1, max: 500 }) })
export const ChoiceBody = input({
  quote_id: whole({ min: 1 }),
  revision: Type.Optional(nullable(whole({ min: 1 }))),
  payment_method: text({ min: 1, max: 255 }),
})

/** What a customer's choice names. */
export function toChoice(body: Of<typeof ChoiceBody>) {
  return { quoteId: body.quote_id, revision: body.revision ?? null, paymentMethod: body.payment_method }
}

const jobStates = ['open', 'booked', 'completed', 'cancelled', 'expired'] as const
const when = Type.String()
const money = Type.Integer()

const Entered = record({ ref: Type.String(), customer_token: Type.String(), customer_url: Type.String() })

const EnteredWithOffers = record({
  ...Entered.properties,
  status: oneOf(jobStates),
  offers: Type.Array(record({ operator_ref: Type.String(), offered_at: when })),
})

/** A trip just entered, as the platform sees it; the token is shown here only. */
function asEntered({ trip, token, offers }: EnteredTrip, baseUrl: string): Of<typeof EnteredWithOffers> {
  return {
    ...asEnquiry({ trip, token, offers }, baseUrl),
    status: trip.status,
    offers: offers.map(({ offer, operator }) => ({ operator_ref: operator.ref, offered_at: toInstant(offer.offeredAt) })),
  }
}

/** A trip just asked for, to the customer. The token stands behind `#`, where no server and no log ever sees it. */
function asEnquiry({ trip, token }: EnteredTrip, baseUrl: string): Of<typeof Entered> {
  return { ref: trip.ref, customer_token: token, customer_url: `${baseUrl}/trip#${token}` }
}

export const EnquiryView = contract(Entered, (entered: EnteredTrip, { baseUrl }) => asEnquiry(entered, baseUrl))

export const EnteredView = contract(EnteredWithOffers, (entered: EnteredTrip, { baseUrl }) => asEntered(entered, baseUrl))

export const WholeTripRecord = record({
  ref: Type.String(),
  status: oneOf(jobStates),
  source: oneOf(['platform', 'customer', 'operator']),
  customer: record({
    name: Type.String(),
    email: Type.String(),
    phone: nullable(Type.String()),
    organisation: nullable(Type.String()),
  }),
  lead_passenger: nullable(Contact),
  ...itineraryFields,
  currency_code: nullable(Type.String()),
  quote_by: when,
  offers: Type.Array(
    record({
      operator_ref: Type.String(),
      offered_at: when,
      declined_at: nullable(when),
      outcome: nullable(oneOf(['won', 'lost', 'cancelled', 'expired'])),
      closed_at: nullable(when),
    }),
  ),
  quotes: Type.Array(record({ operator_ref: Type.String(), ...MyQuote.properties })),
  booking: nullable(record({ operator_ref: Type.String(), ...Booking.properties })),
  cancellation: nullable(TripCancellation),
  closed_at: nullable(when),
  created_at: when,
  updated_at: when,
})

/** A trip with everybody's part in it, as the platform sees it. */
function asWholeTrip({ trip, customer, offers, quotes, payments, booking }: WholeTrip): Of<typeof WholeTripRecord> {
  const refOf = (operatorId: number) => offers.find(({ offer }) => offer.operatorId === operatorId)?.operator.ref ?? ''
  return {
    ref: trip.ref,
    status: trip.status,
    source: trip.source,
    customer: { name: customer.name, email: customer.email, phone: customer.phone, organisation: customer.organisation },
    lead_passenger: trip.leadPassenger,
    ...asItinerary(trip.itinerary),
    currency_code: trip.currencyCode,
    quote_by: toInstant(trip.quoteBy),
    offers: offers.map(({ offer, operator }) => ({
      operator_ref: operator.ref,
      offered_at: toInstant(offer.offeredAt),
      declined_at: instantOf(offer.declinedAt),
      outcome: offer.outcome,
      closed_at: instantOf(offer.closedAt),
    })),
    quotes: quotes.map(({ quote, request, operator }) => ({
      operator_ref: operator.ref,
      ...asMyQuote(
        quote,
        request,
        payments.find((one) => one.quoteId === quote.id && one.status === 'in_doubt')?.createdAt ?? null,
      ),
    })),
    booking: booking && { operator_ref: refOf(booking.booking.operatorId), ...asBooking(booking) },
    cancellation: asCancellation(trip.cancellation, booking?.booking.currencyCode ?? offers[0]?.offer.currencyCode ?? null),
    closed_at: instantOf(trip.closedAt),
    created_at: toInstant(trip.createdAt),
    updated_at: toInstant(trip.updatedAt),
  }
}

export const WholeTripView = contract(WholeTripRecord, asWholeTrip)

const requestStatuses = [
  'pending',
  'payment_declined',
  'payment_action_required',
  'payment_in_doubt',
  'awaiting_payment',
  'confirmed',
  'rejected',
  'withdrawn',
  'expired',
  'lost',
] as const

export const CustomerTripRecord = record({
  ref: Type.String(),
  status: oneOf(jobStates),
  ...itineraryFields,
  quote_by: when,
  quotes: Type.Array(
    record({
      id: Type.Integer(),
      status: oneOf(quoteStatuses),
      revision: Type.Integer(),
      operator: record({ name: Type.String() }),
      price_amount: money,
      deposit_amount: money,
      currency_code: Type.String(),
      instantly_bookable: Type.Boolean(),
      vehicles: Type.Array(QuoteVehicleRecord),
      inclusions: Type.Array(Type.String()),
      exclusions: Type.Array(Type.String()),
      note: nullable(Type.String()),
      valid_until: when,
    }),
  ),
  booking_request: nullable(
    record({
      quote_id: Type.Integer(),
      status: oneOf(requestStatuses),
      requested_at: when,
      respond_by: when,
      rejection: nullable(record({ reason: Type.String(), rejected_at: when })),
    }),
  ),
  booking: nullable(CustomerBooking),
  cancellation: nullable(CustomerCancellation),
  cancellation_preview: nullable(CancellationPreview),
})

/** A trip as its customer sees it at `now` (ms): the live quotes, what they asked for and what they booked. */
function asCustomerTrip(view: CustomerTrip, now: number): Of<typeof CustomerTripRecord> {
  const { trip, quotes, request } = view
  const live = quotes.filter(({ quote }) => isLive(quote))
  const rejected = quotes.find(({ quote }) => quote.id === request?.quoteId)?.quote ?? null
  return {
    ref: trip.ref,
    status: trip.status,
    ...asItinerary(trip.itinerary),
    quote_by: toInstant(trip.quoteBy),
    quotes: live.map(({ quote, operator }) => ({
      id: quote.id,
      status: quote.status,
      revision: quote.revision,
      operator: { name: operator.name },
      price_amount: quote.priceAmount,
      deposit_amount: quote.depositAmount,
      currency_code: quote.currencyCode,
      instantly_bookable: quote.status === 'confirmed' && !isLocked(quote),
      vehicles: asQuoteVehicles(quote).map((vehicle) => ({ ...vehicle, vehicle_id: null })),
      inclusions: quote.inclusions,
      exclusions: quote.exclusions,
      note: quote.note,
      valid_until: toInstant(quote.validUntil),
    })),
    booking_request: request && asOwnRequest(request, rejected),
    booking: asCustomerBooking(view, now),
    cancellation: asCustomerCancellation(view),
    cancellation_preview: asCancellationPreview(view, now),
  }
}

export const CustomerTripView = contract(CustomerTripRecord, (trip: CustomerTrip, { now }) => asCustomerTrip(trip, now))

function asOwnRequest(request: RequestRow, quote: QuoteRow | null) {
  return {
    quote_id: request.quoteId,
    status: requestStatus(request),
    requested_at: toInstant(request.requestedAt),
    respond_by: toInstant(request.respondBy),
    rejection:
      request.status === 'rejected' && quote !== null && quote.rejectedAt !== null
        ? { reason: quote.rejectionReason ?? '', rejected_at: toInstant(quote.rejectedAt) }
        : null,
  }
}

function requestStatus({ status, paymentStatus }: RequestRow): (typeof requestStatuses)[number] {
  if (status === 'pending' && paymentStatus === 'declined') return 'payment_declined'
  if (status === 'pending' && paymentStatus === 'requires_action') return 'payment_action_required'
  if (status === 'pending' && paymentStatus === 'in_doubt') return 'payment_in_doubt'
  return status === 'confirmed' && paymentStatus === 'awaiting_transfer' ? 'awaiting_payment' : status
}
