import { dayMs, hourMs } from '../../domain/instant.ts'
import { refundsFor } from '../../domain/ledger.ts'
import { type ChargeFinding, isOfUnknownCharge, noCharge, refundAskedMs } from '../../domain/payment.ts'
import type { RefundState } from '../../gateways/payments/payments.ts'
import { lockTrip } from '../../storage/locks.ts'
import { bookingOfTrip } from '../../storage/queries/bookings.ts'
import { findPayment, type PaymentRow, savePayment } from '../../storage/queries/payments.ts'
import { findQuote } from '../../storage/queries/quotes.ts'
import { schedule, unschedule } from '../../storage/queries/scheduler.ts'
import { findTrip } from '../../storage/queries/trips.ts'
import { hasUnknownRefund } from '../../storage/queries/unknown-payments.ts'
import type { Writer } from '../../storage/storage.ts'
import { attemptOf, foundOf } from '../cards/charges.ts'
import { mustBeCompared } from '../cards/restored.ts'
import type { WorkerContext } from '../context.ts'
import { tell } from '../messages/notices.ts'
import { oweRefund, refundTask, sendBackLate } from './late-payments.ts'
import { recordSums } from './sums.ts'

/** `amount` goes back to the one who paid these: the newest payment first, each in the way it came. */
export async function oweRefunds(tx: Writer, payments: readonly PaymentRow[], amount: number, now: number): Promise<void> {
  for (const refund of refundsFor(payments, amount)) {
    const earlier = payments.filter(({ refundOf }) => refundOf === refund.of.id).length
    await oweRefund(tx, refund.of, refund.amount, now, earlier)
  }
}

/**
 * Records the outcome of a charge that can win nothing any more. It stays given up; money that it took all the same
 * goes back. Answers the payment as it then stands.
 */
export async function recordGivenUp(
  tx: Writer,
  { log }: Pick<WorkerContext, 'log'>,
  payment: PaymentRow,
  finding: ChargeFinding,
  now: number,
): Promise<PaymentRow> {
  const found = { ...foundOf(finding), updatedAt: now }
  if (finding.status !== 'succeeded') return savePayment(tx, payment, { ...found, status: 'released' })
  const taken = await savePayment(tx, payment, { ...found, status: 'succeeded', receivedAt: now })
  log.warn({ payment: taken.id, trip: taken.tripId }, 'payment was taken after it had been given up; sending it back')
  return sendBackLate(tx, taken, now)
}

/** Whether this server sends a refund; what its provider has no name for goes by hand, and so does what it could not send. */
export function isSentByProvider({ payments }: WorkerContext, refund: PaymentRow): boolean {
  const { providerRef, provider, status, recordedBy } = refund
  if (status === 'refund_failed' || recordedBy !== null) return false
  return payments.kind === 'cards' && payments.name === provider && providerRef !== null
}

/** Sends a refund to the provider, once however often it is called, and asks on how it stands for as long as that may change. */
export async function sendRefund(context: WorkerContext, paymentId: number): Promise<void> {
  const refund = await context.storage.read((db) => findPayment(db, paymentId))
  const { payments } = context
  if (refund === null || !isToBeAsked(refund) || payments.kind !== 'cards' || !isSentByProvider(context, refund)) {
    return context.storage.transact((tx) => unschedule(tx, refundTask, paymentId))
  }
  const { providerKey: key, amount, currencyCode } = refund
  const of = await context.storage.read(async (db) => {
    await mustBeCompared(db)
    const paid = refund.refundOf === null ? null : await findPayment(db, refund.refundOf)
    const chargeRef = paid?.providerRef ?? refund.providerRef ?? ''
    return { chargeRef, tripRef: (await findTrip(db, refund.tripId))?.ref ?? '', isSent: await hasUnknownRefund(db, chargeRef) }
  })
  const { chargeRef, tripRef } = of
  const owedAt = refund.createdAt
  const known = { key, amount, currencyCode, attempt: attemptOf(refund), paymentId, chargeRef, tripRef, owedAt }
  const answer = of.isSent && refund.status === 'refund_due' ? sentBefore : await payments.refund(known)
  const state = isAskedInVain(refund, answer, context.clock()) ? unanswered(answer) : answer
  if (state.why === 'sent_elsewhere') context.log.warn({ payment: paymentId }, 'a refund had been sent past this server')
  await context.storage.transact(async (tx) => {
    await lockTrip(tx, refund.tripId)
    const now = context.clock()
    const owed = await findPayment(tx, paymentId)
    if (owed === null || !isToBeAsked(owed) || !isSentByProvider(context, owed)) return unschedule(tx, refundTask, paymentId)
    const recorded = await recordState(tx, context, owed, state, now)
    const next = payments.isLive === null ? null : nextQuestionAt(recorded, now)
    if (next === null) await unschedule(tx, refundTask, paymentId)
    else await schedule(tx, refundTask, paymentId, next, now)
  })
}

/** A part of the same money went back after the backup that was restored: people see to what is left of it. */
const sentBefore: RefundState = { status: 'failed', ref: null, why: 'sent_elsewhere' }

/** Whether a refund has waited for as long as a bank is asked about one. */
function isAskedInVain({ status, updatedAt }: PaymentRow, answer: RefundState, now: number): boolean {
  return answer.status === 'pending' && status === 'refund_pending' && now >= updatedAt + refundAskedMs
}

/** The state of a refund that a bank was asked about in vain: it is left to people from now on. */
function unanswered({ ref }: RefundState): RefundState {
  return { status: 'failed', ref, why: 'unanswered' }
}

function isToBeAsked({ status }: PaymentRow): boolean {
  return status === 'refund_due' || status === 'refund_pending' || status === 'refunded'
}

/**
 * Instant (ms) at which a bank is asked again about a refund that stands so. One that waits is asked about each hour of
 * the first day, then once a day. One that was sent is asked about once a day, for 30 days from then on. Null for one
 * that failed, and after those days.
 */
function nextQuestionAt({ status, receivedAt, updatedAt }: PaymentRow, now: number): number | null {
  if (status === 'refund_failed') return null
  if (status === 'refunded') return now < (receivedAt ?? updatedAt) + refundAskedMs ? now + dayMs : null
  return now < updatedAt + dayMs ? now + hourMs : now + dayMs
}

/** Writes down the state that a provider tells of a refund, and answers the refund as it then stands. */
async function recordState(
  tx: Writer,
  { log }: WorkerContext,
  owed: PaymentRow,
  { status, ref, why }: RefundState,
  now: number,
): Promise<PaymentRow> {
  if (status === 'unknown') {
    // Another account may have sent it, so that it stands as it did.
    const saved = await savePayment(tx, owed, { fault: noCharge, askedAt: now })
    if (owed.fault === noCharge) return saved
    log.error({ payment: owed.id, trip: owed.tripId }, 'the provider does not know the charge that a refund is of')
    if (isOfUnknownCharge(saved)) await tellStuck(tx, saved, now)
    return saved
  }
  const known = { providerRef: ref ?? owed.providerRef, fault: why, askedAt: now }
  if (status === 'refunded') {
    return owed.status === 'refunded' ? savePayment(tx, owed, known) : recordRefund(tx, owed, known, now)
  }
  const next = status === 'pending' ? 'refund_pending' : 'refund_failed'
  // The provider did not begin it, and is asked to anew next time.
  const attempt = ref === null && status === 'pending' ? attemptOf(owed) + 1 : owed.attempt
  if (owed.status === next && owed.fault === why) return savePayment(tx, owed, { attempt, askedAt: now })
  const saved = await savePayment(tx, owed, { ...known, attempt, status: next, receivedAt: null, updatedAt: now })
  if (next === 'refund_failed' || why === 'insufficient_funds') await tellStuck(tx, saved, now)
  else await recordSumsOf(tx, saved, now)
  return saved
}

/** Somebody of the operator has to see to a refund; the booking that it is of says how it stands. */
async function tellStuck(tx: Writer, refund: PaymentRow, now: number): Promise<void> {
  const operatorIds = await recordSumsOf(tx, refund, now)
  await tell(tx, { fact: 'refund_stuck', operatorIds, tripId: refund.tripId, subjectId: refund.id }, now)
}

/**
 * A refund has left; the booking that it was paid for says so, and its customer is told. Whose money came too late was told then that the
 * provider sends it back. Answers the refund as it then stands.
 */
export async function recordRefund(tx: Writer, owed: PaymentRow, change: Partial<PaymentRow>, now: number): Promise<PaymentRow> {
  const sent = await savePayment(tx, owed, { ...change, status: 'refunded', receivedAt: now, updatedAt: now })
  const operatorIds = await recordSumsOf(tx, sent, now)
  const paid = sent.refundOf === null ? null : await findPayment(tx, sent.refundOf)
  if (paid !== null && paid.lateAt !== null && sent.recordedBy === null) return sent
  await tell(tx, { fact: 'refund_sent', operatorIds, tripId: sent.tripId, subjectId: sent.id }, now)
  return sent
}

/** Has the booking that a refund is of say so; answers whose it is. */
async function recordSumsOf(tx: Writer, refund: PaymentRow, now: number): Promise<number[]> {
  const record = await bookingOfTrip(tx, refund.tripId)
  const isOfBooking = record?.booking.quoteId === refund.quoteId
  if (isOfBooking) await recordSums(tx, record, now)
  const quote = isOfBooking ? record.quote : await findQuote(tx, refund.quoteId)
  return quote === null ? [] : [quote.operatorId]
}
