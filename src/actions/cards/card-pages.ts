import { isPageOpen, isWithProvider, mailedUntil, pageExpiry } from '../../domain/card-page.ts'
import type { CardKeeping, PaymentOrigin } from '../../domain/payment.ts'
import { lock } from '../../domain/quote.ts'
import { cardUntil } from '../../domain/quote-times.ts'
import { Refusal } from '../../domain/refusal.ts'
import { findOpenPayments, insertPayment, type PaymentRow } from '../../storage/queries/payments.ts'
import { findRequest, type QuoteRow } from '../../storage/queries/quotes.ts'
import { schedule } from '../../storage/queries/scheduler.ts'
import type { TripRow } from '../../storage/queries/trips.ts'
import { boundTo } from '../../storage/rows/encryption.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { WorkerContext } from '../context.ts'
import { PageInTheWay, recordQuote } from '../quotes/quote-moves.ts'
import { scheduleNextDeadline } from '../trips/trip-deadlines.ts'
import { chargeTask, resumeAfterMs } from './charges.ts'
import { mustKnowMoney } from './unknown-payments.ts'

/** A page on which a customer is to leave a card with a request, or to pay this much. Amount in minor units. */
export type WantedPage = {
  readonly kind: CardKeeping | 'deposit' | 'balance' | 'extra'
  readonly origin: PaymentOrigin
  readonly amount: number
  /**
   * Instant (ms) until which a page that the office sends by mail is to stay open; absent for a customer who is there.
   */
  readonly mailedUntil?: number
}

/**
 * The page for what is wanted of a quote: the one that is open for it already, or a row for one that is to be opened. Throws `PageInTheWay`
 * where a page for something else is open. Refuses `unavailable` on a node that the others think dead, and where the provider may hold money
 * for the trip already.
 */
export async function beginPage(
  tx: Writer,
  context: WorkerContext,
  quote: QuoteRow,
  wanted: WantedPage,
  now: number,
): Promise<PaymentRow> {
  await context.membership.mustBeAlive(tx)
  const { kind, origin, amount } = wanted
  const wallNow = context.wallClock()
  const payments = await findOpenPayments(tx, quote.tripId)
  // Left by a storage that was away, until it is asked about.
  if (payments.some(isWithProvider)) throw cardsAway()
  const open = payments.find(isPageOpen)
  if (open !== undefined) {
    const isOfQuote = open.quoteId === quote.id && open.quoteRevision === quote.revision
    const isSame = isOfQuote && open.kind === kind && open.amount === amount
    if (isSame && wanted.mailedUntil === undefined && (open.pageExpiresAt ?? 0) > wallNow) return open
    throw new PageInTheWay(open.id)
  }
  await mustKnowMoney(tx, context, quote.tripId)
  const payment = await insertPayment(tx, {
    ...{ kind, origin, amount },
    tripId: quote.tripId,
    quoteId: quote.id,
    // A card that is only kept is in no books.
    operatorId: kind === 'save_card' ? null : quote.operatorId,
    means: 'card',
    provider: context.payments.name,
    providerKey: `page-${Bun.randomUUIDv7()}`,
    currencyCode: quote.currencyCode,
    quoteRevision: quote.revision,
    status: 'opening',
    pageExpiresAt: pageExpiry(wallNow, (wanted.mailedUntil ?? now) - now),
    bootId: context.bootId,
    createdAt: now,
    updatedAt: now,
  })
  await schedule(tx, chargeTask, payment.id, now + resumeAfterMs, now)
  return payment
}

/**
 * The page for the deposit of a quote, which is held for its customer meanwhile unless it is requested. Throws and refuses as `beginPage`
 * does.
 */
export async function depositPage(
  tx: Writer,
  context: WorkerContext,
  trip: TripRow,
  quote: QuoteRow,
  { origin, isMailed = false }: Pick<WantedPage, 'origin'> & { readonly isMailed?: boolean },
  now: number,
): Promise<PaymentRow> {
  const until = isMailed ? mailedUntil(now, await endOf(tx, quote)) : cardUntil(quote, now)
  const page = { kind: 'deposit', origin, amount: quote.depositAmount, ...(isMailed && { mailedUntil: until }) } as const
  const payment = await beginPage(tx, context, quote, page, now)
  if (quote.status !== 'requested' && !isPageOpen(payment)) await recordQuote(tx, quote, lock(quote, until), now)
  await scheduleNextDeadline(tx, trip, now)
  return payment
}

/** Instant (ms) until which a quote can be paid for: the operator's yes stands longer than the quote it was said to. */
async function endOf(db: Reader, { status, requestId, validUntil }: QuoteRow): Promise<number> {
  const request = status === 'requested' && requestId !== null ? await findRequest(db, requestId) : null
  return request?.respondBy ?? validUntil
}

/** The address of a page that is open, for its customer alone. */
export function addressOfPage({ secretBox }: Pick<WorkerContext, 'secretBox'>, payment: PaymentRow): string | null {
  if (!isPageOpen(payment) || payment.pageUrl === null) return null
  return secretBox.decrypt(payment.pageUrl, pageContext(payment))
}

/** The encryption context of an encrypted page address: the payment that it belongs to. */
export function pageContext({ id }: Pick<PaymentRow, 'id'>): string {
  return boundTo('payment-page', id)
}

/** The `unavailable` refusal for a customer whose card cannot be taken right now. */
export function cardsAway(): Refusal {
  return new Refusal('unavailable', 'Cards cannot be taken at the moment; ask again. Nothing was charged.', {}, 5)
}

/** The `unavailable` refusal for anyone who wants something that a page is in the way of, while it cannot be closed. */
export function pageStaysOpen(): Refusal {
  const words = 'The payment page could not be closed just now, so nothing was changed. Try again in a moment.'
  return new Refusal('unavailable', words, {}, 5)
}
