import type { LeftPayment } from './left-payment.ts'
import { describeChoiceResult, formatSum } from './sentences.ts'
import { findOfferWord, isRequestOpen, isTripBooked, type TripView } from './shown.ts'

/** The outcome of a payment in words, and whether it failed. */
export type PaymentOutcome = { readonly text: string; readonly isGrave: boolean }

/**
 * The outcome of the payment that the customer left the page for, from the trip. The return to the page proves nothing: a
 * customer can close the tab after paying, or return without paying.
 */
export function findPaymentOutcome(left: LeftPayment, view: TripView): PaymentOutcome {
  const { trip } = view
  const no = (...said: readonly string[]) => ({ text: said.filter(Boolean).join(' '), isGrave: true })
  const yes = (text: string) => ({ text, isGrave: false })
  if (trip.status === 'cancelled') return no('This trip has been cancelled.', backWhole)
  if (left.purpose === 'balance') {
    const { booking } = trip
    const paid = (booking?.paid_amount ?? 0) - left.paid
    return booking !== null && paid > 0 ? yes(`${formatSum(paid, booking)} is paid. Thank you.`) : no('Nothing was paid.')
  }
  if (isTripBooked(trip)) return yes(describeChoiceResult(view))
  const offer = describeOfferChange(left, view)
  if (left.purpose === 'deposit') return no(offer, 'Nothing was paid. Nothing is booked.', backWhole)
  if (isLeftQuoteRequested(left, view)) return yes(describeChoiceResult(view))
  return no(offer || 'No card was saved.', 'No request was sent. You have not been charged.')
}

const backWhole = 'If your card was charged, all of it will be refunded.'

function isLeftQuoteRequested({ quote }: LeftPayment, { trip }: TripView): boolean {
  return isRequestOpen(trip) && (quote === null || trip.booking_request?.quote_id === quote.id)
}

/** A sentence on a later change of the offer; empty without one, or if it is unknown. */
export function describeOfferChange({ quote, purpose }: Omit<LeftPayment, 'paid'>, view: TripView): string {
  const { trip } = view
  const word = findOfferWord(view)
  if (quote === null) return ''
  const offer = trip.quotes.find(({ id }) => id === quote.id)
  if (offer === undefined) return `This ${word} has ended.`
  const isSure = purpose === 'save_card' && offer.instantly_bookable
  if (offer.revision !== quote.revision && !isSure) {
    return `This ${word} has changed to ${formatSum(offer.price_amount, offer)}. Check it again.`
  }
  if (!isSure) return ''
  return `You can now book ${offer.operator.name} immediately for ${formatSum(offer.price_amount, offer)}.`
}
