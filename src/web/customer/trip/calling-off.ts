import { capital, givingUp, spokenSum, undoing } from './sentences.ts'
import type { ShownBooking, TripView } from './shown.ts'
import { tripTime } from './times.ts'

/** Words for where money goes back to: the way it came, where all of it came in one. */
function homeward({ trip: { booking } }: TripView): string {
  if (booking?.paid_by === 'card') return 'to your card'
  return booking?.paid_by === 'bank_transfer' ? 'to your bank account' : 'to you'
}

/** A sentence on what became of the money of a trip that was called off. */
export function refundSentence(view: TripView): string {
  const { booking, cancellation } = view.trip
  if (!booking || !cancellation) {
    return view.isTransfer
      ? 'Nothing was booked. If you have already sent money, your operator has to send it back.'
      : 'Nothing was booked.'
  }
  const { refund_amount: amount, refund_status: status } = cancellation
  const paid = paidBefore(booking, cancellation)
  if (paid === 0) return nothingPaid
  const part = capital(partOf(amount, paid, booking))
  if (amount === 0) return `${part} goes back.`
  if (status === 'failed')
    return `${part} could not be sent back ${homeward(view)}. ${booking.operator.name} sends it another way${ring(booking)}.`
  if (status === 'pending') return `${part} is on its way back ${homeward(view)}; the bank may take some days.`
  if (status === 'refunded') return `${part} has been sent back ${homeward(view)}.`
  const byHand = booking.paid_by === 'card' ? '' : ` by ${booking.operator.name}`
  return `${part} will be sent back ${homeward(view)}${byHand}.`
}

function ring({ operator: { phone } }: ShownBooking): string {
  return phone ? `; ring them: ${phone}` : ''
}

const nothingPaid = 'Nothing was paid, so nothing goes back.'

/**
 * The sum that had been paid of a booking when it was called off. `paid_amount` falls as refunds leave; null while some
 * of them have left and others have not.
 */
function paidBefore(
  { paid_amount: paid, payment_status: status, deposit_amount: deposit }: ShownBooking,
  { refund_amount: amount, refund_status: refunded }: NonNullable<TripView['trip']['cancellation']>,
): number | null {
  if (amount === 0 || !/refunded$/.test(status)) return paid
  // Nothing is left of what was paid, or everything that goes back has left the books.
  if (paid === 0 || refunded === 'refunded' || refunded === 'pending') return paid + amount
  // The deposit comes first, so that less than it was hardly ever paid.
  return paid + amount <= deposit ? deposit : null
}

/** A sum told as a part of what was paid, or of the deposit where that is all. */
function partOf(amount: number, paid: number | null, booking: ShownBooking): string {
  if (paid === null) return `${spokenSum(amount, booking)} of what you have paid`
  const isDeposit = paid === booking.deposit_amount
  const whole = isDeposit ? `your deposit of ${spokenSum(paid, booking)}` : `the ${spokenSum(paid, booking)} you have paid`
  if (amount === 0) return `nothing of ${whole}`
  return amount >= paid ? `all of ${whole}` : `${spokenSum(amount, booking)} of ${whole}`
}

/** A sentence on what calling off means, said before anything is pressed. */
export function callOffSentence(view: TripView): string {
  const { cancellation_preview: preview } = view.trip
  if (!preview)
    return givingUp(view) ? `Nothing is booked yet. ${givingUp(view)}` : 'Nothing is booked yet, so calling off costs nothing.'
  return `${backSentence(view)}${preview.until ? ` That holds until ${tripTime(preview.until, view)}; afterwards it is less.` : ''}`
}

/** A sentence on how much goes back now; empty where nothing is booked. */
export function backSentence(view: TripView): string {
  const { booking, cancellation_preview: preview } = view.trip
  if (booking === null || preview === null) return ''
  const { paid_amount: paid } = booking
  if (paid === 0) return nothingPaid
  const { refund_amount: amount } = preview
  return `If you call off now, ${partOf(amount, paid, booking)} goes back${amount > 0 ? ` ${homeward(view)}` : ''}.`
}

/** A sentence on what was done, once the trip is called off. */
export function calledOffSentence(view: TripView, wasInDoubt: boolean): string {
  return `The trip is called off. ${refundSentence(view)}${wasInDoubt ? ` ${undoing}` : ''}`
}
