import { isLive, isQuoteLocked, requestQuote } from '../../domain/quote.ts'
import { computeLatestRespondBy, computeRespondBy } from '../../domain/respond-by.ts'
import type { PaymentRow } from '../../storage/queries/payments.ts'
import { insertRequest, listQuotesOfTrip, type QuoteRow, type RequestRow, saveRequest } from '../../storage/queries/quotes.ts'
import { findTrip, type TripRow } from '../../storage/queries/trips.ts'
import type { Writer } from '../../storage/storage.ts'
import { requireExisting } from '../cards/charges.ts'
import { notifyReaders } from '../outbox/notices.ts'
import { planRequestReminder } from '../outbox/reminders.ts'
import { recordQuote } from '../transitions/quote-moves.ts'
import { applyDueTransitions, scheduleNextDeadline } from '../transitions/trip-deadlines.ts'

/** Replaces the card of a pending booking request. */
export async function saveCardOfRequest(
  tx: Writer,
  quote: QuoteRow,
  own: RequestRow,
  method: string,
  now: number,
): Promise<void> {
  await saveRequest(tx, own, { paymentMethod: method, paymentStatus: 'card_saved' })
  await recordQuote(tx, quote, quote, now)
}

/**
 * Inserts a customer's booking request and notifies the operator. They have until `computeRespondBy`, counted from now, and `atMost`
 * (ms) at the latest.
 */
export async function insertBookingRequest(
  tx: Writer,
  trip: TripRow,
  quote: QuoteRow,
  wanted: QuoteRow,
  method: string | null,
  now: number,
  atMost = Number.POSITIVE_INFINITY,
): Promise<void> {
  const made = await insertRequest(tx, {
    tripId: trip.id,
    quoteId: quote.id,
    status: 'pending',
    paymentMethod: method,
    paymentStatus: 'card_saved',
    requestedAt: now,
    respondBy: Math.min(computeRespondBy(now, trip.departsAt), atMost),
  })
  await recordQuote(tx, quote, { ...wanted, requestId: made.id }, now)
  const about = { operatorIds: [quote.operatorId], tripId: trip.id, subjectId: made.id }
  await notifyReaders(tx, { fact: 'booking_requested', ...about }, now, [planRequestReminder(made)])
}

/**
 * Makes a booking request from a card that was saved on a page. It requires a likely quote with unchanged terms, a card that can
 * still be charged, and no other request for the trip. Otherwise no notice is sent, and the card is removed or kept for booking
 * immediately. Returns which of these happened.
 */
export async function requestBookingWithCard(
  tx: Writer,
  kept: PaymentRow,
  method: string,
  now: number,
): Promise<'asked' | 'left'> {
  const trip = await applyDueTransitions(tx, await requireExisting(findTrip(tx, kept.tripId)), now)
  const quotes = await listQuotesOfTrip(tx, trip.id)
  const asked = quotes.find(({ quote }) => quote.id === kept.quoteId)
  const isOtherWaiting = quotes.some(
    (one) => one !== asked && isLive(one.quote) && (one.quote.status === 'requested' || isQuoteLocked(one.quote)),
  )
  const isAsShown = asked !== undefined && isLive(asked.quote) && asked.quote.revision === kept.quoteRevision
  if (trip.status !== 'open' || !isAsShown || isOtherWaiting || isQuoteLocked(asked.quote)) return 'left'
  const { quote, request: own } = asked
  const atMost = computeLatestRespondBy(kept.createdAt, trip.departsAt)
  if (quote.status === 'requested' && own?.status === 'pending') await saveCardOfRequest(tx, quote, own, method, now)
  else if (quote.status === 'likely' && now < atMost)
    await insertBookingRequest(tx, trip, quote, requestQuote(quote), method, now, atMost)
  else return 'left'
  await scheduleNextDeadline(tx, trip, now)
  return 'asked'
}
