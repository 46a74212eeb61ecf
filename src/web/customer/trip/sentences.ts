import { describeDecline } from '../../../domain/card-fault.ts'
import { computeRespondBy } from '../../../domain/respond-by.ts'
import { formatMoney } from '../../plain/money.ts'
import { describeRefusal } from '../../plain/refusal-words.ts'
import {
  findOpenOffer,
  isCardPageOpen,
  isDepositPaymentOpen,
  isHeld,
  isInDoubt,
  isRequestOpen,
  type ShownBooking,
  type ShownOffer,
  type ShownTrip,
  type TripView,
} from './shown.ts'
import { formatCustomerTripTime, formatMoneyTime, formatTimeOnTrip } from './times.ts'

/** Words for a step without a payment. */
const describeUnpaid = ({ isTransfer }: TripView) => (isTransfer ? 'Nothing is due' : 'You have not been charged')

const unsure = 'We are checking whether your card was charged. You will not be charged twice.'
export const undoing = 'If your card was charged, it will be refunded.'

export const noLink = 'This link is not complete. Open the link in your email again, or get a new link.'
export const badLink = describeRefusal('customer', 'not_found', {}, 'trip')?.says ?? noLink
export const backWithout = 'Open the link in your email again. Your payment is safe.'
export const notThere = 'The payment page has an unsafe address, so it was not opened. You have not been charged.'
export const unseen = 'Saved. This page updates in a moment.'

/** The text with a capital first letter. */
export function capitalizeFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** An amount in the currency of the object. */
export function formatSum(amount: number, { currency_code: code }: { readonly currency_code: string }): string {
  return formatMoney(amount, code)
}

/** Name of the operator of the booking request. */
function formatAskedOperator(trip: ShownTrip): string {
  return findOpenOffer(trip, trip.booking_request?.quote_id)?.operator.name ?? 'the operator'
}

/** The status of the trip in a few words. */
export function formatTripStatus(view: TripView): string {
  const { trip, now } = view
  const { status, quotes, booking } = trip
  if (status === 'cancelled') return 'Cancelled'
  if (status === 'completed') return 'Completed'
  if (status === 'expired') return 'Not booked in time'
  if (booking?.status === 'awaiting_payment') return `Held for you until ${formatMoneyTime(booking.held_until ?? '', view)}`
  if (booking) return 'Confirmed'
  if (isInDoubt(trip)) return 'Requested; checking your card payment'
  if (isDepositPaymentOpen(trip)) return isCardPageOpen(trip) ? 'Awaiting your payment' : 'Checking your payment'
  if (isRequestOpen(trip))
    return `Requested; waiting for ${trip.booking_request?.status === 'pending' ? formatAskedOperator(trip) : 'your payment'}`
  if (isCardPageOpen(trip)) return 'Awaiting your card'
  if (view.isOwnSale) return formatOwnSaleStatus(view)
  if (quotes.length === 0) return Date.parse(trip.quote_by) < now ? 'No offers' : 'Waiting for offers'
  return quotes.length === 1 ? '1 offer' : `${quotes.length} offers`
}

function formatOwnSaleStatus({ trip: { quotes, quote_by: by }, now }: TripView): string {
  if (quotes.length > 0) return 'Your quote is ready'
  return Date.parse(by) < now ? 'Your quote has ended' : 'Waiting for your quote'
}

/** A sentence on the payee and reference of a transfer, or without an account on the contact. */
export function describeTransfer({ trip }: TripView): string {
  const { booking, pay_to: payTo } = trip
  if (booking === null) return ''
  const { operator } = booking
  const to = payTo ?? {
    account_name: operator.name,
    account: null,
    amount: booking.deposit_amount,
    currency_code: booking.currency_code,
    reference: trip.ref,
  }
  const how = `Send ${formatSum(to.amount, to)} to ${to.account_name} by bank transfer with the reference ${to.reference}.`
  return `${how} ${to.account ? `Account: ${to.account}.` : describeContact(operator)}`
}

function describeContact({ name, phone, email }: ShownBooking['operator']): string {
  const ways = [phone, email].filter(Boolean).join(' or ')
  return `Ask ${name} for the bank details${ways ? `: ${ways}` : ''}.`
}

/** A sentence on the step that books a held coach. */
export function describeHold(view: TripView): string {
  const { booking } = view.trip
  const held = `We hold the coach for you until ${formatMoneyTime(booking?.held_until ?? '', view)}`
  if (booking?.payment_status === 'requires_action') {
    return `Your bank asks you to confirm the payment. ${held}. Try another card below.`
  }
  if (booking?.payment_status === 'in_doubt') {
    return `${unsure} ${held}.`
  }
  return `${describeTransfer(view)} ${held} and book it when your payment arrives.`
}

/** A sentence on the agreed payment method for the amount due; empty if nothing is due or agreed. */
export function describePaymentTerms(
  { terms, operator, due_amount: due, balance_due_at: until }: ShownBooking,
  view: TripView,
): string {
  if (due === 0) return ''
  if (terms === 'cash') return 'Pay the driver in cash.'
  if (terms !== 'account') return ''
  return `${operator.name} sends you an invoice${until ? `, due ${formatMoneyTime(until, view)}` : ''}.`
}

/** A sentence on the money after a cancellation before the booking; empty if nothing was paid. */
export function describeGivingUp({ trip, isTransfer }: TripView): string {
  if (isInDoubt(trip)) return undoing
  return isHeld(trip) && isTransfer ? `If you have already paid, ask ${trip.booking?.operator.name} for a refund.` : ''
}

/** A sentence after the customer has cancelled a request or released a coach. */
export function describeRequestCancelled(view: TripView): string {
  return `${isHeld(view.trip) ? 'The coach is released.' : 'Your request is cancelled.'} ${describeGivingUp(view) || `${describeUnpaid(view)}.`}`
}

/** A sentence on the state of the booking request; null without one. */
export function describeRequest(view: TripView): string | null {
  const { trip } = view
  const { booking_request: request, quotes } = trip
  if (trip.status !== 'open' || request === null) return null
  const name = capitalizeFirst(formatAskedOperator(trip))
  const until = formatCustomerTripTime(request.respond_by, view)
  const next = quotes.length === 0 ? '' : view.isOwnSale ? ' Your quote is below.' : ' You can choose another offer below.'
  switch (request.status) {
    case 'pending':
      return `${name} has until ${until} to answer. ${describeAfterAcceptance(view)}`
    case 'payment_declined':
      return `${name} accepted. ${describeDecline(request.decline_reason)} Pay before ${until} to book.`
    case 'payment_action_required':
      return `${name} accepted. Confirm the payment with your bank before ${until} to book.`
    case 'payment_in_doubt':
      return `${name} accepted. ${unsure}`
    case 'awaiting_payment':
      return `${name} accepted. See above how to pay.`
    case 'rejected':
      return `${name} declined: ${request.rejection?.reason ?? ''}${next}`
    case 'expired':
      return `${name} did not answer in time. ${describeUnpaid(view)}.${next}`
    default:
      return null
  }
}

/** A sentence on the payment when the operator accepts the request. */
function describeAfterAcceptance({ trip, isTransfer }: TripView): string {
  const name = formatAskedOperator(trip)
  if (findOpenOffer(trip, trip.booking_request?.quote_id)?.deposit_amount === 0) return `You pay nothing when ${name} accepts.`
  return isTransfer ? `You pay only after ${name} accepts.` : `Your card is saved. We charge it only if ${name} accepts.`
}

/** A sentence on the alternative to paying for a held coach. */
export function describeAlternative(view: TripView): string {
  const isUnsure = isInDoubt(view.trip)
  const so = isUnsure ? '' : `${describeUnpaid(view)} so far. `
  const then = view.isOwnSale ? 'You can release the coach.' : 'To choose another offer, release this coach first.'
  return `${so}${then}${isUnsure ? ` ${undoing}` : ''}`
}

/** The operator's deadline for a request that is sent now. */
export function formatAnswerTimeIfRequested(view: TripView): string {
  return formatTimeOnTrip(computeRespondBy(view.now, Date.parse(view.trip.departs_at)), view)
}

/** The balance beside the deposit, and its due date; empty without one. */
export function describeRest(offer: ShownOffer, view: TripView): string {
  const rest = offer.price_amount - offer.deposit_amount
  if (rest <= 0) return ''
  const dueAt = Date.parse(offer.balance_due_at ?? '')
  return `${formatSum(rest, offer)}, ${dueAt > view.now ? `by ${formatMoneyTime(offer.balance_due_at ?? '', view)}` : 'immediately after booking'}`
}

/** A sentence on the result of a choice. */
export function describeChoiceResult(view: TripView): string {
  const { booking, booking_request: request } = view.trip
  if (isHeld(view.trip)) return describeHold(view)
  if (booking && booking.deposit_amount === 0) return `Booked with ${booking.operator.name}. No deposit is due.`
  if (booking)
    return `Booked with ${booking.operator.name}. Your deposit of ${formatSum(booking.deposit_amount, booking)} is paid.`
  if (!isRequestOpen(view.trip)) return 'Nothing is booked. You have not been charged.'
  return `Request sent. ${capitalizeFirst(formatAskedOperator(view.trip))} answers here by ${formatCustomerTripTime(request?.respond_by ?? '', view)}.`
}
