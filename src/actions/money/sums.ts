import { findNextStepAfter } from '../../domain/balance.ts'
import { computeBookingSums } from '../../domain/ledger.ts'
import { unschedulePayout } from '../../domain/payout.ts'
import { type BookingRecord, type BookingRow, saveBooking } from '../../storage/queries/bookings.ts'
import { listExtras } from '../../storage/queries/extras.ts'
import { listPaymentsOfBooking } from '../../storage/queries/payments.ts'
import { findPayoutOfBooking, savePayout } from '../../storage/queries/payouts.ts'
import type { QuoteRow } from '../../storage/queries/quotes.ts'
import { findDueTime, runTaskNow, scheduleTask, unscheduleTask } from '../../storage/queries/scheduler.ts'
import type { Writer } from '../../storage/storage.ts'
import { cardsTask } from '../cards/cards-task.ts'
import { schedulePayoutOf } from './payout-days.ts'

/** The scheduler's name for the automatic steps of a balance; its subject is the trip. */
export const balanceTask = 'balance'

/** Reason for postponing a due balance: its customer has a page open. A saved card is charged after the page is closed. */
export const waitsForPage = 'its payment page is being expired'

/** A booking with its quote. */
export type BookedQuote = Pick<BookingRecord, 'booking' | 'quote'>

/**
 * Recalculates and saves the amounts paid and due of a booking from all its payments and extras. `change` holds other columns
 * of the booking to save. It plans the balance, and sets or removes the day of a payout that waits for the money. The caller
 * locks the trip.
 */
export async function recordSums(
  tx: Writer,
  { booking, quote }: BookedQuote,
  now: number,
  change: Partial<BookingRow> = {},
): Promise<BookingRow> {
  const moved = { ...booking, ...change }
  const sums = computeBookingSums(moved, await listPaymentsOfBooking(tx, booking), await listExtras(tx, booking.id))
  const saved = await saveBooking(tx, booking, { ...change, ...sums, updatedAt: now })
  await followBalance(tx, { booking: saved, quote }, now)
  await followPayout(tx, saved, now)
  if (booking.dueAmount > 0 && saved.dueAmount === 0) await runTaskNow(tx, cardsTask, saved.tripId, now)
  return saved
}

/** Plans the next automatic step of a balance. A step that is already due runs now. */
async function followBalance(tx: Writer, { booking, quote }: BookedQuote, now: number): Promise<void> {
  const known = await findDueTime(tx, balanceTask, booking.tripId)
  if (known !== null && known <= now && booking.dueAmount > 0) return scheduleTask(tx, balanceTask, booking.tripId, known, now)
  await awaitNextStep(tx, booking, quote, now)
}

/** Plans the next automatic step of a balance after the caller has done the due ones. */
export async function awaitNextStep(tx: Writer, booking: BookingRow, quote: Pick<QuoteRow, 'balanceDays'>, now: number) {
  const next = quote.balanceDays === null ? null : findNextStepAfter({ ...booking, balanceDays: quote.balanceDays }, now)
  if (next === null) await unscheduleTask(tx, balanceTask, booking.tripId)
  else await scheduleTask(tx, balanceTask, booking.tripId, next, now)
}

async function followPayout(tx: Writer, booking: BookingRow, now: number): Promise<void> {
  if (booking.finishedAt === null) return
  const payout = await findPayoutOfBooking(tx, booking.id)
  if (payout === null || !payout.waitsForBalance) return
  if (booking.dueAmount === 0) await schedulePayoutOf(tx, booking, now, now)
  else if (payout.status === 'scheduled') await savePayout(tx, payout, unschedulePayout(payout, now))
}
