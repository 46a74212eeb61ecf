import { sql } from 'drizzle-orm'
import type { Cancellation } from '../../domain/booking.ts'
import type { JobState } from '../../domain/job.ts'
import type { JobSheet } from '../../domain/job-sheet.ts'
import type { LegKind } from '../../domain/leg.ts'
import type { OfferOutcome } from '../../domain/offer.ts'
import type { PaymentStatus } from '../../domain/payment.ts'
import type { Place } from '../../domain/place.ts'
import type { LegStatus } from '../../domain/progress.ts'
import type { QuoteStatus, QuoteVehicle, RequestStatus } from '../../domain/quote.ts'
import type { Columns } from '../columns.ts'
import type { PeopleTables } from './people.ts'

/** A trip on its way from enquiry to booking. */
export function tradeTables(c: Columns, { customers, operators }: PeopleTables) {
  const trips = c.table(
    'trips',
    {
      id: c.id(),
      ref: c.text().notNull(),
      customerId: c
        .int()
        .notNull()
        .references(() => customers.id),
      source: c.text().$type<'platform' | 'customer' | 'operator'>().notNull(),
      status: c.text().$type<JobState>().notNull(),
      timezone: c.text().notNull(),
      /** What it is quoted and paid in; null until it is offered to somebody, unless it was said. */
      currencyCode: c.text(),
      departsAt: c.instant().notNull(),
      returnsAt: c.instant(),
      endsAt: c.instant().notNull(),
      quoteBy: c.instant().notNull(),
      passengerCount: c.int().notNull(),
      dbsRequired: c.text().notNull(),
      leadPassenger: c.json<{ name: string; phone: string | null }>(),
      /** The whole itinerary as bookings, drivers and the customer see it. */
      sheet: c.json<JobSheet>().notNull(),
      /** The same, masked and scrubbed once, as every job shows it: an itinerary never changes once offered. */
      jobSheet: c.json<JobSheet>().notNull(),
      cancellation: c.json<Cancellation>(),
      closedAt: c.instant(),
      createdAt: c.instant().notNull(),
      updatedAt: c.instant().notNull(),
    },
    (t) => [c.unique('trips_ref').on(t.ref), c.index('trips_customer').on(t.customerId)],
  )

  const legs = c.table(
    'legs',
    {
      id: c.id(),
      tripId: c
        .int()
        .notNull()
        .references(() => trips.id),
      sequence: c.int().notNull(),
      kind: c.text().$type<LegKind>().notNull(),
      pickup: c.json<Place>().notNull(),
      dropoff: c.json<Place>().notNull(),
      departsAt: c.instant().notNull(),
      arriveBy: c.instant(),
      passengerCount: c.int().notNull(),
      waitingMinutes: c.int().notNull(),
      status: c.text().$type<LegStatus>().notNull(),
      updatedAt: c.instant().notNull(),
    },
    (t) => [c.unique('legs_order').on(t.tripId, t.sequence)],
  )

  const stops = c.table(
    'stops',
    {
      id: c.id(),
      legId: c
        .int()
        .notNull()
        .references(() => legs.id),
      sequence: c.int().notNull(),
      kind: c.text().notNull(),
      place: c.json<Place>().notNull(),
      arriveAt: c.instant(),
      departAt: c.instant(),
      waitingMinutes: c.int(),
      note: c.text(),
      reachedAt: c.instant(),
    },
    (t) => [c.unique('stops_order').on(t.legId, t.sequence)],
  )

  const offers = c.table(
    'offers',
    {
      id: c.id(),
      tripId: c
        .int()
        .notNull()
        .references(() => trips.id),
      operatorId: c
        .int()
        .notNull()
        .references(() => operators.id),
      quoteBy: c.instant().notNull(),
      departsAt: c.instant().notNull(),
      currencyCode: c.text().notNull(),
      latestQuoteId: c.int(),
      liveQuoteId: c.int(),
      declinedAt: c.instant(),
      declineReasonCode: c.text(),
      declineNote: c.text(),
      outcome: c.text().$type<OfferOutcome>(),
      closedAt: c.instant(),
      offeredAt: c.instant().notNull(),
      updatedAt: c.instant().notNull(),
    },
    (t) => [
      c.unique('offers_once').on(t.tripId, t.operatorId),
      // Everything a list asks of an offer, so that counting and turning pages never look into the table.
      c.index('offers_inbox').on(t.operatorId, t.offeredAt, t.id, t.outcome, t.declinedAt, t.liveQuoteId, t.quoteBy, t.updatedAt),
      c
        .index('offers_open')
        .on(t.operatorId, t.quoteBy, t.id, t.outcome, t.declinedAt, t.liveQuoteId, t.updatedAt)
        .where(sql`outcome is null`),
    ],
  )

  const quotes = c.table(
    'quotes',
    {
      id: c.id(),
      offerId: c
        .int()
        .notNull()
        .references(() => offers.id),
      tripId: c
        .int()
        .notNull()
        .references(() => trips.id),
      operatorId: c
        .int()
        .notNull()
        .references(() => operators.id),
      status: c.text().$type<QuoteStatus>().notNull(),
      revision: c.int().notNull(),
      priceAmount: c.int().notNull(),
      commissionAmount: c.int().notNull(),
      payoutAmount: c.int().notNull(),
      depositAmount: c.int().notNull(),
      currencyCode: c.text().notNull(),
      vehicles: c.json<QuoteVehicle[]>().notNull(),
      inclusions: c.json<string[]>().notNull(),
      exclusions: c.json<string[]>().notNull(),
      includedWaitingMinutes: c.int(),
      extraHourAmount: c.int(),
      extraMileAmount: c.int(),
      note: c.text(),
      validUntil: c.instant().notNull(),
      lockedUntil: c.instant(),
      /** The booking request being answered or paid for. */
      requestId: c.int(),
      rejectionCode: c.text(),
      rejectionReason: c.text(),
      rejectedAt: c.instant(),
      submittedAt: c.instant().notNull(),
      updatedAt: c.instant().notNull(),
      closedAt: c.instant(),
    },
    (t) => [c.index('quotes_trip').on(t.tripId), c.index('quotes_offer').on(t.offerId)],
  )

  const quoteRevisions = c.table(
    'quote_revisions',
    {
      id: c.id(),
      quoteId: c
        .int()
        .notNull()
        .references(() => quotes.id),
      revision: c.int().notNull(),
      /** The terms as they stood, so that a dispute finds what was on the table and when. */
      terms: c.json<Record<string, unknown>>().notNull(),
      createdAt: c.instant().notNull(),
    },
    (t) => [c.unique('quote_revisions_once').on(t.quoteId, t.revision)],
  )

  const bookingRequests = c.table(
    'booking_requests',
    {
      id: c.id(),
      tripId: c
        .int()
        .notNull()
        .references(() => trips.id),
      quoteId: c
        .int()
        .notNull()
        .references(() => quotes.id),
      status: c.text().$type<RequestStatus>().notNull(),
      /** What the payment gateway keeps the card under; gone as soon as the request is over. */
      paymentMethod: c.text(),
      paymentStatus: c.text().$type<PaymentStatus>().notNull(),
      requestedAt: c.instant().notNull(),
      respondBy: c.instant().notNull(),
      closedAt: c.instant(),
    },
    (t) => [
      c.index('booking_requests_trip').on(t.tripId),
      c.index('booking_requests_quote').on(t.quoteId),
      c.unique('booking_requests_pending').on(t.tripId).where(sql`status = 'pending'`),
    ],
  )

  const payments = c.table(
    'payments',
    {
      id: c.id(),
      tripId: c
        .int()
        .notNull()
        .references(() => trips.id),
      quoteId: c
        .int()
        .notNull()
        .references(() => quotes.id),
      kind: c.text().$type<'deposit' | 'refund'>().notNull(),
      /** Which deed asked for it: the operator's confirmation or the customer's own booking. */
      origin: c.text().$type<'confirm' | 'book' | 'cancel'>().notNull(),
      provider: c.text().notNull(),
      /** Sent with every try, so that the provider does it once however often it is asked. */
      providerKey: c.text().notNull(),
      providerRef: c.text(),
      method: c.text(),
      amount: c.int().notNull(),
      currencyCode: c.text().notNull(),
      status: c.text().$type<PaymentStatus>().notNull(),
      /** The idempotency record whose answer this payment's outcome completes. */
      onceId: c.text(),
      bootId: c.text(),
      createdAt: c.instant().notNull(),
      updatedAt: c.instant().notNull(),
    },
    (t) => [
      c.unique('payments_key').on(t.providerKey),
      c.index('payments_trip').on(t.tripId),
      c.index('payments_quote').on(t.quoteId),
      c.index('payments_once').on(t.onceId).where(sql`once_id is not null`),
      c.unique('payments_charging').on(t.tripId).where(sql`status = 'charging'`),
    ],
  )

  return { trips, legs, stops, offers, quotes, quoteRevisions, bookingRequests, payments }
}

export type TradeTables = ReturnType<typeof tradeTables>
