import { describeDecline } from '../../../domain/card-fault.ts'
import type { RefusalLine, SpokenFacts } from '../../../domain/refusal-sentences.ts'
import { buildAnswerFacts, describeFieldFaults, describeRefusal, notSavedHeading } from '../../plain/refusal-words.ts'
import type { TripFault } from './answers.ts'
import type { CardPress } from './page-state.ts'
import { lookedAt } from './paying.ts'
import { describeChoiceResult, describeHold, describeRequest } from './sentences.ts'
import { findOpenOffer, isCardPageOpen, isHeld, isInDoubt, isTripBooked, type TripView } from './shown.ts'
import { formatMoneyTime } from './times.ts'

/** Shown before a payment if the trip cannot be read. */
export const dueUnread = 'We could not check the amount due. You have not been charged. Try again in a moment.'

/** Shown if the amount of a payment button is no longer due. */
export const nothingDue = 'Nothing is due. You have not been charged.'

/**
 * The sentence for a refusal, and its effect on the money. `toCard` is set if the button leads to a card page. A code without a
 * sentence shows the server's own message under a heading, with the request's id.
 */
export function describeTripFault(
  fault: TripFault,
  view: TripView | null,
  toCard: CardPress | null = null,
  requestId: string | null = null,
): RefusalLine {
  const { code, message, fields } = fault
  const told =
    view === null ? null : code === 'unavailable' ? describeUnavailable(view, toCard) : describeByTripState(fault, view)
  if (told !== null) return { says: told, next: [] }
  if (fields !== undefined) return { says: formatFieldSentences(fields), next: [] }
  if (code === undefined || isTooLittle(fault, view)) return { says: message, next: [] }
  const words = describeRefusal(
    'customer',
    code,
    view === null ? {} : buildFaultFacts(fault, view),
    view?.isOwnSale ? 'own_sale' : '',
  )
  return words ?? { says: `${notSavedHeading}. ${message}${requestId === null ? '' : ` Request ${requestId}`}`, next: [] }
}

/** Whether the amount due is too small for a card. The server's own message explains it. */
function isTooLittle({ code }: TripFault, view: TripView | null): boolean {
  return code === 'no_payment_due' && (view?.trip.booking?.due_amount ?? 0) > 0
}

function formatFieldSentences(fields: NonNullable<TripFault['fields']>): string {
  return Object.entries(fields)
    .flatMap(([path, sentences]) => describeFieldFaults('customer', path, sentences[0] ?? '') ?? sentences)
    .join(' ')
}

function buildFaultFacts(fault: TripFault, { trip, now }: TripView): SpokenFacts {
  const asked = trip.booking_request?.quote_id ?? trip.payment?.quote_id
  const operator = findOpenOffer(trip, asked)?.operator.name ?? trip.booking?.operator.name ?? null
  return { ...buildAnswerFacts(fault, { zone: trip.timezone, now, retryAfter: null }), operator }
}

/** The sentences for the current state of the trip. */
function describeByTripState({ code, ...fault }: TripFault, view: TripView): string | null {
  const { booking } = view.trip
  switch (code) {
    case 'deposit_charge_failed': {
      if (fault.payment_status !== 'requires_action') {
        const why = describeDecline(fault.decline_reason)
        return `${why} Nothing is ${isHeld(view.trip) || !booking ? 'booked' : 'paid'}.`
      }
      const until = fault.until ?? booking?.held_until
      const held = until ? `We hold the coach until ${formatMoneyTime(until, view)}. ` : ''
      return `Your bank asks you to confirm this payment. ${held}Try another card.`
    }
    case 'no_payment_due':
      return isTripBooked(view.trip) || isTooLittle({ code, ...fault }, view) ? null : nothingDue
    case 'no_booking_request':
      return isTripBooked(view.trip) ? describeChoiceResult(view) : null
    default:
      return null
  }
}

function describeUnavailable(view: TripView, toCard: CardPress | null): string | null {
  const { booking, booking_request: request, payment } = view.trip
  if (isInDoubt(view.trip)) return isHeld(view.trip) ? describeHold(view) : describeRequest(view)
  if (toCard === null) return null
  if (payment !== null) return isCardPageOpen(view.trip) ? null : lookedAt
  const operator = booking?.operator ?? findOpenOffer(view.trip, toCard.quoteId ?? request?.quote_id)?.operator
  const { name, phone } = operator ?? {}
  return `Card payments do not work at the moment. You have not been charged. Try again later${phone ? `, or call ${name} on ${phone}` : ''}.`
}
