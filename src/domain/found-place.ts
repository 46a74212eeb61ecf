import { chooseTown, type Gazetteer, type TownQuery } from './gazetteer.ts'
import { foldLabel } from './known-place.ts'
import type { Place } from './place.ts'
import { findOutwardCode } from './postcode.ts'
import { type Coordinates, computeGreatCircle } from './road-distance.ts'
import type { Town } from './town-file.ts'
import { foldTownName, listShortNames, listTypedNames } from './town-name.ts'

/** Origins of a search result: a trip of the account, an imported postcode, the gazetteer of towns, or the owner's geocoder. */
export const placeSources = ['known', 'postcode', 'town', 'geocoder'] as const

/** A place in a search result. */
export type FoundPlace = Pick<Place, 'label' | 'kind' | 'locality' | 'postcode'> & {
  readonly source: (typeof placeSources)[number]
  /** ISO 3166 alpha-2; null if unknown. */
  readonly country: string | null
  readonly point: Coordinates | null
  /** Number of the account's trips that call there. */
  readonly used: number
  /** Whether other towns have the searched name too, so that the name alone does not say which town is meant. */
  readonly isAmbiguous?: boolean
  /** A large town near a town of which the results have several of one name; absent for others. */
  readonly nearTown?: string | null
}

/** Greatest number of towns in a search result. */
const mostTownsFound = 8

/** The towns whose name begins with a text, as search results. */
export function listTownsBeginning(gazetteer: Gazetteer, wanted: TownQuery): FoundPlace[] {
  const towns = gazetteer.find(wanted, mostTownsFound)
  const ambiguous = listAmbiguousTowns(towns, wanted)
  const places = toFoundPlaces(gazetteer, towns)
  return places.map((place, nth) => {
    const town = towns[nth]
    if (town === undefined || !ambiguous.includes(town)) return place
    return { ...place, isAmbiguous: true, nearTown: place.nearTown ?? gazetteer.findLargeTownNear(town)?.name ?? null }
  })
}

/** The towns of exactly the searched name, in the country if it has any, unless one is alone or much larger than the others. */
function listAmbiguousTowns(towns: readonly Town[], { q, country }: TownQuery): readonly Town[] {
  const names = listTypedNames(q)
  const named = towns.filter(({ name }) => [foldTownName(name), ...listShortNames(name)].some((one) => names.includes(one)))
  const own = named.filter((town) => town.country === country)
  const meant = own.length > 0 ? own : named
  return chooseTown(meant) === null ? meant : []
}

/** The towns that the first words of a text name, as search results. */
export function listTownsNamedFirst(gazetteer: Gazetteer, wanted: TownQuery): FoundPlace[] {
  return toFoundPlaces(gazetteer, gazetteer.findNamedFirst(wanted, mostTownsFound))
}

/** The towns as search results. Several of one name in one country have a large town nearby, which tells them apart. */
function toFoundPlaces(gazetteer: Gazetteer, towns: readonly Town[]): FoundPlace[] {
  const names = towns.map(({ name, country }) => `${foldTownName(name)} ${country}`)
  return towns.map((town, nth) => {
    const isAlone = names.indexOf(names[nth] ?? '') === names.lastIndexOf(names[nth] ?? '')
    return isAlone ? toFoundPlace(town) : { ...toFoundPlace(town), nearTown: gazetteer.findLargeTownNear(town)?.name ?? null }
  })
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

/** A place from a geocoder. */
export type GeocodedPlace = Pick<FoundPlace, 'label' | 'locality' | 'postcode' | 'country'> & { readonly point: Coordinates }

/** Number of search results from which a geocoder is not asked, and which its places fill up. */
export const mostWithGeocoder = 10

/** Fewest letters and digits of a text for which a geocoder is asked. */
const fewestForGeocoder = 4

/** Whether a geocoder is asked for a text: it is long enough, and the search has room for more places. */
export function needsGeocoder(q: string, found: readonly FoundPlace[]): boolean {
  return found.length < mostWithGeocoder && foldLabel(q).replaceAll(/[^\p{L}\p{N}]/gu, '').length >= fewestForGeocoder
}

/** Search results with the places of a geocoder at their end, each place once. Those of the country come first. */
export function addGeocoded(
  found: readonly FoundPlace[],
  geocoded: readonly GeocodedPlace[],
  country: string | null,
): FoundPlace[] {
  const inOrder = [
    ...geocoded.filter((place) => place.country === country),
    ...geocoded.filter((place) => place.country !== country),
  ]
  const all = [...found]
  for (const place of inOrder) {
    if (all.length >= mostWithGeocoder) break
    if (!all.some((one) => isSamePlace(one, place))) all.push({ source: 'geocoder', kind: 'other', used: 0, ...place })
  }
  return all
}

/** Metres between two points for a place of one name. The middle of a town is less precise. */
const sameWithinM = { town: 10_000, other: 1_000 }

/** Whether a search result is also this place of a geocoder. */
function isSamePlace({ source, label, locality, postcode, point }: FoundPlace, place: GeocodedPlace): boolean {
  if (foldLabel(label) !== foldLabel(place.label)) return false
  if (point !== null) return computeGreatCircle(point, place.point) <= sameWithinM[source === 'town' ? 'town' : 'other']
  if (postcode !== null && place.postcode !== null) return postcode === place.postcode
  return foldLabel(locality ?? '') === foldLabel(place.locality ?? '')
}
