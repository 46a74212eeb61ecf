import type { PortalCaller } from '../../domain/caller.ts'
import { isOfUnknownCharge } from '../../domain/payment.ts'
import { notFound, type Refusal, requireFound } from '../../domain/refusal.ts'
import { findPayment, type PaymentRow, savePayment } from '../../storage/queries/payments.ts'
import { findQuote } from '../../storage/queries/quotes.ts'
import { findTrip } from '../../storage/queries/trips.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import { requireExisting } from '../cards/charges.ts'
import type { AppContext, WorkerContext } from '../context.ts'
import type { IdempotentRequest } from '../idempotency.ts'
import { recordRefund } from '../money/refunds.ts'
import { lockTripWithRivals } from '../quotes/rival-quotes.ts'
import { lockCurrentTripByRef } from '../trips/trips.ts'
import { settleChargeOutcome } from './charge-outcomes.ts'
import { transactWithTripLock } from './deposits.ts'
import { receiveMoney } from './received-deposits.ts'
import { buildBookedAmountColumns, cannotMove } from './taken-money.ts'
import { isOfBooking, type SettledPayment, showSettledPayment } from './trip-money.ts'

/** A person's report that money arrived or left: their name, and the reference on the bank statement. */
type Settlement = { readonly recordedBy: string; readonly reference: string | null }

/**
 * Records a result that the operator knows and this server does not. A payment in doubt was received, or a refund without a
 * booking was sent. Such a refund failed, or its charge is unknown to the provider. Refuses `not_found`, and
 * `invalid_transition` for any other, including a refund of a booking, which has its own call.
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
      throw cannotMove(payment, 'it belongs to a booking; mark it as sent there')
    }
    await settleByHand(tx, app, paymentId, { recordedBy: caller.user.name, reference }, now)
    return showSettledPayment(tx, app, await requireExisting(findPayment(tx, paymentId)))
  })
}

async function ownPayment(db: Reader, { operatorId }: PortalCaller, paymentId: number): Promise<PaymentRow> {
  const payment = await requireFound(findPayment(db, paymentId))
  if ((await findQuote(db, payment.quoteId))?.operatorId !== operatorId) throw notFound()
  return payment
}

/**
 * Records that a failed refund was sent, or a payment in doubt received. Locks the trip. Throws `PageInTheWay` if a page is open
 * for the same amount. Refuses `invalid_transition` for anything else.
 */
export async function settleByHand(
  tx: Writer,
  context: WorkerContext,
  paymentId: number,
  settlement: Settlement,
  now: number,
): Promise<void> {
  const { tripId } = await requireExisting(findPayment(tx, paymentId))
  await lockTripWithRivals(tx, tripId)
  // Due changes of the trip are applied first, and may end the payment.
  const trip = await lockCurrentTripByRef(tx, (await requireExisting(findTrip(tx, tripId))).ref, now)
  const payment = await requireExisting(findPayment(tx, paymentId))
  const isUnsent = payment.status === 'refund_failed' || isOfUnknownCharge(payment)
  if (payment.kind === 'refund' && isUnsent) {
    await recordRefund(tx, payment, settlement, now)
    return
  }
  if (payment.status !== 'in_doubt' || payment.kind === 'save_card') throw cannotSettle(payment)
  if (payment.kind === 'deposit') {
    await receiveMoney(tx, context, trip, settlement.recordedBy, now)
    // Money is received for the trip; another payment of it may have been awaited longer.
    const received = await requireExisting(findPayment(tx, paymentId))
    if (received.status !== 'succeeded') throw cannotSettle(received)
    await savePayment(tx, received, settlement)
    return
  }
  const settled = await savePayment(tx, payment, buildBookedAmountColumns(payment))
  const received = await settleChargeOutcome(tx, context, settled, { status: 'succeeded', ref: payment.providerRef }, now)
  await savePayment(tx, received, settlement)
}

function cannotSettle(payment: PaymentRow): Refusal {
  return cannotMove(payment, 'only a failed refund or a payment in doubt can be settled by hand')
}
