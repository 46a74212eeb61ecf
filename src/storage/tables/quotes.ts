import { sql } from 'drizzle-orm'
import type { CancellationTerm } from '../../domain/cancellation-terms.ts'
import type { OfferOutcome } from '../../domain/offer.ts'
import type { CardKeeping, PaymentKind, PaymentMeans, PaymentOrigin, PaymentStatus } from '../../domain/payment.ts'
import type { QuoteStatus, QuoteVehicle, RequestStatus } from '../../domain/quote.ts'
import type { Columns } from '../columns.ts'
import type { AccountTables } from './accounts.ts'
import type { TripTables } from './trips.ts'

/** The tables of offers, quotes and the customer's answers, up to the payment. */
export function quoteTables(c: Columns, { operators, trips, vehicles }: AccountTables & TripTables) {
  /**
   * One operator's invitation to quote. Written by the entry or offer of the trip, then by quoting, declining and the end of
   * the job. Never deleted.
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
      /** The marketplace's share of a price, agreed with the offer; 0 for an operator's own trip. */
      commissionBps: c.int().notNull().default(0),
      latestQuoteId: c.int(),
      liveQuoteId: c.int(),
      declinedAt: c.instant(),
      declineReasonCode: c.text(),
      declineNote: c.text(),
      outcome: c.text().$type<OfferOutcome>(),
      /** Search text of the job, limited to the operator's knowledge; null until a start rebuilds it. */
      searchText: c.text(),
      closedAt: c.instant(),
      offeredAt: c.instant().notNull(),
      updatedAt: c.instant().notNull(),
    },
    (t) => [
      c.unique('offers_trip_operator').on(t.tripId, t.operatorId),
      // One index for each list, with its rows only and with every column it needs. A change of a quote writes only the
      // affected indexes.
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
      // Changes of a trip since an instant, for the marketplace.
      c.index('offers_desk_changed').on(t.updatedAt, t.tripId),
      c
        .index('offers_changed')
        .on(t.operatorId, t.updatedAt, t.offeredAt, t.id, t.outcome, t.declinedAt, t.liveQuoteId, t.quoteBy),
      c.index('offers_declined').on(t.operatorId, t.declinedAt, t.declineReasonCode).where(sql`declined_at is not null`),
    ],
  )

  /**
   * An operator's price for a trip. Written by the operator, the customer's booking and the clock. Never deleted; an erasure
   * removes a driver's name from its texts.
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
       * Days before departure by which the balance is due, from the operator's setting at the time of sending. Null in quotes
       * from before balances were automatic, whose balances people handle.
       */
      balanceDays: c.int(),
      /** Scale for cancellations, from the setting at the time of sending. Null for the usual scale, which never changes. */
      cancellationTerms: c.json<readonly CancellationTerm[]>(),
      /** Whether the drivers' hours require a second driver; null in quotes from before this column. */
      secondDriverLikely: c.bool().notNull().default(false),
      validUntil: c.instant().notNull(),
      lockedUntil: c.instant(),
      /** The booking request in progress. */
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
   * The fleet vehicles that a quote names, each for the whole trip. Written with the quote, and with changes of a booked trip.
   * Deleted when the quote ends without a booking.
   */
  const promisedVehicles = c.table(
    'promised_vehicles',
    {
      id: c.id(),
      quoteId: c.ref(() => quotes.id).notNull(),
      tripId: c.ref(() => trips.id).notNull(),
      vehicleId: c.ref(() => vehicles.id).notNull(),
      /** Number of the vehicle in the quote, from 1; below 0 if an amendment named it and no vehicle was assigned since. */
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

  /** Each version of a quote. Written by every POST of one and not changed. Never deleted; an erasure removes a driver's name. */
  const quoteRevisions = c.table(
    'quote_revisions',
    {
      id: c.id(),
      quoteId: c.ref(() => quotes.id).notNull(),
      revision: c.int().notNull(),
      /** The terms at that time, as evidence in a dispute; omitted terms are left out. */
      terms: c.json<Record<string, unknown>>().notNull(),
      createdAt: c.instant().notNull(),
    },
    (t) => [c.unique('quote_revisions_number').on(t.quoteId, t.revision)],
  )

  /**
   * A customer's request to book a likely quote. Written by the customer, the operator's answer and the clock. Never deleted;
   * the card is removed when it closes.
   */
  const bookingRequests = c.table(
    'booking_requests',
    {
      id: c.id(),
      tripId: c.ref(() => trips.id).notNull(),
      quoteId: c.ref(() => quotes.id).notNull(),
      status: c.text().$type<RequestStatus>().notNull(),
      /** Name of the card at its provider; deleted when the request ends. */
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
   * Each try to take or return money, and receipts that people report. Written by payments, cancellations and the clock, then
   * by the provider's answers and people's reports. Only its status changes. Never deleted.
   */
  const payments = c.table(
    'payments',
    {
      id: c.id(),
      tripId: c.ref(() => trips.id).notNull(),
      quoteId: c.ref(() => quotes.id).notNull(),
      /**
       * Copied from the quote, where it never changes, so that one index lists an account's payments; null for a card payment
       * outside the books.
       */
      operatorId: c.ref(() => operators.id),
      kind: c.text().$type<PaymentKind | CardKeeping>().notNull(),
      /** Action or deadline that caused it. */
      origin: c.text().$type<PaymentOrigin>().notNull(),
      /** Means of payment. */
      means: c.text().$type<PaymentMeans>().notNull().default('card'),
      provider: c.text().notNull(),
      /** Key of every try, so that the provider acts only once. */
      providerKey: c.text().notNull(),
      providerRef: c.text(),
      /** Name of the card at its provider. */
      method: c.text(),
      amount: c.int().notNull(),
      currencyCode: c.text().notNull(),
      status: c.text().$type<PaymentStatus>().notNull(),
      /** Instant of the receipt, or for a refund of the sending. */
      receivedAt: c.instant(),
      /** Instant of money that came too late to count and was refunded whole; null otherwise. */
      lateAt: c.instant(),
      /** Reference on a statement. */
      reference: c.text(),
      /** Name of the person who reported it; null for the provider. */
      recordedBy: c.text(),
      reversedAt: c.instant(),
      reverseReason: c.text(),
      /** Payment of a refund. */
      refundOf: c.int(),
      /** The idempotency record that this payment's outcome completes. */
      storedResponseId: c.text(),
      bootId: c.text(),
      /** The provider's name for a prepared charge; null before that, and for a page. */
      intentRef: c.text(),
      /** The provider's name for the page on which the customer enters a card, its address, and its end by the wall clock. */
      sessionRef: c.text(),
      pageUrl: c.text(),
      pageExpiresAt: c.instant(),
      /** Revision of the quote that the page was opened for, whose terms apply to the saved card. */
      quoteRevision: c.int(),
      /** The bank's code for a failure, or a refund's obstacle. */
      fault: c.text(),
      /** Amount that a page took, if it differs from the requested one; null once it is booked or refunded. */
      takenAmount: c.int(),
      takenCurrency: c.text(),
      /** Text of the customer's consent on the page beyond this payment, and the instant of the consent. */
      consentText: c.text(),
      consentedAt: c.instant(),
      /** Counts retries, under new keys, of a charge that took no money; null for the first try. */
      attempt: c.int(),
      /** Instant of the last check at the provider. */
      askedAt: c.instant(),
      /** Displayed facts of the card. */
      cardBrand: c.text(),
      cardLast4: c.text(),
      cardExpires: c.text(),
      createdAt: c.instant().notNull(),
      updatedAt: c.instant().notNull(),
    },
    (t) => [
      c.unique('payments_key').on(t.providerKey),
      // Without the statuses, which change: a trip has few payments.
      c.index('payments_trip').on(t.tripId, t.id),
      c.index('payments_quote').on(t.quoteId),
      c
        .index('payments_newest')
        .on(t.operatorId, t.createdAt, t.id, t.status, t.means, t.tripId, t.quoteId)
        .where(sql`operator_id is not null`),
      c.index('payments_written').on(t.createdAt, t.id, t.status, t.means, t.tripId, t.operatorId, t.pageExpiresAt),
      c.index('payments_in_doubt').on(t.id).where(sql`status = 'in_doubt'`),
      // Payments that wait for a person with a bank statement, and others that need the office's attention.
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
      // Payments that may need a person's attention.
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
