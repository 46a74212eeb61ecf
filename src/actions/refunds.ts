import { findPayment, insertPayment, type PaymentRow, savePayment } from '../storage/queries/payments.ts'
import { schedule } from '../storage/queries/scheduler.ts'
import type { Writer } from '../storage/storage.ts'
import type { WorkerContext } from './context.ts'

/** The scheduler's name for money that has to go back. */
export const refundTask = 'refund'

/** `amount` of a deposit goes back to the one who paid it. */
export async function oweRefund(tx: Writer, deposit: PaymentRow, amount: number, now: number): Promise<void> {
  const refund = await insertPayment(tx, {
    tripId: deposit.tripId,
    quoteId: deposit.quoteId,
    kind: 'refund',
    origin: 'cancel',
    provider: deposit.provider,
    providerKey: `refund-${deposit.providerKey}`,
    providerRef: deposit.providerRef,
    amount,
    currencyCode: deposit.currencyCode,
    status: 'refund_due',
    createdAt: now,
    updatedAt: now,
  })
  await schedule(tx, refundTask, refund.id, now, now)
}

/** Sends a refund to the provider, once however often it is called; what the provider has no name for is sent by hand. */
export async function sendRefund(context: WorkerContext, paymentId: number): Promise<void> {
  const refund = await context.storage.read((db) => findPayment(db, paymentId))
  if (refund?.status !== 'refund_due' || context.payments.kind !== 'cards') return
  const { providerKey, providerRef, amount, currencyCode } = refund
  if (providerRef === null) return
  const { ref } = await context.payments.refund({ key: providerKey, chargeRef: providerRef, amount, currencyCode })
  await context.storage.transact((tx) =>
    savePayment(tx, refund, { status: 'refunded', providerRef: ref, updatedAt: context.clock() }),
  )
}
