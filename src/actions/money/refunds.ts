import { dayMs, hourMs } from '../../domain/instant.ts'
import { listPlannedRefunds } from '../../domain/ledger.ts'
import { type ChargeFinding, isOfUnknownCharge, noCharge, refundAskedMs } from '../../domain/payment.ts'
import type { RefundState } from '../../gateways/payments/payments.ts'
import { lockTrip } from '../../storage/locks.ts'
import { findBookingOfTrip } from '../../storage/queries/bookings.ts'
import { findPayment, type PaymentRow, savePayment } from '../../storage/queries/payments.ts'
import { findQuote } from '../../storage/queries/quotes.ts'
import { scheduleTask, unscheduleTask } from '../../storage/queries/scheduler.ts'
import { findTrip } from '../../storage/queries/trips.ts'
import { hasUnknownRefund } from '../../storage/queries/unknown-payments.ts'
import type { Writer } from '../../storage/storage.ts'
import { buildFindingColumns, countAttempts } from '../cards/charges.ts'
import { requireCompared } from '../cards/restored.ts'
import type { WorkerContext } from '../context.ts'
import { notifyReaders } from '../outbox/notices.ts'
import { planRefund, refundLatePayment, refundTask } from './late-payments.ts'
import { recordSums } from './sums.ts'

/** Plans refunds of `amount` of these payments: the newest first, each by its own means. */
export async function planRefunds(tx: Writer, payments: readonly PaymentRow[], amount: number, now: number): Promise<void> {
  for (const refund of listPlannedRefunds(payments, amount)) {
    const earlier = payments.filter(({ refundOf }) => refundOf === refund.of.id).length
    await planRefund(tx, refund.of, refund.amount, now, earlier)
  }
}

/**
 * Saves the result of a cancelled charge. It stays released, and money that it took is refunded. Returns the payment after the
 * change.
 */
export async function settleCancelledCharge(
  tx: Writer,
  { log }: Pick<WorkerContext, 'log'>,
  payment: PaymentRow,
  finding: ChargeFinding,
  now: number,
): Promise<PaymentRow> {
  const found = { ...buildFindingColumns(finding), updatedAt: now }
  if (finding.status !== 'succeeded') return savePayment(tx, payment, { ...found, status: 'released' })
  const taken = await savePayment(tx, payment, { ...found, status: 'succeeded', receivedAt: now })
  log.warn({ payment: taken.id, trip: taken.tripId }, 'payment succeeded after it was cancelled; refunding it')
  return refundLatePayment(tx, taken, now)
}

/** Whether this server sends a refund. A person sends a refund without a provider's name, and one that failed at the provider. */
export function isSentByProvider({ payments }: Pick<WorkerContext, 'payments'>, refund: PaymentRow): boolean {
  const { providerRef, provider, status, recordedBy } = refund
  if (status === 'refund_failed' || recordedBy !== null) return false
  return payments.kind === 'cards' && payments.name === provider && providerRef !== null
}

/** Sends a refund to the provider, only once even if called repeatedly, and reads its state while that can change. */
export async function sendRefund(context: WorkerContext, paymentId: number): Promise<void> {
  const refund = await context.storage.read((db) => findPayment(db, paymentId))
  const { payments } = context
  if (refund === null || !isRefundToCheck(refund) || payments.kind !== 'cards' || !isSentByProvider(context, refund)) {
    return context.storage.transact((tx) => unscheduleTask(tx, refundTask, paymentId))
  }
  const { providerKey: key, amount, currencyCode } = refund
  const of = await context.storage.read(async (db) => {
    await requireCompared(db)
    const paid = refund.refundOf === null ? null : await findPayment(db, refund.refundOf)
    const chargeRef = paid?.providerRef ?? refund.providerRef ?? ''
    return { chargeRef, tripRef: (await findTrip(db, refund.tripId))?.ref ?? '', isSent: await hasUnknownRefund(db, chargeRef) }
  })
  const { chargeRef, tripRef } = of
  const owedAt = refund.createdAt
  const known = { key, amount, currencyCode, attempt: countAttempts(refund), paymentId, chargeRef, tripRef, owedAt }
  const answer = of.isSent && refund.status === 'refund_due' ? sentBefore : await payments.refund(known)
  const state = isAskedInVain(refund, answer, context.clock()) ? unanswered(answer) : answer
  if (state.why === 'sent_elsewhere') context.log.warn({ payment: paymentId }, 'refund was sent outside this server')
  await context.storage.transact(async (tx) => {
    await lockTrip(tx, refund.tripId)
    const now = context.clock()
    const saved = await findPayment(tx, paymentId)
    if (saved === null || !isRefundToCheck(saved) || !isSentByProvider(context, saved))
      return unscheduleTask(tx, refundTask, paymentId)
    const recorded = await recordState(tx, context, saved, state, now)
    const next = payments.isLive === null ? null : nextQuestionAt(recorded, now)
    if (next === null) await unscheduleTask(tx, refundTask, paymentId)
    else await scheduleTask(tx, refundTask, paymentId, next, now)
  })
}

/** State of a refund whose money was partly refunded after the restored backup was made. A person must handle the rest. */
const sentBefore: RefundState = { status: 'failed', ref: null, why: 'sent_elsewhere' }

/** Whether a refund has waited for the longest time. */
function isAskedInVain({ status, updatedAt }: PaymentRow, answer: RefundState, now: number): boolean {
  return answer.status === 'pending' && status === 'refund_pending' && now >= updatedAt + refundAskedMs
}

/** The state of a refund without a bank's answer, which people must handle. */
function unanswered({ ref }: RefundState): RefundState {
  return { status: 'failed', ref, why: 'unanswered' }
}

function isRefundToCheck({ status }: PaymentRow): boolean {
  return status === 'refund_due' || status === 'refund_pending' || status === 'refunded'
}

/**
 * Instant (ms) of the next check of a refund. A pending refund is checked hourly on the first day, then daily. A sent one is
 * checked daily for 30 days. Null for a failed one, and after those days.
 */
function nextQuestionAt({ status, receivedAt, updatedAt }: PaymentRow, now: number): number | null {
  if (status === 'refund_failed') return null
  if (status === 'refunded') return now < (receivedAt ?? updatedAt) + refundAskedMs ? now + dayMs : null
  return now < updatedAt + dayMs ? now + hourMs : now + dayMs
}

/** Saves the state of a refund that a provider reports. Returns the refund after the change. */
async function recordState(
  tx: Writer,
  { log }: WorkerContext,
  owed: PaymentRow,
  { status, ref, why }: RefundState,
  now: number,
): Promise<PaymentRow> {
  if (status === 'unknown') {
    // Another account may have sent it, so its state does not change.
    const saved = await savePayment(tx, owed, { fault: noCharge, askedAt: now })
    if (owed.fault === noCharge) return saved
    log.error({ payment: owed.id, trip: owed.tripId }, 'the provider does not know the charge to refund')
    if (isOfUnknownCharge(saved)) await notifyStuckRefund(tx, saved, now)
    return saved
  }
  const known = { providerRef: ref ?? owed.providerRef, fault: why, askedAt: now }
  if (status === 'refunded') {
    return owed.status === 'refunded' ? savePayment(tx, owed, known) : recordRefund(tx, owed, known, now)
  }
  const next = status === 'pending' ? 'refund_pending' : 'refund_failed'
  // The provider did not begin the refund, so the next try begins it.
  const attempt = ref === null && status === 'pending' ? countAttempts(owed) + 1 : owed.attempt
  if (owed.status === next && owed.fault === why) return savePayment(tx, owed, { attempt, askedAt: now })
  const saved = await savePayment(tx, owed, { ...known, attempt, status: next, receivedAt: null, updatedAt: now })
  if (next === 'refund_failed' || why === 'insufficient_funds') await notifyStuckRefund(tx, saved, now)
  else await recordSumsOf(tx, saved, now)
  return saved
}

/** Notifies the operator of a refund that needs attention; its booking shows the state. */
async function notifyStuckRefund(tx: Writer, refund: PaymentRow, now: number): Promise<void> {
  const operatorIds = await recordSumsOf(tx, refund, now)
  await notifyReaders(tx, { fact: 'refund_stuck', operatorIds, tripId: refund.tripId, subjectId: refund.id }, now)
}

/**
 * Saves that a refund was sent: its booking shows it, and its customer is notified. For a late payment the customer was notified
 * earlier. Returns the refund after the change.
 */
export async function recordRefund(tx: Writer, owed: PaymentRow, change: Partial<PaymentRow>, now: number): Promise<PaymentRow> {
  const sent = await savePayment(tx, owed, { ...change, status: 'refunded', receivedAt: now, updatedAt: now })
  const operatorIds = await recordSumsOf(tx, sent, now)
  const paid = sent.refundOf === null ? null : await findPayment(tx, sent.refundOf)
  if (paid !== null && paid.lateAt !== null && sent.recordedBy === null) return sent
  await notifyReaders(tx, { fact: 'refund_sent', operatorIds, tripId: sent.tripId, subjectId: sent.id }, now)
  return sent
}

/** Updates the sums of a refund's booking. Returns the ids of its operators. */
async function recordSumsOf(tx: Writer, refund: PaymentRow, now: number): Promise<number[]> {
  const record = await findBookingOfTrip(tx, refund.tripId)
  const isOfBooking = record?.booking.quoteId === refund.quoteId
  if (isOfBooking) await recordSums(tx, record, now)
  const quote = isOfBooking ? record.quote : await findQuote(tx, refund.quoteId)
  return quote === null ? [] : [quote.operatorId]
}
