import { computeMailedPageEnd, computePageExpiry, isPageOpen, isWaitingForProvider } from '../../domain/card-page.ts'
import type { CardKeeping, PaymentOrigin } from '../../domain/payment.ts'
import { lockQuote } from '../../domain/quote.ts'
import { computeCardLockEnd } from '../../domain/quote-times.ts'
import { Refusal } from '../../domain/refusal.ts'
import { findOpenPayments, insertPayment, type PaymentRow } from '../../storage/queries/payments.ts'
import { findRequest, type QuoteRow } from '../../storage/queries/quotes.ts'
import { scheduleTask } from '../../storage/queries/scheduler.ts'
import type { TripRow } from '../../storage/queries/trips.ts'
import { buildRowContext } from '../../storage/rows/encryption.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import { chargeTask, resumeAfterMs } from '../cards/charges.ts'
import { PageInTheWay } from '../cards/open-pages.ts'
import { requireKnownMoney } from '../cards/unknown-payments.ts'
import type { WorkerContext } from '../context.ts'
import { recordQuote } from '../transitions/quote-moves.ts'
import { scheduleNextDeadline } from '../transitions/trip-deadlines.ts'

/** A page on which a customer saves a card with a request, or pays an amount (minor units). */
export type PageRequest = {
  readonly kind: CardKeeping | 'deposit' | 'balance' | 'extra'
  readonly origin: PaymentOrigin
  readonly amount: number
  /** Instant (ms) until which a page that the office emails stays open; absent for a customer who is on the site. */
  readonly mailedUntil?: number
}

/**
 * Finds or inserts the page for a payment of a quote. Throws `PageInTheWay` if a page for something else is open. Refuses
 * `unavailable` on a node that the others consider dead, and if the provider may already hold money for the trip.
 */
export async function openPageForQuote(
  tx: Writer,
  context: WorkerContext,
  quote: QuoteRow,
  wanted: PageRequest,
  now: number,
): Promise<PaymentRow> {
  await context.membership.requireAlive(tx)
  const { kind, origin, amount } = wanted
  const wallNow = context.wallClock()
  const payments = await findOpenPayments(tx, quote.tripId)
  // The payment can be open because storage was unavailable when its result arrived.
  if (payments.some(isWaitingForProvider)) throw cardsUnavailable()
  const open = payments.find(isPageOpen)
  if (open !== undefined) {
    const isOfQuote = open.quoteId === quote.id && open.quoteRevision === quote.revision
    const isSame = isOfQuote && open.kind === kind && open.amount === amount
    if (isSame && wanted.mailedUntil === undefined && (open.pageExpiresAt ?? 0) > wallNow) return open
    throw new PageInTheWay(open.id)
  }
  await requireKnownMoney(tx, context, quote.tripId)
  const payment = await insertPayment(tx, {
    ...{ kind, origin, amount },
    tripId: quote.tripId,
    quoteId: quote.id,
    // A saved card is not in the books.
    operatorId: kind === 'save_card' ? null : quote.operatorId,
    means: 'card',
    provider: context.payments.name,
    providerKey: `page-${Bun.randomUUIDv7()}`,
    currencyCode: quote.currencyCode,
    quoteRevision: quote.revision,
    status: 'opening',
    pageExpiresAt: computePageExpiry(wallNow, (wanted.mailedUntil ?? now) - now),
    bootId: context.bootId,
    createdAt: now,
    updatedAt: now,
  })
  await scheduleTask(tx, chargeTask, payment.id, now + resumeAfterMs, now)
  return payment
}

/**
 * Finds or inserts the page for the deposit of a quote, and locks the quote unless it is requested. Throws and refuses as
 * `openPageForQuote` does.
 */
export async function openDepositPage(
  tx: Writer,
  context: WorkerContext,
  trip: TripRow,
  quote: QuoteRow,
  { origin, isMailed = false }: Pick<PageRequest, 'origin'> & { readonly isMailed?: boolean },
  now: number,
): Promise<PaymentRow> {
  const until = isMailed ? computeMailedPageEnd(now, await findQuotePayableUntil(tx, quote)) : computeCardLockEnd(quote, now)
  const page = { kind: 'deposit', origin, amount: quote.depositAmount, ...(isMailed && { mailedUntil: until }) } as const
  const payment = await openPageForQuote(tx, context, quote, page, now)
  if (quote.status !== 'requested' && !isPageOpen(payment)) await recordQuote(tx, quote, lockQuote(quote, until), now)
  await scheduleNextDeadline(tx, trip, now)
  return payment
}

/** Instant (ms) until which a quote can be paid: the operator's acceptance lasts longer than the quote. */
async function findQuotePayableUntil(db: Reader, { status, requestId, validUntil }: QuoteRow): Promise<number> {
  const request = status === 'requested' && requestId !== null ? await findRequest(db, requestId) : null
  return request?.respondBy ?? validUntil
}

/** The address of an open page, for its customer alone. */
export function findPageAddress({ secretBox }: Pick<WorkerContext, 'secretBox'>, payment: PaymentRow): string | null {
  if (!isPageOpen(payment) || payment.pageUrl === null) return null
  return secretBox.decrypt(payment.pageUrl, buildPageContext(payment))
}

/** The encryption context of a page address: its payment. */
export function buildPageContext({ id }: Pick<PaymentRow, 'id'>): string {
  return buildRowContext('payment-page', id)
}

/** The `unavailable` refusal for a customer whose card cannot be charged now. */
export function cardsUnavailable(): Refusal {
  return new Refusal(
    'unavailable',
    'We cannot accept cards at the moment. You have not been charged. Try again in a minute.',
    {},
    5,
  )
}

/** The `unavailable` refusal for a request that an open page blocks. */
export function pageNotExpired(): Refusal {
  const words = 'We could not close the payment page, so nothing was changed. Try again in a minute.'
  return new Refusal('unavailable', words, {}, 5)
}
