import { declineSentence } from '../../../domain/card-fault.ts'
import { answerFacts, fieldWords, notSavedHeading, refusalWords } from '../../plain/refusal-words.ts'
import type { RefusalLine, SpokenFacts } from '../../plain/refusals.ts'
import type { TripFault } from './answers.ts'
import type { CardPress } from './page-state.ts'
import { lookedAt } from './paying.ts'
import { choiceSentence, heldSentence, requestSentence } from './sentences.ts'
import { isBooked, isCardPageOpen, isHeld, isInDoubt, offerOf, type TripView } from './shown.ts'
import { moneyTime } from './times.ts'

/** Said before a payment where the trip cannot be read. */
export const dueUnread = 'What is due could not be checked just now, and nothing was charged. Try again in a moment.'

/** Shown where the amount that a button would have paid has been paid, or is no longer due. */
export const nothingDue = 'Nothing is due any more, and nothing was charged.'

/**
 * The reason why the server refused, in the reader's words, and what it means for the money. `toCard` is set where the
 * press would have led to a card. The server's own message stands under a heading, with the request's id.
 */
export function faultWords(
  fault: TripFault,
  view: TripView | null,
  toCard: CardPress | null = null,
  requestId: string | null = null,
): RefusalLine {
  const { code, message, fields } = fault
  const told = view === null ? null : code === 'unavailable' ? unavailable(view, toCard) : byTrip(fault, view)
  if (told !== null) return { says: told, next: [] }
  if (fields !== undefined) return { says: fieldSentences(fields), next: [] }
  if (code === undefined || isTooLittle(fault, view)) return { says: message, next: [] }
  const words = refusalWords('customer', code, view === null ? {} : factsOf(fault, view), view?.isOwnSale ? 'own_sale' : '')
  return words ?? { says: `${notSavedHeading}. ${message}${requestId === null ? '' : ` Request ${requestId}`}`, next: [] }
}

/** Whether something is due that no card can be charged for, which the server explains itself. */
function isTooLittle({ code }: TripFault, view: TripView | null): boolean {
  return code === 'no_payment_due' && (view?.trip.booking?.due_amount ?? 0) > 0
}

function fieldSentences(fields: NonNullable<TripFault['fields']>): string {
  return Object.entries(fields)
    .flatMap(([path, sentences]) => fieldWords('customer', path, sentences[0] ?? '') ?? sentences)
    .join(' ')
}

function factsOf(fault: TripFault, { trip, now }: TripView): SpokenFacts {
  const asked = trip.booking_request?.quote_id ?? trip.payment?.quote_id
  const operator = offerOf(trip, asked)?.operator.name ?? trip.booking?.operator.name ?? null
  return { ...answerFacts(fault, { zone: trip.timezone, now, retryAfter: null }), operator }
}

/** The sentences that depend on how the trip is now. */
function byTrip({ code, ...fault }: TripFault, view: TripView): string | null {
  const { booking } = view.trip
  switch (code) {
    case 'deposit_charge_failed': {
      if (fault.payment_status !== 'requires_action') {
        const why = declineSentence(fault.decline_reason)
        return `${why} Nothing is ${isHeld(view.trip) || !booking ? 'booked' : 'paid'}.`
      }
      const until = fault.until ?? booking?.held_until
      return `Your bank wants you to confirm this payment. ${until ? `The coach is held for you until ${moneyTime(until, view)}: try` : 'Try'} another card.`
    }
    case 'no_payment_due':
      return isBooked(view.trip) || isTooLittle({ code, ...fault }, view) ? null : nothingDue
    case 'no_booking_request':
      return isBooked(view.trip) ? choiceSentence(view) : null
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
