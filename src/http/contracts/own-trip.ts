import { Type } from '@sinclair/typebox'
import type { Advised } from '../../actions/quotes/quote-warnings.ts'
import type { AgreedQuote } from '../../actions/sales/agreed-bookings.ts'
import type { EnteredOwnTrip, OwnEnquiry, OwnTripFilter } from '../../actions/sales/own-trips.ts'
import { agreedTerms, agreedWays } from '../../domain/agreement.ts'
import type { OwnTrip } from '../../storage/queries/own-trips.ts'
import { defineContract, type Showing } from '../contract.ts'
import { definePageContract } from '../pagination.ts'
import { email, input, instant, moment, nullable, type Of, oneOf, pageFields, pathId, record, text, whole } from '../schema.ts'
import { asCancellation, Cancellation } from './cancellation.ts'
import { Contact, Customer } from './contact.ts'
import { refuseInvalidField } from './fault.ts'
import { asRecord, listAllFields } from './fields.ts'
import { itineraryFields } from './itinerary.ts'
import { asItinerary } from './itinerary-view.ts'
import { asMyQuote, MyQuote, QuoteBody, toQuoteTerms } from './quote.ts'
import { asEntered, EnteredWithOffers, tripStates } from './trip.ts'
import { askedFields, toRequestedTrip } from './trip-input.ts'

const optionalTripField = <S extends Parameters<typeof nullable>[0]>(schema: S) => Type.Optional(nullable(schema))

/** The customer of an operator's own trip: an email address or a phone number is enough. */
export const TelephoneCustomerBody = input({
  name: text({ min: 1, max: 160 }),
  email: optionalTripField(email()),
  phone: optionalTripField(text({ max: 24 })),
  organisation: optionalTripField(text({ max: 160 })),
})

export const AgreementBody = input({
  terms: oneOf(agreedTerms),
  agreed_by: oneOf(agreedWays),
  po_number: optionalTripField(text({ min: 1, max: 40 })),
})

/** An operator's own entry: offered to itself, and optionally quoted and booked. */
export const OwnTripBody = input({
  customer: optionalTripField(TelephoneCustomerBody),
  customer_id: optionalTripField(whole({ min: 1 })),
  ...askedFields,
  quote: optionalTripField(QuoteBody),
  book: optionalTripField(AgreementBody),
})

export function toOwnEnquiry(body: Of<typeof OwnTripBody>): OwnEnquiry {
  const { customer, customer_id, quote, book, ...asked } = body
  return {
    ...toRequestedTrip(asked),
    customer: customer ? listAllFields(TelephoneCustomerBody, customer) : null,
    customerId: customer_id ?? null,
    quote: quote ? toQuoteTerms(quote) : null,
    book: book ? listAllFields(AgreementBody, book) : null,
  }
}

export const AgreedBookingBody = input({ quote_id: whole({ min: 1 }), ...AgreementBody.properties })

/** The customer's agreement, and its quote. */
export function toAgreedQuote(body: Of<typeof AgreedBookingBody>): AgreedQuote {
  return listAllFields(AgreedBookingBody, body)
}

export const CopyBody = input({ departs_at: instant() })

/** The departure (ms) of a copy. */
export function toDeparture(body: Of<typeof CopyBody>): number {
  return listAllFields(CopyBody, body).departsAt
}

export const OwnTripsQuery = input({
  status: Type.Optional(oneOf(tripStates)),
  customer_id: Type.Optional(pathId()),
  ...pageFields,
})

/**
 * The state or the saved customer of a query; null if absent. A number that is no id finds no trip. Refuses
 * `validation_failed` for both.
 */
export function toOwnTripFilter({ status, customer_id }: Of<typeof OwnTripsQuery>): OwnTripFilter {
  if (customer_id === undefined) return { status: status ?? null, customerId: null }
  if (status !== undefined) throw refuseInvalidField('status', 'The status field must be absent beside customer_id.')
  const id = Number(customer_id)
  return { status: null, customerId: Number.isSafeInteger(id) && id > 0 ? id : 0 }
}

export const EnteredOwnTripRecord = record({
  ...EnteredWithOffers.properties,
  quote_id: nullable(Type.Integer()),
  booking_ref: nullable(Type.String()),
})

/** A new trip, for the operator that entered it. */
export const EnteredOwnTripView = defineContract(EnteredOwnTripRecord, (entered: EnteredOwnTrip, { baseUrl }) => ({
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

/** A trip that an operator entered, with its customer and every place. */
function asOwnTrip(own: Advised<OwnTrip>, { mapUrl }: Showing): Of<typeof OwnTripRecord> {
  const { trip, customer, quote } = own
  return asRecord(OwnTripRecord, trip, {
    ...asItinerary(trip.itinerary, mapUrl),
    customer_id: trip.ownCustomerId,
    customer: asRecord(Customer, customer, {}),
    my_quote: asMyQuote(own),
    booking_ref: quote?.status === 'booked' ? trip.ref : null,
    cancellation: asCancellation(trip.cancellation, trip.currencyCode),
  })
}

export const OwnTripView = defineContract(OwnTripRecord, asOwnTrip)

export const OwnTripPage = definePageContract(OwnTripRecord, asOwnTrip)
