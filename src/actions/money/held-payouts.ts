import { type DisputeOfPayment, isDisputeOpen, lostAmountOf } from '../../domain/dispute.ts'
import { heldNote, hold, isToBePaid, partOfLoss } from '../../domain/payout.ts'
import { type BookingRow, findBookingById } from '../../storage/queries/bookings.ts'
import { disputesOfBooking } from '../../storage/queries/disputes.ts'
import {
  dropAdjustment,
  findPayout,
  insertAdjustment,
  type PayoutRecord,
  type PayoutRow,
  payoutOfBooking,
  savePayout,
} from '../../storage/queries/payouts.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import { schedulePayoutOf } from '../trips/trip-deadlines.ts'

/**
 * Has the payout of a booking follow the disputes of what was paid for it: it is less by the operator's part of what was lost, waits
 * while a bank has not decided, and gets its day again after that. What has left, or was called off, stays as it is. The trip is to be
 * locked.
 */
export async function followDisputes(tx: Writer, booking: BookingRow, now: number): Promise<void> {
  const payout = await payoutOfBooking(tx, booking.id)
  if (payout === null) return
  const disputes = await disputesOfBooking(tx, booking)
  await takeLoss(tx, payout, disputes, now)
  const record = await findPayout(tx, payout.id)
  if (record === null) return
  if (disputes.some(({ dispute }) => isDisputeOpen(dispute))) await holdPayout(tx, record, now)
  else await freePayout(tx, record, booking, now)
}

/**
 * Has a payout follow the disputes of its booking when its payer says that it came back. Answers it as it then stands.
 */
export async function followReturned(tx: Writer, payout: PayoutRow, now: number): Promise<PayoutRecord | null> {
  const booking = await findBookingById(tx, payout.bookingId)
  if (booking !== null) await followDisputes(tx, booking, now)
  return findPayout(tx, payout.id)
}

/** Amount (minor units) that banks have taken back in all of what was paid for a booking. */
export async function lossOf(db: Reader, booking: BookingRow): Promise<number> {
  return lostAmountOf(await disputesOfBooking(db, booking), booking.currencyCode)
}

async function takeLoss(tx: Writer, payout: PayoutRow, disputes: readonly DisputeOfPayment[], now: number): Promise<void> {
  const lostAmount = lostAmountOf(disputes, payout.currencyCode)
  if (lostAmount === 0 || !isToBePaid(payout)) return
  const adjustments = (await findPayout(tx, payout.id))?.adjustments ?? []
  const taken = adjustments.filter(({ kind }) => kind === 'dispute').reduce((total, { amount }) => total - amount, 0)
  const amount = Math.min(partOfLoss(payout, lostAmount) - taken, payout.amount)
  if (amount <= 0) return
  await savePayout(tx, payout, { amount: payout.amount - amount, updatedAt: now })
  await insertAdjustment(tx, { payoutId: payout.id, kind: 'dispute', amount: -amount, note: lostNote, createdAt: now })
}

const lostNote = 'The bank took the card payment back.'

async function holdPayout(tx: Writer, { payout, adjustments }: PayoutRecord, now: number): Promise<void> {
  if (!isToBePaid(payout)) return
  const isNoted = adjustments.some(isHold)
  await savePayout(tx, payout, isNoted ? hold(payout, now) : { ...hold(payout, now), updatedAt: now })
  if (isNoted) return
  await insertAdjustment(tx, { payoutId: payout.id, kind: 'hold', amount: 0, note: heldNote, createdAt: now })
}

async function freePayout(tx: Writer, { payout, adjustments }: PayoutRecord, booking: BookingRow, now: number): Promise<void> {
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
