import { isActiveAssignment } from '../../domain/assignment.ts'
import { type Cancellation, markBookingCancelled, tripCancelled } from '../../domain/booking.ts'
import { computeRefundable } from '../../domain/ledger.ts'
import { jobClosed } from '../../domain/offer.ts'
import { cancelPayout } from '../../domain/payout.ts'
import { isLive, loseQuote } from '../../domain/quote.ts'
import { listDutiesOfBooking } from '../../storage/queries/assignments.ts'
import { type BookingRecord, findBookingOfTrip } from '../../storage/queries/bookings.ts'
import { findOffer, listOffersOfTrip, saveOffer } from '../../storage/queries/jobs.ts'
import { listPaymentsOfBooking } from '../../storage/queries/payments.ts'
import { findPayoutOfBooking, insertAdjustment, savePayout } from '../../storage/queries/payouts.ts'
import { listQuotesOfTrip, saveQuote } from '../../storage/queries/quotes.ts'
import { saveTrip, type TripRow } from '../../storage/queries/trips.ts'
import type { Writer } from '../../storage/storage.ts'
import { computeReversedAmount } from '../money/held-payouts.ts'
import { schedulePayoutOf } from '../money/payout-days.ts'
import { planRefunds } from '../money/refunds.ts'
import { type BookedQuote, recordSums } from '../money/sums.ts'
import { notifyReaders } from '../outbox/notices.ts'
import { cancelAmendment } from '../transitions/amendment-moves.ts'
import { endAssignment } from '../transitions/assignment-moves.ts'
import { closeRequest, releasePayments } from '../transitions/quote-moves.ts'
import { applyDueTransitions, scheduleNextDeadline } from '../transitions/trip-deadlines.ts'

type Why = { readonly by: Cancellation['by']; readonly reason: string }

/**
 * Cancels the trip, booked or not: quotes are lost, and payments are refunded except for the share of the cancellation terms.
 * Refuses `trip_cancelled`, `trip_finished`, `job_closed` (departed without a booking).
 */
export async function cancelTrip(tx: Writer, trip: TripRow, why: Why, now: number): Promise<TripRow> {
  const current = await applyDueTransitions(tx, trip, now)
  if (current.status === 'cancelled') throw tripCancelled()
  if (current.status === 'expired') throw jobClosed(current)
  const record = await findBookingOfTrip(tx, trip.id)

  const cancellation = record === null ? { ...why, refundAmount: 0, at: now } : await cancelBooking(tx, record, why, now)

  const offering = await closeQuotes(tx, current, now)
  await cancelOffersOfTrip(tx, current, now)
  const cancelled = await saveTrip(tx, current, { status: 'cancelled', cancellation, closedAt: now, updatedAt: now })
  const operatorIds = record === null ? offering : [record.booking.operatorId]
  await notifyReaders(tx, { fact: 'cancelled', operatorIds, tripId: trip.id }, now)
  await scheduleNextDeadline(tx, cancelled, now)
  return cancelled
}

/** Closes the quotes, and returns the operators whose quotes were still open. */
async function closeQuotes(tx: Writer, trip: TripRow, now: number): Promise<number[]> {
  const offering: number[] = []
  for (const { quote, request } of await listQuotesOfTrip(tx, trip.id)) {
    if (!isLive(quote)) continue
    await releasePayments(tx, quote, now)
    if (request?.closedAt === null) await closeRequest(tx, request, 'withdrawn', now)
    await saveQuote(tx, quote, { ...loseQuote(quote, now), requestId: null, updatedAt: now })
    offering.push(quote.operatorId)
  }
  return offering
}

/** Closes the open and won offers of the trip and notifies their operators. Lost and declined offers do not change. */
async function cancelOffersOfTrip(tx: Writer, trip: TripRow, now: number): Promise<void> {
  for (const { offer } of await listOffersOfTrip(tx, trip.id)) {
    if (offer.outcome !== null && offer.outcome !== 'won') continue
    await saveOffer(tx, offer, { outcome: 'cancelled', liveQuoteId: null, closedAt: now, updatedAt: now })
  }
}

async function cancelBooking(tx: Writer, record: BookingRecord, { by, reason }: Why, now: number): Promise<Cancellation> {
  const booking = await cancelAmendment(tx, record.booking, now)
  const { quote } = record
  await releasePayments(tx, { id: booking.quoteId, tripId: booking.tripId }, now)
  const payments = await listPaymentsOfBooking(tx, booking)
  const paidAmount = computeRefundable(payments)
  const { cancellationTerms } = quote
  const { status, cancellation, cancelledAt } = markBookingCancelled(
    { ...booking, paidAmount, cancellationTerms },
    by,
    reason,
    now,
  )
  const refundAmount = cancellation?.refundAmount ?? 0
  for (const { duty } of await listDutiesOfBooking(tx, booking)) {
    if (isActiveAssignment(duty)) await endAssignment(tx, duty, booking, now)
  }
  await planRefunds(tx, payments, refundAmount, now)
  const called = await recordSums(tx, { booking, quote }, now, { status, cancellation, cancelledAt })
  const keptAmount = Math.max(0, paidAmount - refundAmount - (await computeReversedAmount(tx, booking)))
  await adjustPayoutForCancellation(tx, { booking: called, quote }, by, keptAmount, now)
  return { by, reason, refundAmount, at: now }
}

/** Reduces the payout to the operator's part of the retained share; it is paid out as usual. */
async function adjustPayoutForCancellation(
  tx: Writer,
  { booking: called, quote }: BookedQuote,
  by: Cancellation['by'],
  keptAmount: number,
  now: number,
): Promise<void> {
  const payout = await findPayoutOfBooking(tx, called.id)
  const offer = await findOffer(tx, quote.offerId)
  if (payout === null || offer === null) return
  const saved = await savePayout(tx, payout, cancelPayout(payout, keptAmount, offer.commissionBps, now))
  await insertAdjustment(tx, {
    payoutId: payout.id,
    kind: 'cancellation',
    amount: saved.amount - payout.amount,
    note: `Cancelled by the ${by}.`,
    createdAt: now,
  })
  if (saved.status === 'pending') await schedulePayoutOf(tx, called, now, now)
}
