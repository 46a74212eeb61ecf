import { isPageOpen, nextLookAfterFault, nextLookAt } from '../domain/card-page.ts'
import { dayMs } from '../domain/instant.ts'
import { askAgainAt, hasPaid, type KeptCard } from '../domain/payment.ts'
import { isLive, isLocked } from '../domain/quote.ts'
import type { CardPayments, PageState } from '../gateways/payments/payments.ts'
import { bookingOfTrip } from '../storage/queries/bookings.ts'
import { findPayment, type PaymentRow, savePayment } from '../storage/queries/payments.ts'
import { findQuote, findRequest } from '../storage/queries/quotes.ts'
import { schedule, unschedule } from '../storage/queries/scheduler.ts'
import { findTrip } from '../storage/queries/trips.ts'
import type { Reader, Writer } from '../storage/storage.ts'
import { settleAcceptance } from './apply-amendments.ts'
import { cardsAway } from './card-pages.ts'
import { askWithCard } from './card-requests.ts'
import { recordOutcome } from './charge-outcomes.ts'
import { attemptOf, cardsOf, chargeTask, foundOf, isInHand, mustExist } from './charges.ts'
import type { WorkerContext } from './context.ts'
import { cardsTask, PageInTheWay, stopPaying } from './quote-moves.ts'
import { mustBeCompared } from './restored.ts'
import { lockTripWithRivals } from './rival-quotes.ts'
import { recordSums } from './sums.ts'
import { scheduleNextDeadline } from './trip-deadlines.ts'

/** Asks how a page stands and writes it down; one whose time is over is closed. Throws what the provider says instead of an answer. */
export async function followPage(context: WorkerContext, payment: PaymentRow): Promise<void> {
  // What was given up in doubt has been paid, and goes back; anything else is over.
  if (payment.status === 'released' && payment.providerRef === null) {
    return context.storage.transact((tx) => unschedule(tx, chargeTask, payment.id))
  }
  if (payment.status === 'opening') {
    // Somebody may have had its address after the backup that was restored.
    await context.storage.read(mustBeCompared)
    if (!(await isInHand(context, payment))) await closeUnseen(context, payment.id)
    return
  }
  const until = await context.storage.read((db) => heldUntil(db, payment))
  const isOver = until !== null && until <= context.clock()
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
    throw cardsAway()
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
    const state = await (how === 'read' ? provider.readPage(ref) : provider.closePage(ref, { key, attempt: attemptOf(payment) }))
    await context.storage.transact((tx) => recordPage(tx, context, payment, state, context.clock()))
  } catch (fault) {
    await context.storage.transact(async (tx) => {
      const row = await mustExist(findPayment(tx, id))
      if (!isPageOpen(row)) return
      const now = context.clock()
      await savePayment(tx, row, { attempt: attemptOf(row) + 1, askedAt: now })
      await schedule(tx, chargeTask, id, nextLookAfterFault(row.createdAt, now), now)
    })
    throw fault
  }
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

/** Until when a page is waited for (ms): as long as the quote is held for it, or the request waits. Null where the page itself says so. */
async function heldUntil(db: Reader, { kind, quoteId }: PaymentRow): Promise<number | null> {
  if (kind !== 'deposit') return null
  const quote = await mustExist(findQuote(db, quoteId))
  const request = quote.requestId === null ? null : await findRequest(db, quote.requestId)
  return quote.lockedUntil ?? request?.respondBy ?? null
}

/**
 * Writes down how a page stands, once: it is looked at again, it is over, a card was left with a request, or the money is there. Money
 * that is not what was asked for leaves the payment in doubt, and books nothing.
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
    await savePayment(tx, payment, { status: 'in_doubt', providerRef: ref, askedAt: now, updatedAt: now })
    return schedule(tx, chargeTask, id, askAgainAt(payment.createdAt, now), now)
  }
  const paid = await recordOutcome(tx, context, payment, { status: 'succeeded', ref, card: state.card }, now)
  const isKept = payment.consentText !== null
  await savePayment(tx, paid, { consentedAt: consentedAt(payment, now), ...(!isKept && { method: null }) })
  if (isKept && hasPaid(paid)) await schedule(tx, cardsTask, tripId, now + cardsLookedAtMs, now)
}

/** When the customer agreed to more than a payment, by when the page is known to be done; null where they were not asked to. */
function consentedAt({ consentText }: PaymentRow, now: number): number | null {
  return consentText === null ? null : now
}

/** What a page took that has been given up is there, however much it is, and goes back. */
async function recordLate(tx: Writer, context: WorkerContext, payment: PaymentRow, state: PageState, now: number): Promise<void> {
  if (state.status !== 'paid') return unschedule(tx, chargeTask, payment.id)
  const { ref, amount, currencyCode, card } = state
  const taken = await savePayment(tx, payment, { amount, currencyCode })
  await recordOutcome(tx, context, taken, { status: 'succeeded', ref, card }, now)
}

/** Cards that are kept are looked at so often, whether they are still wanted. */
export const cardsLookedAtMs = dayMs

async function lookAgain(tx: Writer, payment: PaymentRow, now: number): Promise<void> {
  await savePayment(tx, payment, { askedAt: now })
  const until = await heldUntil(tx, payment)
  const next = nextLookAt(payment.createdAt, now)
  await schedule(tx, chargeTask, payment.id, until === null || until <= now ? next : Math.min(next, until), now)
}

/** Nothing was paid on a page, and nothing can be any more: the quote it held is free, and an amendment it was for waits again. */
async function giveUpPage(tx: Writer, payment: PaymentRow, now: number): Promise<void> {
  await unschedule(tx, chargeTask, payment.id)
  const over = { status: 'released', operatorId: null, askedAt: now, updatedAt: now } as const
  const released = await savePayment(tx, payment, over)
  if (released.kind === 'balance' || released.kind === 'extra') {
    const record = await bookingOfTrip(tx, released.tripId)
    if (record !== null) await recordSums(tx, await settleAcceptance(tx, record, released, now), now)
    return
  }
  const quote = await mustExist(findQuote(tx, released.quoteId))
  if (released.kind === 'deposit' && isLive(quote) && isLocked(quote)) await stopPaying(tx, quote, null, 'expired', now)
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
