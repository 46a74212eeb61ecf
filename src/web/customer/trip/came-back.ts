import type { LeftFor } from './leaving.ts'
import { choiceSentence, spokenSum } from './sentences.ts'
import { isAsking, isBooked, offerWord, type TripView } from './shown.ts'

/** The outcome of a payment in words, and whether it is bad news. */
export type CameOfIt = { readonly text: string; readonly isGrave: boolean }

/**
 * The outcome of what the customer left for, as the trip tells it once nothing of it is open. Coming back itself says
 * nothing. A customer who has paid may close the tab, and one who comes back may not have paid.
 */
export function cameOfIt(left: LeftFor, view: TripView): CameOfIt {
  const { trip } = view
  const no = (...said: readonly string[]) => ({ text: said.filter(Boolean).join(' '), isGrave: true })
  const yes = (text: string) => ({ text, isGrave: false })
  if (trip.status === 'cancelled') return no('This trip has been called off.', backWhole)
  if (left.purpose === 'balance') {
    const { booking } = trip
    const paid = (booking?.paid_amount ?? 0) - left.paid
    return booking !== null && paid > 0 ? yes(`${spokenSum(paid, booking)} is paid. Thank you.`) : no('Nothing was paid.')
  }
  if (isBooked(trip)) return yes(choiceSentence(view))
  const offer = offerNow(left, view)
  if (left.purpose === 'deposit') return no(offer, 'Nothing was paid, and nothing is booked.', backWhole)
  if (isAskedFor(left, view)) return yes(choiceSentence(view))
  return no(offer || 'No card was saved.', 'Nobody was asked, and nothing was charged.')
}

const backWhole = 'Should money have been taken all the same, all of it goes back to your card.'

function isAskedFor({ quote }: LeftFor, { trip }: TripView): boolean {
  return isAsking(trip) && (quote === null || trip.booking_request?.quote_id === quote.id)
}

/** A sentence on what has become of the offer meanwhile; empty where it is as it was, or which one is not known. */
export function offerNow({ quote, purpose }: Omit<LeftFor, 'paid'>, view: TripView): string {
  const { trip } = view
  const word = offerWord(view)
  if (quote === null) return ''
  const offer = trip.quotes.find(({ id }) => id === quote.id)
  if (offer === undefined) return `This ${word} is no longer open.`
  const isSure = purpose === 'save_card' && offer.instantly_bookable
  if (offer.revision !== quote.revision && !isSure) {
    return `This ${word} has changed: its price is ${spokenSum(offer.price_amount, offer)} now. Look at it again.`
  }
  if (!isSure) return ''
  return `${offer.operator.name} can do it for sure now, for ${spokenSum(offer.price_amount, offer)}: you can book at once.`
}
