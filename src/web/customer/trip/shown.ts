import type { components } from '../../../../dist/clients/typescript/charabanc.d.ts'
import { spokenMoney } from '../../plain/money.ts'

/** The trip as its customer reads it. */
export type ShownTrip = components['schemas']['CustomerTrip']
/** The customer of a trip, as the form for an enquiry asks for them. */
export type ShownCustomer = Readonly<Record<'name', string> & Record<'email' | 'phone' | 'organisation', string | null>>
export type ShownBooking = components['schemas']['CustomerBooking']
export type ShownPayment = NonNullable<ShownTrip['payment']>
export type ShownOffer = ShownTrip['quotes'][number]
export type ShownChange = components['schemas']['CustomerAmendment']
export type WishedChanges = components['schemas']['Changes']

/**
 * The facts that sentences are made of: the trip, how this server is paid, and the time (ms). `moneyZone` is the operator's, on whose clocks
 * money is due. `isOwnSale` says that one operator sells the trip, so that there is one quote and no choice of offers.
 */
export type TripView = {
  readonly trip: ShownTrip
  readonly isTransfer: boolean
  readonly now: number
  readonly moneyZone?: string | undefined
  readonly isOwnSale?: boolean
}

/** The name of a price on this page: an operator that sells its own trip sends a quote, and operators that compete send offers. */
export function offerWord({ isOwnSale }: TripView): 'quote' | 'offer' {
  return isOwnSale ? 'quote' : 'offer'
}

/** With whom the trip is booked or held. */
export function bookedWith({ booking }: ShownTrip): string {
  return booking?.operator.name ?? 'The operator'
}

/** The offer of this id, while it is open. */
export function offerOf({ quotes }: ShownTrip, id: number | undefined): ShownOffer | undefined {
  return quotes.find((offer) => offer.id === id)
}

/** Whether a coach is kept for the customer while the money is on its way. */
export function isHeld({ booking }: ShownTrip): boolean {
  return booking?.status === 'awaiting_payment'
}

/** Whether an operator was asked and the answer, or the money for it, is still to come. */
export function isAsking({ booking_request: request }: ShownTrip): boolean {
  return /^(pending|payment_declined|payment_action_required|payment_in_doubt)$/.test(request?.status ?? '')
}

/** Whether a card may have been charged without an answer. */
export function isInDoubt({ booking, booking_request: request }: ShownTrip): boolean {
  return booking?.payment_status === 'in_doubt' || request?.status === 'payment_in_doubt'
}

/** Whether it is not settled yet what comes of a payment: its page is open, it is being looked at, or no one knows whether it was made. */
export function isUnsettled(trip: ShownTrip): boolean {
  return openPayment(trip) !== null || isInDoubt(trip)
}

/** The payment that can still change. Null for none, and for one that is only being refunded. */
export function openPayment({ payment }: ShownTrip): ShownPayment | null {
  return payment?.status === 'refunding' ? null : payment
}

/** Whether a coach is kept while its deposit is paid on a page, so that no other can be chosen. */
export function isPaying(trip: ShownTrip): boolean {
  return openPayment(trip)?.purpose === 'deposit'
}

/** Whether the customer can be on a page right now where a card is typed. */
export function isCardPageOpen({ payment }: ShownTrip): boolean {
  return payment?.status === 'awaiting_customer'
}

/** Whether there is a booking that stands, or stood until the trip was over. */
export function isBooked({ status, booking }: ShownTrip): boolean {
  return booking !== null && (status === 'booked' || status === 'completed')
}

/** Whether the terms that show how much is owing beside the deposit. */
export function isDue(view: TripView): boolean {
  const { trip, isTransfer } = view
  return isBooked(trip) && (trip.booking?.due_amount ?? 0) > 0 && (!isTransfer || trip.pay_to !== null)
}

/** Whether something may still come of a change. */
export function isOpenChange({ status }: ShownChange): boolean {
  return status === 'wished' || status === 'proposed' || status === 'accepted'
}

/** Whether it is paid by invoice or in cash, as was agreed with the operator. */
export function isPaidLater(booking: ShownBooking | null): boolean {
  return booking?.terms === 'account' || booking?.terms === 'cash'
}

/** The choice that an offer allows now: the call, and the words that open its form. Null where nothing can be done. */
export function choiceOf(trip: ShownTrip, offer: ShownOffer) {
  const { id, revision, status, instantly_bookable: isSure } = offer
  if (isHeld(trip)) {
    const isOurs = status === 'confirmed' && !isSure && trip.booking?.payment_status === 'requires_action'
    return isOurs ? { path: '/book', words: 'Pay with another card' } : null
  }
  if (isAsking(trip) || isPaying(trip)) return null
  if (isSure) return { path: '/book', words: `Book for ${spokenMoney(offer.price_amount, offer.currency_code)}` }
  // The way to the page that is open for it stands above.
  const open = openPayment(trip)
  if (open?.quote_id === id && open.quote_revision === revision) return null
  return status === 'likely' ? { path: '/request-booking', words: 'Request this coach' } : null
}
