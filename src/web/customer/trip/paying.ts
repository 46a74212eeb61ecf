import { formatDurationInWords } from '../../../domain/spoken.ts'
import { capitalizeFirst, formatSum } from './sentences.ts'
import { findOpenOffer, isRequestOpen, type ShownBooking, type ShownPayment, type ShownTrip, type TripView } from './shown.ts'
import { formatMoneyZone } from './times.ts'

type ShownCard = NonNullable<ShownBooking['card']>

/** The amount of the payment button: the unpaid deposit first, otherwise the whole amount due. */
export function findDueNow({ trip: { booking } }: TripView): number {
  return booking === null ? 0 : findUnpaidDeposit(booking) || booking.due_amount
}

/** The unpaid part of the deposit, while the balance is not due. */
function findUnpaidDeposit(booking: ShownBooking): number {
  const { payment_status, balance_status, balance_due_at, deposit_amount, price_amount, paid_amount } = booking
  const isFirst = payment_status === 'unpaid' && (balance_status === 'not_due' || !balance_due_at)
  return isFirst ? Math.max(0, Math.min(deposit_amount, price_amount) - paid_amount) : 0
}

/** The label of the payment button. */
export function formatPayLabel(booking: ShownBooking, view: TripView): string {
  const owed = formatSum(findDueNow(view), booking)
  if (findUnpaidDeposit(booking) > 0) return `Pay the deposit, ${owed}`
  // The whole price, or extras.
  if (booking.paid_amount === 0 || booking.paid_amount >= booking.price_amount) return `Pay ${owed} now`
  const due = Date.parse(booking.balance_due_at ?? '')
  return due > view.now ? `Pay the balance, ${owed}, due ${formatDueDay(due, view)}` : `Pay the balance, ${owed}`
}

/** A due date on a button: `13 December`, with the year if it is another one. */
function formatDueDay(instant: number, { trip, now, moneyZone: timeZone = trip.timezone }: TripView): string {
  const yearOf = (at: number) => new Date(at).toLocaleDateString('en-GB', { year: 'numeric', timeZone })
  const day = new Date(instant).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone })
  return (
    (yearOf(instant) === yearOf(now) ? day : `${day} ${yearOf(instant)}`) +
    formatMoneyZone(instant, { trip, moneyZone: timeZone })
  )
}

const brands: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

/** A card in words: `Visa ending 4242`. */
export function formatCardLabel({ brand, last4 }: ShownCard): string {
  const known = brands[brand] ?? capitalizeFirst(brand.replaceAll('_', ' '))
  return `${known} ending ${last4}`
}

/** Shown for a payment that waits for its provider. */
export const lookedAt = 'We are checking the payment. You will not be charged twice.'

/**
 * Milliseconds until a payment page closes, or its offer or request ends. Null without a page. `sentAt` is on the provider's
 * clock, `now` on the trip's (ms).
 */
export function findPageTimeLeft(trip: ShownTrip, sentAt: number, now: number): number | null {
  const { payment, booking_request: request } = trip
  if (!payment?.expires_at) return null
  const left = Date.parse(payment.expires_at) - sentAt
  if (payment.purpose !== 'deposit') return left
  const ends = isRequestOpen(trip) ? request?.respond_by : findOpenOffer(trip, payment.quote_id)?.valid_until
  return ends === undefined ? left : Math.min(left, Date.parse(ends) - now)
}

/** A sentence on an open payment to an operator. `leftMs` is the time until its page closes, null if unknown. */
export function describeOpenPage(payment: ShownPayment, operatorName: string, isWaiting: boolean, leftMs: number | null): string {
  const { purpose, amount, status } = payment
  if (status === 'refunding')
    return `${formatSum(amount, payment)} arrived too late or was not the amount due. It is being refunded.`
  if (status !== 'awaiting_customer') return lookedAt
  const open = formatTimeLeft(leftMs)
  const act = purpose === 'save_card' ? 'saved a card' : 'paid'
  if (isWaiting) return `We are waiting for the payment page. If you have not ${act} yet, open it again${open && `: ${open}`}.`
  const rest = open && ` ${capitalizeFirst(open)}.`
  if (purpose === 'save_card') return `Save a card on the payment page. We then send your request to ${operatorName}.${rest}`
  const money = formatSum(amount, payment)
  return purpose === 'deposit'
    ? `Pay the deposit of ${money} on the payment page. We hold the coach meanwhile.${rest}`
    : `Pay ${money} on the payment page.${rest}`
}

function formatTimeLeft(leftMs: number | null): string {
  if (leftMs === null) return ''
  return leftMs <= 0 ? 'the page closes in a moment' : `the page stays open for ${formatDurationInWords(leftMs)}`
}
