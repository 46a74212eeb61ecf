import { refundable } from '../../domain/ledger.ts'
import { type ChargeFinding, type ChargeOutcome, isOpen } from '../../domain/payment.ts'
import { type BookingRecord, type BookingRow, bookingOfTrip } from '../../storage/queries/bookings.ts'
import { type PaymentRow, paymentsOfBooking, savePayment } from '../../storage/queries/payments.ts'
import type { Writer } from '../../storage/storage.ts'
import { settleAcceptance } from '../amendments/apply-amendments.ts'
import { foundOf } from '../cards/charges.ts'
import { isByClock } from '../cards/saved-cards.ts'
import type { WorkerContext } from '../context.ts'
import { tell } from '../messages/notices.ts'
import { giveUpPayment, oweRefund, sendBackLate } from './late-payments.ts'
import { recordGivenUp } from './refunds.ts'
import { recordSums } from './sums.ts'

/**
 * Writes down what came of charging what is owed beside the deposit; the trip is locked. Without the customer no one can answer a bank
 * that asks, so that such a card counts as declined; a charge that the provider rejected, or that was given up, was none. What was taken
 * for a payment given up since, or beyond what is owed, goes back.
 */
export async function recordBalanceOutcome(
  tx: Writer,
  context: Pick<WorkerContext, 'log'>,
  payment: PaymentRow,
  finding: ChargeFinding & { readonly status: ChargeOutcome },
  now: number,
): Promise<PaymentRow> {
  const { status } = finding
  const known = foundOf(finding)
  const record = await bookingOfTrip(tx, payment.tripId)
  if (record === null) throw new Error(`payment ${payment.id} is for a booking that is gone`)
  if (payment.status === 'released' || record.booking.status === 'cancelled') {
    const given = await recordGivenUp(tx, context, payment, finding, now)
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
  const taken = recorded.status === 'succeeded' ? await takeIn(tx, settled, recorded, now) : recorded
  const booking = await recordSums(tx, settled, now)
  const isDeclined = recorded.status !== 'succeeded' && payment.origin === 'clock' && !isNone
  if (isDeclined && !(await isToldAsOverdue(tx, booking, payment, now))) {
    await tell(tx, { fact: 'balance_declined', operatorIds: [booking.operatorId], tripId: booking.tripId }, now)
  }
  return taken
}

/** Whether the notice of an overdue balance comes next and says that the card was declined, which its customer has read before. */
async function isToldAsOverdue(tx: Writer, booking: BookingRow, { id }: PaymentRow, now: number): Promise<boolean> {
  if (booking.overdueAt === null || now < booking.overdueAt) return false
  return (await paymentsOfBooking(tx, booking)).some((one) => one.id !== id && isByClock(one) && one.status === 'declined')
}

/** Other tries are given up, and what this one took beyond what was owed goes back. Answers the payment as it then stands. */
async function takeIn(
  tx: Writer,
  { booking }: Pick<BookingRecord, 'booking'>,
  payment: PaymentRow,
  now: number,
): Promise<PaymentRow> {
  const payments = await paymentsOfBooking(tx, booking)
  await giveUpTries(tx, payments, now)
  const over = refundable(payments) - booking.priceAmount - booking.extrasAmount
  if (over >= payment.amount) return sendBackLate(tx, payment, now)
  if (over > 0) await oweRefund(tx, payment, over, now)
  return payment
}

/** Gives up the open ones of these. Money that one of them took is refunded. */
async function giveUpTries(tx: Writer, payments: readonly PaymentRow[], now: number): Promise<void> {
  for (const open of payments.filter(isOpen)) await giveUpPayment(tx, open, {}, now)
}

/** Gives up the open payments of a booking, which is as its sums say, once recorded money leaves nothing to pay. */
export async function giveUpIfPaid(tx: Writer, booking: BookingRow, now: number): Promise<void> {
  if (booking.dueAmount === 0) await giveUpTries(tx, await paymentsOfBooking(tx, booking), now)
}

/** A try to pay what is owed beside the deposit is given up: its customer may pay anew, and an amendment that it was for waits again. */
export async function giveUpBalance(
  tx: Writer,
  payment: PaymentRow,
  change: Partial<PaymentRow>,
  now: number,
): Promise<PaymentRow> {
  const givenUp = await giveUpPayment(tx, payment, change, now)
  const record = await bookingOfTrip(tx, givenUp.tripId)
  if (record !== null) await recordSums(tx, await settleAcceptance(tx, record, givenUp, now), now)
  return givenUp
}
