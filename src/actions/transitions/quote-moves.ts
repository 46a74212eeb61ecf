import { isPageOpen } from '../../domain/card-page.ts'
import { isLive, unlockQuote } from '../../domain/quote.ts'
import { findOffer, type OfferRow, saveOffer } from '../../storage/queries/jobs.ts'
import { findOpenPayments } from '../../storage/queries/payments.ts'
import { type QuoteRow, type RequestRow, saveQuote, saveRequest } from '../../storage/queries/quotes.ts'
import { runTaskNow } from '../../storage/queries/scheduler.ts'
import type { Writer } from '../../storage/storage.ts'
import { cardsTask } from '../cards/cards-task.ts'
import { PageInTheWay } from '../cards/open-pages.ts'
import { cancelPayment } from '../money/late-payments.ts'

/** Ends the customer's payment: releases open payments, closes the request and restores the quote. */
export async function cancelCustomerPayment(
  tx: Writer,
  quote: QuoteRow,
  request: RequestRow | null,
  why: 'expired' | 'withdrawn',
  now: number,
): Promise<QuoteRow> {
  await releasePayments(tx, quote, now)
  if (request !== null) await closeRequest(tx, request, why, now)
  return recordQuote(tx, quote, { ...unlockQuote(quote), requestId: null }, now)
}

/** Releases the open payments of a quote. Throws `PageInTheWay` while the customer can still pay on a page. */
export async function releasePayments(tx: Writer, quote: { readonly id: number; readonly tripId: number }, now: number) {
  for (const payment of await findOpenPayments(tx, quote.tripId)) {
    if (payment.quoteId !== quote.id) continue
    if (isPageOpen(payment)) throw new PageInTheWay(payment.id)
    await cancelPayment(tx, payment, {}, now)
  }
}

/** Ends a booking request, removes the card saved for it, and releases every try to charge a card. */
export async function closeRequest(tx: Writer, request: RequestRow, status: RequestRow['status'], at: number) {
  await releasePayments(tx, { id: request.quoteId, tripId: request.tripId }, at)
  await runTaskNow(tx, cardsTask, request.tripId, at)
  return saveRequest(tx, request, { status, paymentMethod: null, closedAt: at })
}

/** Saves a change of a quote together with its effect on the job. */
export async function recordQuote(tx: Writer, before: QuoteRow, after: QuoteRow, now: number): Promise<QuoteRow> {
  const offer = await findOffer(tx, before.offerId)
  if (offer === null) throw new Error(`quote ${before.id} has no offer`)
  return (await recordQuoteOf(tx, offer, before, after, now)).quote
}

/** Saves a change of a quote and its effect on the given offer. Returns both after the change. */
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
