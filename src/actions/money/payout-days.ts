import { isDisputeOpen } from '../../domain/dispute.ts'
import { computePayoutDate } from '../../domain/instant.ts'
import { schedulePayout } from '../../domain/payout.ts'
import type { BookingRow } from '../../storage/queries/bookings.ts'
import { listDisputesOfBooking } from '../../storage/queries/disputes.ts'
import { findOperator } from '../../storage/queries/operators.ts'
import { findPayoutOfBooking, savePayout } from '../../storage/queries/payouts.ts'
import type { Writer } from '../../storage/storage.ts'

/**
 * Sets the day of a booking's payout: the operator's second payout weekday after `overAt` (ms). It has no day while a bank
 * disputes a payment, or while a payout that waits for the balance has an amount due.
 */
export async function schedulePayoutOf(tx: Writer, booking: BookingRow, overAt: number, now: number) {
  const payout = await findPayoutOfBooking(tx, booking.id)
  const operator = await findOperator(tx, booking.operatorId)
  if (payout === null || operator === null || (payout.waitsForBalance && booking.dueAmount > 0)) return
  if ((await listDisputesOfBooking(tx, booking)).some(({ dispute }) => isDisputeOpen(dispute))) return
  const day = computePayoutDate(overAt, operator.timezone, operator.payoutWeekday)
  await savePayout(tx, payout, schedulePayout(payout, day, now))
}
