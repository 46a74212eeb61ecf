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
  readonly access_note: string
  /** Typed latitude and longitude: `53.795, -1.548`. */
  readonly coordinates: string
  /** Address that the coordinates belong to. Null for typed coordinates, which stay after a change. */
  readonly foundAt: PlaceAddress | null
  /** Values from a chosen known place. Null without one. */
  readonly taken: TakenPlace | null
}

type PlaceAddress = { readonly label: string; readonly locality: string; readonly postcode: string }

/** The values of a chosen known place. */
type TakenPlace = PlaceAddress & {
  readonly kind: PlaceBody['kind'] | null
  /** Customer whose homes were suggested; null for none. */
  readonly customerId: number | null
}

/** A known place of the account's trips, or a town, as a suggestion. */
export type PlaceHit = Pick<Records['Place'], 'label' | 'kind' | 'locality' | 'postcode' | 'latitude' | 'longitude'> & {
  /** Number of trips to this place; 0 for a town. */
  readonly used: number
  readonly country: string | null
}

export const emptyPlace: PlaceDraft = {
  label: '',
  kind: null,
  locality: '',
  postcode: '',
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
export function toPlaceDraft(known: Omit<PlaceHit, 'used' | 'country'> & { readonly access_note?: string | null }): PlaceDraft {
  const { label, kind, locality, postcode, access_note, latitude, longitude } = known
  const place = {
    ...emptyPlace,
    label,
    kind: kind as PlaceBody['kind'],
    locality: locality ?? '',
    postcode: postcode ?? '',
    access_note: access_note ?? '',
  }
  if (latitude === null || longitude === null) return place
  const foundAt = { label, locality: place.locality, postcode: place.postcode }
  return { ...place, coordinates: formatCoordinates({ latitude, longitude }), foundAt }
}

/** The form values of a chosen known place. */
export function toPlaceOfHit(known: PlaceHit, customerId: number | null): PlaceDraft {
  const place = toPlaceDraft(known)
  const { label, kind, locality, postcode } = place
  return { ...place, taken: { label, kind, locality, postcode, customerId } }
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
    coordinates: formatPlaceCoordinates(place),
    foundAt: null,
    taken: null,
  }
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
    ...findPoint(place),
  }
}

/**
 * The request body of a changed place. A new name makes a new place; with the same name only the typed values differ.
 */
export function buildChangedPlaceBody(before: Records['Place'], typed: PlaceDraft): PlaceBody {
  const body = buildPlaceBody(typed)
  if (body.label !== before.label) return { ...body, country_code: before.country_code }
  const { latitude, longitude } = findPoint(typed) ?? { latitude: null, longitude: null }
  const { map_url: _link, ...known } = before
  return { ...known, ...body, ...(body.postcode !== before.postcode && { postcode_area: null }), latitude, longitude }
}

/** The search text of a place: its town, else its name. */
export function buildSearchName(place: PlaceDraft): string {
  const { locality, label } = resolvePlace(place)
  return locality.trim() || label.trim()
}
