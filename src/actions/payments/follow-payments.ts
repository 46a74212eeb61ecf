import { isPaged, isPageOpen } from '../../domain/card-page.ts'
import { findPayment, type PaymentRow } from '../../storage/queries/payments.ts'
import { unscheduleTask } from '../../storage/queries/scheduler.ts'
import { chargeTask, chargeWithProvider, isUndecided } from '../cards/charges.ts'
import type { WorkerContext } from '../context.ts'
import { expireBlockingPages, settlePage } from './card-page-ends.ts'
import { settleChargeOutcome } from './charge-outcomes.ts'

/** Reads the result of a payment from the provider and saves it; harmless if the result is already saved. */
export async function settleCardPayment(context: WorkerContext, paymentId: number): Promise<void> {
  await expireBlockingPages(context, async () => {
    const payment = await context.storage.read((db) => findPayment(db, paymentId))
    if (payment === null || isPaymentSettled(payment))
      return context.storage.transact((tx) => unscheduleTask(tx, chargeTask, paymentId))
    return isPaged(payment) ? settlePage(context, payment) : settleCharge(context, payment)
  })
}

/**
 * Whether the result of a payment is final. A released payment may have been charged, and is checked until its result is
 * certain.
 */
function isPaymentSettled(payment: PaymentRow): boolean {
  return !isUndecided(payment) && !isPageOpen(payment) && payment.status !== 'opening' && payment.status !== 'released'
}

async function settleCharge(context: WorkerContext, payment: PaymentRow): Promise<void> {
  const finding = await chargeWithProvider(context, payment)
  await context.storage.transact((tx) => settleChargeOutcome(tx, context, payment, finding, context.clock()))
}
