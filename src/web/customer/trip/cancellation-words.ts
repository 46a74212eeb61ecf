import { capitalizeFirst, describeGivingUp, formatSum, undoing } from './sentences.ts'
import type { ShownBooking, TripView } from './shown.ts'
import { formatCustomerTripTime } from './times.ts'

/** The target of a refund: the payment method, if there was only one. */
function describeRefundTarget({ trip: { booking } }: TripView): string {
  if (booking?.paid_by === 'card') return 'to your card'
  return booking?.paid_by === 'bank_transfer' ? 'to your bank account' : 'to you'
}

/** A sentence on the refund of a cancelled trip. */
export function describeRefund(view: TripView): string {
  const { booking, cancellation } = view.trip
  if (!booking || !cancellation) {
    return view.isTransfer
      ? 'Nothing was booked. If you have already paid, ask your operator for a refund.'
      : 'Nothing was booked.'
  }
  const { refund_amount: amount, refund_status: status } = cancellation
  const paid = findPaidBefore(booking, cancellation)
  if (paid === 0) return nothingPaid
  const part = describeRefundShare(amount, paid, booking)
  if (amount === 0) return `${capitalizeFirst(part)} will not be refunded.`
  if (status === 'failed') {
    const { name, phone } = booking.operator
    return `We could not refund ${part} ${describeRefundTarget(view)}. ${name} refunds it another way${phone ? `: call ${phone}` : ''}.`
  }
  if (status === 'pending')
    return `${capitalizeFirst(part)} is being refunded ${describeRefundTarget(view)}; your bank can take some days.`
  if (status === 'refunded') return `${capitalizeFirst(part)} was refunded ${describeRefundTarget(view)}.`
  const byHand = booking.paid_by === 'card' ? '' : ` by ${booking.operator.name}`
  return `${capitalizeFirst(part)} will be refunded ${describeRefundTarget(view)}${byHand}.`
}

const nothingPaid = 'You have paid nothing, so there is no refund.'

/**
 * The amount paid before the cancellation of a booking. `paid_amount` falls with each refund; null while only some refunds have
 * been sent.
 */
function findPaidBefore(
  { paid_amount: paid, payment_status: status, deposit_amount: deposit }: ShownBooking,
  { refund_amount: amount, refund_status: refunded }: NonNullable<TripView['trip']['cancellation']>,
): number | null {
  if (amount === 0 || !/refunded$/.test(status)) return paid
  // `paid_amount` excludes all refunds.
  if (paid === 0 || refunded === 'refunded' || refunded === 'pending') return paid + amount
  // Deposits are paid first, so a smaller amount is rare.
  return paid + amount <= deposit ? deposit : null
}

/** A refund as a part of the payments, or of the deposit if only that was paid. Without a refund the whole amount. */
function describeRefundShare(amount: number, paid: number | null, booking: ShownBooking): string {
  if (paid === null) return `${formatSum(amount, booking)} of your payments`
  const isDeposit = paid === booking.deposit_amount
  const whole = isDeposit ? `your deposit of ${formatSum(paid, booking)}` : `the ${formatSum(paid, booking)} you have paid`
  if (amount === 0) return whole
  return amount >= paid ? `all of ${whole}` : `${formatSum(amount, booking)} of ${whole}`
}

/** A sentence on the refund before the customer cancels. */
export function describeCancellation(view: TripView): string {
  const { cancellation_preview: preview } = view.trip
  if (!preview)
    return describeGivingUp(view)
      ? `Nothing is booked yet. ${describeGivingUp(view)}`
      : 'Nothing is booked yet, so cancelling is free.'
  return `${describeRefundNow(view)}${preview.until ? ` After ${formatCustomerTripTime(preview.until, view)} the refund is lower.` : ''}`
}

/** A sentence on the refund if the customer cancels now; empty without a booking. */
export function describeRefundNow(view: TripView): string {
  const { booking, cancellation_preview: preview } = view.trip
  if (booking === null || preview === null) return ''
  const { paid_amount: paid } = booking
  if (paid === 0) return nothingPaid
  const { refund_amount: amount } = preview
  const part = describeRefundShare(amount, paid, booking)
  return amount === 0
    ? `If you cancel now, ${part} will not be refunded.`
    : `If you cancel now, ${part} will be refunded ${describeRefundTarget(view)}.`
}

/** A sentence after the trip was cancelled. */
export function describeCancelled(view: TripView, wasInDoubt: boolean): string {
  return `The trip is cancelled. ${describeRefund(view)}${wasInDoubt ? ` ${undoing}` : ''}`
}
