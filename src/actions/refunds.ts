import { refundsFor } from '../domain/ledger.ts'
import { lockTrip } from '../storage/locks.ts'
import { bookingOfTrip } from '../storage/queries/bookings.ts'
import { findPayment, insertPayment, type PaymentRow, savePayment } from '../storage/queries/payments.ts'
import { findQuote } from '../storage/queries/quotes.ts'
import { schedule } from '../storage/queries/scheduler.ts'
import type { Writer } from '../storage/storage.ts'
import type { WorkerContext } from './context.ts'
import { tell } from './notices.ts'
import { recordSums } from './sums.ts'

/** The scheduler's name for money that has to go back. */
export const refundTask = 'refund'

/** `amount` goes back to the one who paid these: the newest payment first, each in the way it came. */
export async function oweRefunds(tx: Writer, payments: readonly PaymentRow[], amount: number, now: number): Promise<void> {
  for (const refund of refundsFor(payments, amount)) {
    const earlier = payments.filter(({ refundOf }) => refundOf === refund.of.id).length
    await oweRefund(tx, refund.of, refund.amount, now, earlier)
  }
}

/** `amount` of a payment goes back to the one who paid it; `earlier` refunds of it there are. */
export async function oweRefund(tx: Writer, payment: PaymentRow, amount: number, now: number, earlier = 0): Promise<void> {
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
  await schedule(tx, refundTask, refund.id, now, now)
}

/** Whether this server sends a refund; what its provider has no name for goes by hand. */
export function isSentByProvider({ payments }: WorkerContext, { providerRef, provider }: PaymentRow): boolean {
  return payments.kind === 'cards' && payments.name === provider && providerRef !== null
}

/** Sends a refund to the provider, once however often it is called. */
export async function sendRefund(context: WorkerContext, paymentId: number): Promise<void> {
  const refund = await context.storage.read((db) => findPayment(db, paymentId))
  if (refund?.status !== 'refund_due' || context.payments.kind !== 'cards' || !isSentByProvider(context, refund)) return
  const { providerKey, providerRef, amount, currencyCode } = refund
  const { ref } = await context.payments.refund({ key: providerKey, chargeRef: providerRef ?? '', amount, currencyCode })
  await context.storage.transact(async (tx) => {
    await lockTrip(tx, refund.tripId)
    const owed = await findPayment(tx, paymentId)
    if (owed?.status === 'refund_due') await recordRefund(tx, owed, { providerRef: ref }, context.clock())
  })
}

/** A refund has left; the booking that it was paid for says so, and its customer is told. */
export async function recordRefund(tx: Writer, owed: PaymentRow, change: Partial<PaymentRow>, now: number): Promise<void> {
  const sent = await savePayment(tx, owed, { ...change, status: 'refunded', receivedAt: now, updatedAt: now })
  const record = await bookingOfTrip(tx, sent.tripId)
  const isOfBooking = record?.booking.quoteId === sent.quoteId
  if (isOfBooking) await recordSums(tx, record, now)
  const quote = isOfBooking ? record.quote : await findQuote(tx, sent.quoteId)
  const operatorIds = quote === null ? [] : [quote.operatorId]
  await tell(tx, { fact: 'refund_sent', operatorIds, tripId: sent.tripId, subjectId: sent.id }, now)
}
