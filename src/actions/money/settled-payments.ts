import type { PortalCaller } from '../../domain/caller.ts'
import { isOfUnknownCharge } from '../../domain/payment.ts'
import { mustFind, notFound, type Refusal } from '../../domain/refusal.ts'
import { findPayment, type PaymentRow, savePayment } from '../../storage/queries/payments.ts'
import { findQuote } from '../../storage/queries/quotes.ts'
import { findTrip } from '../../storage/queries/trips.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import { recordOutcome } from '../cards/charge-outcomes.ts'
import { mustExist } from '../cards/charges.ts'
import type { AppContext, WorkerContext } from '../context.ts'
import type { IdempotentRequest } from '../idempotency.ts'
import { lockTripWithRivals } from '../quotes/rival-quotes.ts'
import { currentTripByRef } from '../trips/trips.ts'
import { transactWithTripLock } from './deposits.ts'
import { receiveMoney } from './received-deposits.ts'
import { recordRefund } from './refunds.ts'
import { takenOf, unmoved } from './taken-money.ts'
import { isOfBooking, type SettledPayment, showSettledPayment } from './trip-money.ts'

/**
 * The word of somebody that money is there or has gone: who says so, and the reference that a statement shows it under.
 */
type Settlement = { readonly recordedBy: string; readonly reference: string | null }

/**
 * Somebody of the operator's saw what this server could not find out: the money of a payment in doubt is there, or a refund that is of no
 * booking, and failed or is of a charge that the provider does not know, has been sent. Refuses `not_found`, and `invalid_transition` for any other, also for a refund of a booking, which has a call of its own.
 */
export async function settleOwnPayment(
  app: AppContext,
  caller: PortalCaller,
  paymentId: number,
  reference: string | null,
  idempotent: IdempotentRequest<SettledPayment>,
): Promise<SettledPayment> {
  const { tripId } = await app.storage.read((db) => ownPayment(db, caller, paymentId))
  return transactWithTripLock(app, idempotent, tripId, async (tx, now) => {
    const payment = await ownPayment(tx, caller, paymentId)
    if (payment.kind === 'refund' && (await isOfBooking(tx, payment))) {
      throw unmoved(payment, 'it is of a booking, and is marked as sent there')
    }
    await settleByHand(tx, app, paymentId, { recordedBy: caller.user.name, reference }, now)
    return showSettledPayment(tx, app, await mustExist(findPayment(tx, paymentId)))
  })
}

async function ownPayment(db: Reader, { operatorId }: PortalCaller, paymentId: number): Promise<PaymentRow> {
  const payment = await mustFind(findPayment(db, paymentId))
  if ((await findQuote(db, payment.quoteId))?.operatorId !== operatorId) throw notFound()
  return payment
}

/**
 * A refund that failed has been sent, or the money of a payment in doubt is there. The trip gets locked. Throws `PageInTheWay` where a page
 * is open for what is paid so. Refuses `invalid_transition` for anything else.
 */
export async function settleByHand(
  tx: Writer,
  context: WorkerContext,
  paymentId: number,
  settlement: Settlement,
  now: number,
): Promise<void> {
  const { tripId } = await mustExist(findPayment(tx, paymentId))
  await lockTripWithRivals(tx, tripId)
  // What has fallen due on the trip comes first, and may end the payment.
  const trip = await currentTripByRef(tx, (await mustExist(findTrip(tx, tripId))).ref, now)
  const payment = await mustExist(findPayment(tx, paymentId))
  const isUnsent = payment.status === 'refund_failed' || isOfUnknownCharge(payment)
  if (payment.kind === 'refund' && isUnsent) {
    await recordRefund(tx, payment, settlement, now)
    return
  }
  if (payment.status !== 'in_doubt' || payment.kind === 'save_card') throw notToBeSettled(payment)
  if (payment.kind === 'deposit') {
    await receiveMoney(tx, context, trip, settlement.recordedBy, now)
    // It is for the trip that money is received, and another payment of it may have been awaited longer.
    const received = await mustExist(findPayment(tx, paymentId))
    if (received.status !== 'succeeded') throw notToBeSettled(received)
    await savePayment(tx, received, settlement)
    return
  }
  const settled = await savePayment(tx, payment, takenOf(payment))
  const received = await recordOutcome(tx, context, settled, { status: 'succeeded', ref: payment.providerRef }, now)
  await savePayment(tx, received, settlement)
}

function notToBeSettled(payment: PaymentRow): Refusal {
  return unmoved(payment, 'only a refund that failed and a payment in doubt are settled by hand')
}
