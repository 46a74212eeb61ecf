import type { PortalCaller } from '../../domain/caller.ts'
import { foldLabel, type KnownPlace, listKnownPlacesBehind, rankPlaces } from '../../domain/known-place.ts'
import { findOwnCustomer } from '../../storage/queries/own-customers.ts'
import { findPlacesLike, keepPlaces, listPlacesById, type OfferedPlace } from '../../storage/queries/places.ts'
import { listItineraries, type TripRow } from '../../storage/queries/trips.ts'
import type { Reader, Writer } from '../../storage/storage.ts'

/**
 * Saves for an account the places of one of its trips. A repeat changes nothing. Call it at the end of a transaction with the
 * trip's lock, because others wait for the places it writes.
 */
export async function rememberPlaces(
  tx: Writer,
  { operatorId, tripId }: { readonly operatorId: number; readonly tripId: number },
  places: readonly KnownPlace[],
  now: number,
): Promise<void> {
  if (places.length > 0) await keepPlaces(tx, operatorId, [{ tripId, places, usedAt: now }])
}

/** Saves for an account the places of a trip that it quotes and did not enter, without masked places. */
export async function rememberPlacesQuoted(
  tx: Writer,
  operatorId: number,
  { id: tripId, maskedItinerary }: Pick<TripRow, 'id' | 'maskedItinerary'>,
  now: number,
): Promise<void> {
  const whole = (await listItineraries(tx, [tripId])).get(tripId)
  if (whole === undefined) return
  await rememberPlaces(tx, { operatorId, tripId }, listKnownPlacesBehind(maskedItinerary.read(), whole), now)
}

/** A search text for places, and the customer whose homes are included; null for no homes. */
export type PlacesAsked = { readonly q: string; readonly customerId: number | null }

/**
 * Finds places of the caller's trips of the last two years whose label contains the text, best match first. Homes are included
 * only for the named customer; an unknown customer finds nothing.
 */
export async function findPlaces(db: Reader, caller: PortalCaller, { q, customerId }: PlacesAsked): Promise<OfferedPlace[]> {
  const sought = foldLabel(q)
  if (sought === '') return []
  const { operatorId } = caller
  const customer = customerId === null ? null : await findOwnCustomer(db, operatorId, customerId)
  const candidates = await findPlacesLike(db, { operatorId, ownCustomerId: customer?.id ?? null, sought })
  return listPlacesById(db, rankPlaces(candidates, sought))
}
