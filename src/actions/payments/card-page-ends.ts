import { computeNextPageCheck, computePageCheckAfterFault, isPageOpen } from '../../domain/card-page.ts'
import { dayMs } from '../../domain/instant.ts'
import {
  computeBusyAskTime,
  computeNextAskTime,
  hasPaid,
  inDoubt,
  isDoubtOver,
  isRefundStillChecked,
  type KeptCard,
} from '../../domain/payment.ts'
import { isLive, isQuoteLocked } from '../../domain/quote.ts'
import { type CardPayments, isBusyFault, type PageState, ProviderFault } from '../../gateways/payments/payments.ts'
import { findPayment, type PaymentRow, savePayment } from '../../storage/queries/payments.ts'
import { findQuote, findRequest } from '../../storage/queries/quotes.ts'
import { findTask, scheduleTask, unscheduleTask } from '../../storage/queries/scheduler.ts'
import { findTrip } from '../../storage/queries/trips.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import { cardsTask } from '../cards/cards-task.ts'
import {
  buildFindingColumns,
  chargeTask,
  countAttempts,
  findLastWaitMs,
  findProviderOfPayment,
  isBeingCharged,
  requireExisting,
} from '../cards/charges.ts'
import { PageInTheWay } from '../cards/open-pages.ts'
import { requireCompared } from '../cards/restored.ts'
import type { WorkerContext } from '../context.ts'
import { balanceTask, waitsForPage } from '../money/sums.ts'
import { lockTripWithRivals } from '../quotes/rival-quotes.ts'
import { cancelCustomerPayment } from '../transitions/quote-moves.ts'
import { scheduleNextDeadline } from '../transitions/trip-deadlines.ts'
import { pageNotExpired } from './card-pages.ts'
import { requestBookingWithCard } from './card-requests.ts'
import { notifyUnpaidRequest, settleChargeOutcome } from './charge-outcomes.ts'
import { cancelBalancePayment } from './paid-balances.ts'

/**
 * Reads the state of a page from the provider, saves it, and closes an expired page. Throws the provider's fault if there is no
 * answer.
 */
export async function settlePage(context: WorkerContext, payment: PaymentRow): Promise<void> {
  // A payment released in doubt may have been paid, and is then refunded; any other page has ended.
  if (payment.status === 'released' && payment.fault === null && payment.providerRef === null) {
    return context.storage.transact((tx) => unscheduleTask(tx, chargeTask, payment.id))
  }
  if (payment.status === 'opening') {
    // A customer may have received the page's address after the restored backup was made.
    await context.storage.read(requireCompared)
    if (!(await isBeingCharged(context, payment))) await cancelUnseenPage(context, payment.id)
    return
  }
  const until = await context.storage.read((db) => findPageHoldEnd(db, payment))
  const isOver = payment.status === 'released' || (until !== null && until <= context.clock())
  await settlePageState(context, payment, isOver ? 'close' : 'read')
}

/** Closes a page that blocks other work, and saves its result. Refuses `unavailable` if the provider does not answer. */
export async function expirePage(context: WorkerContext, paymentId: number): Promise<void> {
  const payment = await context.storage.read((db) => findPayment(db, paymentId))
  if (payment === null || !isPageOpen(payment)) return
  try {
    await settlePageState(context, payment, 'close')
  } catch (fault) {
    context.log.error({ payment: paymentId, trip: payment.tripId, err: fault }, 'could not expire a payment page')
    throw pageNotExpired()
  }
}

/** Does `work`, and repeats it after closing each page that blocks it. Refuses `unavailable` if the provider does not answer. */
export async function expireBlockingPages<T>(context: WorkerContext, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (fault) {
      if (!(fault instanceof PageInTheWay)) throw fault
      await expirePage(context, fault.paymentId)
    }
  }
}

async function settlePageState(context: WorkerContext, payment: PaymentRow, how: 'read' | 'close'): Promise<void> {
  const { id, sessionRef, providerKey: key } = payment
  const provider = findProviderOfPayment(context, payment)
  const ref = sessionRef ?? ''
  try {
    const answer = await (how === 'read'
      ? provider.readPage(ref)
      : provider.closePage(ref, { key, attempt: countAttempts(payment) }))
    const state = await ignoreRefundedPage(context, payment, answer)
    await context.storage.transact((tx) => settlePageOutcome(tx, context, payment, state, context.clock()))
  } catch (fault) {
    const isDecided = await context.storage.transact((tx) => settlePageFault(tx, context, payment, fault))
    if (!isDecided) throw fault
    context.log.error({ payment: id, trip: payment.tripId, err: fault }, 'payment page has no clear result')
  }
}

/** A page whose payment was fully refunded counts as unpaid. */
async function ignoreRefundedPage(context: WorkerContext, payment: PaymentRow, said: PageState): Promise<PageState> {
  if (said.status !== 'paid') return said
  const returned = (await findProviderOfPayment(context, payment).returnedOf(said.ref)) ?? 0
  if (returned < said.amount) return said
  const about = { payment: payment.id, trip: payment.tripId, charge: said.ref }
  context.log.warn(about, 'payment was already refunded; it does not count')
  return { status: 'expired' }
}

/**
 * Schedules another check of a page whose state the provider did not report. The second such answer puts the payment in doubt.
 * After a day the payment is released, and its card is deleted. Returns whether this happened.
 */
async function settlePageFault(
  tx: Writer,
  context: WorkerContext,
  { id, tripId }: Pick<PaymentRow, 'id' | 'tripId'>,
  fault: unknown,
): Promise<boolean> {
  await lockTripWithRivals(tx, tripId)
  const page = await requireExisting(findPayment(tx, id))
  const now = context.clock()
  const isAnswer = fault instanceof ProviderFault && (fault.kind === 'undecided' || fault.kind === 'rejected')
  // The payment was released, and the time in which the provider could still report it has passed.
  if (isAnswer && page.status === 'released' && !isRefundStillChecked(page.createdAt, now)) {
    await unscheduleTask(tx, chargeTask, id)
    return true
  }
  if (isAnswer && isDoubtOver(page, now)) {
    await cancelBalancePayment(tx, page, {}, now)
    await scheduleTask(tx, chargeTask, id, computeNextAskTime(page.createdAt, now), now)
    return true
  }
  if (!isPageOpen(page)) return false
  if (isAnswer && page.fault !== null) {
    if (page.kind === 'save_card') await cancelPage(tx, page, now)
    else await settleChargeOutcome(tx, context, page, inDoubt, now)
    return true
  }
  const known = isAnswer ? { fault: fault.told.code ?? fault.kind } : {}
  const usualAt = computePageCheckAfterFault(page.createdAt, now)
  const askAt = isBusyFault(fault) ? computeBusyAskTime(usualAt, await findLastWaitMs(tx, page), now) : usualAt
  const until = await findPageHoldEnd(tx, page)
  await savePayment(tx, page, { ...known, attempt: countAttempts(page) + 1, askedAt: now })
  await scheduleTask(tx, chargeTask, id, until === null || until <= now ? askAt : Math.min(askAt, until), now)
  return false
}

/** Releases a page whose address no customer received, with everything reserved for its customer. */
export async function cancelUnseenPage(context: WorkerContext, paymentId: number): Promise<void> {
  await context.storage.transact(async (tx) => {
    const { tripId } = await requireExisting(findPayment(tx, paymentId))
    await lockTripWithRivals(tx, tripId)
    const payment = await requireExisting(findPayment(tx, paymentId))
    if (payment.status === 'opening') await cancelPage(tx, payment, context.clock())
  })
}

/** Closes a page that was opened after its row had been released. */
export async function expireLatePage(
  context: WorkerContext,
  provider: CardPayments,
  { id: paymentId, providerKey: key, tripId }: PaymentRow,
  ref: string,
): Promise<void> {
  const closing = provider.closePage(ref, { key, attempt: 1 })
  await closing.catch((fault) =>
    context.log.warn(
      { payment: paymentId, trip: tripId, err: fault },
      'could not expire a payment page the customer never opened',
    ),
  )
}

/**
 * Instant (ms) until which a page is awaited: the end of the lock or of the request. For a balance it is when a saved card is
 * charged instead. Null if the page itself has an end.
 */
export async function findPageHoldEnd(db: Reader, { kind, quoteId, tripId }: PaymentRow): Promise<number | null> {
  if (kind !== 'deposit') {
    const balance = kind === 'save_card' ? null : await findTask(db, balanceTask, tripId)
    return balance?.lastError === waitsForPage ? balance.dueAt : null
  }
  const quote = await requireExisting(findQuote(db, quoteId))
  const request = quote.requestId === null ? null : await findRequest(db, quote.requestId)
  return quote.lockedUntil ?? request?.respondBy ?? null
}

/**
 * Saves the state of a page, once: another check, its end, a card saved for a request, or a payment. An amount other than the
 * requested one leaves the payment in doubt and books nothing. Releasing the payment refunds that amount.
 */
async function settlePageOutcome(
  tx: Writer,
  context: WorkerContext,
  { id, tripId }: Pick<PaymentRow, 'id' | 'tripId'>,
  state: PageState,
  now: number,
): Promise<void> {
  await lockTripWithRivals(tx, tripId)
  const payment = await requireExisting(findPayment(tx, id))
  if (payment.status === 'released') return settleLatePage(tx, context, payment, state, now)
  if (!isPageOpen(payment) && payment.status !== 'in_doubt') return
  if (state.status === 'open') return schedulePageCheck(tx, payment, now)
  if (state.status === 'expired') return cancelPage(tx, payment, now)
  if (state.status === 'saved') return saveCardOfPage(tx, payment, state.card, now)
  const { ref, amount, currencyCode } = state
  if (amount !== payment.amount || currencyCode !== payment.currencyCode) {
    const level = payment.status === 'in_doubt' ? 'warn' : 'error'
    context.log[level]({ payment: id, trip: tripId, amount, currencyCode }, 'payment page charged a different amount')
    await settleChargeOutcome(tx, context, payment, { ...inDoubt, taken: { ref, amount, currencyCode } }, now)
    return
  }
  const paid = await settleChargeOutcome(tx, context, payment, { status: 'succeeded', ref, card: state.card }, now)
  const isKept = payment.consentText !== null
  await savePayment(tx, paid, { consentedAt: findConsentTime(payment, now), ...(!isKept && { method: null }) })
  if (isKept && hasPaid(paid)) await scheduleTask(tx, cardsTask, tripId, now + cardCheckIntervalMs, now)
}

/**
 * Instant (ms) by which the customer consented to future charges: the completion of the page. Null if the page did not ask for
 * consent.
 */
function findConsentTime({ consentText }: PaymentRow, now: number): number | null {
  return consentText === null ? null : now
}

/** Saves the state of a released page. Money that it took counts, whatever the amount, and is refunded. */
async function settleLatePage(
  tx: Writer,
  context: WorkerContext,
  payment: PaymentRow,
  state: PageState,
  now: number,
): Promise<void> {
  if (state.status !== 'paid') return unscheduleTask(tx, chargeTask, payment.id)
  const { ref, amount, currencyCode, card } = state
  const taken = await savePayment(tx, payment, { amount, currencyCode })
  await settleChargeOutcome(tx, context, taken, { status: 'succeeded', ref, card }, now)
}

/** Interval (ms) at which saved cards are checked for whether they are still needed. */
export const cardCheckIntervalMs = dayMs

/** Schedules another check of an open page: immediately, to close it, if the time to wait for it ended while it was read. */
async function schedulePageCheck(tx: Writer, payment: PaymentRow, now: number): Promise<void> {
  await savePayment(tx, payment, { askedAt: now, ...(isPageOpen(payment) && { fault: null }) })
  const until = await findPageHoldEnd(tx, payment)
  const next = computeNextPageCheck(payment.createdAt, now)
  await scheduleTask(tx, chargeTask, payment.id, until === null ? next : Math.min(next, until), now)
}

/** Releases a page without a payment: its quote is unlocked, and its amendment is open again. */
async function cancelPage(tx: Writer, payment: PaymentRow, now: number): Promise<void> {
  await unscheduleTask(tx, chargeTask, payment.id)
  const known = { fault: null, askedAt: now, takenAmount: null, takenCurrency: null }
  if (payment.kind === 'balance' || payment.kind === 'extra') {
    await cancelBalancePayment(tx, payment, known, now)
    return
  }
  const released = await savePayment(tx, payment, { ...known, status: 'released', updatedAt: now })
  const quote = await requireExisting(findQuote(tx, released.quoteId))
  if (released.kind === 'deposit' && isLive(quote) && isQuoteLocked(quote))
    await cancelCustomerPayment(tx, quote, null, 'expired', now)
  // The customer was asked to wait, and can pay again.
  if (payment.status === 'in_doubt' && quote.status === 'requested')
    await notifyUnpaidRequest(tx, quote, 'declined', payment, now)
  await scheduleNextDeadline(tx, await requireExisting(findTrip(tx, released.tripId)), now)
}

/** Saves the card of a page. It belongs to a request if the quote has not changed since the customer saw it. */
async function saveCardOfPage(tx: Writer, payment: PaymentRow, card: KeptCard, now: number): Promise<void> {
  await unscheduleTask(tx, chargeTask, payment.id)
  const shown = { ...buildFindingColumns({ status: 'succeeded', ref: null, card }), consentedAt: findConsentTime(payment, now) }
  const kept = await savePayment(tx, payment, { ...shown, status: 'card_saved', askedAt: now, updatedAt: now })
  const isAsked = (await requestBookingWithCard(tx, kept, card.method, now)) === 'asked'
  await scheduleTask(tx, cardsTask, kept.tripId, isAsked ? now + cardCheckIntervalMs : now, now)
}
