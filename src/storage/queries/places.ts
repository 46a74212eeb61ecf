import { and, asc, desc, eq, gte, inArray, isNull, lt, sql } from 'drizzle-orm'
import { beginningOf, type KnownPlace, mostPlacesFound, type PlaceCandidate, tailsOf } from '../../domain/known-place.ts'
import { wordsBeginning } from '../../domain/trip-words.ts'
import { lockPlaces, unlockedRows } from '../locks.ts'
import { handfuls, inBulk, literal } from '../rows/bulk.ts'
import { holdsWords, wordPatterns } from '../rows/held-words.ts'
import { prepared, type Reader, type Writer } from '../storage.ts'
import type { Row } from '../tables.ts'

/** Greatest number of places that are looked at because their label, or a word of it, begins with what is sought. */
const mostBeginning = 200

/** Number of an account's places that are looked through for a text in their label, the most used ones. */
const mostLookedThrough = 2_000

/** Number of a customer's homes that are looked through, the most used ones. */
const mostHomes = 200

const placesOfTrip = prepared('places_of_trip', ({ db, t: { knownPlaces, tripPlaces } }) =>
  db
    .select({ key: knownPlaces.key })
    .from(tripPlaces)
    .innerJoin(knownPlaces, eq(knownPlaces.id, tripPlaces.placeId))
    .where(and(eq(tripPlaces.tripId, sql.placeholder('tripId')), eq(tripPlaces.operatorId, sql.placeholder('operatorId')))),
)

const keeping = inBulk(
  'keep_places',
  ['key', 'ownCustomerId', 'label', 'kind', 'locality', 'postcode', 'point', 'folded', 'used'],
  ({ db, t: { knownPlaces } }, places, operatorId) =>
    db
      .insert(knownPlaces)
      .values(places.map((place) => ({ ...place, operatorId })) as never)
      .onConflictDoUpdate({
        target: [knownPlaces.operatorId, knownPlaces.key],
        set: {
          label: sql`excluded.label`,
          locality: sql`coalesce(excluded.locality, ${knownPlaces.locality})`,
          postcode: sql`excluded.postcode`,
          point: sql`coalesce(excluded.point, ${knownPlaces.point})`,
          used: sql`${knownPlaces.used} + excluded.used`,
        },
      })
      .returning({ id: knownPlaces.id, key: knownPlaces.key, used: knownPlaces.used }),
  handfuls,
)

const calling = inBulk(
  'note_trip_places',
  ['operatorId', 'tripId', 'placeId'],
  ({ db, t: { tripPlaces } }, places, usedAt) =>
    db.insert(tripPlaces).values(places.map((place) => ({ ...place, usedAt })) as never),
  handfuls,
)

const tailing = inBulk(
  'keep_place_tails',
  ['placeId', 'tail'],
  ({ db, t: { placeTails } }, places, operatorId) =>
    db
      .insert(placeTails)
      .values(places.map((place) => ({ ...place, operatorId })) as never)
      .onConflictDoNothing(),
  handfuls,
)

type TripOfAccount = { readonly operatorId: number; readonly tripId: number }

/**
 * Remembers that a trip calls at these places, from an instant (ms) on; a trip that is known to call there is not
 * counted again. The caller holds the trip's lock, and hands the places over in the order of their keys.
 */
export async function keepPlaces(
  tx: Writer,
  { operatorId, tripId }: TripOfAccount,
  places: readonly KnownPlace[],
  now: number,
): Promise<void> {
  const noted = new Set((await placesOfTrip(tx).execute({ operatorId, tripId })).map(({ key }) => key))
  const rows = places.map((place) => ({ ...place, used: noted.has(place.key) ? 0 : 1 }))
  const kept = new Map((await keeping(tx, rows, operatorId)).flat().map((row) => [row.key, row]))
  const fresh = rows.flatMap((place) => {
    const row = kept.get(place.key)
    return row === undefined || place.used === 0 ? [] : [{ ...place, placeId: row.id, isNew: row.used === 1 }]
  })
  await calling(
    tx,
    fresh.map(({ placeId }) => ({ operatorId, tripId, placeId })),
    now,
  )
  const found = fresh.filter(({ isNew, ownCustomerId }) => isNew && ownCustomerId === null)
  await tailing(
    tx,
    found.flatMap(({ placeId, folded }) => tailsOf(folded).map((tail) => ({ placeId, tail }))),
    operatorId,
  )
}

const beginning = prepared('places_beginning', ({ db, t: { knownPlaces, placeTails } }) => {
  // Each is looked up by itself: of a join PostgreSQL makes one with all places there are.
  const ofIts = <T>(column: 'folded' | 'used') =>
    sql<T>`(select ${sql.identifier(column)} from ${knownPlaces} where ${knownPlaces}."id" = ${placeTails}."place_id")`
  return db
    .select({ id: placeTails.placeId, folded: ofIts<string>('folded'), used: ofIts<number>('used').mapWith(Number) })
    .from(placeTails)
    .where(
      and(
        eq(placeTails.operatorId, sql.placeholder('operatorId')),
        gte(placeTails.tail, sql.placeholder('from')),
        lt(placeTails.tail, sql.placeholder('to')),
      ),
    )
    .orderBy(asc(placeTails.tail), asc(placeTails.placeId))
    .limit(literal(mostBeginning))
})

const holding = prepared('places_holding', ({ db, t: { knownPlaces } }) => {
  const { id, folded, used, operatorId, ownCustomerId } = knownPlaces
  const mostUsed = db
    .select({ id, folded, used })
    .from(knownPlaces)
    .where(and(eq(operatorId, sql.placeholder('operatorId')), isNull(ownCustomerId)))
    .orderBy(desc(used), desc(id))
    .limit(literal(mostLookedThrough))
    .as('most_used')
  return db.select().from(mostUsed).where(holdsWords(mostUsed.folded))
})

const homesHolding = prepared('homes_holding', ({ db, t: { knownPlaces } }) => {
  const { id, folded, used, ownCustomerId } = knownPlaces
  const mostUsed = db
    .select({ id, folded, used })
    .from(knownPlaces)
    .where(eq(ownCustomerId, sql.placeholder('ownCustomerId')))
    .orderBy(desc(used), desc(id))
    .limit(literal(mostHomes))
    .as('most_used')
  return db.select().from(mostUsed).where(holdsWords(mostUsed.folded))
})

/**
 * A folded text that is looked for among an account's places, and among the homes of one of its customers; null for no
 * homes.
 */
type PlacesSought = { readonly operatorId: number; readonly ownCustomerId: number | null; readonly sought: string }

/**
 * Places of an account that may hold a text, in no order and some of them twice. The most used ones are looked through,
 * and of all others those of which a word begins so; how many trips there were before makes no difference.
 */
export async function placesLike(db: Reader, { operatorId, ownCustomerId, sought }: PlacesSought): Promise<PlaceCandidate[]> {
  const patterns = wordPatterns([sought])
  return [
    ...(await beginning(db).execute({ operatorId, ...wordsBeginning(beginningOf(sought)) })),
    ...(await holding(db).execute({ operatorId, ...patterns })),
    ...(ownCustomerId === null ? [] : await homesHolding(db).execute({ ownCustomerId, ...patterns })),
  ]
}

/** A known place as it is offered to somebody who enters a trip. */
export type OfferedPlace = Pick<Row<'knownPlaces'>, 'id' | 'label' | 'kind' | 'locality' | 'postcode' | 'point' | 'used'>

const offered = inBulk(
  'places_offered',
  ['id'],
  ({ db, t: { knownPlaces } }, places) => {
    const { id, label, kind, locality, postcode, point, used } = knownPlaces
    return db
      .select({ id, label, kind, locality, postcode, point, used })
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

/** Known places by their ids, in the order of these. */
export async function placesById(db: Reader, ids: readonly number[]): Promise<OfferedPlace[]> {
  const found = (
    await offered(
      db,
      ids.map((id) => ({ id })),
    )
  ).flat()
  const byId = new Map(found.map((place) => [place.id, place]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Forgets that trips called anywhere: a place at which no other trip calls goes too. */
export async function forgetPlacesOf(tx: Writer, tripIds: readonly number[]): Promise<void> {
  const { tripPlaces } = tx.t
  const gone = await tx.db
    .delete(tripPlaces)
    .where(inArray(tripPlaces.tripId, [...tripIds]))
    .returning({ placeId: tripPlaces.placeId })
  await countLess(tx, gone)
}

/**
 * Removes up to `limit` calls at places from before an instant (ms), with the places that are left without one; says
 * how many.
 */
export async function purgePlaces(tx: Writer, before: number, limit: number): Promise<number> {
  const { tripPlaces } = tx.t
  const old = tx.db
    .select({ id: tripPlaces.id })
    .from(tripPlaces)
    .where(lt(tripPlaces.usedAt, before))
    .orderBy(asc(tripPlaces.usedAt))
    .limit(literal(limit))
  const gone = await tx.db
    .delete(tripPlaces)
    .where(sql`${tripPlaces.id} in ${unlockedRows(tx, old)}`)
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
      .set({ used: sql`${knownPlaces.used} - ${literal(count)}` })
      .where(inArray(knownPlaces.id, ids))
      .returning({ id: knownPlaces.id, used: knownPlaces.used })
    unused.push(...left.filter(({ used }) => used <= 0).map(({ id }) => id))
  }
  if (unused.length === 0) return
  await tx.db.delete(placeTails).where(inArray(placeTails.placeId, unused))
  await tx.db.delete(knownPlaces).where(inArray(knownPlaces.id, unused))
}
