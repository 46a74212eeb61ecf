import { isStanding } from '../domain/assignment.ts'
import { type Booking, type Cancellation, cancel, tripCancelled } from '../domain/booking.ts'
import { jobClosed } from '../domain/offer.ts'
import { cancelPayout } from '../domain/payout.ts'
import { isLive, lose } from '../domain/quote.ts'
import { type BookingRecord, bookingOfTrip, saveBooking } from '../storage/queries/bookings.ts'
import { offersOfTrip, saveOffer } from '../storage/queries/jobs.ts'
import { findOperator } from '../storage/queries/operators.ts'
import { findDeposit } from '../storage/queries/payments.ts'
import { insertAdjustment, payoutOfBooking, savePayout } from '../storage/queries/payouts.ts'
import { quotesOfTrip, saveQuote } from '../storage/queries/quotes.ts'
import { saveTrip, type TripRow } from '../storage/queries/trips.ts'
import type { Writer } from '../storage/storage.ts'
import { endAssignment } from './crew-notices.ts'
import { closeRequest, releasePayments } from './quote-moves.ts'
import { oweRefund } from './refunds.ts'
import { applyDueTransitions, scheduleNextDeadline, schedulePayoutOf } from './trip-deadlines.ts'

type Why = { readonly by: Cancellation['by']; readonly reason: string }

/**
 * Calls the trip off, booked or not: quotes are lost, a deposit goes back by the operator's scale.
 * Refuses `trip_cancelled`, `trip_finished`, `job_closed` (departed without a booking).
 */
export async function cancelTrip(tx: Writer, trip: TripRow, why: Why, now: number): Promise<TripRow> {
  const current = await applyDueTransitions(tx, trip, now)
  if (current.status === 'cancelled') throw tripCancelled()
  if (current.status === 'expired') throw jobClosed(current)
  const record = await bookingOfTrip(tx, trip.id)

  const cancellation =
    record === null
      ? { ...why, refundAmount: 0, at: now }
      : await cancelBooking(tx, record, cancel(record.booking, why.by, why.reason, now), now)

  await closeQuotes(tx, current, now)
  await closeOffers(tx, current, now)
  const cancelled = await saveTrip(tx, current, { status: 'cancelled', cancellation, closedAt: now, updatedAt: now })
  await scheduleNextDeadline(tx, cancelled, now)
  return cancelled
}

async function closeQuotes(tx: Writer, trip: TripRow, now: number): Promise<void> {
  for (const { quote, request } of await quotesOfTrip(tx, trip.id)) {
    if (!isLive(quote)) continue
    await releasePayments(tx, quote, now)
    if (request?.closedAt === null) await closeRequest(tx, request, 'withdrawn', now)
    await saveQuote(tx, quote, { ...lose(quote, now), requestId: null, updatedAt: now })
  }
}

/** Operators that had won or still could win hear of it; those that lost or declined stay where they were. */
async function closeOffers(tx: Writer, trip: TripRow, now: number): Promise<void> {
  for (const { offer } of await offersOfTrip(tx, trip.id)) {
    if (offer.outcome !== null && offer.outcome !== 'won') continue
    await saveOffer(tx, offer, { outcome: 'cancelled', liveQuoteId: null, closedAt: now, updatedAt: now })
  }
}

async function cancelBooking(tx: Writer, record: BookingRecord, called: BookingRecord['booking'], now: number) {
  const { booking, assignment } = record
  await saveBooking(tx, booking, called)
  if (isStanding(assignment)) await endAssignment(tx, assignment, now)
  const refundAmount = called.cancellation?.refundAmount ?? 0
  await returnMoney(tx, booking.quoteId, refundAmount, now)
  await adjustPayout(tx, record, called, refundAmount, now)
  return called.cancellation ?? { by: 'platform', reason: '', refundAmount, at: now }
}

async function returnMoney(tx: Writer, quoteId: number, amount: number, now: number): Promise<void> {
  const deposit = await findDeposit(tx, quoteId)
  if (deposit === null || amount === 0) return
  await oweRefund(tx, deposit, amount, now)
}

/** Nothing is owed but the operator's part of what the customer does not get back, and that is paid out as usual. */
async function adjustPayout(tx: Writer, { booking }: BookingRecord, called: Booking, refundAmount: number, now: number) {
  const payout = await payoutOfBooking(tx, booking.id)
  const operator = await findOperator(tx, booking.operatorId)
  if (payout === null || operator === null) return
  const kept = cancelPayout(payout, called.depositAmount - refundAmount, operator.commissionBps, now)
  const saved = await savePayout(tx, payout, kept)
  const note = `Cancelled by the ${called.cancellation?.by ?? 'platform'}.`
  await insertAdjustment(tx, {
    payoutId: payout.id,
    kind: 'cancellation',
    amount: saved.amount - payout.amount,
    note,
    createdAt: now,
  })
  if (saved.status === 'pending') await schedulePayoutOf(tx, booking.id, booking.operatorId, now, now)
}
