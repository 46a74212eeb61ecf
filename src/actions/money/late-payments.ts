import { insertPayment, type PaymentRow, savePayment } from '../../storage/queries/payments.ts'
import { findQuote } from '../../storage/queries/quotes.ts'
import { scheduleTask } from '../../storage/queries/scheduler.ts'
import type { Writer } from '../../storage/storage.ts'
import { cardsTask } from '../cards/cards-task.ts'
import { notifyReaders } from '../outbox/notices.ts'

/** The scheduler's name for sending a refund. Its subject is the refund. */
export const refundTask = 'refund'

/** Inserts a refund of `amount` of a payment with `earlier` refunds, and schedules it. */
export async function planRefund(tx: Writer, payment: PaymentRow, amount: number, now: number, earlier = 0): Promise<void> {
  const { id, providerKey, providerRef } = payment
  const refund = await insertPayment(tx, {
    tripId: payment.tripId,
    quoteId: payment.quoteId,
    operatorId: payment.operatorId,
    kind: 'refund',
    origin: 'cancel',
    means: payment.means,
    provider: payment.provider,
    providerKey: earlier === 0 ? `refund-${providerKey}` : `refund-${providerKey}-${earlier + 1}`,
    providerRef,
    refundOf: id,
    amount,
    currencyCode: payment.currencyCode,
    status: 'refund_due',
    createdAt: now,
    updatedAt: now,
  })
  await scheduleTask(tx, refundTask, refund.id, now, now)
}

/** Refunds a late payment whole, and notifies its customer and the operator. */
export async function refundLatePayment(tx: Writer, payment: PaymentRow, now: number): Promise<PaymentRow> {
  // A released payment has no operator.
  const operatorId = payment.operatorId ?? (await findQuote(tx, payment.quoteId))?.operatorId ?? null
  const late = await savePayment(tx, payment, { lateAt: now, operatorId, updatedAt: now })
  await planRefund(tx, late, late.amount, now)
  await scheduleTask(tx, cardsTask, late.tripId, now, now)
  const operatorIds = operatorId === null ? [] : [operatorId]
  await notifyReaders(tx, { fact: 'late_payment', operatorIds, tripId: late.tripId, subjectId: late.id }, now)
  return late
}

/** Cancels a payment and refunds money that its page is known to have taken. Returns the saved payment. */
export async function cancelPayment(
  tx: Writer,
  payment: PaymentRow,
  change: Partial<PaymentRow>,
  now: number,
): Promise<PaymentRow> {
  const { takenAmount, takenCurrency } = { ...payment, ...change }
  if (takenAmount === null || takenCurrency === null) {
    return savePayment(tx, payment, { ...change, status: 'released', updatedAt: now })
  }
  const taken = {
    amount: takenAmount,
    currencyCode: takenCurrency,
    takenAmount: null,
    takenCurrency: null,
    receivedAt: now,
    updatedAt: now,
  }
  return refundLatePayment(tx, await savePayment(tx, payment, { ...change, ...taken, status: 'succeeded' }), now)
}
