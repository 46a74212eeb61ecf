import { isStanding } from '../../domain/assignment.ts'
import { type Cancellation, cancel, tripCancelled } from '../../domain/booking.ts'
import { refundable } from '../../domain/ledger.ts'
import { jobClosed } from '../../domain/offer.ts'
import { cancelPayout } from '../../domain/payout.ts'
import { isLive, lose } from '../../domain/quote.ts'
import { dutiesOf } from '../../storage/queries/assignments.ts'
import { type BookingRecord, bookingOfTrip } from '../../storage/queries/bookings.ts'
import { findOffer, offersOfTrip, saveOffer } from '../../storage/queries/jobs.ts'
import { paymentsOfBooking } from '../../storage/queries/payments.ts'
import { insertAdjustment, payoutOfBooking, savePayout } from '../../storage/queries/payouts.ts'
import { quotesOfTrip, saveQuote } from '../../storage/queries/quotes.ts'
import { saveTrip, type TripRow } from '../../storage/queries/trips.ts'
import type { Writer } from '../../storage/storage.ts'
import { callOffAmendment } from '../amendments/amendment-moves.ts'
import { endAssignment } from '../crews/crew-notices.ts'
import { tell } from '../messages/notices.ts'
import { lossOf } from '../money/held-payouts.ts'
import { oweRefunds } from '../money/refunds.ts'
import { type BookedQuote, recordSums } from '../money/sums.ts'
import { closeRequest, releasePayments } from '../quotes/quote-moves.ts'
import { applyDueTransitions, scheduleNextDeadline, schedulePayoutOf } from '../trips/trip-deadlines.ts'

type Why = { readonly by: Cancellation['by']; readonly reason: string }

/**
 * Calls the trip off, booked or not: quotes are lost, and what was paid goes back but for what the quote's terms keep.
 * Refuses `trip_cancelled`, `trip_finished`, `job_closed` (departed without a booking).
 */
export async function cancelTrip(tx: Writer, trip: TripRow, why: Why, now: number): Promise<TripRow> {
  const current = await applyDueTransitions(tx, trip, now)
  if (current.status === 'cancelled') throw tripCancelled()
  if (current.status === 'expired') throw jobClosed(current)
  const record = await bookingOfTrip(tx, trip.id)

  const cancellation = record === null ? { ...why, refundAmount: 0, at: now } : await cancelBooking(tx, record, why, now)

  const offering = await closeQuotes(tx, current, now)
  await closeOffers(tx, current, now)
  const cancelled = await saveTrip(tx, current, { status: 'cancelled', cancellation, closedAt: now, updatedAt: now })
  const operatorIds = record === null ? offering : [record.booking.operatorId]
  await tell(tx, { fact: 'cancelled', operatorIds, tripId: trip.id }, now)
  await scheduleNextDeadline(tx, cancelled, now)
  return cancelled
}

/** Answers whose offers the customer could still have taken. */
async function closeQuotes(tx: Writer, trip: TripRow, now: number): Promise<number[]> {
  const offering: number[] = []
  for (const { quote, request } of await quotesOfTrip(tx, trip.id)) {
    if (!isLive(quote)) continue
    await releasePayments(tx, quote, now)
    if (request?.closedAt === null) await closeRequest(tx, request, 'withdrawn', now)
    await saveQuote(tx, quote, { ...lose(quote, now), requestId: null, updatedAt: now })
    offering.push(quote.operatorId)
  }
  return offering
}

/** Operators that had won or still could win hear of it; those that lost or declined stay where they were. */
async function closeOffers(tx: Writer, trip: TripRow, now: number): Promise<void> {
  for (const { offer } of await offersOfTrip(tx, trip.id)) {
    if (offer.outcome !== null && offer.outcome !== 'won') continue
    await saveOffer(tx, offer, { outcome: 'cancelled', liveQuoteId: null, closedAt: now, updatedAt: now })
  }
}

async function cancelBooking(tx: Writer, record: BookingRecord, { by, reason }: Why, now: number): Promise<Cancellation> {
  const booking = await callOffAmendment(tx, record.booking, now)
  const { quote } = record
  await releasePayments(tx, { id: booking.quoteId, tripId: booking.tripId }, now)
  const payments = await paymentsOfBooking(tx, booking)
  const paidAmount = refundable(payments)
  const { cancellationTerms } = quote
  const { status, cancellation, cancelledAt } = cancel({ ...booking, paidAmount, cancellationTerms }, by, reason, now)
  const refundAmount = cancellation?.refundAmount ?? 0
  for (const { duty } of await dutiesOf(tx, booking)) {
    if (isStanding(duty)) await endAssignment(tx, duty, booking, now)
  }
  await oweRefunds(tx, payments, refundAmount, now)
  const called = await recordSums(tx, { booking, quote }, now, { status, cancellation, cancelledAt })
  const keptAmount = Math.max(0, paidAmount - refundAmount - (await lossOf(tx, booking)))
  await adjustPayout(tx, { booking: called, quote }, by, keptAmount, now)
  return { by, reason, refundAmount, at: now }
}

/** Nothing is owed but the operator's part of what the customer does not get back, and that is paid out as usual. */
async function adjustPayout(
  tx: Writer,
  { booking: called, quote }: BookedQuote,
  by: Cancellation['by'],
  keptAmount: number,
  now: number,
): Promise<void> {
  const payout = await payoutOfBooking(tx, called.id)
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
