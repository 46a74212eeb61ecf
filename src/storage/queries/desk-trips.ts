import { and, asc, desc, eq, gt, gte, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Itinerary } from '../../domain/itinerary.ts'
import type { TripState } from '../../domain/job.ts'
import { findWordBounds } from '../../domain/trip-words.ts'
import { buildListing, type ListedPage, type PageSpan } from '../lists/listing.ts'
import { buildBulkStatement, toSqlLiteral } from '../rows/bulk.ts'
import { createDropper } from '../rows/statements.ts'
import { prepareStatement, type Reader, type Writer } from '../storage.ts'

const inserting = buildBulkStatement('trip_words', ['tripId', 'word'], ({ db, t }, places) =>
  db.insert(t.tripWords).values(places.map(({ tripId, word }) => ({ tripId, word })) as never),
)

/** Saves the search words of a trip of the marketplace. */
export async function insertTripWords(tx: Writer, tripId: number, words: readonly string[]): Promise<void> {
  await inserting(
    tx,
    words.map((word) => ({ tripId, word })),
  )
}

/** Deletes the search words of a trip. */
export const dropTripWords = createDropper('tripWords', 'tripId')

/** A trip of the marketplace with its customer, without operators' own trips. */
type DeskTripRow = {
  readonly trip: Pick<
    Reader['t']['trips']['$inferSelect'],
    'id' | 'ref' | 'status' | 'itinerary' | 'departsAt' | 'quoteBy' | 'currencyCode' | 'createdAt' | 'updatedAt'
  >
  readonly customerName: string
}

function selectDeskTrips({ db, t: { customers, trips } }: Reader) {
  const { id, ref, status, itinerary, departsAt, quoteBy, currencyCode, createdAt, updatedAt } = trips
  return db
    .select({
      trip: { id, ref, status, itinerary, departsAt, quoteBy, currencyCode, createdAt, updatedAt },
      customerName: customers.name,
    })
    .from(trips)
    .innerJoin(customers, eq(customers.id, trips.customerId))
}

function newest(name: string, isOfStatus: boolean) {
  return buildListing<DeskTripRow, object>(name, (handle) => {
    const { trips } = handle.t
    const isListed = and(isNull(trips.operatorId), isOfStatus ? eq(trips.status, sql.placeholder('status')) : undefined)
    return {
      choose: (columns) => handle.db.select(columns).from(trips).where(isListed).$dynamic(),
      rows: () => selectDeskTrips(handle).$dynamic(),
      id: trips.id,
      by: [trips.createdAt, trips.id],
      newestFirst: true,
    }
  })
}

const everything = newest('desk_trips', false)
const byStatus = newest('desk_trips_by_status', true)

/** Reads trips by their ids, so few at a time that PostgreSQL looks each customer up instead of reading all. */
const rowsOf = buildBulkStatement(
  'desk_trip_rows',
  ['id'],
  (handle, places) =>
    selectDeskTrips(handle).where(
      inArray(
        handle.t.trips.id,
        places.map(({ id }) => id),
      ),
    ),
  [16, 4, 1],
)

const withWord = prepareStatement('trips_by_word', ({ db, t: { tripWords } }) =>
  db
    .select({ id: tripWords.tripId })
    .from(tripWords)
    .where(and(gte(tripWords.word, sql.placeholder('from')), lt(tripWords.word, sql.placeholder('to')))),
)

const changedThemselves = prepareStatement('desk_trips_changed', ({ db, t: { trips } }) =>
  db
    .select({ id: trips.id })
    .from(trips)
    .where(and(isNull(trips.operatorId), gte(trips.updatedAt, sql.placeholder('since')))),
)

const changedOffers = prepareStatement('desk_offers_changed', ({ db, t: { offers } }) =>
  db
    .select({ id: offers.tripId })
    .from(offers)
    .where(gte(offers.updatedAt, sql.placeholder('since'))),
)

const listedOf = buildBulkStatement('desk_trips_listed', ['id'], ({ db, t: { trips } }, places) =>
  db
    .select({ id: trips.id, status: trips.status })
    .from(trips)
    .where(
      and(
        inArray(
          trips.id,
          places.map(({ id }) => id),
        ),
        isNull(trips.operatorId),
      ),
    ),
)

export type DeskTripsQuery = PageSpan & {
  readonly status: TripState | null
  /** Prefixes, each of a word of the trip; null for any trip. */
  readonly words: readonly string[] | null
  /** Instant (ms) of the earliest change, including operators' answers; null for all trips. */
  readonly updatedSince: number | null
}

/** Lists one page of the marketplace's trips, newest first, with their count. A search costs as much as it finds. */
export async function listDeskTrips(
  db: Reader,
  { status, words, updatedSince, ...span }: DeskTripsQuery,
): Promise<ListedPage<DeskTrip>> {
  const { items, total } = await findDeskTripsPage(db, { status, words, updatedSince, ...span })
  return { items: await withOffers(db, items), total }
}

async function findDeskTripsPage(
  db: Reader,
  { status, words, updatedSince, ...span }: DeskTripsQuery,
): Promise<ListedPage<DeskTripRow>> {
  if (words === null && updatedSince === null) {
    return status === null ? everything(db, span) : byStatus(db, { ...span, status } as never)
  }
  const found: Set<number>[] = []
  if (updatedSince !== null) {
    const [own, offered] = [
      await changedThemselves(db).execute({ since: updatedSince }),
      await changedOffers(db).execute({ since: updatedSince }),
    ]
    found.push(new Set([...own, ...offered].map(({ id }) => id)))
  }
  for (const word of words ?? []) {
    found.push(new Set((await withWord(db).execute(findWordBounds(word))).map(({ id }) => id)))
  }
  const [first = new Set<number>(), ...others] = found
  const candidates = [...others.reduce((kept, other) => kept.intersection(other), first)].map((id) => ({ id }))
  const listed = (await listedOf(db, candidates)).flat().filter((trip) => status === null || trip.status === status)
  const wanted = listed.sort((a, b) => b.id - a.id).slice(span.offset, span.offset + span.limit)
  const rows = new Map((await rowsOf(db, wanted)).flat().map((row) => [row.trip.id, row]))
  return { items: wanted.flatMap(({ id }) => rows.get(id) ?? []), total: listed.length }
}

/**
 * A tally of a trip's offers: how many operators were asked and have quoted. The prices span open and booked quotes (minor
 * units).
 */
type OfferTally = {
  readonly offers: number
  readonly quotes: number
  readonly changedAt: number
  readonly minAmount: number | null
  readonly maxAmount: number | null
}

export type DeskTrip = DeskTripRow & { readonly tally: OfferTally }

const tallies = buildBulkStatement('offer_tallies', ['id'], ({ db, t: { offers, quotes } }, places) => {
  const standing = sql`coalesce(${offers.liveQuoteId}, case ${offers.outcome} when 'won' then ${offers.latestQuoteId} end)`
  return db
    .select({
      tripId: offers.tripId,
      offers: sql<number>`count(*)`.mapWith(Number),
      quotes: sql<number>`count(${offers.latestQuoteId})`.mapWith(Number),
      changedAt: sql<number>`max(${offers.updatedAt})`.mapWith(Number),
      minAmount: sql<number | null>`min(${quotes.priceAmount})`.mapWith(Number),
      maxAmount: sql<number | null>`max(${quotes.priceAmount})`.mapWith(Number),
    })
    .from(offers)
    .leftJoin(quotes, eq(quotes.id, standing))
    .where(
      inArray(
        offers.tripId,
        places.map(({ id }) => id),
      ),
    )
    .groupBy(offers.tripId)
})

async function withOffers(db: Reader, rows: readonly DeskTripRow[]): Promise<DeskTrip[]> {
  const found = (
    await tallies(
      db,
      rows.map(({ trip }) => ({ id: trip.id })),
    )
  ).flat()
  const byTrip = new Map(found.map((tally) => [tally.tripId, tally]))
  const none = { offers: 0, quotes: 0, changedAt: 0, minAmount: null, maxAmount: null }
  return rows.map((row) => ({ ...row, tally: byTrip.get(row.trip.id) ?? none }))
}

/** Greatest number of trips with a word that `listPlatformItineraries` compares, and of those whose itinerary it reads. */
const mostPlatformTrips = { compared: 500, read: 50 }

const newestOfWord = prepareStatement('newest_trips_of_word', ({ db, t: { tripWords } }) =>
  db
    .select({ id: tripWords.tripId })
    .from(tripWords)
    .where(eq(tripWords.word, sql.placeholder('from')))
    .orderBy(desc(tripWords.tripId))
    .limit(toSqlLiteral(mostPlatformTrips.compared)),
)

const ofLongerWords = prepareStatement('trips_of_longer_words', ({ db, t: { tripWords } }) =>
  db
    .select({ id: tripWords.tripId })
    .from(tripWords)
    .where(and(gt(tripWords.word, sql.placeholder('from')), lt(tripWords.word, sql.placeholder('to'))))
    .orderBy(asc(tripWords.word), asc(tripWords.tripId))
    .limit(toSqlLiteral(mostPlatformTrips.compared)),
)

const platformItineraries = buildBulkStatement(
  'platform_itineraries',
  ['id'],
  ({ db, t: { trips } }, places) =>
    db
      .select({ id: trips.id, source: trips.source, createdAt: trips.createdAt, itinerary: trips.itinerary })
      .from(trips)
      .where(
        inArray(
          trips.id,
          places.map(({ id }) => id),
        ),
      ),
  [mostPlatformTrips.read, 16, 4, 1],
)

/**
 * The itineraries of the latest trips that a platform entered since an instant (ms), newest first, if each of these words begins
 * one of theirs. The cost does not grow with the number of trips, so it can miss old ones.
 */
export async function listPlatformItineraries(
  db: Reader,
  { words, since }: { readonly words: readonly string[]; readonly since: number },
): Promise<Itinerary[]> {
  const found: number[][] = []
  for (const word of words) {
    const bounds = findWordBounds(word)
    const rows = [...(await newestOfWord(db).execute(bounds)), ...(await ofLongerWords(db).execute(bounds))]
    found.push(rows.map(({ id }) => id))
  }
  // The rarest word has the best chance of a complete list.
  const [rarest = [], ...others] = found.toSorted((one, other) => one.length - other.length)
  const complete = others.filter((ids) => ids.length < mostPlatformTrips.compared).map((ids) => new Set(ids))
  const ids = new Set(rarest.filter((id) => complete.every((other) => other.has(id))))
  const newest = [...ids].sort((a, b) => b - a).slice(0, mostPlatformTrips.read)
  const rows = (
    await platformItineraries(
      db,
      newest.map((id) => ({ id })),
    )
  ).flat()
  return rows
    .filter(({ source, createdAt }) => source === 'platform' && createdAt >= since)
    .sort((a, b) => b.id - a.id)
    .map(({ itinerary }) => itinerary)
}
