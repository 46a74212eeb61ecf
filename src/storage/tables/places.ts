import { sql } from 'drizzle-orm'
import type { Place } from '../../domain/place.ts'
import type { Coordinates } from '../../domain/road-distance.ts'
import type { Columns } from '../columns.ts'
import type { AccountTables } from './accounts.ts'
import type { TripTables } from './trips.ts'

/** The tables of places that an account knows because its trips have called there. */
export function placeTables(c: Columns, { operators, ownCustomers, trips }: AccountTables & TripTables) {
  /**
   * Places that an account's trips call at, each once. Written when it enters, quotes or books a trip, or changes what
   * is booked. Deleted when no trip of the last two years calls there.
   */
  const knownPlaces = c.table(
    'known_places',
    {
      id: c.id(),
      operatorId: c.ref(() => operators.id).notNull(),
      /** The own customer whose home it is; null for a place that is no home. */
      ownCustomerId: c.ref(() => ownCustomers.id),
      /** A text that is the same for the same place: of its kind, label, and postcode or else town, and of a home its customer. */
      key: c.text().notNull(),
      label: c.text().notNull(),
      kind: c.text().$type<Place['kind']>().notNull(),
      locality: c.text(),
      postcode: c.text(),
      /** The coordinates that the latest trip told; null while none has. */
      point: c.json<Coordinates>(),
      /** The label as a search compares it: without accents, in small letters. */
      folded: c.text().notNull(),
      /** Number of trips that call there, as `trip_places` has them. */
      used: c.int().notNull().default(0),
    },
    (t) => [
      c.unique('known_places_key').on(t.operatorId, t.key),
      // With what a search looks through, so that the rows are not read for it.
      c.index('known_places_used').on(t.operatorId, t.used, t.id, t.folded).where(sql`own_customer_id is null`),
      c.index('known_places_homes').on(t.ownCustomerId, t.used, t.id, t.folded).where(sql`own_customer_id is not null`),
    ],
  )

  /**
   * Texts that a known place is found by the beginning of: its label, and what follows from the start of each word of
   * it. Homes have none. Written with the place. Deleted with it.
   */
  const placeTails = c.table(
    'place_tails',
    {
      id: c.id(),
      operatorId: c.ref(() => operators.id).notNull(),
      placeId: c.ref(() => knownPlaces.id).notNull(),
      /** The end of a folded label, as far as beginnings are compared. */
      tail: c.text().notNull(),
    },
    (t) => [c.unique('place_tails_tail').on(t.operatorId, t.tail, t.placeId), c.index('place_tails_place').on(t.placeId)],
  )

  /**
   * Calls of an account's trips at its known places, one row for each trip and place. Written with the place. Deleted
   * after two years, or when the customer of the trip is forgotten.
   */
  const tripPlaces = c.table(
    'trip_places',
    {
      id: c.id(),
      operatorId: c.ref(() => operators.id).notNull(),
      tripId: c.ref(() => trips.id).notNull(),
      placeId: c.ref(() => knownPlaces.id).notNull(),
      /** Instant at which the trip was first known to call there. */
      usedAt: c.instant().notNull(),
    },
    (t) => [c.unique('trip_places_trip').on(t.tripId, t.operatorId, t.placeId), c.index('trip_places_place').on(t.placeId)],
  )

  return { knownPlaces, placeTails, tripPlaces }
}
