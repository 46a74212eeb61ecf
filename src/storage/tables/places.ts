import { sql } from 'drizzle-orm'
import type { CoordinatesSource, Place } from '../../domain/place.ts'
import type { PostcodeSource } from '../../domain/postcode-file.ts'
import type { Coordinates } from '../../domain/road-distance.ts'
import type { Columns } from '../columns.ts'
import type { AccountTables } from './accounts.ts'
import type { TripTables } from './trips.ts'

/** The tables of places that an account knows from its trips, and of postcodes. */
export function placeTables(c: Columns, { operators, ownCustomers, trips }: AccountTables & TripTables) {
  /**
   * Places of an account's trips, each once. Written by a task a minute after it enters, quotes, books or amends a trip, or by a
   * search before. Deleted without a call in the last two years.
   */
  const knownPlaces = c.table(
    'known_places',
    {
      id: c.id(),
      operatorId: c.ref(() => operators.id).notNull(),
      /** The own customer of a home; null for any other place. */
      ownCustomerId: c.ref(() => ownCustomers.id),
      /** Text that is equal for the same place: its kind, label, and postcode or otherwise town, and for a home its customer. */
      key: c.text().notNull(),
      label: c.text().notNull(),
      kind: c.text().$type<Place['kind']>().notNull(),
      locality: c.text(),
      postcode: c.text(),
      /** The coordinates from the latest trip, unless earlier ones are more exact; null without any. */
      point: c.json<Coordinates>(),
      /** The label in its form for a search: without accents, in small letters. */
      folded: c.text().notNull(),
      /** Number of its trips in `trip_places`. */
      used: c.int().notNull().default(0),
      /** Origin of the coordinates; null without any, and for given ones of a release before this column. */
      pointSource: c.text().$type<CoordinatesSource>(),
      /** ISO 3166 alpha-2, from the latest trip that named one; null for the account's country. */
      country: c.text(),
    },
    (t) => [
      c.unique('known_places_key').on(t.operatorId, t.key),
      // Includes the searched text, so that a search need not read the rows.
      c.index('known_places_used').on(t.operatorId, t.used, t.id, t.folded).where(sql`own_customer_id is null`),
      c.index('known_places_homes').on(t.ownCustomerId, t.used, t.id, t.folded).where(sql`own_customer_id is not null`),
    ],
  )

  /**
   * Texts whose beginnings find a known place: its label from the start of each word. Homes have none. Written with the place.
   * Deleted with it.
   */
  const placeTails = c.table(
    'place_tails',
    {
      id: c.id(),
      operatorId: c.ref(() => operators.id).notNull(),
      placeId: c.ref(() => knownPlaces.id).notNull(),
      /** The end of a folded label, up to the compared length. */
      tail: c.text().notNull(),
    },
    (t) => [c.unique('place_tails_tail').on(t.operatorId, t.tail, t.placeId), c.index('place_tails_place').on(t.placeId)],
  )

  /**
   * Calls of an account's trips at its known places, one row for each trip and place. Written with the place. Deleted after two
   * years, or when the customer of the trip is erased.
   */
  const tripPlaces = c.table(
    'trip_places',
    {
      id: c.id(),
      operatorId: c.ref(() => operators.id).notNull(),
      tripId: c.ref(() => trips.id).notNull(),
      placeId: c.ref(() => knownPlaces.id).notNull(),
      /** Instant of the trip's entry. */
      usedAt: c.instant().notNull(),
    },
    (t) => [c.unique('trip_places_trip').on(t.tripId, t.operatorId, t.placeId), c.index('trip_places_place').on(t.placeId)],
  )

  /**
   * British postcodes with their points, in sets. An import that replaces all of them writes a new set. Written by
   * `places import`. Deleted by it once another set is in use, and by `places remove`.
   */
  const postcodes = c.table('postcodes', {
    /** The number of the postcode (`toPostcodeNumber`), after all numbers of the sets before its own. */
    id: c.id(),
    /** Degrees times 100,000. */
    latitude: c.int().notNull(),
    longitude: c.int().notNull(),
  })

  /** The set of postcodes in use, one row. Written at the end of `places import`. Deleted by `places remove`. */
  const postcodeSets = c.table('postcode_sets', {
    id: c.id(),
    source: c.text().$type<PostcodeSource>().notNull(),
    /** Instant of the latest import that changed a postcode. */
    importedAt: c.instant().notNull(),
  })

  return { knownPlaces, placeTails, tripPlaces, postcodes, postcodeSets }
}
