import { Type } from '@sinclair/typebox'
import type { AgreedQuote } from '../../actions/bookings/agreed-bookings.ts'
import type { Advised } from '../../actions/quotes/quote-warnings.ts'
import type { EnteredOwnTrip, OwnEnquiry } from '../../actions/trips/own-trips.ts'
import { agreedTerms, agreedWays } from '../../domain/agreement.ts'
import type { OwnTrip } from '../../storage/queries/own-trips.ts'
import { contract } from '../contract.ts'
import { pageContract } from '../pagination.ts'
import { email, input, instant, moment, nullable, type Of, oneOf, pageFields, record, text, whole } from '../schema.ts'
import { asCancellation, Cancellation } from './cancellation.ts'
import { Contact, Customer } from './contact.ts'
import { allFields, asRecord } from './fields.ts'
import { itineraryFields } from './itinerary.ts'
import { asItinerary } from './itinerary-view.ts'
import { asMyQuote, MyQuote, QuoteBody, toQuoteTerms } from './quote.ts'
import { asEntered, EnteredWithOffers, tripStates } from './trip.ts'
import { askedFields, toAsked } from './trip-input.ts'

const maybe = <S extends Parameters<typeof nullable>[0]>(schema: S) => Type.Optional(nullable(schema))

/** The customer of an operator's own trip, as they are typed: an e-mail address or a phone number will do. */
export const TelephoneCustomerBody = input({
  name: text({ min: 1, max: 160 }),
  email: maybe(email()),
  phone: maybe(text({ max: 24 })),
  organisation: maybe(text({ max: 160 })),
})

export const AgreementBody = input({
  terms: oneOf(agreedTerms),
  agreed_by: oneOf(agreedWays),
  po_number: maybe(text({ min: 1, max: 40 })),
})

/** An operator's own entry: offered to itself, and quoted and booked at once where that is said. */
export const OwnTripBody = input({
  customer: maybe(TelephoneCustomerBody),
  customer_id: maybe(whole({ min: 1 })),
  ...askedFields,
  quote: maybe(QuoteBody),
  book: maybe(AgreementBody),
})

/** A validated body as the action takes it. */
export function toOwnEnquiry(body: Of<typeof OwnTripBody>): OwnEnquiry {
  const { customer, customer_id, quote, book, ...asked } = body
  return {
    ...toAsked(asked),
    customer: customer ? allFields(TelephoneCustomerBody, customer) : null,
    customerId: customer_id ?? null,
    quote: quote ? toQuoteTerms(quote) : null,
    book: book ? allFields(AgreementBody, book) : null,
  }
}

export const AgreedBookingBody = input({ quote_id: whole({ min: 1 }), ...AgreementBody.properties })

/** The agreement that a body tells of, and the quote it is about. */
export function toAgreedQuote(body: Of<typeof AgreedBookingBody>): AgreedQuote {
  return allFields(AgreedBookingBody, body)
}

export const CopyBody = input({ departs_at: instant() })

/** The instant (ms) at which a copy is to depart. */
export function toDeparture(body: Of<typeof CopyBody>): number {
  return allFields(CopyBody, body).departsAt
}

export const OwnTripsQuery = input({ status: Type.Optional(oneOf(tripStates)), ...pageFields })

export const EnteredOwnTripRecord = record({
  ...EnteredWithOffers.properties,
  quote_id: nullable(Type.Integer()),
  booking_ref: nullable(Type.String()),
})

/** A trip just entered, to who entered it. */
export const EnteredOwnTripView = contract(EnteredOwnTripRecord, (entered: EnteredOwnTrip, { baseUrl }) => ({
  ...asEntered(entered, baseUrl),
  quote_id: entered.quoteId,
  booking_ref: entered.bookingRef,
}))

const when = moment()

export const OwnTripRecord = record({
  ref: Type.String(),
  status: oneOf(tripStates),
  customer_id: nullable(Type.Integer()),
  customer: Customer,
  lead_passenger: nullable(Contact),
  ...itineraryFields,
  currency_code: nullable(Type.String()),
  quote_by: when,
  my_quote: nullable(MyQuote),
  booking_ref: nullable(Type.String()),
  cancellation: nullable(record({ ...Cancellation.properties, currency_code: nullable(Type.String()) })),
  closed_at: nullable(when),
  created_at: when,
  updated_at: when,
})

/** A trip an operator entered for itself, with its customer and every place. */
function asOwnTrip(own: Advised<OwnTrip>): Of<typeof OwnTripRecord> {
  const { trip, customer, quote } = own
  return asRecord(OwnTripRecord, trip, {
    ...asItinerary(trip.itinerary),
    customer_id: trip.ownCustomerId,
    customer: asRecord(Customer, customer, {}),
    my_quote: asMyQuote(own),
    booking_ref: quote?.status === 'booked' ? trip.ref : null,
    cancellation: asCancellation(trip.cancellation, trip.currencyCode),
  })
}

export const OwnTripView = contract(OwnTripRecord, asOwnTrip)

export const OwnTripPage = pageContract(OwnTripRecord, asOwnTrip)
