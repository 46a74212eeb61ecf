import { Refusal } from '../domain/refusal.ts'
import { newestPayments, type TripPayment } from '../storage/queries/open-payments.ts'
import { findPayment, type PaymentRow, savePayment } from '../storage/queries/payments.ts'
import { findTrip, type TripRow } from '../storage/queries/trips.ts'
import type { Reader, Writer } from '../storage/storage.ts'
import { closingPages } from './card-page-ends.ts'
import { recordOutcome } from './charge-outcomes.ts'
import { isInHand, mustExist } from './charges.ts'
import type { WorkerContext } from './context.ts'
import { followPayment } from './follow-payments.ts'
import { receiveMoney } from './received-deposits.ts'
import { isSentByProvider, recordRefund, sendRefund } from './refunds.ts'
import { lockTripWithRivals } from './rival-quotes.ts'
import { currentTripByRef } from './trips.ts'

/** Who settles a payment from the machine itself, where books name a person. */
const byCommandLine = 'command line'

/** So many payments are listed at most. */
const listedPayments = 200

/** The newest payments of all trips, or of those that are not over; `isCut` says that there are more. */
export async function listNewestPayments(
  db: Reader,
  isOpen: boolean,
): Promise<{ readonly listed: readonly TripPayment[]; readonly isCut: boolean }> {
  const found = await newestPayments(db, { isOpen, limit: listedPayments + 1 })
  return { listed: found.slice(0, listedPayments), isCut: found.length > listedPayments }
}

/** A payment before something was done about it, and after. */
export type MovedPayment = { readonly before: PaymentRow; readonly after: TripPayment }

/**
 * Asks the provider now what became of a payment or a refund, and writes it down; a card that is to be charged is charged, and a refund
 * that is owed is sent, as happens by itself. Null where there is none of this number. Throws a `ProviderFault` where the provider does not answer.
 * Refuses `invalid_transition` where there is no one to ask, and `unavailable` while a server is asking.
 */
export async function askAboutPayment(context: WorkerContext, paymentId: number): Promise<MovedPayment | null> {
  const before = await context.storage.read((db) => findPayment(db, paymentId))
  if (before === null) return null
  mustBeAskable(context, before)
  if (await isInHand(context, before)) throw askedRightNow(before)
  await (before.kind === 'refund' ? sendRefund : followPayment)(context, paymentId)
  return { before, after: await withTrip(context, paymentId) }
}

function mustBeAskable(context: WorkerContext, payment: PaymentRow): void {
  const { payments } = context
  if (payments.kind !== 'cards') throw unmoved(payment, 'this server takes payments by bank transfer, and there is no one to ask')
  if (payments.name !== payment.provider)
    throw unmoved(payment, `it was made with ${payment.provider}, and this server asks ${payments.name}`)
  if (payment.status === 'awaiting_transfer') throw unmoved(payment, 'it comes by bank transfer')
  if (payment.kind === 'refund' && !isSentByProvider(context, payment)) throw unmoved(payment, 'it is sent by hand')
}

/**
 * Somebody saw at the provider what this server could not find out: a refund that failed has been sent, or the money of a payment in
 * doubt is there. Null where there is none of this number. Refuses `invalid_transition` for any other.
 */
export async function settlePayment(context: WorkerContext, paymentId: number): Promise<MovedPayment | null> {
  const before = await context.storage.read((db) => findPayment(db, paymentId))
  if (before === null) return null
  await closingPages(context, () => context.storage.transact((tx) => settle(tx, context, before, context.clock())))
  return { before, after: await withTrip(context, paymentId) }
}

async function settle(tx: Writer, context: WorkerContext, { id, tripId }: PaymentRow, now: number): Promise<void> {
  await lockTripWithRivals(tx, tripId)
  // What has fallen due on the trip comes first, and may end the payment.
  const trip = await currentTripByRef(tx, (await mustExist(findTrip(tx, tripId))).ref, now)
  const payment = await mustExist(findPayment(tx, id))
  if (payment.kind === 'refund' && payment.status === 'refund_failed')
    return recordRefund(tx, payment, { recordedBy: byCommandLine }, now)
  if (payment.status !== 'in_doubt' || payment.kind === 'save_card') throw notToBeSettled(payment)
  await receive(tx, context, trip, payment, now)
}

async function receive(tx: Writer, context: WorkerContext, trip: TripRow, payment: PaymentRow, now: number): Promise<void> {
  if (payment.kind === 'deposit') {
    await receiveMoney(tx, context, trip, byCommandLine, now)
    // It is for the trip that money is received, and another payment of it may have been awaited longer.
    const received = await mustExist(findPayment(tx, payment.id))
    if (received.status !== 'succeeded') throw notToBeSettled(received)
    return
  }
  const received = await recordOutcome(tx, context, payment, { status: 'succeeded', ref: payment.providerRef }, now)
  await savePayment(tx, received, { recordedBy: byCommandLine })
}

async function withTrip({ storage }: WorkerContext, paymentId: number): Promise<TripPayment> {
  return storage.read(async (db) => {
    const payment = await mustExist(findPayment(db, paymentId))
    return { payment, ref: (await mustExist(findTrip(db, payment.tripId))).ref }
  })
}

function unmoved({ id, status }: PaymentRow, why: string): Refusal {
  return new Refusal('invalid_transition', `Payment ${id} is ${status}: ${why}.`, { currentStatus: status, allowed: [] })
}

function notToBeSettled(payment: PaymentRow): Refusal {
  return unmoved(payment, 'only a refund that failed and a payment in doubt are settled by hand')
}

function askedRightNow({ id }: PaymentRow): Refusal {
  return new Refusal('unavailable', `A server is asking about payment ${id} right now; look again in a minute.`, {}, 5)
}
