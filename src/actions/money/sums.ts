import { nextStepAfter } from '../../domain/balance.ts'
import { sumsOf } from '../../domain/ledger.ts'
import { unschedulePayout } from '../../domain/payout.ts'
import { type BookingRecord, type BookingRow, saveBooking } from '../../storage/queries/bookings.ts'
import { extrasOf } from '../../storage/queries/extras.ts'
import { paymentsOfBooking } from '../../storage/queries/payments.ts'
import { payoutOfBooking, savePayout } from '../../storage/queries/payouts.ts'
import type { QuoteRow } from '../../storage/queries/quotes.ts'
import { dueAtOf, runOneNow, schedule, unschedule } from '../../storage/queries/scheduler.ts'
import type { Writer } from '../../storage/storage.ts'
import { cardsTask } from '../cards/cards-task.ts'
import { schedulePayoutOf } from '../trips/trip-deadlines.ts'

/** The scheduler's name for what happens by itself about a balance; its subject is the trip. */
export const balanceTask = 'balance'

/**
 * Reason for putting off work on a balance that has fallen due: its customer has a page open. A saved card is charged
 * once that is closed.
 */
export const waitsForPage = 'a page on which it can be paid is being closed'

/** A booking with the quote it was booked under. */
export type BookedQuote = Pick<BookingRecord, 'booking' | 'quote'>

/**
 * Writes down what has been paid of a booking and what is due, worked out anew from every payment and extra; with `change` where the
 * booking itself moves too. Its balance is followed, and a payout that waits for the money gets its day or loses it. The trip is to be
 * locked.
 */
export async function recordSums(
  tx: Writer,
  { booking, quote }: BookedQuote,
  now: number,
  change: Partial<BookingRow> = {},
): Promise<BookingRow> {
  const moved = { ...booking, ...change }
  const sums = sumsOf(moved, await paymentsOfBooking(tx, booking), await extrasOf(tx, booking.id))
  const saved = await saveBooking(tx, booking, { ...change, ...sums, updatedAt: now })
  await followBalance(tx, { booking: saved, quote }, now)
  await followPayout(tx, saved, now)
  if (booking.dueAmount > 0 && saved.dueAmount === 0) await runOneNow(tx, cardsTask, saved.tripId, now)
  return saved
}

/** Asks the scheduler for the next instant at which something about a balance happens by itself. What is due already is looked at now. */
async function followBalance(tx: Writer, { booking, quote }: BookedQuote, now: number): Promise<void> {
  const known = await dueAtOf(tx, balanceTask, booking.tripId)
  if (known !== null && known <= now && booking.dueAmount > 0) return schedule(tx, balanceTask, booking.tripId, known, now)
  await awaitNextStep(tx, booking, quote, now)
}

/**
 * Asks the scheduler for the next step of a balance that happens by itself, for a caller who has just done what was
 * due.
 */
export async function awaitNextStep(tx: Writer, booking: BookingRow, quote: Pick<QuoteRow, 'balanceDays'>, now: number) {
  const next = quote.balanceDays === null ? null : nextStepAfter({ ...booking, balanceDays: quote.balanceDays }, now)
  if (next === null) await unschedule(tx, balanceTask, booking.tripId)
  else await schedule(tx, balanceTask, booking.tripId, next, now)
}

async function followPayout(tx: Writer, booking: BookingRow, now: number): Promise<void> {
  if (booking.finishedAt === null) return
  const payout = await payoutOfBooking(tx, booking.id)
  if (payout === null || !payout.waitsForBalance) return
  if (booking.dueAmount === 0) await schedulePayoutOf(tx, booking, now, now)
  else if (payout.status === 'scheduled') await savePayout(tx, payout, unschedulePayout(payout, now))
}
