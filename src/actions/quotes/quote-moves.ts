import { isPageOpen } from '../../domain/card-page.ts'
import { isLive, unlock } from '../../domain/quote.ts'
import { findOffer, type OfferRow, saveOffer } from '../../storage/queries/jobs.ts'
import { findOpenPayments } from '../../storage/queries/payments.ts'
import { type QuoteRow, type RequestRow, saveQuote, saveRequest } from '../../storage/queries/quotes.ts'
import { runOneNow } from '../../storage/queries/scheduler.ts'
import type { Writer } from '../../storage/storage.ts'
import { cardsTask } from '../cards/cards-task.ts'
import { giveUpPayment } from '../money/late-payments.ts'

/** Ends the customer's paying: releases what was begun, closes the request and leaves the quote as it stood. */
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

/**
 * The customer may be typing a card on a page of the provider's, and what is about to be done needs that page closed: only the provider
 * says whether it was in time. Who meets this lets go of everything, closes the page and begins anew.
 */
export class PageInTheWay extends Error {
  constructor(readonly paymentId: number) {
    super('The customer has a page open on which they pay.')
  }
}

/**
 * Releases the open payments of a quote: nothing more is expected of them. Throws `PageInTheWay` while the customer can
 * still pay on a page.
 */
export async function releasePayments(tx: Writer, quote: { readonly id: number; readonly tripId: number }, now: number) {
  for (const payment of await findOpenPayments(tx, quote.tripId)) {
    if (payment.quoteId !== quote.id) continue
    if (isPageOpen(payment)) throw new PageInTheWay(payment.id)
    await giveUpPayment(tx, payment, {}, now)
  }
}

/** Throws `PageInTheWay` while the customer of a trip can pay on a page. */
export async function mustHaveNoPage(tx: Writer, tripId: number): Promise<void> {
  const page = (await findOpenPayments(tx, tripId)).find(isPageOpen)
  if (page !== undefined) throw new PageInTheWay(page.id)
}

/** Ends a booking request; the card kept for it is let go, and so is every try to charge one. */
export async function closeRequest(tx: Writer, request: RequestRow, status: RequestRow['status'], at: number) {
  await releasePayments(tx, { id: request.quoteId, tripId: request.tripId }, at)
  await runOneNow(tx, cardsTask, request.tripId, at)
  return saveRequest(tx, request, { status, paymentMethod: null, closedAt: at })
}

/** Writes a quote's move together with what it means for the job it belongs to. */
export async function recordQuote(tx: Writer, before: QuoteRow, after: QuoteRow, now: number): Promise<QuoteRow> {
  const offer = await findOffer(tx, before.offerId)
  if (offer === null) throw new Error(`quote ${before.id} has no offer`)
  return (await recordQuoteOf(tx, offer, before, after, now)).quote
}

/** Writes a quote's move and what it means for its job, where the offer is at hand. Answers both as they then stand. */
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
