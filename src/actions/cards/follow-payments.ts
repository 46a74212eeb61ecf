import { isPaged, isPageOpen } from '../../domain/card-page.ts'
import { findPayment, type PaymentRow } from '../../storage/queries/payments.ts'
import { unschedule } from '../../storage/queries/scheduler.ts'
import type { WorkerContext } from '../context.ts'
import { closingPages, followPage } from './card-page-ends.ts'
import { recordOutcome } from './charge-outcomes.ts'
import { askProvider, chargeTask, isUndecided } from './charges.ts'

/** Finds out what became of a payment that is with the provider and writes it down; harmless when somebody already has. */
export async function followPayment(context: WorkerContext, paymentId: number): Promise<void> {
  await closingPages(context, async () => {
    const payment = await context.storage.read((db) => findPayment(db, paymentId))
    if (payment === null || isFoundOut(payment)) return context.storage.transact((tx) => unschedule(tx, chargeTask, paymentId))
    return isPaged(payment) ? followPage(context, payment) : followCharge(context, payment)
  })
}

/**
 * Whether there is nothing more to find out about a payment. One that was given up may have been charged all the same,
 * and is asked about until that is known.
 */
function isFoundOut(payment: PaymentRow): boolean {
  return !isUndecided(payment) && !isPageOpen(payment) && payment.status !== 'opening' && payment.status !== 'released'
}

async function followCharge(context: WorkerContext, payment: PaymentRow): Promise<void> {
  const finding = await askProvider(context, payment)
  await context.storage.transact((tx) => recordOutcome(tx, context, payment, finding, context.clock()))
}
