import type { Records } from '../api/records.ts'
import {
  detailsBody,
  emptyPlace,
  emptyTrip,
  placeBody,
  shownPlace,
  type TypedPlace,
  type TypedTrip,
  vehicleBodies,
} from '../trip-fields/typed-trip.ts'

/** A customer's yes, as it is typed. */
export type TypedAgreement = {
  readonly terms: Records['AgreedTerms'] | null
  readonly agreedBy: Records['AgreedBy']
  readonly poNumber: string
}

/** A booking as it is typed while its customer is on the telephone. */
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
    /** Whether they said yes: it is booked, not only quoted. */
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

/** The change of a booking to another customer, or to none: how they pay is not said, and the one before's home is gone. */
export function toCustomer({ pickup, dropoff }: TypedBooking, customerId: number | null): Partial<TypedBooking> {
  const withoutHome = (typed: TypedPlace) => {
    const place = shownPlace(typed)
    const { taken = null } = place
    return taken?.kind === 'residential' && taken.customerId !== customerId ? emptyPlace : place
  }
  return { customerId, terms: null, pickup: withoutHome(pickup), dropoff: withoutHome(dropoff) }
}

/** The body that is sent: the trip, who wants it, what it costs, and where they said yes how they pay. */
export function tripBody(typed: TypedBooking, currency: string): Records['OwnTripInput'] {
  const { customerId, purpose, isAgreed } = typed
  const book = agreementBody(typed)
  return {
    ...(customerId === null ? { customer: customerBody(typed) } : { customer_id: customerId }),
    pickup: placeBody(typed.pickup),
    dropoff: placeBody(typed.dropoff),
    departs_at: typed.departsAt ?? '',
    ...(typed.isReturn && { returns_at: typed.returnsAt }),
    passenger_count: typed.people ?? 0,
    purpose,
    ...detailsBody(typed),
    quote: {
      price_amount: typed.price ?? 0,
      currency_code: currency,
      availability: typed.availability,
      vehicles: vehicleBodies(typed.coaches),
      ...(typed.deposit !== null && { deposit_amount: typed.deposit }),
    },
    ...(isAgreed && book !== null && { book }),
  }
}

/** The agreement as the API takes it; null before it is said how they pay. */
export function agreementBody({ terms, agreedBy, poNumber }: TypedAgreement) {
  return terms === null ? null : { terms, agreed_by: agreedBy, po_number: poNumber.trim() || null }
}

/** A customer is called by the number or the address they gave until someone asks for the name. */
function customerBody(typed: TypedBooking): Records['TelephoneCustomerInput'] {
  const said = (text: string) => text.trim() || null
  const [organisation, phone, email] = [said(typed.organisation), said(typed.phone), said(typed.email)]
  return { name: said(typed.name) ?? organisation ?? phone ?? email ?? 'Caller', organisation, phone, email }
}
