import { computeLostAmount, type DisputeOfPayment, isDisputeOpen } from '../../domain/dispute.ts'
import { computeOperatorLoss, heldNote, isPayoutPayable, withholdPayout } from '../../domain/payout.ts'
import { type BookingRow, findBookingById } from '../../storage/queries/bookings.ts'
import { listDisputesOfBooking } from '../../storage/queries/disputes.ts'
import {
  dropAdjustment,
  findPayout,
  findPayoutOfBooking,
  insertAdjustment,
  type PayoutRecord,
  type PayoutRow,
  savePayout,
} from '../../storage/queries/payouts.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import { schedulePayoutOf } from './payout-days.ts'

/**
 * Adjusts the payout of a booking to the disputes of its payments. It loses the operator's part of lost money, waits for
 * undecided disputes, and then gets its day again. A payout that was sent or cancelled does not change. The caller locks the
 * trip.
 */
export async function followDisputes(tx: Writer, booking: BookingRow, now: number): Promise<void> {
  const payout = await findPayoutOfBooking(tx, booking.id)
  if (payout === null) return
  const disputes = await listDisputesOfBooking(tx, booking)
  await takeLoss(tx, payout, disputes, now)
  const record = await findPayout(tx, payout.id)
  if (record === null) return
  if (disputes.some(({ dispute }) => isDisputeOpen(dispute))) await holdPayout(tx, record, now)
  else await releasePayout(tx, record, booking, now)
}

/** Adjusts a payout to the disputes of its booking when its payer reports that it was returned. Returns the changed payout. */
export async function followReturned(tx: Writer, payout: PayoutRow, now: number): Promise<PayoutRecord | null> {
  const booking = await findBookingById(tx, payout.bookingId)
  if (booking !== null) await followDisputes(tx, booking, now)
  return findPayout(tx, payout.id)
}

/** Amount (minor units) that banks have taken back from the payments of a booking. */
export async function computeReversedAmount(db: Reader, booking: BookingRow): Promise<number> {
  return computeLostAmount(await listDisputesOfBooking(db, booking), booking.currencyCode)
}

async function takeLoss(tx: Writer, payout: PayoutRow, disputes: readonly DisputeOfPayment[], now: number): Promise<void> {
  const lostAmount = computeLostAmount(disputes, payout.currencyCode)
  if (lostAmount === 0 || !isPayoutPayable(payout)) return
  const adjustments = (await findPayout(tx, payout.id))?.adjustments ?? []
  const taken = adjustments.filter(({ kind }) => kind === 'dispute').reduce((total, { amount }) => total - amount, 0)
  const amount = Math.min(computeOperatorLoss(payout, lostAmount) - taken, payout.amount)
  if (amount <= 0) return
  await savePayout(tx, payout, { amount: payout.amount - amount, updatedAt: now })
  await insertAdjustment(tx, { payoutId: payout.id, kind: 'dispute', amount: -amount, note: lostNote, createdAt: now })
}

const lostNote = 'The bank reversed the card payment.'

async function holdPayout(tx: Writer, { payout, adjustments }: PayoutRecord, now: number): Promise<void> {
  if (!isPayoutPayable(payout)) return
  const isNoted = adjustments.some(isHold)
  await savePayout(tx, payout, isNoted ? withholdPayout(payout, now) : { ...withholdPayout(payout, now), updatedAt: now })
  if (isNoted) return
  await insertAdjustment(tx, { payoutId: payout.id, kind: 'hold', amount: 0, note: heldNote, createdAt: now })
}

async function releasePayout(tx: Writer, { payout, adjustments }: PayoutRecord, booking: BookingRow, now: number): Promise<void> {
  const note = adjustments.find(isHold)
  if (note !== undefined) {
    await dropAdjustment(tx, note.id)
    await savePayout(tx, payout, { updatedAt: now })
  }
  const isOver = booking.finishedAt !== null || booking.status === 'cancelled'
  if (isOver) await schedulePayoutOf(tx, booking, now, now)
}

function isHold({ kind }: PayoutRecord['adjustments'][number]): boolean {
  return kind === 'hold'
}
