import { and, asc, desc, eq, gte, inArray, isNull, lt, type SQLWrapper, sql } from 'drizzle-orm'
import {
  addEarlierCall,
  findLabelBeginning,
  type KnownPlace,
  listLabelTails,
  mostPlacesFound,
  type PlaceCandidate,
} from '../../domain/known-place.ts'
import { findWordBounds } from '../../domain/trip-words.ts'
import { lockPlaces, lockUnlockedRows } from '../locks.ts'
import { buildBulkStatement, handfuls, isAmongFirst, toSqlLiteral } from '../rows/bulk.ts'
import { hasWords, toWordPatterns } from '../rows/held-words.ts'
import { prepareStatement, type Reader, type Writer } from '../storage.ts'
import type { Row } from '../tables.ts'

/** Greatest number of places that are read by the beginning of their label or of one of its words. */
const mostBeginning = 200

/** Number of an account's places that are searched for a text in their label, the most used ones. */
const mostLookedThrough = 2_000

/** Number of a customer's homes that are searched, the most used ones. */
const mostHomes = 200

/** Batch sizes to prepare for: the places of one trip, and the many places of a start. */
const numbersOfPlaces: readonly number[] = [64, ...handfuls]

const notedCalls = buildBulkStatement(
  'places_of_trips',
  ['tripId'],
  ({ db, t: { knownPlaces, tripPlaces } }, trips, operatorId) => {
    const ids = trips.map(({ tripId }) => tripId)
    return db
      .select({ tripId: tripPlaces.tripId, key: knownPlaces.key })
      .from(tripPlaces)
      .innerJoin(knownPlaces, eq(knownPlaces.id, tripPlaces.placeId))
      .where(and(inArray(tripPlaces.tripId, ids), eq(tripPlaces.operatorId, operatorId)))
  },
)

/** A number in SQL that is greater for a less exact origin of coordinates. Given ones of earlier releases have none. */
function rankSource(source: SQLWrapper) {
  return sql`case ${source} when 'town' then 3 when 'outward' then 2 when 'postcode' then 1 else 0 end`
}

const keeping = buildBulkStatement(
  'keep_places',
  ['key', 'ownCustomerId', 'label', 'kind', 'locality', 'postcode', 'point', 'pointSource', 'country', 'folded', 'used'],
  ({ db, t: { knownPlaces } }, places, operatorId) => {
    const { point, pointSource } = knownPlaces
    const isAsExact = sql`${rankSource(sql`excluded.point_source`)} <= ${rankSource(pointSource)}`
    const isBetter = sql`excluded.point is not null and (${point} is null or ${isAsExact})`
    return db
      .insert(knownPlaces)
      .values(places.map((place) => ({ ...place, operatorId })) as never)
      .onConflictDoUpdate({
        target: [knownPlaces.operatorId, knownPlaces.key],
        set: {
          label: sql`excluded.label`,
          locality: sql`coalesce(excluded.locality, ${knownPlaces.locality})`,
          postcode: sql`excluded.postcode`,
          point: sql`case when ${isBetter} then excluded.point else ${point} end`,
          pointSource: sql`case when ${isBetter} then excluded.point_source else ${pointSource} end`,
          country: sql`coalesce(excluded.country, ${knownPlaces.country})`,
          used: sql`${knownPlaces.used} + excluded.used`,
        },
      })
      .returning({ id: knownPlaces.id, key: knownPlaces.key, used: knownPlaces.used })
  },
  numbersOfPlaces,
)

const calling = buildBulkStatement(
  'note_trip_places',
  ['tripId', 'placeId', 'usedAt'],
  ({ db, t: { tripPlaces } }, calls, operatorId) =>
    db.insert(tripPlaces).values(calls.map((call) => ({ ...call, operatorId })) as never),
  numbersOfPlaces,
)

const tailing = buildBulkStatement(
  'keep_place_tails',
  ['placeId', 'tail'],
  ({ db, t: { placeTails } }, places, operatorId) =>
    db
      .insert(placeTails)
      .values(places.map((place) => ({ ...place, operatorId })) as never)
      .onConflictDoNothing(),
  numbersOfPlaces,
)

/** The places of a trip, and the instant (ms) of their first record. */
export type TripCalls = { readonly tripId: number; readonly places: readonly KnownPlace[]; readonly usedAt: number }

/** Saves for an account the places of these trips. A saved call is not counted again. The caller holds the locks of the trips. */
export async function keepPlaces(tx: Writer, operatorId: number, trips: readonly TripCalls[]): Promise<void> {
  const noted = (await notedCalls(tx, trips, operatorId)).flat()
  const called = byPlace(trips, new Set(noted.map(({ tripId, key }) => toCallKey(tripId, key))))
  const rows = called.map(({ place, calls }) => ({ ...place, used: calls.length }))
  const kept = new Map((await keeping(tx, rows, operatorId)).flat().map((row) => [row.key, row]))
  const placed = called.flatMap(({ place, calls }) => {
    const row = kept.get(place.key)
    return row === undefined || calls.length === 0 ? [] : [{ ...place, placeId: row.id, calls, isNew: row.used === calls.length }]
  })
  await calling(
    tx,
    placed.flatMap(({ placeId, calls }) => calls.map((call) => ({ ...call, placeId }))),
    operatorId,
  )
  const found = placed.filter(({ isNew, ownCustomerId }) => isNew && ownCustomerId === null)
  await tailing(
    tx,
    found.flatMap(({ placeId, folded }) => listLabelTails(folded).map((tail) => ({ placeId, tail }))),
    operatorId,
  )
}

/** A place, and its trips whose calls are not saved yet. */
type CalledPlace = { readonly place: KnownPlace; readonly calls: readonly Omit<TripCalls, 'places'>[] }

/**
 * The distinct places of some trips, from the last trip of each, in the order of their keys, so that two writers cannot
 * deadlock.
 */
function byPlace(trips: readonly TripCalls[], noted: ReadonlySet<string>): CalledPlace[] {
  const byKey = new Map<string, CalledPlace>()
  for (const { places, ...call } of trips) {
    for (const one of places) {
      const { place: before, calls = [] } = byKey.get(one.key) ?? {}
      byKey.set(one.key, {
        place: addEarlierCall(one, before),
        calls: noted.has(toCallKey(call.tripId, one.key)) ? calls : [...calls, call],
      })
    }
  }
  return [...byKey.values()].sort(({ place: one }, { place: other }) => (one.key < other.key ? -1 : 1))
}

function toCallKey(tripId: number, key: string): string {
  return `${tripId} ${key}`
}

const beginning = prepareStatement('places_beginning', ({ db, t: { placeTails } }) =>
  db
    .select({ id: placeTails.placeId })
    .from(placeTails)
    .where(
      and(
        eq(placeTails.operatorId, sql.placeholder('operatorId')),
        gte(placeTails.tail, sql.placeholder('from')),
        lt(placeTails.tail, sql.placeholder('to')),
      ),
    )
    .orderBy(asc(placeTails.tail), asc(placeTails.placeId))
    .limit(toSqlLiteral(mostBeginning)),
)

// A separate statement, because for a join PostgreSQL reads all places.
const candidates = buildBulkStatement('place_candidates', ['id'], ({ db, t: { knownPlaces } }, places) => {
  const { id, folded, used } = knownPlaces
  return db
    .select({ id, folded, used })
    .from(knownPlaces)
    .where(
      inArray(
        id,
        places.map((place) => place.id),
      ),
    )
})

const holding = prepareStatement('places_holding', ({ db, t: { knownPlaces } }) => {
  const { id, folded, used, operatorId, ownCustomerId } = knownPlaces
  const mostUsed = db
    .select({ id, folded, used })
    .from(knownPlaces)
    .where(and(eq(operatorId, sql.placeholder('operatorId')), isNull(ownCustomerId)))
    .orderBy(desc(used), desc(id))
    .limit(toSqlLiteral(mostLookedThrough))
    .as('most_used')
  return db.select().from(mostUsed).where(hasWords(mostUsed.folded))
})

const homesHolding = prepareStatement('homes_holding', ({ db, t: { knownPlaces } }) => {
  const { id, folded, used, ownCustomerId } = knownPlaces
  const mostUsed = db
    .select({ id, folded, used })
    .from(knownPlaces)
    .where(eq(ownCustomerId, sql.placeholder('ownCustomerId')))
    .orderBy(desc(used), desc(id))
    .limit(toSqlLiteral(mostHomes))
    .as('most_used')
  return db.select().from(mostUsed).where(hasWords(mostUsed.folded))
})

/** A folded text to find among an account's places, and among the homes of one of its customers; null for no homes. */
type PlacesSought = { readonly operatorId: number; readonly ownCustomerId: number | null; readonly sought: string }

/**
 * Places of an account that may contain a text, in no order and some of them twice. It searches the most used ones, and all
 * others by the beginnings of their words, whatever the number of earlier trips.
 */
export async function findPlacesLike(db: Reader, { operatorId, ownCustomerId, sought }: PlacesSought): Promise<PlaceCandidate[]> {
  const patterns = toWordPatterns([sought])
  const begun = await beginning(db).execute({ operatorId, ...findWordBounds(findLabelBeginning(sought)) })
  return [
    ...(await candidates(db, begun)).flat(),
    ...(await holding(db).execute({ operatorId, ...patterns })),
    ...(ownCustomerId === null ? [] : await homesHolding(db).execute({ ownCustomerId, ...patterns })),
  ]
}

/** A known place as a suggestion for a new trip. */
type OfferedPlace = Pick<Row<'knownPlaces'>, 'id' | 'label' | 'kind' | 'locality' | 'postcode' | 'country' | 'point' | 'used'>

const offered = buildBulkStatement(
  'places_offered',
  ['id'],
  ({ db, t: { knownPlaces } }, places) => {
    const { id, label, kind, locality, postcode, country, point, used } = knownPlaces
    return db
      .select({ id, label, kind, locality, postcode, country, point, used })
      .from(knownPlaces)
      .where(
        inArray(
          id,
          places.map((place) => place.id),
        ),
      )
  },
  [mostPlacesFound, 4, 1],
)

/** Known places in the order of these ids. */
export async function listPlacesById(db: Reader, ids: readonly number[]): Promise<OfferedPlace[]> {
  const found = (
    await offered(
      db,
      ids.map((id) => ({ id })),
    )
  ).flat()
  const byId = new Map(found.map((place) => [place.id, place]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Deletes the calls of these trips, and places without another call. */
export async function forgetPlacesOf(tx: Writer, tripIds: readonly number[]): Promise<void> {
  const { tripPlaces } = tx.t
  const gone = await tx.db
    .delete(tripPlaces)
    .where(inArray(tripPlaces.tripId, [...tripIds]))
    .returning({ placeId: tripPlaces.placeId })
  await countLess(tx, gone)
}

/** Removes up to `limit` calls at places from before an instant (ms), with places without another call. Returns their number. */
export async function purgePlaces(tx: Writer, before: number, limit: number): Promise<number> {
  const { tripPlaces } = tx.t
  const old = tx.db
    .select({ id: tripPlaces.id })
    .from(tripPlaces)
    .where(and(isAmongFirst(tx, 'tripPlaces', limit), lt(tripPlaces.usedAt, before)))
    .orderBy(asc(tripPlaces.id))
    .limit(toSqlLiteral(limit))
  const gone = await tx.db
    .delete(tripPlaces)
    .where(sql`${tripPlaces.id} in ${lockUnlockedRows(tx, old)}`)
    .returning({ placeId: tripPlaces.placeId })
  await countLess(tx, gone)
  return gone.length
}

async function countLess(tx: Writer, gone: readonly Pick<Row<'tripPlaces'>, 'placeId'>[]): Promise<void> {
  const { knownPlaces, placeTails } = tx.t
  const perPlace = [...Map.groupBy(gone, ({ placeId }) => placeId)]
  await lockPlaces(
    tx,
    perPlace.map(([id]) => id),
  )
  const unused: number[] = []
  for (const [count, places] of Map.groupBy(perPlace, ([, calls]) => calls.length)) {
    const ids = places.map(([id]) => id)
    const left = await tx.db
      .update(knownPlaces)
      .set({ used: sql`${knownPlaces.used} - ${toSqlLiteral(count)}` })
      .where(inArray(knownPlaces.id, ids))
      .returning({ id: knownPlaces.id, used: knownPlaces.used })
    unused.push(...left.filter(({ used }) => used <= 0).map(({ id }) => id))
  }
  if (unused.length === 0) return
  await tx.db.delete(placeTails).where(inArray(placeTails.placeId, unused))
  await tx.db.delete(knownPlaces).where(inArray(knownPlaces.id, unused))
}
