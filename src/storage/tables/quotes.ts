import { sql } from 'drizzle-orm'
import type { CancellationTerm } from '../../domain/cancellation-terms.ts'
import type { OfferOutcome } from '../../domain/offer.ts'
import type { CardKeeping, PaymentKind, PaymentMeans, PaymentOrigin, PaymentStatus } from '../../domain/payment.ts'
import type { QuoteStatus, QuoteVehicle, RequestStatus } from '../../domain/quote.ts'
import type { Columns } from '../columns.ts'
import type { AccountTables } from './accounts.ts'
import type { TripTables } from './trips.ts'

/** The tables of what operators are asked and answer, and what the customer makes of it, up to the payment. */
export function quoteTables(c: Columns, { operators, trips, vehicles }: AccountTables & TripTables) {
  /**
   * One operator's invitation to quote. Written by who enters or offers the trip, then by quoting, declining and the end of the job.
   * Never deleted.
   */
  const offers = c.table(
    'offers',
    {
      id: c.id(),
      tripId: c.ref(() => trips.id).notNull(),
      operatorId: c.ref(() => operators.id).notNull(),
      quoteBy: c.instant().notNull(),
      departsAt: c.instant().notNull(),
      currencyCode: c.text().notNull(),
      /** The marketplace's part of a price, agreed when it was offered; none of an operator's own trip. */
      commissionBps: c.int().notNull().default(0),
      latestQuoteId: c.int(),
      liveQuoteId: c.int(),
      declinedAt: c.instant(),
      declineReasonCode: c.text(),
      declineNote: c.text(),
      outcome: c.text().$type<OfferOutcome>(),
      /** Text the job is found by, of what the operator may know; null until a start has made it, or made it anew. */
      searchText: c.text(),
      closedAt: c.instant(),
      offeredAt: c.instant().notNull(),
      updatedAt: c.instant().notNull(),
    },
    (t) => [
      c.unique('offers_trip_operator').on(t.tripId, t.operatorId),
      // One for each list, of its rows only and with all it asks of them. What a quote does not move in them, it does not write.
      c.index('offers_listed').on(t.operatorId, t.offeredAt, t.id, t.outcome).where(sql`outcome is null or outcome <> 'won'`),
      c
        .index('offers_search')
        .on(t.operatorId, t.departsAt, t.id, t.outcome, t.searchText)
        .where(sql`outcome is null or outcome <> 'won'`),
      c.index('offers_unsearchable').on(t.searchText).where(sql`search_text is null`),
      c
        .index('offers_fresh')
        .on(t.operatorId, t.quoteBy, t.id, t.outcome, t.declinedAt, t.liveQuoteId, t.offeredAt)
        .where(sql`outcome is null and declined_at is null and live_quote_id is null`),
      c
        .index('offers_quoted')
        .on(t.operatorId, t.offeredAt, t.id, t.outcome, t.liveQuoteId)
        .where(sql`outcome is null and live_quote_id is not null`),
      c
        .index('offers_closing')
        .on(t.operatorId, t.quoteBy, t.id, t.outcome, t.declinedAt)
        .where(sql`outcome is null and declined_at is null`),
      c
        .index('offers_expired')
        .on(t.operatorId, t.offeredAt, t.id, t.outcome, t.declinedAt, t.liveQuoteId, t.quoteBy)
        .where(sql`declined_at is null and (outcome = 'expired' or (outcome is null and live_quote_id is null))`),
      // What changed of a trip since, for the marketplace.
      c.index('offers_desk_changed').on(t.updatedAt, t.tripId),
      c
        .index('offers_changed')
        .on(t.operatorId, t.updatedAt, t.offeredAt, t.id, t.outcome, t.declinedAt, t.liveQuoteId, t.quoteBy),
      c.index('offers_declined').on(t.operatorId, t.declinedAt, t.declineReasonCode).where(sql`declined_at is not null`),
    ],
  )

  /**
   * An operator's price for a trip. Written by the operator, the customer's booking and the clock. Never deleted; an erasure takes a
   * driver's name out of its texts.
   */
  const quotes = c.table(
    'quotes',
    {
      id: c.id(),
      offerId: c.ref(() => offers.id).notNull(),
      tripId: c.ref(() => trips.id).notNull(),
      operatorId: c.ref(() => operators.id).notNull(),
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
      /**
       * Days before departure by which the balance is owed, as the operator's setting said when it was sent. Null in
       * quotes sent before balances were followed: theirs is left to people.
       */
      balanceDays: c.int(),
      /** Scale for calling off, as the setting said when it was sent. Null is the usual one, which never changes. */
      cancellationTerms: c.json<readonly CancellationTerm[]>(),
      /** Whether drivers' hours want a second driver on the trip; not noted of quotes sent before that was told. */
      secondDriverLikely: c.bool().notNull().default(false),
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
    (t) => [
      c.index('quotes_trip').on(t.tripId, t.offerId),
      c.index('quotes_sent').on(t.operatorId, t.submittedAt, t.id),
      c.index('quotes_requested').on(t.operatorId, t.id, t.requestId).where(sql`status = 'requested'`),
    ],
  )

  /**
   * The coaches of the fleet that a quote names, each for the whole trip. Written with the quote, and with what moves a booked
   * trip. Deleted when a quote is over that was not booked.
   */
  const promisedVehicles = c.table(
    'promised_vehicles',
    {
      id: c.id(),
      quoteId: c.ref(() => quotes.id).notNull(),
      tripId: c.ref(() => trips.id).notNull(),
      vehicleId: c.ref(() => vehicles.id).notNull(),
      /** Number of the coach in the quote, from 1; below 0 where a change named it and no one was given it since. */
      vehicleNo: c.int().notNull(),
      departsAt: c.instant().notNull(),
      endsAt: c.instant().notNull(),
    },
    (t) => [
      c.index('promised_vehicles_quote').on(t.quoteId, t.vehicleNo),
      c.index('promised_vehicles_trip').on(t.tripId),
      c.index('promised_vehicles_vehicle').on(t.vehicleId, t.endsAt, t.departsAt),
    ],
  )

  /** Each version of a quote. Written by every POST of one and not changed. Never deleted; an erasure takes a driver's name out. */
  const quoteRevisions = c.table(
    'quote_revisions',
    {
      id: c.id(),
      quoteId: c.ref(() => quotes.id).notNull(),
      revision: c.int().notNull(),
      /** The terms as they stood, so that a dispute finds what was on the table and when; what was left open is left out. */
      terms: c.json<Record<string, unknown>>().notNull(),
      createdAt: c.instant().notNull(),
    },
    (t) => [c.unique('quote_revisions_number').on(t.quoteId, t.revision)],
  )

  /**
   * A customer asking to book a likely quote. Written by the customer, the operator who answers and the clock. Never deleted; the card
   * goes when it closes.
   */
  const bookingRequests = c.table(
    'booking_requests',
    {
      id: c.id(),
      tripId: c.ref(() => trips.id).notNull(),
      quoteId: c.ref(() => quotes.id).notNull(),
      status: c.text().$type<RequestStatus>().notNull(),
      /** Name under which the payment gateway keeps the card; gone as soon as the request is over. */
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

  /**
   * Each try to take or return money, and what people say they received. Written by who pays, records, cancels and by the clock, then by
   * what the provider or somebody who saw it says. Only where it stands is ever changed. Never deleted.
   */
  const payments = c.table(
    'payments',
    {
      id: c.id(),
      tripId: c.ref(() => trips.id).notNull(),
      quoteId: c.ref(() => quotes.id).notNull(),
      /** Copied from the quote, where it never changes, so that one index lists an account's; of what goes by card null where it is in no books. */
      operatorId: c.ref(() => operators.id),
      kind: c.text().$type<PaymentKind | CardKeeping>().notNull(),
      /** Act or deadline that asked for it. */
      origin: c.text().$type<PaymentOrigin>().notNull(),
      /** Way by which the money travels. */
      means: c.text().$type<PaymentMeans>().notNull().default('card'),
      provider: c.text().notNull(),
      /** Sent with every try, so that the provider does it once however often it is asked. */
      providerKey: c.text().notNull(),
      providerRef: c.text(),
      /** Name under which the provider keeps the card. */
      method: c.text(),
      amount: c.int().notNull(),
      currencyCode: c.text().notNull(),
      status: c.text().$type<PaymentStatus>().notNull(),
      /** Instant at which the money was there, or of a refund at which it left. */
      receivedAt: c.instant(),
      /** Instant at which money came too late to count for anything, and went back whole; null for all else. */
      lateAt: c.instant(),
      /** Reference that a statement shows it under. */
      reference: c.text(),
      /** Name of the one who says so, such as a person's; null where the provider does. */
      recordedBy: c.text(),
      reversedAt: c.instant(),
      reverseReason: c.text(),
      /** Payment that a refund goes back of. */
      refundOf: c.int(),
      /** The idempotency record whose answer this payment's outcome completes. */
      storedResponseId: c.text(),
      bootId: c.text(),
      /** The provider's name for a charge that was got ready; null before that, and where it goes over a page. */
      intentRef: c.text(),
      /** The provider's name for the page on which the customer types a card, its address, and when it is over by the wall clock. */
      sessionRef: c.text(),
      pageUrl: c.text(),
      pageExpiresAt: c.instant(),
      /** Revision of the quote that the page was opened for, and on whose terms a card was left. */
      quoteRevision: c.int(),
      /** The bank's code for why not; of a refund what kept it. */
      fault: c.text(),
      /** Money that a page is known to have taken where it is not what was asked for; null once it is booked or refunded. */
      takenAmount: c.int(),
      takenCurrency: c.text(),
      /** Text that the customer agrees to on the page beyond this payment, and the instant at which they had. */
      consentText: c.text(),
      consentedAt: c.instant(),
      /** Counts what takes no money and is tried again under a key of its own; null for the first time. */
      attempt: c.int(),
      /** Instant at which the provider was asked last. */
      askedAt: c.instant(),
      /** Parts of the card that may be shown. */
      cardBrand: c.text(),
      cardLast4: c.text(),
      cardExpires: c.text(),
      createdAt: c.instant().notNull(),
      updatedAt: c.instant().notNull(),
    },
    (t) => [
      c.unique('payments_key').on(t.providerKey),
      // A trip has few payments: their statuses, which move, are read from their rows.
      c.index('payments_trip').on(t.tripId, t.id),
      c.index('payments_quote').on(t.quoteId),
      c
        .index('payments_newest')
        .on(t.operatorId, t.createdAt, t.id, t.status, t.means, t.tripId, t.quoteId)
        .where(sql`operator_id is not null`),
      c.index('payments_written').on(t.createdAt, t.id, t.status, t.means, t.tripId, t.operatorId, t.pageExpiresAt),
      c.index('payments_in_doubt').on(t.id).where(sql`status = 'in_doubt'`),
      // What waits for somebody who sees a statement, and what else somebody at the desk has to see to.
      c.index('payments_awaited').on(t.operatorId, t.id, t.quoteId).where(sql`status = 'awaiting_transfer'`),
      c
        .index('payments_to_settle')
        .on(t.operatorId, t.id, t.quoteId)
        .where(
          sql`status in ('in_doubt', 'refund_failed') or (status = 'refund_due' and provider_ref is null) or (status = 'refund_pending' and fault = 'insufficient_funds')`,
        ),
      c.index('payments_stored_response').on(t.storedResponseId).where(sql`stored_response_id is not null`),
      // A trip has at most one payment that can still take money.
      c
        .unique('payments_open')
        .on(t.tripId)
        .where(sql`status in ('opening', 'charging', 'awaiting_customer', 'awaiting_transfer')`),
      // What somebody may have to see to.
      c
        .index('payments_unsettled')
        .on(t.id)
        .where(
          sql`status in ('opening', 'charging', 'awaiting_customer', 'awaiting_transfer', 'in_doubt', 'requires_action', 'refund_due', 'refund_pending', 'refund_failed')`,
        ),
      c.index('payments_session').on(t.sessionRef).where(sql`session_ref is not null`),
      c.index('payments_intent').on(t.intentRef).where(sql`intent_ref is not null`),
      c.index('payments_provider_ref').on(t.providerRef).where(sql`provider_ref is not null`),
    ],
  )

  return { offers, quotes, promisedVehicles, quoteRevisions, bookingRequests, payments }
}

export type QuoteTables = ReturnType<typeof quoteTables>
