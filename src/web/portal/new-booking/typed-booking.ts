import type { Records } from '../api/records.ts'
import {
  buildDetailsBody,
  buildPlaceBody,
  emptyPlace,
  emptyTrip,
  listVehicleBodies,
  resolveTypedPlace,
  type TypedPlace,
  type TypedTrip,
} from '../trip-fields/typed-trip.ts'

/** The typed values for booking a quote for the customer. */
export type TypedAgreement = {
  readonly terms: Records['AgreedTerms'] | null
  readonly agreedBy: Records['AgreedBy']
  readonly poNumber: string
}

/** The typed values of a booking by phone. */
export type TypedBooking = TypedTrip &
  TypedAgreement & {
    readonly customerId: number | null
    readonly name: string
    readonly organisation: string
    readonly phone: string
    readonly email: string
    readonly purpose: Records['Purpose']
    readonly price: number | null
    readonly deposit: number | null
    readonly availability: Records['Availability']
    /** Whether the form books the trip instead of saving a quote. */
    readonly isAgreed: boolean
  }

export const emptyAgreement: TypedAgreement = { terms: null, agreedBy: 'phone', poNumber: '' }

export const emptyBooking: TypedBooking = {
  ...emptyTrip,
  ...emptyAgreement,
  customerId: null,
  name: '',
  organisation: '',
  phone: '',
  email: '',
  purpose: 'other',
  price: null,
  deposit: null,
  availability: 'confirmed',
  isAgreed: false,
}

/** The changes for another customer, or none: clears the payment terms and the home of the previous customer. */
export function toCustomer({ pickup, dropoff }: TypedBooking, customerId: number | null): Partial<TypedBooking> {
  const withoutHome = (typed: TypedPlace) => {
    const place = resolveTypedPlace(typed)
    const { taken = null } = place
    return taken?.kind === 'residential' && taken.customerId !== customerId ? emptyPlace : place
  }
  return { customerId, terms: null, pickup: withoutHome(pickup), dropoff: withoutHome(dropoff) }
}

/** The request body: the trip, the customer, the quote and the agreed payment. */
export function buildTripBody(typed: TypedBooking, currency: string): Records['OwnTripInput'] {
  const { customerId, purpose, isAgreed } = typed
  const book = buildAgreementBody(typed)
  return {
    ...(customerId === null ? { customer: buildBookedCustomerBody(typed) } : { customer_id: customerId }),
    pickup: buildPlaceBody(typed.pickup),
    dropoff: buildPlaceBody(typed.dropoff),
    departs_at: typed.departsAt ?? '',
    ...(typed.isReturn && { returns_at: typed.returnsAt }),
    passenger_count: typed.people ?? 0,
    purpose,
    ...buildDetailsBody(typed),
    quote: {
      price_amount: typed.price ?? 0,
      currency_code: currency,
      availability: typed.availability,
      vehicles: listVehicleBodies(typed.coaches),
      ...(typed.deposit !== null && { deposit_amount: typed.deposit }),
    },
    ...(isAgreed && book !== null && { book }),
  }
}

/** The agreement in the request body. Null without payment terms. */
export function buildAgreementBody({ terms, agreedBy, poNumber }: TypedAgreement) {
  return terms === null ? null : { terms, agreed_by: agreedBy, po_number: poNumber.trim() || null }
}

/** The customer in the request body. Without a name, the phone number or email address is the name. */
function buildBookedCustomerBody(typed: TypedBooking): Records['TelephoneCustomerInput'] {
  const said = (text: string) => text.trim() || null
  const [organisation, phone, email] = [said(typed.organisation), said(typed.phone), said(typed.email)]
  return { name: said(typed.name) ?? organisation ?? phone ?? email ?? 'Caller', organisation, phone, email }
}
