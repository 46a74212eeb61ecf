import { minuteMs } from '../domain/instant.ts'
import {
  askAgainAt,
  type ChargeFinding,
  type ChargeOutcome,
  cardLockMs,
  inDoubt,
  isCustomerPresent,
  type PaymentOrigin,
  type PaymentStatus,
  readChargeAnswer,
  readSilence,
} from '../domain/payment.ts'
import { doubtUntil, isLive, isLocked, lock } from '../domain/quote.ts'
import type { ChargeAnswer } from '../gateways/payments/payments.ts'
import { findPayment, insertPayment, openPayments, type PaymentRow, savePayment } from '../storage/queries/payments.ts'
import { findQuote, findRequest, type QuoteRow, saveRequest } from '../storage/queries/quotes.ts'
import { schedule, unschedule } from '../storage/queries/scheduler.ts'
import { findTrip } from '../storage/queries/trips.ts'
import type { Writer } from '../storage/storage.ts'
import { confirmBooking } from './confirm-booking.ts'
import type { WorkerContext } from './context.ts'
import { tell } from './notices.ts'
import { recordBalanceOutcome } from './paid-balances.ts'
import { recordQuote, stopPaying } from './quote-moves.ts'
import { oweRefund } from './refunds.ts'
import { lockTripWithRivals } from './rival-quotes.ts'
import { scheduleNextDeadline } from './trip-deadlines.ts'

/** The scheduler's name for a charge of which no one has written down yet what became of it. */
export const chargeTask = 'charge'

/** A charge no one came back from is taken up again this much later; a restart does so at once. */
export const resumeAfterMs = minuteMs

/** A provider that says nothing for so long leaves a charge in doubt; shorter than a caller waits for an answer. */
const patienceMs = 10_000

/** True while it is not known whether a charge took the money. */
export function isUndecided({ status }: { readonly status: PaymentStatus }): boolean {
  return status === 'charging' || status === 'in_doubt'
}

/**
 * Whether the boot that began a charge is asking the provider right now: of two who ask at once one may be refused. What no one came
 * back from for a minute is anybody's.
 */
export async function isInHand(
  { clock, isDead }: WorkerContext,
  charge: Pick<PaymentRow, 'status' | 'bootId' | 'createdAt'>,
): Promise<boolean> {
  if (charge.status !== 'charging' || charge.bootId === null) return false
  return clock() < charge.createdAt + resumeAfterMs && !(await isDead(charge.bootId))
}

/** A card to be charged, and for what: a quote's deposit unless it says otherwise. */
type CardCharge = {
  readonly origin: PaymentOrigin
  readonly method: string
  readonly storedResponseId: string | null
  readonly kind?: 'deposit' | 'balance' | 'extra'
  readonly amount?: number
  /** Sent with every try; left out where each charge is one of its own. */
  readonly providerKey?: string
}

/** Opens a card charge for a quote. Refuses `unavailable` on a node that the others think dead. */
export async function beginCharge(
  tx: Writer,
  context: WorkerContext,
  quote: QuoteRow,
  charge: CardCharge,
  now: number,
): Promise<PaymentRow> {
  await context.membership.mustBeAlive(tx)
  const payment = await insertPayment(tx, {
    tripId: quote.tripId,
    quoteId: quote.id,
    operatorId: quote.operatorId,
    kind: 'deposit',
    means: 'card',
    provider: context.payments.name,
    providerKey: `${charge.kind ?? 'deposit'}-${Bun.randomUUIDv7()}`,
    amount: quote.depositAmount,
    ...charge,
    currencyCode: quote.currencyCode,
    status: 'charging',
    bootId: context.bootId,
    createdAt: now,
    updatedAt: now,
  })
  await schedule(tx, chargeTask, payment.id, now + resumeAfterMs, now)
  return payment
}

/** Finds out what became of a charge and writes it down; harmless when somebody already has. */
export async function resumeCharge(context: WorkerContext, paymentId: number): Promise<void> {
  const payment = await context.storage.read((db) => findPayment(db, paymentId))
  if (payment === null || !(isUndecided(payment) || payment.status === 'released')) return
  const finding = await askProvider(context, payment)
  await context.storage.transact((tx) => recordOutcome(tx, context, payment, finding, context.clock()))
}

/**
 * Asks what became of a charge, always under the key it began with; one that has been given up is asked about and never made.
 * It never throws: whatever is not an answer, comes too late or cannot be had from the provider of this server leaves the
 * charge in doubt.
 */
export async function askProvider(context: WorkerContext, payment: PaymentRow): Promise<ChargeFinding> {
  const { id, tripId, provider, providerKey: key, method, amount, currencyCode, origin } = payment
  const charge = { key, method: method ?? '', amount, currencyCode, isCustomerPresent: isCustomerPresent(origin) }
  try {
    const { payments } = context
    if (payments.kind !== 'cards' || payments.name !== provider) throw new Error(`this server takes no payments by ${provider}`)
    const isGivenUp = payment.status === 'released'
    const asked = isGivenUp ? payments.readCharge(key) : payments.charge(charge)
    const answer = await inTime(asked)
    const finding = isGivenUp && answer === null ? readSilence(payment.createdAt, context.clock()) : readChargeAnswer(answer)
    if (finding.status === 'in_doubt') throw new Error('the answer decides nothing')
    return finding
  } catch (fault) {
    context.log.error({ payment: id, trip: tripId, provider, err: fault }, 'payment in doubt')
    return inDoubt
  }
}

async function inTime(answer: Promise<ChargeAnswer | null>): Promise<ChargeAnswer | null> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${patienceMs / 1_000} s`)), patienceMs)
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer))
}

/**
 * Writes down what is known of a charge, once: a won trip, a balance that is paid, a card that failed, a quote still held for the
 * payer, or a doubt to be asked about again. Money that was taken for what has been given up since goes back. Answers the payment as
 * it then stands.
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
  if (!isUndecided(payment) && payment.status !== 'released') return payment
  if (finding.status === 'in_doubt') return leaveInDoubt(tx, payment, now)
  await unschedule(tx, chargeTask, payment.id)
  if (payment.kind !== 'deposit') return recordBalanceOutcome(tx, payment, finding, now)
  const { status, ref: providerRef } = finding
  const quote = await mustExist(findQuote(tx, payment.quoteId))
  if (payment.status === 'released' || !isLive(quote)) {
    const known = await savePayment(tx, payment, { status: 'released', providerRef, updatedAt: now })
    if (status !== 'succeeded') return known
    context.log.warn(
      { payment: payment.id, trip: payment.tripId },
      'payment was taken after it had been given up; sending it back',
    )
    await oweRefund(tx, known, known.amount, now)
    return known
  }
  const receivedAt = status === 'succeeded' ? now : null
  const recorded = await savePayment(tx, payment, { status, providerRef, receivedAt, updatedAt: now })
  if (status === 'succeeded') await confirmBooking(tx, context, await mustExist(findTrip(tx, payment.tripId)), quote, now)
  else {
    if (quote.status === 'requested') await tellRequest(tx, quote, status, now)
    else await holdOrFree(tx, quote, recorded, now)
    const about = { operatorIds: [quote.operatorId], tripId: payment.tripId, subjectId: payment.id }
    await tell(tx, { fact: 'card_failed', ...about }, now)
  }
  await scheduleNextDeadline(tx, await mustExist(findTrip(tx, payment.tripId)), now)
  return recorded
}

/** The provider is asked again later; the quote is held meanwhile, and everything else about the trip goes on. */
async function leaveInDoubt(tx: Writer, payment: PaymentRow, now: number): Promise<PaymentRow> {
  await schedule(tx, chargeTask, payment.id, askAgainAt(payment.createdAt, now), now)
  if (payment.status !== 'charging') return payment
  const doubted = await savePayment(tx, payment, { status: 'in_doubt', updatedAt: now })
  if (payment.kind !== 'deposit') return doubted
  const quote = await mustExist(findQuote(tx, payment.quoteId))
  const trip = await mustExist(findTrip(tx, payment.tripId))
  if (quote.status === 'requested') await tellRequest(tx, quote, 'in_doubt', now)
  else await recordQuote(tx, quote, lock(quote, doubtUntil(quote, now, trip.departsAt)), now)
  await scheduleNextDeadline(tx, trip, now)
  return doubted
}

/** The request stays open; the customer is asked for another card, or to wait. */
async function tellRequest(tx: Writer, quote: QuoteRow, status: Exclude<ChargeOutcome, 'succeeded'> | 'in_doubt', now: number) {
  const request = quote.requestId === null ? null : await findRequest(tx, quote.requestId)
  if (request !== null) await saveRequest(tx, request, { paymentStatus: status })
  await recordQuote(tx, quote, quote, now)
}

/** A card that needs authentication holds the quote for a while; a declined one lets go, unless another is still held. */
async function holdOrFree(tx: Writer, quote: QuoteRow, payment: PaymentRow, now: number): Promise<void> {
  if (payment.status === 'requires_action') {
    await recordQuote(tx, quote, lock(quote, Math.min(now + cardLockMs, quote.validUntil)), now)
    return
  }
  const others = (await openPayments(tx, quote.tripId)).filter(({ quoteId }) => quoteId === quote.id)
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

async function mustExist<T>(found: Promise<T | null>): Promise<T> {
  const row = await found
  if (row === null) throw new Error('a payment points at a row that is gone')
  return row
}
