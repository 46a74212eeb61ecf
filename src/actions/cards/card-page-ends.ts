import { isPageOpen, nextLookAfterFault, nextLookAt } from '../../domain/card-page.ts'
import { dayMs } from '../../domain/instant.ts'
import { askAgainAt, askBusyAgainAt, hasPaid, inDoubt, isDoubtOver, isStillAsked, type KeptCard } from '../../domain/payment.ts'
import { isLive, isLocked } from '../../domain/quote.ts'
import { type CardPayments, isBusyFault, type PageState, ProviderFault } from '../../gateways/payments/payments.ts'
import { findPayment, type PaymentRow, savePayment } from '../../storage/queries/payments.ts'
import { findQuote, findRequest } from '../../storage/queries/quotes.ts'
import { findTask, schedule, unschedule } from '../../storage/queries/scheduler.ts'
import { findTrip } from '../../storage/queries/trips.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { WorkerContext } from '../context.ts'
import { giveUpBalance } from '../money/paid-balances.ts'
import { balanceTask, waitsForPage } from '../money/sums.ts'
import { PageInTheWay, stopPaying } from '../quotes/quote-moves.ts'
import { lockTripWithRivals } from '../quotes/rival-quotes.ts'
import { scheduleNextDeadline } from '../trips/trip-deadlines.ts'
import { pageStaysOpen } from './card-pages.ts'
import { askWithCard } from './card-requests.ts'
import { cardsTask } from './cards-task.ts'
import { recordOutcome, tellRequest } from './charge-outcomes.ts'
import { attemptOf, cardsOf, chargeTask, foundOf, isInHand, lastWaitMs, mustExist } from './charges.ts'
import { mustBeCompared } from './restored.ts'

/** Asks how a page stands and writes it down; one whose time is over is closed. Throws what the provider says instead of an answer. */
export async function followPage(context: WorkerContext, payment: PaymentRow): Promise<void> {
  // What was given up in doubt may have been paid, and then goes back; anything else is over.
  if (payment.status === 'released' && payment.fault === null && payment.providerRef === null) {
    return context.storage.transact((tx) => unschedule(tx, chargeTask, payment.id))
  }
  if (payment.status === 'opening') {
    // Somebody may have had its address after the backup that was restored.
    await context.storage.read(mustBeCompared)
    if (!(await isInHand(context, payment))) await closeUnseen(context, payment.id)
    return
  }
  const until = await context.storage.read((db) => pageHeldUntil(db, payment))
  const isOver = payment.status === 'released' || (until !== null && until <= context.clock())
  await settle(context, payment, isOver ? 'close' : 'read')
}

/** Closes a page that is in the way, and writes down what it says. Refuses `unavailable` where the provider does not answer. */
export async function shutPage(context: WorkerContext, paymentId: number): Promise<void> {
  const payment = await context.storage.read((db) => findPayment(db, paymentId))
  if (payment === null || !isPageOpen(payment)) return
  try {
    await settle(context, payment, 'close')
  } catch (fault) {
    context.log.error({ payment: paymentId, trip: payment.tripId, err: fault }, 'a payment page could not be closed')
    throw pageStaysOpen()
  }
}

/** Does `work`, and again for each page that is in its way, which is closed first. Refuses `unavailable` where the provider does not answer. */
export async function closingPages<T>(context: WorkerContext, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (fault) {
      if (!(fault instanceof PageInTheWay)) throw fault
      await shutPage(context, fault.paymentId)
    }
  }
}

async function settle(context: WorkerContext, payment: PaymentRow, how: 'read' | 'close'): Promise<void> {
  const { id, sessionRef, providerKey: key } = payment
  const provider = cardsOf(context, payment)
  const ref = sessionRef ?? ''
  try {
    const said = await (how === 'read' ? provider.readPage(ref) : provider.closePage(ref, { key, attempt: attemptOf(payment) }))
    const state = await unlessSentBack(context, payment, said)
    await context.storage.transact((tx) => recordPage(tx, context, payment, state, context.clock()))
  } catch (fault) {
    const isDecided = await context.storage.transact((tx) => recordFault(tx, context, payment, fault))
    if (!isDecided) throw fault
    context.log.error({ payment: id, trip: payment.tripId, err: fault }, 'a payment page says nothing that decides')
  }
}

/** Money that was paid on a page and is back with its customer whole pays for nothing: the page was never paid. */
async function unlessSentBack(context: WorkerContext, payment: PaymentRow, said: PageState): Promise<PageState> {
  if (said.status !== 'paid') return said
  const returned = (await cardsOf(context, payment).returnedOf(said.ref)) ?? 0
  if (returned < said.amount) return said
  const about = { payment: payment.id, trip: payment.tripId, charge: said.ref }
  context.log.warn(about, 'what was paid on a page is back with its customer, and pays for nothing')
  return { status: 'expired' }
}

/**
 * A page of which the provider did not say how it stands is looked at again. The second answer that decides nothing leaves its money in
 * doubt, and what is still owed is given up after a day of them; a card is left anew then. Answers whether that is so.
 */
async function recordFault(
  tx: Writer,
  context: WorkerContext,
  { id, tripId }: Pick<PaymentRow, 'id' | 'tripId'>,
  fault: unknown,
): Promise<boolean> {
  await lockTripWithRivals(tx, tripId)
  const page = await mustExist(findPayment(tx, id))
  const now = context.clock()
  const isAnswer = fault instanceof ProviderFault && (fault.kind === 'undecided' || fault.kind === 'rejected')
  // It was given up, and nothing has been heard of it for so long that nothing will be.
  if (isAnswer && page.status === 'released' && !isStillAsked(page.createdAt, now)) {
    await unschedule(tx, chargeTask, id)
    return true
  }
  if (isAnswer && isDoubtOver(page, now)) {
    await giveUpBalance(tx, page, {}, now)
    await schedule(tx, chargeTask, id, askAgainAt(page.createdAt, now), now)
    return true
  }
  if (!isPageOpen(page)) return false
  if (isAnswer && page.fault !== null) {
    if (page.kind === 'save_card') await giveUpPage(tx, page, now)
    else await recordOutcome(tx, context, page, inDoubt, now)
    return true
  }
  const known = isAnswer ? { fault: fault.told.code ?? fault.kind } : {}
  const usualAt = nextLookAfterFault(page.createdAt, now)
  const askAt = isBusyFault(fault) ? askBusyAgainAt(usualAt, await lastWaitMs(tx, page), now) : usualAt
  const until = await pageHeldUntil(tx, page)
  await savePayment(tx, page, { ...known, attempt: attemptOf(page) + 1, askedAt: now })
  await schedule(tx, chargeTask, id, until === null || until <= now ? askAt : Math.min(askAt, until), now)
  return false
}

/** A page of which no one has the address is given up, and what was held for its customer is let go. */
export async function closeUnseen(context: WorkerContext, paymentId: number): Promise<void> {
  await context.storage.transact(async (tx) => {
    const { tripId } = await mustExist(findPayment(tx, paymentId))
    await lockTripWithRivals(tx, tripId)
    const payment = await mustExist(findPayment(tx, paymentId))
    if (payment.status === 'opening') await giveUpPage(tx, payment, context.clock())
  })
}

/** A page that was opened too late for its row, which has been given up. */
export async function shutUnknown(
  context: WorkerContext,
  provider: CardPayments,
  { id: paymentId, providerKey: key, tripId }: PaymentRow,
  ref: string,
): Promise<void> {
  const closing = provider.closePage(ref, { key, attempt: 1 })
  await closing.catch((fault) => context.log.warn({ payment: paymentId, trip: tripId, err: fault }, 'a page stays open unseen'))
}

/**
 * Instant (ms) until which a page is waited for: as long as the quote is held for it, or the request waits. For a
 * balance it is when a saved card is to be charged instead. Null where the page itself says so.
 */
export async function pageHeldUntil(db: Reader, { kind, quoteId, tripId }: PaymentRow): Promise<number | null> {
  if (kind !== 'deposit') {
    const balance = kind === 'save_card' ? null : await findTask(db, balanceTask, tripId)
    return balance?.lastError === waitsForPage ? balance.dueAt : null
  }
  const quote = await mustExist(findQuote(db, quoteId))
  const request = quote.requestId === null ? null : await findRequest(db, quote.requestId)
  return quote.lockedUntil ?? request?.respondBy ?? null
}

/**
 * Writes down how a page stands, once: it is looked at again, it is over, a card was left with a request, or the money is there. Money
 * that is not what was asked for leaves the payment in doubt, and books nothing. Giving it up refunds that money.
 */
async function recordPage(
  tx: Writer,
  context: WorkerContext,
  { id, tripId }: Pick<PaymentRow, 'id' | 'tripId'>,
  state: PageState,
  now: number,
): Promise<void> {
  await lockTripWithRivals(tx, tripId)
  const payment = await mustExist(findPayment(tx, id))
  if (payment.status === 'released') return recordLate(tx, context, payment, state, now)
  if (!isPageOpen(payment) && payment.status !== 'in_doubt') return
  if (state.status === 'open') return lookAgain(tx, payment, now)
  if (state.status === 'expired') return giveUpPage(tx, payment, now)
  if (state.status === 'saved') return keepCard(tx, payment, state.card, now)
  const { ref, amount, currencyCode } = state
  if (amount !== payment.amount || currencyCode !== payment.currencyCode) {
    const level = payment.status === 'in_doubt' ? 'warn' : 'error'
    context.log[level]({ payment: id, trip: tripId, amount, currencyCode }, 'a page took another amount than was asked for')
    await recordOutcome(tx, context, payment, { ...inDoubt, taken: { ref, amount, currencyCode } }, now)
    return
  }
  const paid = await recordOutcome(tx, context, payment, { status: 'succeeded', ref, card: state.card }, now)
  const isKept = payment.consentText !== null
  await savePayment(tx, paid, { consentedAt: consentedAt(payment, now), ...(!isKept && { method: null }) })
  if (isKept && hasPaid(paid)) await schedule(tx, cardsTask, tripId, now + cardsLookedAtMs, now)
}

/**
 * Instant (ms) by which the customer agreed to more than a payment: the page is known to be done then. Null where they
 * were not asked to.
 */
function consentedAt({ consentText }: PaymentRow, now: number): number | null {
  return consentText === null ? null : now
}

/** Records how a page stands that has been given up. Money that it took is there, however much it is, and goes back. */
async function recordLate(tx: Writer, context: WorkerContext, payment: PaymentRow, state: PageState, now: number): Promise<void> {
  if (state.status !== 'paid') return unschedule(tx, chargeTask, payment.id)
  const { ref, amount, currencyCode, card } = state
  const taken = await savePayment(tx, payment, { amount, currencyCode })
  await recordOutcome(tx, context, taken, { status: 'succeeded', ref, card }, now)
}

/** Cards that are kept are looked at so often, whether they are still wanted. */
export const cardsLookedAtMs = dayMs

/** Schedules another check of an open page: immediately, to close it, if the time to wait for it ended while it was read. */
async function lookAgain(tx: Writer, payment: PaymentRow, now: number): Promise<void> {
  await savePayment(tx, payment, { askedAt: now, ...(isPageOpen(payment) && { fault: null }) })
  const until = await pageHeldUntil(tx, payment)
  const next = nextLookAt(payment.createdAt, now)
  await schedule(tx, chargeTask, payment.id, until === null ? next : Math.min(next, until), now)
}

/** Nothing was paid on a page, and nothing can be any more: the quote it held is free, and an amendment it was for waits again. */
async function giveUpPage(tx: Writer, payment: PaymentRow, now: number): Promise<void> {
  await unschedule(tx, chargeTask, payment.id)
  const known = { fault: null, askedAt: now, takenAmount: null, takenCurrency: null }
  if (payment.kind === 'balance' || payment.kind === 'extra') {
    await giveUpBalance(tx, payment, known, now)
    return
  }
  const released = await savePayment(tx, payment, { ...known, status: 'released', updatedAt: now })
  const quote = await mustExist(findQuote(tx, released.quoteId))
  if (released.kind === 'deposit' && isLive(quote) && isLocked(quote)) await stopPaying(tx, quote, null, 'expired', now)
  // Its customer was told to wait, and may pay again.
  if (payment.status === 'in_doubt' && quote.status === 'requested') await tellRequest(tx, quote, 'declined', payment, now)
  await scheduleNextDeadline(tx, await mustExist(findTrip(tx, released.tripId)), now)
}

/** A card was left. It goes with a request where the quote still is what the customer was shown. */
async function keepCard(tx: Writer, payment: PaymentRow, card: KeptCard, now: number): Promise<void> {
  await unschedule(tx, chargeTask, payment.id)
  const shown = { ...foundOf({ status: 'succeeded', ref: null, card }), consentedAt: consentedAt(payment, now) }
  const kept = await savePayment(tx, payment, { ...shown, status: 'card_saved', askedAt: now, updatedAt: now })
  const isAsked = (await askWithCard(tx, kept, card.method, now)) === 'asked'
  await schedule(tx, cardsTask, kept.tripId, isAsked ? now + cardsLookedAtMs : now, now)
}
