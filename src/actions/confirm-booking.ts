import { balanceDueAt, paidBy } from '../domain/booking.ts'
import { book, isLive, lose } from '../domain/quote.ts'
import { insertBooking } from '../storage/queries/bookings.ts'
import { offersOfTrip, saveOffer } from '../storage/queries/jobs.ts'
import { insertPayout } from '../storage/queries/payouts.ts'
import { findRequest, type QuoteRow, quotesOfTrip, saveQuote, saveRequest } from '../storage/queries/quotes.ts'
import { saveTrip, type TripRow } from '../storage/queries/trips.ts'
import type { Writer } from '../storage/storage.ts'
import type { WorkerContext } from './context.ts'
import { announce } from './events.ts'
import { closeRequest, releasePayments } from './quote-moves.ts'

/** The money has cleared: this quote is booked, a payout is pending, and everyone else has lost. */
export async function confirmBooking(tx: Writer, context: WorkerContext, trip: TripRow, quote: QuoteRow, now: number) {
  for (const other of await quotesOfTrip(tx, trip.id)) {
    await releasePayments(tx, other.quote, now)
    if (other.quote.id !== quote.id && isLive(other.quote)) {
      if (other.request?.closedAt === null) await closeRequest(tx, other.request, 'lost', now)
      await saveQuote(tx, other.quote, { ...lose(other.quote, now), requestId: null, updatedAt: now })
    }
  }
  const won = await saveQuote(tx, quote, { ...book(quote, now), updatedAt: now })
  await closeOffers(tx, trip, won.operatorId, now)
  const request = won.requestId === null ? null : await findRequest(tx, won.requestId)
  const paid = { status: 'confirmed', paymentStatus: 'succeeded', paymentMethod: null, closedAt: now } as const
  if (request !== null) await saveRequest(tx, request, paid)
  await saveTrip(tx, trip, { status: 'booked', updatedAt: now })
  return enterBooking(tx, context, trip, won, now)
}

async function closeOffers(tx: Writer, trip: TripRow, winnerId: number, now: number): Promise<void> {
  for (const { offer } of await offersOfTrip(tx, trip.id)) {
    if (offer.outcome !== null) continue
    const outcome = offer.operatorId === winnerId ? 'won' : 'lost'
    await saveOffer(tx, offer, { outcome, liveQuoteId: null, closedAt: now, updatedAt: now })
  }
}

async function enterBooking(tx: Writer, context: WorkerContext, trip: TripRow, quote: QuoteRow, now: number) {
  const { priceAmount, commissionAmount, payoutAmount, depositAmount, currencyCode, operatorId } = quote
  const balanceAmount = priceAmount - depositAmount
  const booking = await insertBooking(tx, {
    tripId: trip.id,
    ref: trip.ref,
    operatorId,
    quoteId: quote.id,
    status: 'active',
    tripStatus: 'unassigned',
    priceAmount,
    depositAmount,
    balanceAmount,
    commissionAmount,
    payoutAmount,
    currencyCode,
    paymentStatus: paidBy(depositAmount, priceAmount),
    balanceDueAt: balanceDueAt(balanceAmount, trip.departsAt, now),
    departsAt: trip.departsAt,
    endsAt: trip.endsAt,
    confirmedAt: now,
    updatedAt: now,
  })
  await insertPayout(tx, {
    bookingId: booking.id,
    bookingRef: trip.ref,
    operatorId,
    status: 'pending',
    amount: payoutAmount,
    currencyCode,
    priceAmount,
    commissionAmount,
    createdAt: now,
    updatedAt: now,
  })
  await announce(tx, context, { event: 'booking.confirmed', trip, booking }, now)
  return booking
}
