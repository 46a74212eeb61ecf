import { computeRefundable } from '../../domain/ledger.ts'
import { type ChargeFinding, type ChargeOutcome, isUnfinishedPayment } from '../../domain/payment.ts'
import { type BookingRecord, type BookingRow, findBookingOfTrip } from '../../storage/queries/bookings.ts'
import { listPaymentsOfBooking, type PaymentRow, savePayment } from '../../storage/queries/payments.ts'
import type { Writer } from '../../storage/storage.ts'
import { settleAcceptance } from '../amendments/apply-amendments.ts'
import { buildFindingColumns } from '../cards/charges.ts'
import { isAutomaticCharge } from '../cards/saved-cards.ts'
import type { WorkerContext } from '../context.ts'
import { cancelPayment, planRefund, refundLatePayment } from '../money/late-payments.ts'
import { settleCancelledCharge } from '../money/refunds.ts'
import { recordSums } from '../money/sums.ts'
import { notifyReaders } from '../outbox/notices.ts'

/**
 * Saves the result of charging a balance; the trip is locked. The absent customer cannot answer a bank's question, so such a card
 * counts as declined. A charge that was rejected or released counts as none. Money taken for a payment released meanwhile, or
 * beyond the balance, is refunded.
 */
export async function recordBalanceOutcome(
  tx: Writer,
  context: Pick<WorkerContext, 'log'>,
  payment: PaymentRow,
  finding: ChargeFinding & { readonly status: ChargeOutcome },
  now: number,
): Promise<PaymentRow> {
  const { status } = finding
  const known = buildFindingColumns(finding)
  const record = await findBookingOfTrip(tx, payment.tripId)
  if (record === null) throw new Error(`payment ${payment.id} refers to a deleted booking`)
  if (payment.status === 'released' || record.booking.status === 'cancelled') {
    const given = await settleCancelledCharge(tx, context, payment, finding, now)
    await recordSums(tx, await settleAcceptance(tx, record, given, now), now)
    return given
  }
  const isLeftAlone = status === 'requires_action' && payment.origin === 'clock'
  const isNone = finding.rejection !== undefined || finding.isGivenUp === true
  const outcome = isLeftAlone ? 'declined' : status
  const recorded = await savePayment(tx, payment, {
    ...known,
    status: isNone ? 'released' : outcome,
    receivedAt: status === 'succeeded' ? now : null,
    updatedAt: now,
  })
  const settled = await settleAcceptance(tx, record, recorded, now)
  const taken = recorded.status === 'succeeded' ? await settlePaidBalance(tx, settled, recorded, now) : recorded
  const booking = await recordSums(tx, settled, now)
  const isDeclined = recorded.status !== 'succeeded' && payment.origin === 'clock' && !isNone
  if (isDeclined && !(await isOverdueNoticeDue(tx, booking, payment, now))) {
    await notifyReaders(tx, { fact: 'balance_declined', operatorIds: [booking.operatorId], tripId: booking.tripId }, now)
  }
  return taken
}

/** Whether the notice of an overdue balance follows, so that the customer is not notified twice of the declined card. */
async function isOverdueNoticeDue(tx: Writer, booking: BookingRow, { id }: PaymentRow, now: number): Promise<boolean> {
  if (booking.overdueAt === null || now < booking.overdueAt) return false
  return (await listPaymentsOfBooking(tx, booking)).some(
    (one) => one.id !== id && isAutomaticCharge(one) && one.status === 'declined',
  )
}

/** Releases other tries, and refunds what this one took beyond the balance. Returns the payment after the change. */
async function settlePaidBalance(
  tx: Writer,
  { booking }: Pick<BookingRecord, 'booking'>,
  payment: PaymentRow,
  now: number,
): Promise<PaymentRow> {
  const payments = await listPaymentsOfBooking(tx, booking)
  await cancelOpenPayments(tx, payments, now)
  const over = computeRefundable(payments) - booking.priceAmount - booking.extrasAmount
  if (over >= payment.amount) return refundLatePayment(tx, payment, now)
  if (over > 0) await planRefund(tx, payment, over, now)
  return payment
}

/** Releases the open payments among these, and refunds money that one of them took. */
async function cancelOpenPayments(tx: Writer, payments: readonly PaymentRow[], now: number): Promise<void> {
  for (const open of payments.filter(isUnfinishedPayment)) await cancelPayment(tx, open, {}, now)
}

/** Releases the open payments of a booking once recorded money leaves nothing to pay. The booking has current sums. */
export async function cancelPaymentsIfPaid(tx: Writer, booking: BookingRow, now: number): Promise<void> {
  if (booking.dueAmount === 0) await cancelOpenPayments(tx, await listPaymentsOfBooking(tx, booking), now)
}

/** Releases a try to pay a balance: its customer can pay again, and its amendment is open again. */
export async function cancelBalancePayment(
  tx: Writer,
  payment: PaymentRow,
  change: Partial<PaymentRow>,
  now: number,
): Promise<PaymentRow> {
  const givenUp = await cancelPayment(tx, payment, change, now)
  const record = await findBookingOfTrip(tx, givenUp.tripId)
  if (record !== null) await recordSums(tx, await settleAcceptance(tx, record, givenUp, now), now)
  return givenUp
}
