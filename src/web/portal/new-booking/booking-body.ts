import type { Records } from '../../office/api/records.ts'
import { buildBody } from '../../office/form/body.ts'
import { readLimits } from '../../office/form/limits.ts' with { type: 'macro' }
import type { TypedBody } from '../../office/form/typed.ts'
import { emptyPlace, findPlaceAt, resolvePlace } from '../../office/trip-fields/places.ts'
import { buildDetails, buildEnds } from '../../office/trip-fields/trip-body.ts'

export type PhoneBooking = Records['OwnTripInput'] & {
  readonly isReturn?: boolean
  /** Whether the form books the trip instead of saving a quote. */
  readonly isAgreed?: boolean
}

/** The limits of a booking by phone. */
export const bookingLimits = readLimits('OwnTripInput')

/** The values of a new form, for an account with this currency. */
export function createBooking(currency: string): TypedBody<PhoneBooking> {
  return {
    purpose: 'other',
    flight: { direction: 'arrival' },
    quote: { currency_code: currency, availability: 'confirmed' },
    book: { agreed_by: 'phone' },
  }
}

/** The changes for another customer, or none: clears the payment and the home of the previous customer. */
export function toCustomer(values: TypedBody<PhoneBooking>, customerId: number | null) {
  const withoutHome = (end: 'pickup' | 'dropoff') => {
    const place = resolvePlace(findPlaceAt(values, end))
    return place.taken?.kind === 'residential' && place.taken.customerId !== customerId ? emptyPlace : place
  }
  const book = { ...values.book, terms: null, po_number: null }
  return { customer_id: customerId, book, pickup: withoutHome('pickup'), dropoff: withoutHome('dropoff') }
}

/** The request body: the trip, the customer, the quote and the agreed payment. */
export function buildTripBody(values: TypedBody<PhoneBooking>): Records['OwnTripInput'] {
  const { customer, customer_id, returns_at = null, book, ...trip } = buildBody(values, bookingLimits) as PhoneBooking
  return {
    ...trip,
    ...buildDetails(trip),
    ...buildEnds(values),
    ...(customer_id == null ? { customer: nameCaller(customer) } : { customer_id }),
    ...(values.isReturn && { returns_at }),
    ...(values.isAgreed && book?.terms && { book }),
  }
}

/** Without a name, the phone number or email address is the name. */
function nameCaller(customer: PhoneBooking['customer']): Records['TelephoneCustomerInput'] {
  const { name, organisation, phone, email } = customer ?? {}
  return { ...customer, name: name || organisation || phone || email || 'Caller' }
}
