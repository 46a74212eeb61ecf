import { formatCardLabel } from './paying.ts'
import { formatSum } from './sentences.ts'
import { isPaidLater, type ShownChange, type TripView } from './shown.ts'

/** The amount due after a change, less earlier overpayments. */
function findDueAfterChange({ price_difference_amount: difference }: ShownChange, { trip: { booking } }: TripView): number {
  if (booking === null) return 0
  const extras = booking.extras.reduce((total, { amount }) => total + amount, 0)
  return Math.max(0, booking.price_amount + difference + extras - booking.paid_amount)
}

/** The amount that a price rise charges to a card immediately; 0 if an amount is due already, or for another payment method. */
export function findChargedNow(change: ShownChange, view: TripView): number {
  const { booking } = view.trip
  const isByCard = !view.isTransfer && !isPaidLater(booking)
  return isByCard && booking?.due_amount === 0 && change.price_difference_amount > 0 ? findDueAfterChange(change, view) : 0
}

/** A sentence on the payment of a price rise. */
export function describePriceRise(change: ShownChange, view: TripView): string {
  if (findDueAfterChange(change, view) === 0) return 'Your payments cover it.'
  const charged = findChargedNow(change, view)
  if (charged === 0) return 'It is added to the amount due.'
  const card = view.trip.booking?.card
  return card
    ? `We charge ${formatSum(charged, change)} to ${formatCardLabel(card)} immediately.`
    : `You pay ${formatSum(charged, change)} on the payment page. Your booking changes after the payment.`
}
