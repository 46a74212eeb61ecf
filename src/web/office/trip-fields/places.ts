import { removePostcodes } from '../../../domain/postcode.ts'
import type { Coordinates } from '../../../domain/road-distance.ts'
import { formatCoordinates, parseCoordinates } from '../../plain/coordinates.ts'
import type { Records } from '../api/records.ts'
import { findValueAt } from '../form/paths.ts'

type PlaceBody = Records['PlaceInput']

/** A place in a draft: the texts of its fields, and their origin. `kind` is null until it is chosen. */
export type PlaceDraft = {
  readonly label: string
  readonly kind: PlaceBody['kind'] | null
  readonly locality: string
  readonly postcode: string
  /** ISO 3166 alpha-2. Empty if unknown. */
  readonly country: string
  readonly access_note: string
  /** Typed latitude and longitude: `53.795, -1.548`. */
  readonly coordinates: string
  /** Address that the coordinates belong to. Null for typed coordinates, which stay after a change. */
  readonly foundAt: PlaceAddress | null
  /** Values from a chosen known place. Null without one. */
  readonly taken: TakenPlace | null
  /** Whether the server could not find the coordinates of a saved place. */
  readonly isUnlocated?: boolean
}

type PlaceAddress = { readonly label: string; readonly locality: string; readonly postcode: string }

/** The values of a chosen known place. */
type TakenPlace = PlaceAddress & {
  readonly kind: PlaceBody['kind'] | null
  readonly country: string
  /** Customer whose homes were suggested; null for none. */
  readonly customerId: number | null
}

/** A known place of the account's trips, or a town, as a suggestion. */
export type PlaceHit = Records['Places']['results'][number]

/** The place of a suggestion, or of a trip. */
type SourcePlace = Pick<PlaceHit, 'label' | 'kind' | 'locality' | 'postcode' | 'latitude' | 'longitude'> & {
  readonly country?: string | null
  readonly country_code?: string | null
  readonly coordinates_source?: string | null
  readonly access_note?: string | null
}

export const emptyPlace: PlaceDraft = {
  label: '',
  kind: null,
  locality: '',
  postcode: '',
  country: '',
  access_note: '',
  coordinates: '',
  foundAt: null,
  taken: null,
}

/** The place at a path of a draft. */
export function findPlaceAt(values: unknown, path: string): PlaceDraft {
  return { ...emptyPlace, ...(findValueAt(values, path) as Partial<PlaceDraft> | null | undefined) }
}

/** Place types in the order of the field. */
export const placeChoices = [
  ...['school', 'venue', 'hotel', 'airport', 'station', 'port', 'office', 'residential', 'depot', 'other'],
] as const satisfies readonly PlaceBody['kind'][]

const kindWords: readonly (readonly [PlaceBody['kind'], RegExp])[] = [
  ['airport', /\bairport\b|\bterminal\b/i],
  ['school', /\bschools?\b|\bacademy\b|\bcollege\b|\bprimary\b|\buniversity\b|\bnursery\b/i],
  ['hotel', /\bhotel\b|\binn\b|\bhostel\b/i],
  ['station', /\bstation\b/i],
  ['port', /\bport of\b|\bferry\b|\bdocks?\b|\bharbour\b/i],
  [
    'residential',
    /^\d+[a-z]?\s|^(?:flat|apartment)\b|\b(?:cottage|vicarage|rectory|bungalow|farmhouse)\b|str(?:asse|aße|\.)\s*\d/i,
  ],
]

/** The chosen type of a place, else a guess from its name: `Otley Primary School` is a school. */
export function findPlaceKindOf({ kind, label }: PlaceDraft): PlaceBody['kind'] {
  return kind ?? kindWords.find(([, words]) => words.test(label.trim()))?.[0] ?? 'venue'
}

/** Whether a place still has an address. A filled-in empty part does not count as a change. */
function hasSameAddress(found: PlaceAddress, place: PlaceAddress): boolean {
  const isSame = (part: keyof PlaceAddress) => found[part].trim() === place[part].trim()
  return isSame('label') && (['locality', 'postcode'] as const).every((part) => found[part].trim() === '' || isSame(part))
}

/** The form values of a place of the API. */
export function toPlaceDraft(known: SourcePlace): PlaceDraft {
  const { label, kind, locality, postcode, country, country_code, access_note, latitude, longitude } = known
  const isUnlocated = latitude === null && known.coordinates_source === null
  const place = {
    ...emptyPlace,
    label,
    kind: kind as PlaceBody['kind'],
    locality: locality ?? '',
    postcode: postcode ?? '',
    country: country ?? country_code ?? '',
    access_note: access_note ?? '',
    ...(isUnlocated && { isUnlocated }),
  }
  if (latitude === null || longitude === null) return place
  const foundAt = { label, locality: place.locality, postcode: place.postcode }
  return { ...place, coordinates: formatCoordinates({ latitude, longitude }), foundAt }
}

/** The form values of a chosen known place. */
export function toPlaceOfHit(known: PlaceHit, customerId: number | null): PlaceDraft {
  const place = toPlaceDraft(known)
  const { label, kind, locality, postcode, country } = place
  return { ...place, taken: { label, kind, locality, postcode, country, customerId } }
}

/**
 * The shown and sent values of a place. A new name removes the values of the chosen known place, except changed ones.
 */
export function resolvePlace(place: PlaceDraft): PlaceDraft {
  // Drafts of earlier releases have no chosen place.
  const { taken = null } = place
  if (taken === null || taken.label.trim() === place.label.trim()) return place
  return {
    ...place,
    kind: place.kind === taken.kind ? null : place.kind,
    locality: place.locality === taken.locality ? '' : place.locality,
    postcode: place.postcode === taken.postcode ? '' : place.postcode,
    country: '',
    coordinates: formatPlaceCoordinates(place),
    foundAt: null,
    taken: null,
  }
}

/**
 * The name of a town that gives a place its coordinates: the town, else the last part of the name. Empty for a place with
 * coordinates, or with a postcode that the server may know.
 */
export function findSoughtTown(place: PlaceDraft): string {
  if (formatPlaceCoordinates(place).trim() !== '') return ''
  if (place.postcode.trim() !== '' && place.isUnlocated !== true) return ''
  return place.locality.trim() || (removePostcodes(place.label).split(',').at(-1) ?? '').trim()
}

/** The place in the chosen town. A place that is named otherwise keeps its name. */
export function fillTown(place: PlaceDraft, town: PlaceHit): PlaceDraft {
  if (place.label.trim() === findSoughtTown(place)) return { ...toPlaceOfHit(town, null), access_note: place.access_note }
  const { locality, country, coordinates } = toPlaceDraft(town)
  const { label, postcode } = place
  return { ...place, locality, country, coordinates, foundAt: { label, locality, postcode } }
}

/** The typed coordinates of a place. Empty after a change of the address that they belong to. */
export function formatPlaceCoordinates(place: PlaceDraft): string {
  // Drafts of earlier releases have neither field.
  const { coordinates = '', foundAt = null } = place
  return foundAt === null || hasSameAddress(foundAt, place) ? coordinates : ''
}

/** The coordinates of a typed place. Null if unknown. */
function findPoint(place: PlaceDraft): Coordinates | null {
  return parseCoordinates(formatPlaceCoordinates(place))
}

export function buildPlaceBody(typed: PlaceDraft): PlaceBody {
  const place = resolvePlace(typed)
  return {
    label: place.label.trim(),
    kind: findPlaceKindOf(place),
    locality: place.locality.trim() || null,
    postcode: place.postcode.trim() || null,
    access_note: place.access_note.trim() || null,
    ...(place.country && { country_code: place.country }),
    ...findPoint(place),
  }
}

/**
 * The request body of a changed place. A new name makes a new place; with the same name only the typed values differ.
 */
export function buildChangedPlaceBody(before: Records['Place'], typed: PlaceDraft): PlaceBody {
  const body = buildPlaceBody(typed)
  if (body.label !== before.label) return { country_code: before.country_code, ...body }
  const { latitude, longitude } = findPoint(typed) ?? { latitude: null, longitude: null }
  const { map_url: _link, coordinates_source: _source, ...known } = before
  return { ...known, ...body, ...(body.postcode !== before.postcode && { postcode_area: null }), latitude, longitude }
}

/** The search text of a place: its town, else its name. */
export function buildSearchName(place: PlaceDraft): string {
  const { locality, label } = resolvePlace(place)
  return locality.trim() || label.trim()
}
