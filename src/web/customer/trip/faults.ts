import { declineSentence } from '../../../domain/card-fault.ts'
import type { TripFault } from './answers.ts'
import type { CardPress } from './page-state.ts'
import { lookedAt } from './paying.ts'
import { choiceSentence, heldSentence, requestSentence, spokenSum } from './sentences.ts'
import { isBooked, isCardPageOpen, isHeld, isInDoubt, offerOf, type TripView } from './shown.ts'
import { tripTime } from './times.ts'

/** Said before a payment where the trip cannot be read. */
export const dueUnread = 'What is due could not be checked just now, and nothing was charged. Try again in a moment.'

/** Said where what a press would have paid is paid already, or was given up. */
export const nothingDue = 'Nothing is due any more, and nothing was charged.'

/**
 * The reason why the server said no, in the reader's words, and what it means for the money. `toCard` is set where the
 * press would have led to a card.
 */
export function faultSentence(
  { code, message, fields, ...fault }: TripFault,
  view: TripView | null,
  toCard: CardPress | null = null,
): string {
  const said = view === null ? null : code === 'unavailable' ? unavailable(view, toCard) : known(code, fault, view)
  return said ?? (fields ? Object.values(fields).flat().join(' ') : message)
}

function known(code: string | undefined, fault: Omit<TripFault, 'code' | 'message' | 'fields'>, view: TripView): string | null {
  const { booking } = view.trip
  switch (code) {
    case 'deposit_charge_failed': {
      if (fault.payment_status !== 'requires_action') {
        const why = declineSentence(fault.decline_reason)
        return `${why} Nothing is ${isHeld(view.trip) || !booking ? 'booked' : 'paid'}.`
      }
      const until = booking?.held_until
      return `Your bank wants you to confirm this payment. ${until ? `The coach is held for you until ${tripTime(until, view)}: try` : 'Try'} another card.`
    }
    case 'quote_changed': {
      const { price_amount: price, currency_code } = fault
      const now =
        price !== undefined && currency_code !== undefined ? ` Its price is ${spokenSum(price, { currency_code })} now.` : ''
      return `This offer has changed.${now} Nothing is booked; look at it again, and press once more if you agree.`
    }
    case 'quote_not_confirmed':
      return 'This coach can no longer be booked at once. Nothing is booked; you can ask for it instead.'
    case 'quote_expired':
    case 'no_live_quote':
      return 'This offer is no longer open. Nothing is booked.'
    case 'no_booking_request':
      return isBooked(view.trip) ? choiceSentence(view) : 'There was nothing left to take back.'
    case 'request_pending':
      return 'You have asked for another offer, or are paying for it: let go of that one first.'
    case 'no_payment_due':
      // Something may be due that no card can be charged for.
      return (booking?.due_amount ?? 0) > 0 ? null : nothingDue
    case 'amendment_pending':
      return 'A change is already on its way: wait for the answer to that one.'
    default:
      return null
  }
}

function unavailable(view: TripView, toCard: CardPress | null): string | null {
  const { booking, booking_request: request, payment } = view.trip
  if (isInDoubt(view.trip)) return isHeld(view.trip) ? heldSentence(view) : requestSentence(view)
  if (toCard === null) return null
  if (payment !== null) return isCardPageOpen(view.trip) ? null : lookedAt
  const operator = booking?.operator ?? offerOf(view.trip, toCard.quoteId ?? request?.quote_id)?.operator
  const { name, phone } = operator ?? {}
  return `Cards cannot be taken at the moment. Nothing was charged; try again later${phone ? `, or ring ${name}: ${phone}` : ''}.`
}
