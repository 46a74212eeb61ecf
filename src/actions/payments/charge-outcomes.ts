import { isPaged, isPageOpen } from '../../domain/card-page.ts'
import { dayMs } from '../../domain/instant.ts'
import {
  type ChargeFinding,
  type ChargeOutcome,
  cardLockMs,
  computeBusyAskTime,
  computeNextAskTime,
  isDoubtOver,
  type TakenMoney,
} from '../../domain/payment.ts'
import { isLive, isQuoteLocked, lockQuote } from '../../domain/quote.ts'
import { computeDoubtLockEnd } from '../../domain/quote-times.ts'
import {
  findOpenPayments,
  findPayment,
  listPaymentsOfTrip,
  type PaymentRow,
  savePayment,
} from '../../storage/queries/payments.ts'
import { findQuote, findRequest, type QuoteRow, type RequestRow, saveRequest } from '../../storage/queries/quotes.ts'
import { runTaskNow, scheduleTask, unscheduleTask } from '../../storage/queries/scheduler.ts'
import { findTrip } from '../../storage/queries/trips.ts'
import type { Writer } from '../../storage/storage.ts'
import { confirmBooking } from '../bookings/confirm-booking.ts'
import { cardsTask } from '../cards/cards-task.ts'
import { buildFindingColumns, chargeTask, countAttempts, findLastWaitMs, isUndecided, requireExisting } from '../cards/charges.ts'
import type { WorkerContext } from '../context.ts'
import { cancelPayment } from '../money/late-payments.ts'
import { settleCancelledCharge } from '../money/refunds.ts'
import { notifyReaders } from '../outbox/notices.ts'
import { lockTripWithRivals } from '../quotes/rival-quotes.ts'
import { cancelCustomerPayment, recordQuote } from '../transitions/quote-moves.ts'
import { scheduleNextDeadline } from '../transitions/trip-deadlines.ts'
import { cancelBalancePayment, recordBalanceOutcome } from './paid-balances.ts'

/**
 * Saves the result of a charge, once: a won trip, a paid balance, a failed card, a locked quote, or a doubt to check again. A
 * charge that the provider rejected only ends. Money taken for a payment released meanwhile is refunded. Returns the payment
 * after the change.
 */
export async function settleChargeOutcome(
  tx: Writer,
  context: WorkerContext,
  { id, tripId }: Pick<PaymentRow, 'id' | 'tripId'>,
  finding: ChargeFinding,
  now: number,
): Promise<PaymentRow> {
  await lockTripWithRivals(tx, tripId)
  const payment = await requireExisting(findPayment(tx, id))
  if (!isUndecided(payment) && !isPageOpen(payment) && payment.status !== 'released') return payment
  // Money that was taken stays taken, whatever the provider answers later.
  const isTaken = payment.takenAmount !== null
  if (finding.status === 'in_doubt' || (isTaken && finding.status !== 'succeeded'))
    return settleUncertainCharge(tx, payment, finding, now)
  await unscheduleTask(tx, chargeTask, payment.id)
  const { status } = finding
  if (payment.kind !== 'deposit') return recordBalanceOutcome(tx, context, payment, { ...finding, status }, now)
  const known = buildFindingColumns(finding)
  const quote = await requireExisting(findQuote(tx, payment.quoteId))
  const trip = await requireExisting(findTrip(tx, payment.tripId))
  // The page was paid while the server was down: the vehicle was never sent.
  const isTooLate = isPaged(payment) && status === 'succeeded' && trip.departsAt <= now
  if (payment.status === 'released' || !isLive(quote) || isTooLate) {
    const given = await settleCancelledCharge(tx, context, payment, finding, now)
    if (isTooLate && isLive(quote) && isQuoteLocked(quote)) await cancelCustomerPayment(tx, quote, null, 'expired', now)
    await scheduleNextDeadline(tx, trip, now)
    return given
  }
  const over = finding.rejection === undefined ? status : 'released'
  const receivedAt = status === 'succeeded' ? now : null
  const recorded = await savePayment(tx, payment, { ...known, status: over, receivedAt, updatedAt: now })
  if (status === 'succeeded') {
    await confirmBooking(tx, context, trip, quote, now)
    // The card may be saved for a deposit alone.
    await runTaskNow(tx, cardsTask, payment.tripId, now)
  } else {
    if (quote.status !== 'requested') await lockOrUnlockQuote(tx, quote, recorded, now)
    else
      await notifyUnpaidRequest(
        tx,
        quote,
        over === 'released' ? await findEarlierRequestStatus(tx, payment) : status,
        payment,
        now,
      )
    const about = { operatorIds: [quote.operatorId], tripId: payment.tripId, subjectId: payment.id }
    if (over !== 'released') await notifyReaders(tx, { fact: 'card_failed', ...about }, now)
  }
  await scheduleNextDeadline(tx, await requireExisting(findTrip(tx, payment.tripId)), now)
  return recorded
}

/**
 * Leaves a payment in doubt: the provider is asked again later, the quote stays locked, and the rest of the trip continues. A
 * charge that takes no money gets a new key, since a provider repeats the faults of a key. A balance unknown to the provider
 * for a day is released, and still checked. An amount other than the requested one is refunded when the payment is released.
 */
async function settleUncertainCharge(tx: Writer, payment: PaymentRow, finding: ChargeFinding, now: number): Promise<PaymentRow> {
  const usualAt = computeNextAskTime(payment.createdAt, now)
  const askAt = finding.isBusy === true ? computeBusyAskTime(usualAt, await findLastWaitMs(tx, payment), now) : usualAt
  await scheduleTask(tx, chargeTask, payment.id, askAt, now)
  const known = finding.taken === undefined ? {} : buildTakenColumns(finding.taken)
  const asked = await savePayment(tx, payment, { ...known, attempt: countAttempts(payment) + 1, askedAt: now })
  const isTaken = asked.takenAmount !== null
  if (isTaken && payment.status === 'released') return cancelPayment(tx, asked, {}, now)
  if ((finding.isUnknown || isTaken) && isDoubtOver(asked, now)) return cancelBalancePayment(tx, asked, {}, now)
  if (payment.status !== 'charging' && !isPageOpen(payment)) return asked
  const doubted = await savePayment(tx, asked, { status: 'in_doubt', updatedAt: now })
  if (payment.kind !== 'deposit') return doubted
  const quote = await requireExisting(findQuote(tx, payment.quoteId))
  const trip = await requireExisting(findTrip(tx, payment.tripId))
  if (quote.status === 'requested') await notifyUnpaidRequest(tx, quote, 'in_doubt', payment, now)
  else await recordQuote(tx, quote, lockQuote(quote, computeDoubtLockEnd(quote, now, trip.departsAt)), now)
  await scheduleNextDeadline(tx, trip, now)
  return doubted
}

/** Columns of a payment for which an amount other than the requested one was taken. */
function buildTakenColumns({
  ref: providerRef,
  amount: takenAmount,
  currencyCode: takenCurrency,
}: TakenMoney): Partial<PaymentRow> {
  return { providerRef, takenAmount, takenCurrency, fault: 'other_amount' }
}

/** Payment status of a request that is not paid. */
type UnpaidRequestStatus = Exclude<ChargeOutcome, 'succeeded'> | 'in_doubt' | 'card_saved'

/**
 * Keeps the request open and asks the customer for another card, or to wait. A customer who saved a card on a page may be absent:
 * the operator's acceptance lasts a day from the start of the charge, never past the departure. A charge without a result counts
 * as none.
 */
export async function notifyUnpaidRequest(
  tx: Writer,
  quote: QuoteRow,
  status: UnpaidRequestStatus,
  { origin, createdAt }: Pick<PaymentRow, 'origin' | 'createdAt'>,
  now: number,
): Promise<void> {
  const request = quote.requestId === null ? null : await findRequest(tx, quote.requestId)
  if (request !== null) {
    const isYes = origin === 'confirm' && status !== 'card_saved' && (await isCardFromPage(tx, request))
    const { departsAt } = await requireExisting(findTrip(tx, quote.tripId))
    const respondBy = isYes ? Math.max(request.respondBy, Math.min(createdAt + dayMs, departsAt)) : request.respondBy
    await saveRequest(tx, request, { paymentStatus: status, respondBy })
  }
  await recordQuote(tx, quote, quote, now)
}

/** Payment status of a request before a charge without a result: as the last charge left it, otherwise `card_saved`. */
async function findEarlierRequestStatus(tx: Writer, { id, tripId, quoteId }: PaymentRow): Promise<UnpaidRequestStatus> {
  const earlier = (await listPaymentsOfTrip(tx, tripId)).filter((one) => one.id < id && one.quoteId === quoteId)
  const statuses = earlier.map(({ status }) => status)
  return statuses.findLast((status) => status === 'declined' || status === 'requires_action') ?? 'card_saved'
}

async function isCardFromPage(tx: Writer, { tripId, paymentMethod }: RequestRow): Promise<boolean> {
  return (await listPaymentsOfTrip(tx, tripId)).some((one) => one.kind === 'save_card' && one.method === paymentMethod)
}

/**
 * Locks the quote for a while for a card that needs authentication; frees it after a declined one, unless another payment holds
 * it.
 */
async function lockOrUnlockQuote(tx: Writer, quote: QuoteRow, payment: PaymentRow, now: number): Promise<void> {
  if (payment.status === 'requires_action') {
    await recordQuote(tx, quote, lockQuote(quote, Math.min(now + cardLockMs, quote.validUntil)), now)
    return
  }
  const others = (await findOpenPayments(tx, quote.tripId)).filter(({ quoteId }) => quoteId === quote.id)
  if (!isQuoteLocked(quote)) return
  if (others.length === 0) await cancelCustomerPayment(tx, quote, null, 'withdrawn', now)
  else
    await recordQuote(
      tx,
      quote,
      lockQuote(quote, Math.min(...others.map((other) => other.updatedAt + cardLockMs), quote.validUntil)),
      now,
    )
}
