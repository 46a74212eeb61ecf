import { Refusal } from '../../domain/refusal.ts'
import { listNewestPaymentRows, type TripPayment } from '../../storage/queries/open-payments.ts'
import { findPayment, type PaymentRow } from '../../storage/queries/payments.ts'
import { findTrip } from '../../storage/queries/trips.ts'
import { listOpenUnknownPayments, type UnknownPaymentRow } from '../../storage/queries/unknown-payments.ts'
import type { Reader } from '../../storage/storage.ts'
import { isBeingCharged, requireExisting } from '../cards/charges.ts'
import type { WorkerContext } from '../context.ts'
import { isSentByProvider, sendRefund } from '../money/refunds.ts'
import { expireBlockingPages } from './card-page-ends.ts'
import { settleCardPayment } from './follow-payments.ts'
import { settleByHand } from './settled-payments.ts'
import { cannotMove } from './taken-money.ts'

/** Name of the command line in place of a person who settles a payment. */
const byCommandLine = 'command line'

/** Greatest number of payments in the list. */
const listedPayments = 200

/** Lists the newest payments of all trips, or of trips that have not ended, and the unknown money; `isCut` if there are more. */
export async function listNewestPayments(
  db: Reader,
  isOpen: boolean,
): Promise<{ readonly listed: readonly TripPayment[]; readonly unknown: readonly UnknownPaymentRow[]; readonly isCut: boolean }> {
  const found = await listNewestPaymentRows(db, { isOpen, limit: listedPayments + 1 })
  const unknown = await listOpenUnknownPayments(db, listedPayments + 1)
  const isCut = found.length > listedPayments || unknown.length > listedPayments
  return { listed: found.slice(0, listedPayments), unknown: unknown.slice(0, listedPayments), isCut }
}

/** A payment before and after an action. */
export type MovedPayment = { readonly before: PaymentRow; readonly after: TripPayment }

/**
 * Reads the result of a payment or refund from the provider now, and saves it. It makes a planned charge and sends a planned
 * refund, as the worker does. Null for an unknown number. Throws a `ProviderFault` if the provider does not answer. Refuses
 * `invalid_transition` without a provider, and `unavailable` while a server is waiting for its answer.
 */
export async function refreshPayment(context: WorkerContext, paymentId: number): Promise<MovedPayment | null> {
  const before = await context.storage.read((db) => findPayment(db, paymentId))
  if (before === null) return null
  requireAskablePayment(context, before)
  if (await isBeingCharged(context, before)) throw paymentBeingChecked(before)
  await (before.kind === 'refund' ? sendRefund : settleCardPayment)(context, paymentId)
  return { before, after: await withTrip(context, paymentId) }
}

function requireAskablePayment(context: WorkerContext, payment: PaymentRow): void {
  const { payments } = context
  if (payments.kind !== 'cards') throw cannotMove(payment, 'this server accepts bank transfers only and has no provider to ask')
  if (payments.name !== payment.provider)
    throw cannotMove(payment, `it was made with ${payment.provider}, but this server uses ${payments.name}`)
  if (payment.status === 'awaiting_transfer') throw cannotMove(payment, 'it is a bank transfer')
  if (payment.kind === 'refund' && !isSentByProvider(context, payment)) throw cannotMove(payment, 'it is refunded by hand')
}

/**
 * Records a person's report from the provider: a failed refund was sent, or a payment in doubt received. Null for an unknown
 * number. Refuses `invalid_transition` for any other.
 */
export async function settlePayment(context: WorkerContext, paymentId: number): Promise<MovedPayment | null> {
  const before = await context.storage.read((db) => findPayment(db, paymentId))
  if (before === null) return null
  const settlement = { recordedBy: byCommandLine, reference: null }
  await expireBlockingPages(context, () =>
    context.storage.transact((tx) => settleByHand(tx, context, paymentId, settlement, context.clock())),
  )
  return { before, after: await withTrip(context, paymentId) }
}

async function withTrip({ storage }: WorkerContext, paymentId: number): Promise<TripPayment> {
  return storage.read(async (db) => {
    const payment = await requireExisting(findPayment(db, paymentId))
    return { payment, ref: (await requireExisting(findTrip(db, payment.tripId))).ref }
  })
}

function paymentBeingChecked({ id }: PaymentRow): Refusal {
  return new Refusal('unavailable', `A server is checking payment ${id} now. Try again in a minute.`, {}, 5)
}
