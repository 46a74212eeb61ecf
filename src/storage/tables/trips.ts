import { sql } from 'drizzle-orm'
import type { Cancellation } from '../../domain/booking.ts'
import type { TripState } from '../../domain/job.ts'
import { maskVersion, type TripPeople } from '../../domain/masked-itinerary.ts'
import type { Columns } from '../columns.ts'
import { packedItinerary, packedMaskedItinerary } from '../rows/packed-itinerary.ts'
import type { AccountTables } from './accounts.ts'

/** The tables of trips, with legs and stops in their itineraries, and of their search words. */
export function tripTables(c: Columns, { customers, operators, ownCustomers }: AccountTables) {
  /**
   * Requested trips. Written at their entry, then by booking, cancelling and the clock. Never deleted; erasing an operator's own
   * customer removes homes and names.
   */
  const trips = c.table(
    'trips',
    {
      id: c.id(),
      ref: c.text().notNull(),
      customerId: c.ref(() => customers.id).notNull(),
      source: c.text().$type<'platform' | 'customer' | 'operator'>().notNull(),
      /** The operator of its own trip; null for any other. */
      operatorId: c.ref(() => operators.id),
      ownCustomerId: c.ref(() => ownCustomers.id),
      status: c.text().$type<TripState>().notNull(),
      timezone: c.text().notNull(),
      /** Currency of its quotes and payments; null until it is offered, unless it was given. */
      currencyCode: c.text(),
      departsAt: c.instant().notNull(),
      returnsAt: c.instant(),
      endsAt: c.instant().notNull(),
      quoteBy: c.instant().notNull(),
      passengerCount: c.int().notNull(),
      dbsRequired: c.text().notNull(),
      leadPassenger: c.json<{ name: string; phone: string | null }>(),
      /** The whole itinerary, as entered or last amended. */
      itinerary: c.packed(packedItinerary).notNull(),
      /**
       * The trip as entered, which the job still shows, and in `offeredPeople` its people at that time. Both are null without
       * an amendment.
       */
      offeredItinerary: c.packed(packedItinerary),
      offeredPeople: c.json<TripPeople>(),
      /** The result of `maskItinerary`, stored because masking takes a millisecond; jobs read only this copy. */
      maskedItinerary: c.stored(packedMaskedItinerary).notNull(),
      /** The `maskVersion` of the copy; a start rebuilds older ones. */
      maskVersion: c.int().notNull().default(1),
      cancellation: c.json<Cancellation>(),
      /**
       * Random text from which the tokens of its emailed links are derived. A new text ends them all. Null in trips before
       * 0.2.0.
       */
      linkSalt: c.text(),
      closedAt: c.instant(),
      createdAt: c.instant().notNull(),
      updatedAt: c.instant().notNull(),
    },
    (t) => [
      c.unique('trips_ref').on(t.ref),
      c.index('trips_customer').on(t.customerId),
      // Only trips with an older copy, so that the entry of a trip does not write to it.
      c
        .index('trips_mask_version')
        .on(t.maskVersion)
        .where(sql.raw(`mask_version < ${maskVersion}`)),
      // Trips of the marketplace, without operators' own trips.
      c.index('trips_desk').on(t.createdAt, t.id, t.status).where(sql`operator_id is null`),
      c.index('trips_desk_by_status').on(t.status, t.createdAt, t.id).where(sql`operator_id is null`),
      c.index('trips_desk_changed').on(t.updatedAt, t.id).where(sql`operator_id is null`),
      c.index('trips_own').on(t.operatorId, t.createdAt, t.id).where(sql`operator_id is not null`),
      c.index('trips_own_by_status').on(t.operatorId, t.status, t.createdAt, t.id).where(sql`operator_id is not null`),
      c.index('trips_own_customer').on(t.ownCustomerId, t.departsAt, t.id).where(sql`own_customer_id is not null`),
    ],
  )

  /**
   * Search words of a trip of the marketplace, one in each row: from its ref, its places, and its customer's name and
   * organisation. Written with the trip. Deleted and written again by an amendment.
   */
  const tripWords = c.table(
    'trip_words',
    {
      id: c.id(),
      tripId: c.ref(() => trips.id).notNull(),
      /** A word in its form for a search: without accents, in small letters. */
      word: c.text().notNull(),
    },
    (t) => [c.unique('trip_words_word').on(t.word, t.tripId), c.index('trip_words_trip').on(t.tripId)],
  )

  return { trips, tripWords }
}

export type TripTables = ReturnType<typeof tripTables>
