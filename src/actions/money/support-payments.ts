import { Refusal } from '../../domain/refusal.ts'
import { newestPayments, type TripPayment } from '../../storage/queries/open-payments.ts'
import { findPayment, type PaymentRow } from '../../storage/queries/payments.ts'
import { findTrip } from '../../storage/queries/trips.ts'
import { openUnknownPayments, type UnknownPaymentRow } from '../../storage/queries/unknown-payments.ts'
import type { Reader } from '../../storage/storage.ts'
import { closingPages } from '../cards/card-page-ends.ts'
import { isInHand, mustExist } from '../cards/charges.ts'
import { followPayment } from '../cards/follow-payments.ts'
import type { WorkerContext } from '../context.ts'
import { isSentByProvider, sendRefund } from './refunds.ts'
import { settleByHand } from './settled-payments.ts'
import { unmoved } from './taken-money.ts'

/** Name under which a payment is settled from the machine itself, where books name a person. */
const byCommandLine = 'command line'

/** Greatest number of payments that are listed. */
const listedPayments = 200

/**
 * The newest payments of all trips, or of those that are not over, and the money of which only the provider knows; `isCut` says that there is
 * more.
 */
export async function listNewestPayments(
  db: Reader,
  isOpen: boolean,
): Promise<{ readonly listed: readonly TripPayment[]; readonly unknown: readonly UnknownPaymentRow[]; readonly isCut: boolean }> {
  const found = await newestPayments(db, { isOpen, limit: listedPayments + 1 })
  const unknown = await openUnknownPayments(db, listedPayments + 1)
  const isCut = found.length > listedPayments || unknown.length > listedPayments
  return { listed: found.slice(0, listedPayments), unknown: unknown.slice(0, listedPayments), isCut }
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
  const settlement = { recordedBy: byCommandLine, reference: null }
  await closingPages(context, () =>
    context.storage.transact((tx) => settleByHand(tx, context, paymentId, settlement, context.clock())),
  )
  return { before, after: await withTrip(context, paymentId) }
}

async function withTrip({ storage }: WorkerContext, paymentId: number): Promise<TripPayment> {
  return storage.read(async (db) => {
    const payment = await mustExist(findPayment(db, paymentId))
    return { payment, ref: (await mustExist(findTrip(db, payment.tripId))).ref }
  })
}

function askedRightNow({ id }: PaymentRow): Refusal {
  return new Refusal('unavailable', `A server is asking about payment ${id} right now; look again in a minute.`, {}, 5)
}
