import type { PortalCaller } from '../../domain/caller.ts'
import type { Itinerary } from '../../domain/itinerary.ts'
import { foldLabel, knownPlacesOf, rankPlaces } from '../../domain/known-place.ts'
import { findOwnCustomer } from '../../storage/queries/own-customers.ts'
import { keepPlaces, type OfferedPlace, placesById, placesLike } from '../../storage/queries/places.ts'
import type { TripRow } from '../../storage/queries/trips.ts'
import type { Reader, Writer } from '../../storage/storage.ts'

/** A trip of an account, with its places as the account may know them. */
type CallingTrip = {
  readonly operatorId: number
  readonly trip: Pick<TripRow, 'id'>
  readonly itinerary: Itinerary
  /** The account's own customer whose homes are remembered; null where no home is. */
  readonly ownCustomerId: number | null
}

/**
 * Remembers for an account where one of its trips calls, each place once however often this is done. Called at the end
 * of a transaction that holds the trip's lock: others wait for the places it writes to.
 */
export async function rememberPlaces(
  tx: Writer,
  { operatorId, trip, itinerary, ownCustomerId }: CallingTrip,
  now: number,
): Promise<void> {
  const places = knownPlacesOf(itinerary, ownCustomerId)
  if (places.length > 0) await keepPlaces(tx, { operatorId, tripId: trip.id }, places, now)
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
