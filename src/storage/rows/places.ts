import { and, asc, eq, gt, gte, inArray, isNull } from 'drizzle-orm'
import { type KnownPlace, listKnownPlaces, listKnownPlacesBehind, placesKeptMs } from '../../domain/known-place.ts'
import { lockTrips } from '../locks.ts'
import { keepPlaces, type TripCalls } from '../queries/places.ts'
import type { Storage, Writer } from '../storage.ts'
import type { Row } from '../tables.ts'
import { fillOnce } from './filled-once.ts'

/** Number of rows of one transaction, which blocks the writer for a tenth of a second. */
const batchSize = 100

/**
 * Saves the places of the last two years' trips from earlier releases, for the accounts that entered, quoted or booked them, as
 * `fillOnce` does.
 */
export function fillPlaces(storage: Storage, now: number): Promise<void> {
  return fillOnce(storage, 'filled_places', (tx, afterId) => fillPlaceBatch(tx, afterId, now - placesKeptMs), now)
}

async function fillPlaceBatch(tx: Writer, afterId: number, since: number): Promise<readonly number[]> {
  const { trips: t } = tx.t
  const isTheirTurn = and(gt(t.id, afterId), gte(t.createdAt, since))
  const turn = await tx.db.select({ id: t.id }).from(t).where(isTheirTurn).orderBy(asc(t.id)).limit(batchSize)
  const ids = turn.map(({ id }) => id)
  if (ids.length > 0) await keepPlacesOfTrips(tx, ids)
  return ids
}

/** Saves the places of these trips for the accounts that entered, quoted or booked them. A repeat changes nothing. */
export async function keepPlacesOfTrips(tx: Writer, ids: readonly number[]): Promise<void> {
  const { quotes: q } = tx.t
  await lockTrips(tx, ids)
  const quoted = await tx.db
    .select({ tripId: q.tripId, operatorId: q.operatorId, status: q.status })
    .from(q)
    .where(inArray(q.tripId, [...ids]))
  const quotesOf = Map.groupBy(quoted, ({ tripId }) => tripId)
  const known = (await rememberedTrips(tx, ids)).flatMap((trip) => placesKnownTo(trip, quotesOf.get(trip.id) ?? []))
  // A fixed order, because another process may fill in rows of these accounts.
  const byAccount = [...Map.groupBy(known, ({ operatorId }) => operatorId)].toSorted(([one], [other]) => one - other)
  for (const [operatorId, trips] of byAccount) await keepPlaces(tx, operatorId, trips)
}

/** The trips among these whose customers are not erased. */
function rememberedTrips(tx: Writer, ids: readonly number[]) {
  const { ownCustomers: c, trips: t } = tx.t
  const columns = {
    ...{ id: t.id, operatorId: t.operatorId, ownCustomerId: t.ownCustomerId, createdAt: t.createdAt },
    ...{ itinerary: t.itinerary, offeredItinerary: t.offeredItinerary, maskedItinerary: t.maskedItinerary },
  }
  return tx.db
    .select(columns)
    .from(t)
    .leftJoin(c, eq(c.id, t.ownCustomerId))
    .where(and(inArray(t.id, [...ids]), isNull(c.removedAt)))
    .orderBy(asc(t.id))
}

type RememberedTrip = Awaited<ReturnType<typeof rememberedTrips>>[number]

/** The places of a trip for each account: whole for its author and its booked operator, masked for operators who quoted. */
function placesKnownTo(
  {
    id: tripId,
    operatorId: owner,
    ownCustomerId,
    itinerary,
    offeredItinerary,
    maskedItinerary,
    createdAt: usedAt,
  }: RememberedTrip,
  quotes: readonly Pick<Row<'quotes'>, 'operatorId' | 'status'>[],
): readonly (TripCalls & { readonly operatorId: number })[] {
  const known = new Map<number, readonly KnownPlace[]>()
  const masked = quotes.length === 0 ? [] : listKnownPlacesBehind(maskedItinerary.read(), offeredItinerary ?? itinerary)
  for (const { operatorId, status } of quotes) {
    if (status === 'booked') known.set(operatorId, listKnownPlaces(itinerary, null))
    else if (!known.has(operatorId)) known.set(operatorId, masked)
  }
  if (owner !== null) known.set(owner, listKnownPlaces(itinerary, ownCustomerId))
  return [...known].map(([operatorId, places]) => ({ operatorId, tripId, places, usedAt }))
}
