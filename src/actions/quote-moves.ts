import { isLive, unlock } from '../domain/quote.ts'
import { findOffer, type OfferRow, saveOffer } from '../storage/queries/jobs.ts'
import { openPayments, savePayment } from '../storage/queries/payments.ts'
import { type QuoteRow, type RequestRow, saveQuote, saveRequest } from '../storage/queries/quotes.ts'
import type { Writer } from '../storage/storage.ts'

/** The customer is no longer paying: what was begun is released and the quote stands as it stood. */
export async function stopPaying(
  tx: Writer,
  quote: QuoteRow,
  request: RequestRow | null,
  why: 'expired' | 'withdrawn',
  now: number,
): Promise<QuoteRow> {
  await releasePayments(tx, quote, now)
  if (request !== null) await closeRequest(tx, request, why, now)
  return recordQuote(tx, quote, { ...unlock(quote), requestId: null }, now)
}

/** Nothing more is expected of a quote's payments. */
export async function releasePayments(tx: Writer, quote: { readonly id: number; readonly tripId: number }, now: number) {
  for (const payment of await openPayments(tx, quote.tripId)) {
    if (payment.quoteId === quote.id) await savePayment(tx, payment, { status: 'released', updatedAt: now })
  }
}

/** Ends a booking request; the card kept for it is let go, and so is every try to charge one. */
export async function closeRequest(tx: Writer, request: RequestRow, status: RequestRow['status'], at: number) {
  await releasePayments(tx, { id: request.quoteId, tripId: request.tripId }, at)
  return saveRequest(tx, request, { status, paymentMethod: null, closedAt: at })
}

/** Writes a quote's move together with what it means for the job it belongs to. */
export async function recordQuote(tx: Writer, before: QuoteRow, after: QuoteRow, now: number): Promise<QuoteRow> {
  const offer = await findOffer(tx, before.offerId)
  if (offer === null) throw new Error(`quote ${before.id} has no offer`)
  return (await recordQuoteOf(tx, offer, before, after, now)).quote
}

/** The same where the offer is at hand. */
export async function recordQuoteOf(
  tx: Writer,
  offer: OfferRow,
  before: QuoteRow,
  after: QuoteRow,
  now: number,
): Promise<{ readonly offer: OfferRow; readonly quote: QuoteRow }> {
  const quote = await saveQuote(tx, before, { ...after, updatedAt: now })
  const liveQuoteId = isLive(quote) ? quote.id : null
  return { offer: await saveOffer(tx, offer, { liveQuoteId, updatedAt: now }), quote }
}
