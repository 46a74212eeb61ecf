import type { Gazetteer } from '../../domain/gazetteer.ts'
import type { PlaceInput } from '../../domain/place.ts'
import { createPlaceLocator, listCodesOf, listUnlocated, locateNothing, type PlaceLocator } from '../../domain/place-filling.ts'
import type { Coordinates } from '../../domain/road-distance.ts'
import { findPostcodePoints } from '../../storage/queries/postcodes.ts'
import type { Reader } from '../../storage/storage.ts'

/** A way to locate these places by the imported postcodes and the towns, for an account in this time zone; null for none. */
export async function findLocator(
  db: Reader,
  gazetteer: Gazetteer,
  places: readonly PlaceInput[],
  timezone: string | null,
): Promise<PlaceLocator> {
  const unlocated = listUnlocated(places)
  if (unlocated.length === 0) return locateNothing
  const country = timezone === null ? null : gazetteer.findCountry(timezone)
  return createPlaceLocator({ gazetteer, postcodes: await findPoints(db, unlocated, country), country })
}

/**
 * The points of the postcodes of some places, for an account of this country; null for any. The centre of an outward code takes
 * longer, and is found only without its postcode.
 */
export async function findPoints(
  db: Reader,
  places: readonly PlaceInput[],
  country: string | null,
): Promise<ReadonlyMap<string, Coordinates>> {
  const codes = listCodesOf(places, country)
  const wanted = codes.flatMap(({ postcode }) => postcode ?? [])
  const points = await findPostcodePoints(db, wanted)
  const others = codes.filter(({ postcode }) => postcode === null || !points.has(postcode))
  const areas = others.flatMap(({ outward }) => outward ?? [])
  return new Map([...points, ...(await findPostcodePoints(db, areas))])
}
