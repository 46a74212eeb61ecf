import { cardWords } from './paying.ts'
import { spokenSum } from './sentences.ts'
import { isPaidLater, type ShownChange, type TripView } from './shown.ts'

/** The sum that is due once a change is agreed to. What was paid beyond the price before pays for it first. */
function dueAfter({ price_difference_amount: difference }: ShownChange, { trip: { booking } }: TripView): number {
  if (booking === null) return 0
  const extras = booking.extras.reduce((total, { amount }) => total + amount, 0)
  return Math.max(0, booking.price_amount + difference + extras - booking.paid_amount)
}

/** The sum that a dearer change charges to a card at once; 0 where more is due already, or money comes another way. */
export function chargedNow(change: ShownChange, view: TripView): number {
  const { booking } = view.trip
  const isByCard = !view.isTransfer && !isPaidLater(booking)
  return isByCard && booking?.due_amount === 0 && change.price_difference_amount > 0 ? dueAfter(change, view) : 0
}

/** A sentence on how a rise in price is paid. */
export function dearerSentence(change: ShownChange, view: TripView): string {
  if (dueAfter(change, view) === 0) return 'What you have paid covers it.'
  const charged = chargedNow(change, view)
  if (charged === 0) return 'It is added to what is still to pay.'
  const card = view.trip.booking?.card
  return card
    ? `${spokenSum(charged, change)} is charged to ${cardWords(card)} at once.`
    : `You pay ${spokenSum(charged, change)} on the payment page; it is changed once that is paid.`
}
