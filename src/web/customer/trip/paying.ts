import { spanInWords } from '../../../domain/spoken.ts'
import { capital, spokenSum } from './sentences.ts'
import { isAsking, offerOf, type ShownBooking, type ShownPayment, type ShownTrip, type TripView } from './shown.ts'
import { moneyAside } from './times.ts'

type ShownCard = NonNullable<ShownBooking['card']>

/** The sum that a press pays: what is left of the deposit first, else all that is due. */
export function owedNow({ trip: { booking } }: TripView): number {
  return booking === null ? 0 : depositOf(booking) || booking.due_amount
}

/** The part of the deposit that is to be paid before the rest is due. */
function depositOf(booking: ShownBooking): number {
  const { payment_status, balance_status, balance_due_at, deposit_amount, price_amount, paid_amount } = booking
  const isFirst = payment_status === 'unpaid' && (balance_status === 'not_due' || !balance_due_at)
  return isFirst ? Math.max(0, Math.min(deposit_amount, price_amount) - paid_amount) : 0
}

/** The words on the button that pays what is owed. */
export function payWords(booking: ShownBooking, view: TripView): string {
  const owed = spokenSum(owedNow(view), booking)
  if (depositOf(booking) > 0) return `Pay the deposit, ${owed}`
  // All of it, or what came on top.
  if (booking.paid_amount === 0 || booking.paid_amount >= booking.price_amount) return `Pay ${owed} now`
  const due = Date.parse(booking.balance_due_at ?? '')
  return due > view.now ? `Pay the balance, ${owed}, due ${dayAt(due, view)}` : `Pay the balance, ${owed}`
}

/** A day on which money is due, as it stands on a button: `13 December`, with the year where it is not this one. */
function dayAt(instant: number, { trip, now, moneyZone: timeZone = trip.timezone }: TripView): string {
  const yearOf = (at: number) => new Date(at).toLocaleDateString('en-GB', { year: 'numeric', timeZone })
  const day = new Date(instant).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone })
  return (
    (yearOf(instant) === yearOf(now) ? day : `${day} ${yearOf(instant)}`) + moneyAside(instant, { trip, moneyZone: timeZone })
  )
}

const brands: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

/** A card as its holder knows it: `Visa ending 4242`. */
export function cardWords({ brand, last4 }: ShownCard): string {
  const known = brands[brand] ?? capital(brand.replaceAll('_', ' '))
  return `${known} ending ${last4}`
}

/** Said of a payment that no one can do anything about just now. */
export const lookedAt = 'The payment is being looked at. Nothing is charged twice.'

/**
 * Milliseconds for which the page of a payment can be paid on: until it closes, or before that until what it is for
 * ends. Null without one. `sentAt` is by the provider's clock, `now` by that of the trip (ms).
 */
export function pageLeftMs(trip: ShownTrip, sentAt: number, now: number): number | null {
  const { payment, booking_request: request } = trip
  if (!payment?.expires_at) return null
  const left = Date.parse(payment.expires_at) - sentAt
  if (payment.purpose !== 'deposit') return left
  const ends = isAsking(trip) ? request?.respond_by : offerOf(trip, payment.quote_id)?.valid_until
  return ends === undefined ? left : Math.min(left, Date.parse(ends) - now)
}

/**
 * A sentence on a payment to an operator that is not over. `leftMs` is how long its page stays open, null if unknown.
 */
export function openSentence(payment: ShownPayment, operatorName: string, isWaiting: boolean, leftMs: number | null): string {
  const { purpose, amount, status } = payment
  if (status === 'refunding')
    return `${spokenSum(amount, payment)} came too late or was not the amount due. It is being refunded.`
  if (status !== 'awaiting_customer') return lookedAt
  const open = openFor(leftMs)
  const act = purpose === 'save_card' ? 'saved a card' : 'paid'
  if (isWaiting)
    return `We are waiting to hear from the payment page. If you have not ${act} there, go on to it${open && `: ${open}`}.`
  const rest = open && ` ${capital(open)}.`
  if (purpose === 'save_card') return `${operatorName} is asked once you have saved a card on the payment page.${rest}`
  const money = spokenSum(amount, payment)
  return purpose === 'deposit'
    ? `The coach is held for you while you pay the deposit of ${money} on the payment page.${rest}`
    : `${money} can be paid on the payment page.${rest}`
}

function openFor(leftMs: number | null): string {
  if (leftMs === null) return ''
  return leftMs <= 0 ? 'it closes at any moment' : `it stays open for ${spanInWords(leftMs)}`
}
