import { isLive, isLocked, request } from '../../domain/quote.ts'
import { respondBy, respondByAtMost } from '../../domain/respond-by.ts'
import type { PaymentRow } from '../../storage/queries/payments.ts'
import { insertRequest, type QuoteRow, quotesOfTrip, type RequestRow, saveRequest } from '../../storage/queries/quotes.ts'
import { findTrip, type TripRow } from '../../storage/queries/trips.ts'
import type { Writer } from '../../storage/storage.ts'
import { tell } from '../messages/notices.ts'
import { planRequestReminder } from '../messages/reminders.ts'
import { recordQuote } from '../quotes/quote-moves.ts'
import { applyDueTransitions, scheduleNextDeadline } from '../trips/trip-deadlines.ts'
import { mustExist } from './charges.ts'

/** Another card is left with a request that waits. */
export async function changeCard(tx: Writer, quote: QuoteRow, own: RequestRow, method: string, now: number): Promise<void> {
  await saveRequest(tx, own, { paymentMethod: method, paymentStatus: 'card_saved' })
  await recordQuote(tx, quote, quote, now)
}

/** The customer asks to book a quote, whose operator is told; they have until `respondBy`, counted from now, and `atMost` (ms) at the latest. */
export async function newRequest(
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
    respondBy: Math.min(respondBy(now, trip.departsAt), atMost),
  })
  await recordQuote(tx, quote, { ...wanted, requestId: made.id }, now)
  const about = { operatorIds: [quote.operatorId], tripId: trip.id, subjectId: made.id }
  await tell(tx, { fact: 'booking_requested', ...about }, now, [planRequestReminder(made)])
}

/**
 * A card was left on a page for a request. There is one only where the quote is likely and its terms are those that were shown, the card
 * may still be charged for it, and nothing else of the trip was asked for meanwhile; else no one is told, and the card is let go or kept
 * for booking at once. Answers which it is.
 */
export async function askWithCard(tx: Writer, kept: PaymentRow, method: string, now: number): Promise<'asked' | 'left'> {
  const trip = await applyDueTransitions(tx, await mustExist(findTrip(tx, kept.tripId)), now)
  const quotes = await quotesOfTrip(tx, trip.id)
  const asked = quotes.find(({ quote }) => quote.id === kept.quoteId)
  const isOtherWaiting = quotes.some(
    (one) => one !== asked && isLive(one.quote) && (one.quote.status === 'requested' || isLocked(one.quote)),
  )
  const isAsShown = asked !== undefined && isLive(asked.quote) && asked.quote.revision === kept.quoteRevision
  if (trip.status !== 'open' || !isAsShown || isOtherWaiting || isLocked(asked.quote)) return 'left'
  const { quote, request: own } = asked
  const atMost = respondByAtMost(kept.createdAt, trip.departsAt)
  if (quote.status === 'requested' && own?.status === 'pending') await changeCard(tx, quote, own, method, now)
  else if (quote.status === 'likely' && now < atMost) await newRequest(tx, trip, quote, request(quote), method, now, atMost)
  else return 'left'
  await scheduleNextDeadline(tx, trip, now)
  return 'asked'
}
