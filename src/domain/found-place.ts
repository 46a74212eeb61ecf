import type { Gazetteer, TownQuery } from './gazetteer.ts'
import type { Place } from './place.ts'
import { findOutwardCode } from './postcode.ts'
import type { Coordinates } from './road-distance.ts'
import type { Town } from './town-file.ts'

/** Origins of a search result: a trip of the account, an imported postcode, or the gazetteer of towns. */
export const placeSources = ['known', 'postcode', 'town'] as const

/** A place in a search result. */
export type FoundPlace = Pick<Place, 'label' | 'kind' | 'locality' | 'postcode'> & {
  readonly source: (typeof placeSources)[number]
  /** ISO 3166 alpha-2; null if unknown. */
  readonly country: string | null
  readonly point: Coordinates | null
  /** Number of the account's trips that call there. */
  readonly used: number
}

/** Greatest number of towns in a search result. */
const mostTownsFound = 8

/** The towns whose name begins with a text, as search results. */
export function listTownsBeginning(gazetteer: Gazetteer, wanted: TownQuery): FoundPlace[] {
  return gazetteer.find(wanted, mostTownsFound).map(toFoundPlace)
}

/** The towns that the first words of a text name, as search results. */
export function listTownsNamedFirst(gazetteer: Gazetteer, wanted: TownQuery): FoundPlace[] {
  return gazetteer.findNamedFirst(wanted, mostTownsFound).map(toFoundPlace)
}

/** A tidied postcode or an outward code, as a search result with its nearest town. */
export function toPostcodePlace(code: string, point: Coordinates, nearest: Town | null): FoundPlace {
  const postcode = findOutwardCode(code) === null ? null : code
  const locality = nearest?.name ?? null
  return { source: 'postcode', label: code, kind: 'other', locality, postcode, country: 'GB', point, used: 0 }
}

function toFoundPlace({ name, country, latitude, longitude }: Town): FoundPlace {
  const point = { latitude, longitude }
  return { source: 'town', label: name, kind: 'other', locality: name, postcode: null, country, point, used: 0 }
}
