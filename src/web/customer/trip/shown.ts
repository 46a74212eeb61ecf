import type { components } from '../../../../dist/clients/typescript/charabanc.d.ts'
import { formatMoney } from '../../plain/money.ts'

/** The trip in the customer's API. */
export type ShownTrip = components['schemas']['CustomerTrip']
/** The customer of a trip, as fields of the enquiry form. */
export type ShownCustomer = Readonly<Record<'name', string> & Record<'email' | 'phone' | 'organisation', string | null>>
export type ShownBooking = components['schemas']['CustomerBooking']
export type ShownPayment = NonNullable<ShownTrip['payment']>
export type ShownOffer = ShownTrip['quotes'][number]
export type ShownChange = components['schemas']['CustomerAmendment']
export type RequestedChanges = components['schemas']['Changes']

/**
 * The facts of all sentences: the trip, the payment method, and the time (ms). `moneyZone` is the operator's zone, for due
 * dates. With `isOwnSale` one operator sells the trip, so that there is one quote and no choice of offers.
 */
export type TripView = {
  readonly trip: ShownTrip
  readonly isTransfer: boolean
  readonly now: number
  readonly moneyZone?: string | undefined
  readonly isOwnSale?: boolean
}

/** The name of a price on this page: a quote of an operator for its own trip, or an offer of one of several operators. */
export function findOfferWord({ isOwnSale }: TripView): 'quote' | 'offer' {
  return isOwnSale ? 'quote' : 'offer'
}

/** Name of the operator of the booking or the held offer. */
export function formatBookedOperator({ booking }: ShownTrip): string {
  return booking?.operator.name ?? 'The operator'
}

/** The open offer of this id. */
export function findOpenOffer({ quotes }: ShownTrip, id: number | undefined): ShownOffer | undefined {
  return quotes.find((offer) => offer.id === id)
}

/** Whether a coach is held for a payment. */
export function isHeld({ booking }: ShownTrip): boolean {
  return booking?.status === 'awaiting_payment'
}

/** Whether a booking request waits for its answer or its payment. */
export function isRequestOpen({ booking_request: request }: ShownTrip): boolean {
  return /^(pending|payment_declined|payment_action_required|payment_in_doubt)$/.test(request?.status ?? '')
}

/** Whether the result of a charge is unknown. */
export function isInDoubt({ booking, booking_request: request }: ShownTrip): boolean {
  return booking?.payment_status === 'in_doubt' || request?.status === 'payment_in_doubt'
}

/** Whether a payment is open or in doubt. */
export function isUnsettled(trip: ShownTrip): boolean {
  return findOpenPayment(trip) !== null || isInDoubt(trip)
}

/** The payment that can still change, except by a refund. Null for none. */
export function findOpenPayment({ payment }: ShownTrip): ShownPayment | null {
  return payment?.status === 'refunding' ? null : payment
}

/** Whether a coach is held during the payment of its deposit, so that no other offer can be chosen. */
export function isDepositPaymentOpen(trip: ShownTrip): boolean {
  return findOpenPayment(trip)?.purpose === 'deposit'
}

/** Whether a card page is open. */
export function isCardPageOpen({ payment }: ShownTrip): boolean {
  return payment?.status === 'awaiting_customer'
}

/** Whether the trip is booked or completed. */
export function isTripBooked({ status, booking }: ShownTrip): boolean {
  return booking !== null && (status === 'booked' || status === 'completed')
}

/** Whether the page shows an amount due beside the deposit. */
export function isMoneyDue(view: TripView): boolean {
  const { trip, isTransfer } = view
  return isTripBooked(trip) && (trip.booking?.due_amount ?? 0) > 0 && (!isTransfer || trip.pay_to !== null)
}

/** Whether a change is open. */
export function isOpenChange({ status }: ShownChange): boolean {
  return status === 'wished' || status === 'proposed' || status === 'accepted'
}

/** Whether the customer pays by invoice or in cash, as agreed with the operator. */
export function isPaidLater(booking: ShownBooking | null): boolean {
  return booking?.terms === 'account' || booking?.terms === 'cash'
}

/** The call that an offer allows now, and the label of its button. Null without one. */
export function findChoice(trip: ShownTrip, offer: ShownOffer) {
  const { id, revision, status, instantly_bookable: isSure } = offer
  if (isHeld(trip)) {
    const isOurs = status === 'confirmed' && !isSure && trip.booking?.payment_status === 'requires_action'
    return isOurs ? { path: '/book', words: 'Pay with another card' } : null
  }
  if (isRequestOpen(trip) || isDepositPaymentOpen(trip)) return null
  if (isSure) return { path: '/book', words: `Book for ${formatMoney(offer.price_amount, offer.currency_code)}` }
  // The section above links to the open page.
  const open = findOpenPayment(trip)
  if (open?.quote_id === id && open.quote_revision === revision) return null
  return status === 'likely' ? { path: '/request-booking', words: 'Request this coach' } : null
}
