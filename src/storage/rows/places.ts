import { and, asc, gt, gte, inArray } from 'drizzle-orm'
import { knownPlacesOf, placesKeptMs } from '../../domain/known-place.ts'
import { lockTrips } from '../locks.ts'
import { keepPlaces } from '../queries/places.ts'
import type { Storage, Writer } from '../storage.ts'
import { fillOnce } from './filled-once.ts'

/** The writer is held for a tenth of a second at a time. */
const batchSize = 100

/**
 * Remembers where the trips of two years called that came before releases that do so themselves, for the account which entered or quoted
 * them, as `fillOnce` promises. Of what others entered an account knows the masked places.
 */
export function fillPlaces(storage: Storage, now: number): Promise<void> {
  return fillOnce(storage, 'places', (tx, afterId) => fillBatch(tx, afterId, now - placesKeptMs), now)
}

async function fillBatch(tx: Writer, afterId: number, since: number): Promise<readonly number[]> {
  const { quotes: q, trips: t } = tx.t
  const columns = {
    ...{ id: t.id, operatorId: t.operatorId, ownCustomerId: t.ownCustomerId, createdAt: t.createdAt },
    ...{ itinerary: t.itinerary, maskedItinerary: t.maskedItinerary },
  }
  const found = await tx.db
    .select(columns)
    .from(t)
    .where(and(gt(t.id, afterId), gte(t.createdAt, since)))
    .orderBy(asc(t.id))
    .limit(batchSize)
  const ids = found.map(({ id }) => id)
  if (ids.length === 0) return []
  await lockTrips(tx, ids)
  const quoted = await tx.db.select({ tripId: q.tripId, operatorId: q.operatorId }).from(q).where(inArray(q.tripId, ids))
  const quotersOf = Map.groupBy(quoted, ({ tripId }) => tripId)
  for (const { id: tripId, operatorId: owner, ownCustomerId, itinerary, maskedItinerary, createdAt } of found) {
    if (owner !== null) {
      await keepPlaces(tx, { operatorId: owner, tripId }, knownPlacesOf(itinerary, ownCustomerId), createdAt)
    }
    const others = new Set((quotersOf.get(tripId) ?? []).map(({ operatorId }) => operatorId).filter((one) => one !== owner))
    const masked = others.size === 0 ? [] : knownPlacesOf(maskedItinerary.read(), null)
    for (const operatorId of others) await keepPlaces(tx, { operatorId, tripId }, masked, createdAt)
  }
  return ids
}
