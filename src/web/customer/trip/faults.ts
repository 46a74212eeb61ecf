import type { TripFault } from './answers.ts'
import { heldSentence, requestSentence, sum } from './sentences.ts'
import { isHeld, isInDoubt, type TripView } from './shown.ts'
import { timeOf } from './times.ts'

/** Why the server said no, in the reader's words, and what it means for the money; `isByCard` where the press would have led to a card. */
export function faultSentence({ code, message, fields, ...fault }: TripFault, view: TripView | null, isByCard = false): string {
  const said = view === null ? null : code === 'unavailable' ? unavailable(view, isByCard) : known(code, fault, view)
  return said ?? (fields ? Object.values(fields).flat().join(' ') : message)
}

function known(code: string | undefined, fault: Omit<TripFault, 'code' | 'message' | 'fields'>, view: TripView): string | null {
  const { booking } = view.trip
  switch (code) {
    case 'deposit_charge_failed': {
      if (fault.payment_status !== 'requires_action') {
        return `The card was declined, and nothing is ${isHeld(view.trip) || !booking ? 'booked' : 'paid'}. Try another one.`
      }
      const until = booking?.held_until
      return `Your bank wants you to confirm this payment. ${until ? `The coach is held for you until ${timeOf(until, view)}: try` : 'Try'} another card.`
    }
    case 'quote_changed': {
      const { price_amount: price, currency_code } = fault
      const now = price !== undefined && currency_code !== undefined ? ` Its price is ${sum(price, { currency_code })} now.` : ''
      return `This offer has changed.${now} Nothing is booked; look at it again, and press once more if you agree.`
    }
    case 'quote_not_confirmed':
      return 'This coach can no longer be booked at once. Nothing is booked; you can ask for it instead.'
    case 'quote_expired':
    case 'no_live_quote':
      return 'This offer is no longer open. Nothing is booked.'
    case 'no_booking_request':
      return 'There was nothing left to take back.'
    case 'amendment_pending':
      return 'A change is already on its way: wait for the answer to that one.'
    default:
      return null
  }
}

function unavailable(view: TripView, isByCard: boolean): string | null {
  const { booking, payment } = view.trip
  if (isInDoubt(view.trip)) return isHeld(view.trip) ? heldSentence(view) : requestSentence(view)
  if (!isByCard) return null
  if (payment !== null) return 'The payment is being looked at. Nothing is charged twice.'
  const { name, phone } = booking?.operator ?? {}
  return `Cards cannot be taken at the moment. Nothing was charged; try again later${phone ? `, or ring ${name}: ${phone}` : ''}.`
}
