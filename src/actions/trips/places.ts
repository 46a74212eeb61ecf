import type { PortalCaller } from '../../domain/caller.ts'
import { foldLabel, type KnownPlace, knownPlacesBehind, rankPlaces } from '../../domain/known-place.ts'
import { findOwnCustomer } from '../../storage/queries/own-customers.ts'
import { keepPlaces, type OfferedPlace, placesById, placesLike } from '../../storage/queries/places.ts'
import { itinerariesOf, type TripRow } from '../../storage/queries/trips.ts'
import type { Reader, Writer } from '../../storage/storage.ts'

/**
 * Remembers for an account that a trip of its calls at these places, each once however often this is done. Called at the end
 * of a transaction that holds the trip's lock: others wait for the places it writes to.
 */
export async function rememberPlaces(
  tx: Writer,
  { operatorId, tripId }: { readonly operatorId: number; readonly tripId: number },
  places: readonly KnownPlace[],
  now: number,
): Promise<void> {
  if (places.length > 0) await keepPlaces(tx, operatorId, [{ tripId, places, usedAt: now }])
}

/** Remembers the same for an account that quotes a trip which it did not enter: of places that are shown to it as they are. */
export async function rememberPlacesQuoted(
  tx: Writer,
  operatorId: number,
  { id: tripId, maskedItinerary }: Pick<TripRow, 'id' | 'maskedItinerary'>,
  now: number,
): Promise<void> {
  const whole = (await itinerariesOf(tx, [tripId])).get(tripId)
  if (whole === undefined) return
  await rememberPlaces(tx, { operatorId, tripId }, knownPlacesBehind(maskedItinerary.read(), whole), now)
}

/**
 * A text that somebody typed to find a place, and the customer whose homes are looked through too; null for no one's.
 */
export type PlacesAsked = { readonly q: string; readonly customerId: number | null }

/**
 * Places that the caller's trips of the last two years call at and whose label holds the text, best match first. Of
 * homes only those of the customer who is named; where the account keeps no such customer there are none.
 */
export async function findPlaces(db: Reader, caller: PortalCaller, { q, customerId }: PlacesAsked): Promise<OfferedPlace[]> {
  const sought = foldLabel(q)
  if (sought === '') return []
  const { operatorId } = caller
  const customer = customerId === null ? null : await findOwnCustomer(db, operatorId, customerId)
  const candidates = await placesLike(db, { operatorId, ownCustomerId: customer?.id ?? null, sought })
  return placesById(db, rankPlaces(candidates, sought))
}
