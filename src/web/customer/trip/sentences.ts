import { declineSentence } from '../../../domain/card-fault.ts'
import { respondBy } from '../../../domain/respond-by.ts'
import { spokenMoney } from '../../plain/money.ts'
import {
  isAsking,
  isCardPageOpen,
  isHeld,
  isInDoubt,
  isPaying,
  offerOf,
  type ShownBooking,
  type ShownOffer,
  type ShownTrip,
  type TripView,
} from './shown.ts'
import { moneyTime, timeAt, tripTime } from './times.ts'

/** Words for where no money has moved. */
const owing = ({ isTransfer }: TripView) => (isTransfer ? 'You owe nothing' : 'Nothing was charged')

const unsure = 'We do not know yet whether your card was charged, and are finding out. Nothing is charged twice.'
export const undoing = 'If your card was charged after all, the money goes back to it.'

/** With a capital at its start. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A sum of something that names its currency. */
export function spokenSum(amount: number, { currency_code: code }: { readonly currency_code: string }): string {
  return spokenMoney(amount, code)
}

/** Name of the operator who was asked to book. */
function asked(trip: ShownTrip): string {
  return offerOf(trip, trip.booking_request?.quote_id)?.operator.name ?? 'the operator'
}

/** The standing of the trip, in a few words. */
export function tripStatusText(view: TripView): string {
  const { trip, now } = view
  const { status, quotes, booking } = trip
  if (status === 'cancelled') return 'Called off'
  if (status === 'completed') return 'Over; we hope it was a good one'
  if (status === 'expired') return 'Not booked in time'
  if (booking?.status === 'awaiting_payment') return `Held for you until ${moneyTime(booking.held_until ?? '', view)}`
  if (booking) return 'Booked'
  if (isInDoubt(trip)) return 'Asked; finding out whether your card was charged'
  if (isPaying(trip)) return isCardPageOpen(trip) ? 'Waiting for your payment' : 'Your payment is being looked at'
  if (isAsking(trip)) return `Asked; waiting for ${trip.booking_request?.status === 'pending' ? asked(trip) : 'your payment'}`
  if (isCardPageOpen(trip)) return 'Waiting for your card'
  if (view.isOwnSale) return ownSaleStatusText(view)
  if (quotes.length === 0) return Date.parse(trip.quote_by) < now ? 'Nothing to choose from' : 'Waiting for offers'
  return quotes.length === 1 ? 'One offer to look at' : `${quotes.length} offers to choose from`
}

function ownSaleStatusText({ trip: { quotes, quote_by: by }, now }: TripView): string {
  if (quotes.length > 0) return 'Your quote is ready'
  return Date.parse(by) < now ? 'Your quote has ended' : 'Waiting for your quote'
}

/** A sentence on where to send money and what to write on it; without an account, on whom to ask for it. */
export function transferSentence({ trip }: TripView): string {
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
  const how = `Send ${spokenSum(to.amount, to)} to ${to.account_name} by bank transfer, with ${to.reference} as its reference.`
  return `${how} ${to.account ? `Their account: ${to.account}.` : contactSentence(operator)}`
}

function contactSentence({ name, phone, email }: ShownBooking['operator']): string {
  const ways = [phone, email].filter(Boolean).join(' or ')
  return `If you do not have their bank details, ask ${name}${ways ? `: ${ways}` : ''}.`
}

/** A sentence on what has to happen before a held coach is booked. */
export function heldSentence(view: TripView): string {
  const { booking } = view.trip
  const held = `The coach is held for you until ${moneyTime(booking?.held_until ?? '', view)}`
  if (booking?.payment_status === 'requires_action') {
    return `Your bank wants you to confirm the payment. ${held}: try another card below.`
  }
  if (booking?.payment_status === 'in_doubt') {
    return `${unsure} ${held}.`
  }
  return `${transferSentence(view)} ${held}, and booked once the money has come.`
}

/** A sentence on how what is owed is paid, where agreed with the operator; empty where nothing is owed or agreed. */
export function termsSentence({ terms, operator, due_amount: due, balance_due_at: until }: ShownBooking, view: TripView): string {
  if (due === 0) return ''
  if (terms === 'cash') return 'In cash, to the driver.'
  if (terms !== 'account') return ''
  return `On account: ${operator.name} sends an invoice${until ? `, to be paid by ${moneyTime(until, view)}` : ''}.`
}

/** A sentence on the money where an offer that is not booked yet is given up; empty where none was sent. */
export function givingUp({ trip, isTransfer }: TripView): string {
  if (isInDoubt(trip)) return undoing
  return isHeld(trip) && isTransfer ? `If you have already sent money, ask ${trip.booking?.operator.name} to send it back.` : ''
}

/** A sentence on what was taken back, said once it is. */
export function lettingGo(view: TripView): string {
  return `${isHeld(view.trip) ? 'Let go.' : 'Taken back.'} ${givingUp(view) || `${owing(view)}.`}`
}

/** A sentence on how the request to book stands; null where there is nothing to say of it. */
export function requestSentence(view: TripView): string | null {
  const { trip } = view
  const { booking_request: request, quotes } = trip
  if (trip.status !== 'open' || request === null) return null
  const name = capital(asked(trip))
  const until = tripTime(request.respond_by, view)
  const [rejectedNext, expiredNext] = quotes.length > 0 ? nextAfterRequest(view) : ['', '']
  const then = `before ${until}, and it is booked.`
  switch (request.status) {
    case 'pending':
      return `${name} has until ${until} to answer. ${afterYes(view)}`
    case 'payment_declined':
      return `${name} said yes. ${declineSentence(request.decline_reason)} Pay ${then}`
    case 'payment_action_required':
      return `${name} said yes. Your bank wants you to confirm the payment: do so ${then}`
    case 'payment_in_doubt':
      return `${name} said yes. ${unsure}`
    case 'awaiting_payment':
      return `${name} said yes. How to pay stands above.`
    case 'rejected':
      return `${name} cannot do it: ${request.rejection?.reason ?? ''}${rejectedNext}`
    case 'expired':
      return `Nobody answered in time. ${owing(view)}${expiredNext}.`
    default:
      return null
  }
}

/** Words on what the customer can do below, once the operator has rejected the request, and once the request has expired. */
function nextAfterRequest({ isOwnSale }: TripView): readonly [rejected: string, expired: string] {
  return isOwnSale
    ? [' Your quote is below.', ', and your quote is below']
    : [' You can choose another offer below.', ', and you can choose again below']
}

/** A sentence on what a yes to the request will do about money. */
function afterYes({ trip, isTransfer }: TripView): string {
  if (offerOf(trip, trip.booking_request?.quote_id)?.deposit_amount === 0) return 'Nothing is charged when they say yes.'
  return isTransfer ? 'You pay only after they have said yes.' : 'Your card is saved, and charged only when they say yes.'
}

/** A sentence on what may be done instead of waiting for the money of a held coach. */
export function otherwiseSentence(view: TripView): string {
  const isUnsure = isInDoubt(view.trip)
  const so = isUnsure ? '' : `${owing(view)} so far. `
  const then = view.isOwnSale ? 'You can let this quote go.' : 'You can choose another offer once you have let this one go.'
  return `${so}${then}${isUnsure ? ` ${undoing}` : ''}`
}

/** The time, in words, by which an operator who is asked now has to answer. */
export function answerTimeIfAsked(view: TripView): string {
  return timeAt(respondBy(view.now, Date.parse(view.trip.departs_at)), view)
}

/** The sum that is left beside the deposit, and its day, in words; empty where nothing is. */
export function restOf(offer: ShownOffer, view: TripView): string {
  const rest = offer.price_amount - offer.deposit_amount
  if (rest <= 0) return ''
  const dueAt = Date.parse(offer.balance_due_at ?? '')
  return `${spokenSum(rest, offer)}, ${dueAt > view.now ? `by ${moneyTime(offer.balance_due_at ?? '', view)}` : 'as soon as it is booked'}`
}

/** A sentence on what a choice has come to. */
export function choiceSentence(view: TripView): string {
  const { booking, booking_request: request } = view.trip
  if (isHeld(view.trip)) return heldSentence(view)
  if (booking && booking.deposit_amount === 0) return `Booked with ${booking.operator.name}. No deposit is asked for.`
  if (booking)
    return `Booked with ${booking.operator.name}. Your deposit of ${spokenSum(booking.deposit_amount, booking)} is paid.`
  if (!isAsking(view.trip)) return 'Nothing is booked, and nothing was charged.'
  return `Asked. You will read here what ${asked(view.trip)} says, by ${tripTime(request?.respond_by ?? '', view)}.`
}
