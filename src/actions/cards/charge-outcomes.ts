import { isPaged, isPageOpen } from '../../domain/card-page.ts'
import { dayMs } from '../../domain/instant.ts'
import {
  askAgainAt,
  askBusyAgainAt,
  type ChargeFinding,
  type ChargeOutcome,
  cardLockMs,
  isDoubtOver,
  type TakenMoney,
} from '../../domain/payment.ts'
import { isLive, isLocked, lock } from '../../domain/quote.ts'
import { doubtUntil } from '../../domain/quote-times.ts'
import { findOpenPayments, findPayment, type PaymentRow, paymentsOfTrip, savePayment } from '../../storage/queries/payments.ts'
import { findQuote, findRequest, type QuoteRow, type RequestRow, saveRequest } from '../../storage/queries/quotes.ts'
import { runOneNow, schedule, unschedule } from '../../storage/queries/scheduler.ts'
import { findTrip } from '../../storage/queries/trips.ts'
import type { Writer } from '../../storage/storage.ts'
import { confirmBooking } from '../bookings/confirm-booking.ts'
import type { WorkerContext } from '../context.ts'
import { tell } from '../messages/notices.ts'
import { giveUpPayment } from '../money/late-payments.ts'
import { giveUpBalance, recordBalanceOutcome } from '../money/paid-balances.ts'
import { recordGivenUp } from '../money/refunds.ts'
import { recordQuote, stopPaying } from '../quotes/quote-moves.ts'
import { lockTripWithRivals } from '../quotes/rival-quotes.ts'
import { scheduleNextDeadline } from '../trips/trip-deadlines.ts'
import { cardsTask } from './cards-task.ts'
import { attemptOf, chargeTask, foundOf, isUndecided, lastWaitMs, mustExist } from './charges.ts'

/**
 * Writes down what is known of a charge, once: a won trip, a balance that is paid, a card that failed, a quote still held for the
 * payer, or a doubt to be asked about again. Of a charge that the provider rejected nothing comes but its end. Money that was taken for
 * what has been given up since goes back. Answers the payment as it then stands.
 */
export async function recordOutcome(
  tx: Writer,
  context: WorkerContext,
  { id, tripId }: Pick<PaymentRow, 'id' | 'tripId'>,
  finding: ChargeFinding,
  now: number,
): Promise<PaymentRow> {
  await lockTripWithRivals(tx, tripId)
  const payment = await mustExist(findPayment(tx, id))
  if (!isUndecided(payment) && !isPageOpen(payment) && payment.status !== 'released') return payment
  // Money that is known to be taken stays taken, whatever else the provider answers.
  const isTaken = payment.takenAmount !== null
  if (finding.status === 'in_doubt' || (isTaken && finding.status !== 'succeeded')) return leaveInDoubt(tx, payment, finding, now)
  await unschedule(tx, chargeTask, payment.id)
  const { status } = finding
  if (payment.kind !== 'deposit') return recordBalanceOutcome(tx, context, payment, { ...finding, status }, now)
  const known = foundOf(finding)
  const quote = await mustExist(findQuote(tx, payment.quoteId))
  const trip = await mustExist(findTrip(tx, payment.tripId))
  // A page that was paid while no one could ask: the coach has not been sent for.
  const isTooLate = isPaged(payment) && status === 'succeeded' && trip.departsAt <= now
  if (payment.status === 'released' || !isLive(quote) || isTooLate) {
    const given = await recordGivenUp(tx, context, payment, finding, now)
    if (isTooLate && isLive(quote) && isLocked(quote)) await stopPaying(tx, quote, null, 'expired', now)
    await scheduleNextDeadline(tx, trip, now)
    return given
  }
  const over = finding.rejection === undefined ? status : 'released'
  const receivedAt = status === 'succeeded' ? now : null
  const recorded = await savePayment(tx, payment, { ...known, status: over, receivedAt, updatedAt: now })
  if (status === 'succeeded') {
    await confirmBooking(tx, context, trip, quote, now)
    // It may have been left for the deposit alone.
    await runOneNow(tx, cardsTask, payment.tripId, now)
  } else {
    if (quote.status !== 'requested') await holdOrFree(tx, quote, recorded, now)
    else await tellRequest(tx, quote, over === 'released' ? await standingBefore(tx, payment) : status, payment, now)
    const about = { operatorIds: [quote.operatorId], tripId: payment.tripId, subjectId: payment.id }
    if (over !== 'released') await tell(tx, { fact: 'card_failed', ...about }, now)
  }
  await scheduleNextDeadline(tx, await mustExist(findTrip(tx, payment.tripId)), now)
  return recorded
}

/**
 * The provider is asked again later; the quote is held meanwhile, and everything else about the trip goes on. What takes no money is asked
 * for under a new key then, since a provider keeps its faults too. A balance that it does not know for a day is given up, and asked about on.
 * Money that it took, and that is not what was asked for, is refunded when the payment is given up.
 */
async function leaveInDoubt(tx: Writer, payment: PaymentRow, finding: ChargeFinding, now: number): Promise<PaymentRow> {
  const usualAt = askAgainAt(payment.createdAt, now)
  const askAt = finding.isBusy === true ? askBusyAgainAt(usualAt, await lastWaitMs(tx, payment), now) : usualAt
  await schedule(tx, chargeTask, payment.id, askAt, now)
  const known = finding.taken === undefined ? {} : takenBy(finding.taken)
  const asked = await savePayment(tx, payment, { ...known, attempt: attemptOf(payment) + 1, askedAt: now })
  const isTaken = asked.takenAmount !== null
  if (isTaken && payment.status === 'released') return giveUpPayment(tx, asked, {}, now)
  if ((finding.isUnknown || isTaken) && isDoubtOver(asked, now)) return giveUpBalance(tx, asked, {}, now)
  if (payment.status !== 'charging' && !isPageOpen(payment)) return asked
  const doubted = await savePayment(tx, asked, { status: 'in_doubt', updatedAt: now })
  if (payment.kind !== 'deposit') return doubted
  const quote = await mustExist(findQuote(tx, payment.quoteId))
  const trip = await mustExist(findTrip(tx, payment.tripId))
  if (quote.status === 'requested') await tellRequest(tx, quote, 'in_doubt', payment, now)
  else await recordQuote(tx, quote, lock(quote, doubtUntil(quote, now, trip.departsAt)), now)
  await scheduleNextDeadline(tx, trip, now)
  return doubted
}

/** Columns of a payment of which another amount was taken than was asked for. */
function takenBy({ ref: providerRef, amount: takenAmount, currencyCode: takenCurrency }: TakenMoney): Partial<PaymentRow> {
  return { providerRef, takenAmount, takenCurrency, fault: 'other_amount' }
}

/** Payment status of a request that is not paid. */
type RequestStanding = Exclude<ChargeOutcome, 'succeeded'> | 'in_doubt' | 'card_saved'

/**
 * The request stays open; the customer is asked for another card, or to wait. Who left a card on a page is not there: the operator's yes
 * stands for a day from when the charge began at least, never past the departure, in doubt too. One of which nothing came was none.
 */
export async function tellRequest(
  tx: Writer,
  quote: QuoteRow,
  status: RequestStanding,
  { origin, createdAt }: Pick<PaymentRow, 'origin' | 'createdAt'>,
  now: number,
): Promise<void> {
  const request = quote.requestId === null ? null : await findRequest(tx, quote.requestId)
  if (request !== null) {
    const isYes = origin === 'confirm' && status !== 'card_saved' && (await isFromPage(tx, request))
    const { departsAt } = await mustExist(findTrip(tx, quote.tripId))
    const respondBy = isYes ? Math.max(request.respondBy, Math.min(createdAt + dayMs, departsAt)) : request.respondBy
    await saveRequest(tx, request, { paymentStatus: status, respondBy })
  }
  await recordQuote(tx, quote, quote, now)
}

/** Payment status of a request before a charge of which nothing came: as the last charge left it, else `card_saved`. */
async function standingBefore(tx: Writer, { id, tripId, quoteId }: PaymentRow): Promise<RequestStanding> {
  const earlier = (await paymentsOfTrip(tx, tripId)).filter((one) => one.id < id && one.quoteId === quoteId)
  const statuses = earlier.map(({ status }) => status)
  return statuses.findLast((status) => status === 'declined' || status === 'requires_action') ?? 'card_saved'
}

async function isFromPage(tx: Writer, { tripId, paymentMethod }: RequestRow): Promise<boolean> {
  return (await paymentsOfTrip(tx, tripId)).some((one) => one.kind === 'save_card' && one.method === paymentMethod)
}

/** A card that needs authentication holds the quote for a while; a declined one lets go, unless another is still held. */
async function holdOrFree(tx: Writer, quote: QuoteRow, payment: PaymentRow, now: number): Promise<void> {
  if (payment.status === 'requires_action') {
    await recordQuote(tx, quote, lock(quote, Math.min(now + cardLockMs, quote.validUntil)), now)
    return
  }
  const others = (await findOpenPayments(tx, quote.tripId)).filter(({ quoteId }) => quoteId === quote.id)
  if (!isLocked(quote)) return
  if (others.length === 0) await stopPaying(tx, quote, null, 'withdrawn', now)
  else
    await recordQuote(
      tx,
      quote,
      lock(quote, Math.min(...others.map((other) => other.updatedAt + cardLockMs), quote.validUntil)),
      now,
    )
}
