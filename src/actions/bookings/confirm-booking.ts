import { type Agreement, type CustomerAccount, computeAgreedDueTime, isDepositAsked } from '../../domain/agreement.ts'
import { computeBalanceDueTime, firstRevision, usualBalanceDays } from '../../domain/booking.ts'
import { computeBookingSums, type LedgerLine } from '../../domain/ledger.ts'
import { sumNumbers } from '../../domain/leg.ts'
import { isLive, loseQuote, markQuoteBooked } from '../../domain/quote.ts'
import { buildTripSearchText } from '../../domain/search.ts'
import { type BookingRow, insertBooking } from '../../storage/queries/bookings.ts'
import { listOffersOfTrip, saveOffer } from '../../storage/queries/jobs.ts'
import { makeKnown } from '../../storage/queries/known-customers.ts'
import { insertPayout } from '../../storage/queries/payouts.ts'
import { listQuotesOfTrip, type QuoteRow, saveQuote, saveRequest } from '../../storage/queries/quotes.ts'
import { findCustomerOfTrip, saveTrip, type TripRow } from '../../storage/queries/trips.ts'
import type { Writer } from '../../storage/storage.ts'
import type { WorkerContext } from '../context.ts'
import { awaitNextStep } from '../money/sums.ts'
import { announceFact } from '../outbox/events.ts'
import { notifyReaders } from '../outbox/notices.ts'
import { planDayBeforeNotice } from '../outbox/reminders.ts'
import { takeVehicles } from '../quotes/rival-quotes.ts'
import { closeRequest, releasePayments } from '../transitions/quote-moves.ts'
import { planKnownPlaces } from '../trips/remembered-places.ts'

/** An agreement that an operator reports, with the customer's account, if any, and the operator's time zone (IANA). */
export type AgreedBooking = {
  readonly agreement: Agreement
  readonly account: CustomerAccount | null
  readonly timezone: string
}

/**
 * Books a quote after its deposit was received, or by an agreement without payment. It adds a pending payout, and all other
 * quotes are lost. If the operator's settings say so, its other confirmed quotes for the same vehicles become likely.
 */
export async function confirmBooking(
  tx: Writer,
  context: WorkerContext,
  trip: TripRow,
  quote: QuoteRow,
  now: number,
  agreed: AgreedBooking | null = null,
): Promise<BookingRow> {
  const quotes = await listQuotesOfTrip(tx, trip.id)
  for (const other of quotes) {
    await releasePayments(tx, other.quote, now)
    if (other.quote.id !== quote.id && isLive(other.quote)) {
      if (other.request?.closedAt === null) await closeRequest(tx, other.request, 'lost', now)
      await saveQuote(tx, other.quote, { ...loseQuote(other.quote, now), requestId: null, updatedAt: now })
    }
  }
  const isWithoutDeposit = agreed !== null && !isDepositAsked(agreed.agreement)
  const booked = { ...markQuoteBooked(quote, now), ...(isWithoutDeposit && { depositAmount: 0 }) }
  const won = await saveQuote(tx, quote, { ...booked, updatedAt: now })
  await closeOffersAfterBooking(tx, trip, won.operatorId, now)
  const request = quotes.find((own) => own.quote.id === won.id)?.request ?? null
  const paymentStatus = listClearedPayments(won, agreed).length > 0 ? 'succeeded' : 'released'
  const paid = { status: 'confirmed', paymentStatus, paymentMethod: null, closedAt: now } as const
  if (request !== null) await saveRequest(tx, request, paid)
  await takeVehicles(tx, won, now)
  await saveTrip(tx, trip, { status: 'booked', updatedAt: now })
  return enterBooking(tx, context, trip, won, now, agreed)
}

async function closeOffersAfterBooking(tx: Writer, trip: TripRow, winnerId: number, now: number): Promise<void> {
  for (const { offer } of await listOffersOfTrip(tx, trip.id)) {
    if (offer.outcome !== null) continue
    const outcome = offer.operatorId === winnerId ? 'won' : 'lost'
    await saveOffer(tx, offer, { outcome, liveQuoteId: null, closedAt: now, updatedAt: now })
  }
}

/** The payment just received, in the form for the sums; none if nothing was due. */
function listClearedPayments({ depositAmount: amount }: QuoteRow, agreed: AgreedBooking | null): LedgerLine[] {
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
  const usualDueAt = computeBalanceDueTime(balanceAmount, trip.departsAt, now, quote.balanceDays ?? usualBalanceDays)
  const billed = {
    status: 'active',
    priceAmount,
    depositAmount,
    balanceDueAt: agreed === null ? usualDueAt : computeAgreedDue(agreed, trip, usualDueAt, now),
    confirmedAt: now,
    paymentStatus: 'unpaid',
  } as const
  const customer = await findCustomerOfTrip(tx, trip)
  if (trip.operatorId === null) await makeKnown(tx, customer, operatorId)
  const booking = await insertBooking(tx, {
    ...billed,
    ...computeBookingSums(billed, listClearedPayments(quote, agreed), []),
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
    vehiclesNeeded: sumNumbers(quote.vehicles.map(({ count }) => count)),
    searchText: buildTripSearchText(trip, customer),
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
  await announceFact(tx, context, { event: 'booking.confirmed', trip, booking }, now)
  await notifyReaders(tx, { fact: 'booked', operatorIds: [operatorId], tripId: trip.id }, now, [
    planDayBeforeNotice(booking, now),
    // The operator of an own trip saves its places at its entry.
    ...(trip.operatorId === operatorId ? [] : [planKnownPlaces(trip, now)]),
  ])
  return booking
}

function computeAgreedDue(
  { agreement, account, timezone }: AgreedBooking,
  trip: TripRow,
  usualDueAt: number | null,
  now: number,
) {
  return computeAgreedDueTime(agreement, { departsAt: trip.departsAt, balanceDueAt: usualDueAt, timezone }, account, now)
}
