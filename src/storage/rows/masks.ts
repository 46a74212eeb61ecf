import { eq, inArray, lt } from 'drizzle-orm'
import { maskItinerary, maskVersion } from '../../domain/masked-itinerary.ts'
import { listTripWords } from '../../domain/trip-words.ts'
import { lockTrips } from '../locks.ts'
import { dropTripWords, insertTripWords } from '../queries/desk-trips.ts'
import type { Reader, Storage, Writer } from '../storage.ts'
import { toSqlLiteral } from './bulk.ts'
import { packedMaskedItinerary } from './packed-itinerary.ts'
import { Stored } from './stored.ts'

/** Number of rows of one transaction, which blocks the writer for a tenth of a second. */
const batchSize = 100

/**
 * Rebuilds masked copies of itineraries, and search words of trips, from an earlier version; it resumes after an interruption.
 * Without any it only reads. Refuses `unavailable` if another process locks the database.
 */
export async function refreshMasks(storage: Storage, version = maskVersion): Promise<void> {
  while ((await storage.read((db) => staleTrips(db, version, 1))).length > 0) {
    await storage.transact((tx) => refreshSome(tx, version))
  }
}

async function refreshSome(tx: Writer, version: number): Promise<void> {
  const { customers: c, offers: o, trips: t } = tx.t
  const ids = await staleTrips(tx, version, batchSize)
  await lockTrips(tx, ids)
  const stale = await tx.db
    .select({
      id: t.id,
      ref: t.ref,
      operatorId: t.operatorId,
      itinerary: t.itinerary,
      offeredItinerary: t.offeredItinerary,
      offeredPeople: t.offeredPeople,
      leadPassenger: t.leadPassenger,
      customer: { name: c.name, email: c.email, phone: c.phone, organisation: c.organisation },
    })
    .from(t)
    .innerJoin(c, eq(c.id, t.customerId))
    .where(inArray(t.id, ids))
  for (const { id, ref, operatorId, itinerary, offeredItinerary, offeredPeople, ...people } of stale) {
    const offered = offeredItinerary ?? itinerary
    const masked = Stored.of(maskItinerary(offered, offeredPeople ?? people), packedMaskedItinerary)
    await tx.db.update(t).set({ maskedItinerary: masked, maskVersion: version }).where(eq(t.id, id))
    await tx.db.update(o).set({ searchText: null }).where(eq(o.tripId, id))
    await dropTripWords(tx, id)
    if (operatorId === null) await insertTripWords(tx, id, listTripWords({ ref, itinerary, customer: people.customer }))
  }
}

/** The trips whose masked copy is older than `version`. The number is a literal, so that the partial index serves the statement. */
async function staleTrips({ db, t: { trips } }: Reader, version: number, limit: number): Promise<number[]> {
  const found = await db
    .select({ id: trips.id })
    .from(trips)
    .where(lt(trips.maskVersion, toSqlLiteral(version)))
    .limit(limit)
  return found.map(({ id }) => id)
}
