import { Type } from '@sinclair/typebox'
import type { CustomerTrip } from '../../actions/customers/customer-trip.ts'
import type { EnteredTrip } from '../../actions/trips/trips.ts'
import type { WholeTrip } from '../../actions/trips/whole-trip.ts'
import { computeBalanceDueTime, usualBalanceDays } from '../../domain/booking.ts'
import { type CardDecline, cardDeclines } from '../../domain/card-fault.ts'
import { toInstant } from '../../domain/instant.ts'
import { isLive, isQuoteLocked, quoteStatuses } from '../../domain/quote.ts'
import type { QuoteRow, RequestRow } from '../../storage/queries/quotes.ts'
import { defineContract, type Showing } from '../contract.ts'
import { input, moment, nullable, type Of, oneOf, prose, record, text, whole } from '../schema.ts'
import { Amendment, asCustomerAmendment } from './amendment.ts'
import { asBooking, Booking } from './booking.ts'
import { asRefundedCancellation } from './cancellation.ts'
import { asCancellationTerms, CancellationTerm } from './cancellation-terms.ts'
import { Contact } from './contact.ts'
import {
  asCancellationPreview,
  asCustomerBooking,
  asCustomerCancellation,
  asPromisedVehicles,
  CancellationPreview,
  CustomerBooking,
  TripCancellation,
} from './customer-booking.ts'
import { buildCustomerUrl } from './customer-link.ts'
import { asCustomerPayment, CustomerPayment } from './customer-payment.ts'
import { asRecord, listAllFields } from './fields.ts'
import { toInstantOrNull } from './instant.ts'
import { itineraryFields } from './itinerary.ts'
import { asItinerary } from './itinerary-view.ts'
import { asPayTo, PayTo } from './money.ts'
import { asPayoutOutline, PayoutOutline } from './payout.ts'
import { asSentQuote, QuoteVehicleRecord, SentQuote } from './quote.ts'

export const ReasonBody = input({ reason: prose({ min: 1, max: 500 }) })
export const ChoiceBody = input({
  quote_id: whole({ min: 1 }),
  revision: Type.Optional(nullable(whole({ min: 1 }))),
  payment_method: text({ min: 1, max: 255 }),
})

/** The choice of a customer: a quote, its revision or null, and a payment method. */
export function toChoice(body: Of<typeof ChoiceBody>) {
  return listAllFields(ChoiceBody, body)
}

export const tripStates = ['open', 'booked', 'completed', 'cancelled', 'expired'] as const
const when = moment()
const money = Type.Integer()

const Entered = record({ ref: Type.String(), customer_token: Type.String(), customer_url: Type.String() })

export const EnteredOffer = record({ operator_ref: Type.String(), offered_at: when })

export const EnteredWithOffers = record({
  ...Entered.properties,
  status: oneOf(tripStates),
  offers: Type.Array(EnteredOffer),
})

/** A new trip for the platform. Only this answer shows the token. */
export function asEntered({ trip, token, offers }: EnteredTrip, baseUrl: string): Of<typeof EnteredWithOffers> {
  return {
    ...asEnquiry({ trip, token, offers }, baseUrl),
    status: trip.status,
    offers: offers.map(({ offer, operator }) => ({ operator_ref: operator.ref, offered_at: toInstant(offer.offeredAt) })),
  }
}

/** A new trip for the customer. */
function asEnquiry({ trip, token }: EnteredTrip, baseUrl: string): Of<typeof Entered> {
  return { ref: trip.ref, customer_token: token, customer_url: buildCustomerUrl(baseUrl, token) }
}

export const EnquiryView = defineContract(Entered, (entered: EnteredTrip, { baseUrl }) => asEnquiry(entered, baseUrl))

export const EnteredView = defineContract(EnteredWithOffers, (entered: EnteredTrip, { baseUrl }) => asEntered(entered, baseUrl))

const ShownOffer = record({
  operator_ref: Type.String(),
  offered_at: when,
  declined_at: nullable(when),
  outcome: nullable(oneOf(['won', 'lost', 'cancelled', 'expired'])),
  closed_at: nullable(when),
})

export const WholeTripRecord = record({
  ref: Type.String(),
  status: oneOf(tripStates),
  source: oneOf(['platform', 'customer', 'operator']),
  customer: record({
    name: Type.String(),
    email: nullable(Type.String()),
    phone: nullable(Type.String()),
    organisation: nullable(Type.String()),
  }),
  lead_passenger: nullable(Contact),
  ...itineraryFields,
  currency_code: nullable(Type.String()),
  quote_by: when,
  offers: Type.Array(ShownOffer),
  quotes: Type.Array(record({ operator_ref: Type.String(), ...SentQuote.properties })),
  booking: nullable(record({ operator_ref: Type.String(), ...Booking.properties, payout: nullable(PayoutOutline) })),
  cancellation: nullable(TripCancellation),
  closed_at: nullable(when),
  created_at: when,
  updated_at: when,
})

/** A trip with all parties, for the platform. */
function asWholeTrip(
  { trip, customer, offers, quotes, payments, refunds, booking }: WholeTrip,
  { now, mapUrl }: Showing,
): Of<typeof WholeTripRecord> {
  const refOf = (operatorId: number) => offers.find(({ offer }) => offer.operatorId === operatorId)?.operator.ref ?? ''
  return asRecord(WholeTripRecord, trip, {
    ...asItinerary(trip.itinerary, mapUrl),
    customer: asRecord(WholeTripRecord.properties.customer, customer, {}),
    offers: offers.map(({ offer, operator }) => asRecord(ShownOffer, offer, { operator_ref: operator.ref })),
    quotes: quotes.map(({ quote, request, operator }) => ({
      operator_ref: operator.ref,
      ...asSentQuote(
        quote,
        request,
        payments.find((one) => one.quoteId === quote.id && one.status === 'in_doubt')?.createdAt ?? null,
      ),
    })),
    booking: booking && {
      operator_ref: refOf(booking.booking.operatorId),
      ...asBooking(booking, { now, mapUrl }),
      payout: booking.payout && asPayoutOutline(booking.payout),
    },
    cancellation: asRefundedCancellation(
      trip.cancellation,
      booking?.booking.currencyCode ?? offers[0]?.offer.currencyCode ?? null,
      refunds,
    ),
  })
}

export const WholeTripView = defineContract(WholeTripRecord, asWholeTrip)

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

export const OfferedVehicle = record({
  ...QuoteVehicleRecord.properties,
  amenities: Type.Array(Type.String()),
  wheelchair_spaces: Type.Integer(),
})

const CustomerQuote = record({
  id: Type.Integer(),
  status: oneOf(quoteStatuses),
  revision: Type.Integer(),
  operator: record({
    name: Type.String(),
    phone: nullable(Type.String()),
    operator_licence: nullable(Type.String()),
  }),
  price_amount: money,
  deposit_amount: money,
  currency_code: Type.String(),
  instantly_bookable: Type.Boolean(),
  vehicles: Type.Array(OfferedVehicle),
  inclusions: Type.Array(Type.String()),
  exclusions: Type.Array(Type.String()),
  note: nullable(Type.String()),
  valid_until: when,
  balance_due_at: nullable(when),
  cancellation_terms: Type.Array(CancellationTerm),
})

const endedStatuses = ['withdrawn', 'expired', 'rejected'] as const

/** An offer that has ended, with the reason. */
export const GoneQuote = record({
  id: Type.Integer(),
  status: oneOf(endedStatuses),
  operator: record({ name: Type.String() }),
  closed_at: nullable(when),
})

const OwnRequest = record({
  quote_id: Type.Integer(),
  status: oneOf(requestStatuses),
  requested_at: when,
  respond_by: when,
  rejection: nullable(record({ reason: Type.String(), rejected_at: when })),
  decline_reason: nullable(oneOf(cardDeclines)),
})

export const CustomerTripRecord = record({
  ref: Type.String(),
  status: oneOf(tripStates),
  ...itineraryFields,
  quote_by: when,
  quotes: Type.Array(CustomerQuote),
  booking_request: nullable(OwnRequest),
  booking: nullable(CustomerBooking),
  cancellation: nullable(TripCancellation),
  cancellation_preview: nullable(CancellationPreview),
  pay_to: nullable(PayTo),
  payment: nullable(CustomerPayment),
  amendments: Type.Array(Amendment),
  gone_quotes: Type.Array(GoneQuote),
})

/** A trip for its customer now: the active quotes, the request and the booking. */
function asCustomerTrip(view: CustomerTrip, { now, mapUrl }: Showing): Of<typeof CustomerTripRecord> {
  const { trip, quotes, request } = view
  const live = quotes.filter(({ quote }) => isLive(quote))
  const rejected = quotes.find(({ quote }) => quote.id === request?.quoteId)?.quote ?? null
  const itinerary = asItinerary(trip.itinerary, mapUrl)
  return asRecord(CustomerTripRecord, trip, {
    ...itinerary,
    quotes: live.map(({ quote, operator }) =>
      asRecord(CustomerQuote, quote, {
        operator: { name: operator.name, phone: operator.phone, operator_licence: operator.operatorLicence },
        instantly_bookable: quote.status === 'confirmed' && !isQuoteLocked(quote),
        vehicles: asOfferedVehicles(quote.vehicles, view.comforts),
        balance_due_at: toInstantOrNull(
          computeBalanceDueTime(
            quote.priceAmount - quote.depositAmount,
            trip.departsAt,
            now,
            quote.balanceDays ?? usualBalanceDays,
          ),
        ),
        cancellation_terms: asCancellationTerms(quote.cancellationTerms),
      }),
    ),
    gone_quotes: trip.status === 'open' ? asClosedQuotes(view) : [],
    booking_request: request && asOwnRequest(request, rejected, view.requestDecline),
    booking: asCustomerBooking(view, itinerary, now),
    cancellation: asCustomerCancellation(view),
    cancellation_preview: asCancellationPreview(view, now),
    pay_to: asPayTo(view, now),
    payment: asCustomerPayment(view),
    amendments: view.amendments.map((amendment) => asCustomerAmendment({ amendment, trip }, { mapUrl })),
  })
}

export const CustomerTripView = defineContract(CustomerTripRecord, asCustomerTrip)

/** The ended quotes of a trip. An operator's new quote replaces its earlier ones. */
function asClosedQuotes({ quotes }: CustomerTrip): Of<typeof GoneQuote>[] {
  const latest = new Map(quotes.map((offered) => [offered.quote.operatorId, offered]))
  return [...latest.values()].flatMap(({ quote, operator }) => {
    const status = endedStatuses.find((one) => one === quote.status)
    if (status === undefined) return []
    return [asRecord(GoneQuote, quote, { status, operator: { name: operator.name }, closed_at: toInstantOrNull(quote.closedAt) })]
  })
}

/** The vehicles of a quote, with the amenities of named vehicles of the fleet. */
function asOfferedVehicles(vehicles: QuoteRow['vehicles'], comforts: CustomerTrip['comforts']): Of<typeof OfferedVehicle>[] {
  return asPromisedVehicles(vehicles).map((vehicle, nth) => {
    const found = comforts?.get(vehicles[nth]?.vehicleId ?? 0)
    return { ...vehicle, amenities: [...(found?.amenities ?? [])], wheelchair_spaces: found?.wheelchairSpaces ?? 0 }
  })
}

function asOwnRequest(request: RequestRow, quote: QuoteRow | null, decline: CardDecline | null) {
  const status = findRequestStatus(request)
  return asRecord(OwnRequest, request, {
    status,
    decline_reason: status === 'payment_declined' || status === 'payment_action_required' ? decline : null,
    rejection:
      request.status === 'rejected' && quote !== null && quote.rejectedAt !== null
        ? { reason: quote.rejectionReason ?? '', rejected_at: toInstant(quote.rejectedAt) }
        : null,
  })
}

function findRequestStatus({ status, paymentStatus }: RequestRow): (typeof requestStatuses)[number] {
  if (status === 'pending' && paymentStatus === 'declined') return 'payment_declined'
  if (status === 'pending' && paymentStatus === 'requires_action') return 'payment_action_required'
  if (status === 'pending' && paymentStatus === 'in_doubt') return 'payment_in_doubt'
  return status === 'confirmed' && paymentStatus === 'awaiting_transfer' ? 'awaiting_payment' : status
}
