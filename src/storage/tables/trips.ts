import { sql } from 'drizzle-orm'
import type { Cancellation } from '../../domain/booking.ts'
import type { TripState } from '../../domain/job.ts'
import { maskVersion, type TripPeople } from '../../domain/masked-itinerary.ts'
import type { Columns } from '../columns.ts'
import { packedItinerary, packedMaskedItinerary } from '../rows/packed-itinerary.ts'
import type { AccountTables } from './accounts.ts'

/** The tables of trips, each with its legs and stops in its itinerary, and of the words they are found by. */
export function tripTables(c: Columns, { customers, operators, ownCustomers }: AccountTables) {
  /**
   * Trips that somebody wants driven. Written by who enters them, then by booking, cancelling and the clock. Never
   * deleted; forgetting an operator's own customer takes homes and names out.
   */
  const trips = c.table(
    'trips',
    {
      id: c.id(),
      ref: c.text().notNull(),
      customerId: c.ref(() => customers.id).notNull(),
      source: c.text().$type<'platform' | 'customer' | 'operator'>().notNull(),
      /** The operator who entered it for itself: its own trip. */
      operatorId: c.ref(() => operators.id),
      ownCustomerId: c.ref(() => ownCustomers.id),
      status: c.text().$type<TripState>().notNull(),
      timezone: c.text().notNull(),
      /** Currency it is quoted and paid in; null until it is offered to somebody, unless it was said. */
      currencyCode: c.text(),
      departsAt: c.instant().notNull(),
      returnsAt: c.instant(),
      endsAt: c.instant().notNull(),
      quoteBy: c.instant().notNull(),
      passengerCount: c.int().notNull(),
      dbsRequired: c.text().notNull(),
      leadPassenger: c.json<{ name: string; phone: string | null }>(),
      /** The whole of it, as it was entered or an amendment of its booking left it. */
      itinerary: c.packed(packedItinerary).notNull(),
      /**
       * The trip as it was entered, of which the job goes on telling, and in `offeredPeople` who then stood behind it.
       * Both are null where no amendment has changed it.
       */
      offeredItinerary: c.packed(packedItinerary),
      offeredPeople: c.json<TripPeople>(),
      /** A copy of what `maskItinerary` makes of it, kept because masking takes a millisecond; jobs read nothing else. */
      maskedItinerary: c.stored(packedMaskedItinerary).notNull(),
      /** The `maskVersion` that made the copy; a start makes older ones anew. */
      maskVersion: c.int().notNull().default(1),
      cancellation: c.json<Cancellation>(),
      /** Random text that the tokens of its emailed links are derived from. Another text ends them all. Null in trips before 0.2.0. */
      linkSalt: c.text(),
      closedAt: c.instant(),
      createdAt: c.instant().notNull(),
      updatedAt: c.instant().notNull(),
    },
    (t) => [
      c.unique('trips_ref').on(t.ref),
      c.index('trips_customer').on(t.customerId),
      // Only trips with an older copy. Entering a trip does not write to it.
      c
        .index('trips_mask_version')
        .on(t.maskVersion)
        .where(sql.raw(`mask_version < ${maskVersion}`)),
      // The marketplace's own view: operators' own trips are none of its.
      c.index('trips_desk').on(t.createdAt, t.id, t.status).where(sql`operator_id is null`),
      c.index('trips_desk_by_status').on(t.status, t.createdAt, t.id).where(sql`operator_id is null`),
      c.index('trips_desk_changed').on(t.updatedAt, t.id).where(sql`operator_id is null`),
      c.index('trips_own').on(t.operatorId, t.createdAt, t.id).where(sql`operator_id is not null`),
      c.index('trips_own_by_status').on(t.operatorId, t.status, t.createdAt, t.id).where(sql`operator_id is not null`),
      c.index('trips_own_customer').on(t.ownCustomerId, t.departsAt, t.id).where(sql`own_customer_id is not null`),
    ],
  )

  /**
   * Words that a trip of the marketplace is found by, one a row: of its ref, its places, and its customer's name and
   * organisation. Written with the trip. Deleted by an amendment, which writes them anew.
   */
  const tripWords = c.table(
    'trip_words',
    {
      id: c.id(),
      tripId: c.ref(() => trips.id).notNull(),
      /** A word as a search compares it: without accents, in small letters. */
      word: c.text().notNull(),
    },
    (t) => [c.unique('trip_words_word').on(t.word, t.tripId), c.index('trip_words_trip').on(t.tripId)],
  )

  return { trips, tripWords }
}

export type TripTables = ReturnType<typeof tripTables>
