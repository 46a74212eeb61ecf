import { type Agreement, agreedDueAt, asksDeposit, type CustomerAccount } from '../../domain/agreement.ts'
import { balanceDueAt, firstRevision, usualBalanceDays } from '../../domain/booking.ts'
import { knownPlacesOf } from '../../domain/known-place.ts'
import { type LedgerLine, sumsOf } from '../../domain/ledger.ts'
import { sum } from '../../domain/leg.ts'
import { book, isLive, lose } from '../../domain/quote.ts'
import { searchTextOfTrip } from '../../domain/search.ts'
import { type BookingRow, insertBooking } from '../../storage/queries/bookings.ts'
import { offersOfTrip, saveOffer } from '../../storage/queries/jobs.ts'
import { makeKnown } from '../../storage/queries/known-customers.ts'
import { insertPayout } from '../../storage/queries/payouts.ts'
import { type QuoteRow, quotesOfTrip, saveQuote, saveRequest } from '../../storage/queries/quotes.ts'
import { customerOf, saveTrip, type TripRow } from '../../storage/queries/trips.ts'
import type { Writer } from '../../storage/storage.ts'
import type { WorkerContext } from '../context.ts'
import { tell } from '../messages/notices.ts'
import { dayBeforeNotice } from '../messages/reminders.ts'
import { awaitNextStep } from '../money/sums.ts'
import { closeRequest, releasePayments } from '../quotes/quote-moves.ts'
import { takeVehicles } from '../quotes/rival-quotes.ts'
import { rememberPlaces } from '../trips/places.ts'
import { announce } from '../webhooks/events.ts'

/**
 * An agreement that an operator reports: with a customer on this account, if any, and by the clocks of its own place
 * (IANA).
 */
export type AgreedBooking = {
  readonly agreement: Agreement
  readonly account: CustomerAccount | null
  readonly timezone: string
}

/**
 * The money of the deposit has cleared, if one was asked for; or it was `agreed` to book, and nothing has been paid. This quote is booked,
 * a payout is pending, and everyone else has
 * lost. What else it promised its coaches for is certain no longer, where the operator's settings say so.
 */
export async function confirmBooking(
  tx: Writer,
  context: WorkerContext,
  trip: TripRow,
  quote: QuoteRow,
  now: number,
  agreed: AgreedBooking | null = null,
): Promise<BookingRow> {
  const quotes = await quotesOfTrip(tx, trip.id)
  for (const other of quotes) {
    await releasePayments(tx, other.quote, now)
    if (other.quote.id !== quote.id && isLive(other.quote)) {
      if (other.request?.closedAt === null) await closeRequest(tx, other.request, 'lost', now)
      await saveQuote(tx, other.quote, { ...lose(other.quote, now), requestId: null, updatedAt: now })
    }
  }
  const isWithoutDeposit = agreed !== null && !asksDeposit(agreed.agreement)
  const booked = { ...book(quote, now), ...(isWithoutDeposit && { depositAmount: 0 }) }
  const won = await saveQuote(tx, quote, { ...booked, updatedAt: now })
  await closeOffers(tx, trip, won.operatorId, now)
  const request = quotes.find((own) => own.quote.id === won.id)?.request ?? null
  const paymentStatus = clearedOf(won, agreed).length > 0 ? 'succeeded' : 'released'
  const paid = { status: 'confirmed', paymentStatus, paymentMethod: null, closedAt: now } as const
  if (request !== null) await saveRequest(tx, request, paid)
  await takeVehicles(tx, won, now)
  await saveTrip(tx, trip, { status: 'booked', updatedAt: now })
  const booking = await enterBooking(tx, context, trip, won, now, agreed)
  const { operatorId } = won
  // Who entered the trip for itself remembers it there.
  const isOther = trip.operatorId !== operatorId
  if (isOther) await rememberPlaces(tx, { operatorId, tripId: trip.id }, knownPlacesOf(trip.itinerary, null), now)
  return booking
}

async function closeOffers(tx: Writer, trip: TripRow, winnerId: number, now: number): Promise<void> {
  for (const { offer } of await offersOfTrip(tx, trip.id)) {
    if (offer.outcome !== null) continue
    const outcome = offer.operatorId === winnerId ? 'won' : 'lost'
    await saveOffer(tx, offer, { outcome, liveQuoteId: null, closedAt: now, updatedAt: now })
  }
}

/** The payment that has just cleared, as the sums look at it; none where nothing was to be paid. */
function clearedOf({ depositAmount: amount }: QuoteRow, agreed: AgreedBooking | null): LedgerLine[] {
  if (agreed !== null || amount === 0) return []
  const line = {
    id: 0,
    kind: 'deposit',
    status: 'succeeded',
    providerRef: null,
    receivedAt: null,
    lateAt: null,
    refundOf: null,
  } as const
  return [{ ...line, amount }]
}

async function enterBooking(
  tx: Writer,
  context: WorkerContext,
  trip: TripRow,
  quote: QuoteRow,
  now: number,
  agreed: AgreedBooking | null,
): Promise<BookingRow> {
  const { priceAmount, commissionAmount, payoutAmount, depositAmount, currencyCode, operatorId } = quote
  const balanceAmount = priceAmount - depositAmount
  const usualDueAt = balanceDueAt(balanceAmount, trip.departsAt, now, quote.balanceDays ?? usualBalanceDays)
  const billed = {
    status: 'active',
    priceAmount,
    depositAmount,
    balanceDueAt: agreed === null ? usualDueAt : dueAsAgreed(agreed, trip, usualDueAt, now),
    confirmedAt: now,
    paymentStatus: 'unpaid',
  } as const
  const customer = await customerOf(tx, trip)
  if (trip.operatorId === null) await makeKnown(tx, customer, operatorId)
  const booking = await insertBooking(tx, {
    ...billed,
    ...sumsOf(billed, clearedOf(quote, agreed), []),
    terms: agreed?.agreement.terms ?? null,
    agreedBy: agreed?.agreement.agreedBy ?? null,
    poNumber: agreed?.agreement.poNumber ?? null,
    tripId: trip.id,
    ref: trip.ref,
    operatorId,
    quoteId: quote.id,
    tripStatus: 'unassigned',
    revision: firstRevision,
    balanceAmount,
    commissionAmount,
    payoutAmount,
    currencyCode,
    departsAt: trip.departsAt,
    endsAt: trip.endsAt,
    vehiclesNeeded: sum(quote.vehicles.map(({ count }) => count)),
    searchText: searchTextOfTrip(trip, customer),
    isCrewed: false,
    hasAmendments: false,
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
    waitsForBalance: context.payoutWaitsForBalance,
    createdAt: now,
    updatedAt: now,
  })
  await awaitNextStep(tx, booking, quote, now)
  await announce(tx, context, { event: 'booking.confirmed', trip, booking }, now)
  await tell(tx, { fact: 'booked', operatorIds: [operatorId], tripId: trip.id }, now, [dayBeforeNotice(booking, now)])
  return booking
}

function dueAsAgreed({ agreement, account, timezone }: AgreedBooking, trip: TripRow, usualDueAt: number | null, now: number) {
  return agreedDueAt(agreement, { departsAt: trip.departsAt, balanceDueAt: usualDueAt, timezone }, account, now)
}
