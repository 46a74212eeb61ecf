import type { Coordinates } from '../../../domain/road-distance.ts'
import { formatCoordinates, parseCoordinates } from '../../plain/coordinates.ts'
import type { Records } from '../api/records.ts'

type PlaceBody = Records['PlaceInput']
type VehicleBody = Records['QuoteVehicleInput']

/** The typed values of a place. `kind` is null until it is chosen. */
export type TypedPlace = {
  readonly label: string
  readonly kind: PlaceBody['kind'] | null
  readonly locality: string
  readonly postcode: string
  readonly accessNote: string
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

/** A known place of the account's trips, as a suggestion. */
export type PlaceHit = Pick<Records['Place'], 'label' | 'kind' | 'locality' | 'postcode' | 'latitude' | 'longitude'> & {
  /** Number of trips to this place. */
  readonly used: number
}

/** A vehicle of a trip: one of the fleet, or a number of a type. */
export type TypedCoach = {
  readonly type: VehicleBody['type']
  readonly seats: number | null
  readonly count: number | null
  readonly vehicleId: number | null
  readonly registration: string | null
  readonly description: string | null
}

/** The typed values of a trip, new or changed. Times have their offset. */
export type TypedTrip = {
  readonly departsAt: string | null
  readonly isReturn: boolean
  readonly returnsAt: string | null
  readonly pickup: TypedPlace
  readonly dropoff: TypedPlace
  readonly people: number | null
  readonly coaches: readonly TypedCoach[]
  readonly suitcases: number | null
  readonly handLuggage: number | null
  readonly flightNumber: string
  readonly flightDirection: Records['FlightInput']['direction']
  readonly flightAt: string | null
  readonly leadName: string
  readonly leadPhone: string
  readonly notes: string
}

export const emptyPlace: TypedPlace = {
  label: '',
  kind: null,
  locality: '',
  postcode: '',
  accessNote: '',
  coordinates: '',
  foundAt: null,
  taken: null,
}

export const emptyTrip: TypedTrip = {
  departsAt: null,
  isReturn: false,
  returnsAt: null,
  pickup: emptyPlace,
  dropoff: emptyPlace,
  people: null,
  coaches: [],
  suitcases: null,
  handLuggage: null,
  flightNumber: '',
  flightDirection: 'arrival',
  flightAt: null,
  leadName: '',
  leadPhone: '',
  notes: '',
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
export function findPlaceKindOf({ kind, label }: TypedPlace): PlaceBody['kind'] {
  return kind ?? kindWords.find(([, words]) => words.test(label.trim()))?.[0] ?? 'venue'
}

/** Whether a place still has an address. A filled-in empty part does not count as a change. */
function hasSameAddress(found: PlaceAddress, place: PlaceAddress): boolean {
  const isSame = (part: keyof PlaceAddress) => found[part].trim() === place[part].trim()
  return isSame('label') && (['locality', 'postcode'] as const).every((part) => found[part].trim() === '' || isSame(part))
}

/** The form values of a place of the API. */
export function toTypedPlace(told: Omit<PlaceHit, 'used'> & { readonly access_note?: string | null }): TypedPlace {
  const { label, kind, locality, postcode, access_note, latitude, longitude } = told
  const place = {
    ...emptyPlace,
    label,
    kind: kind as PlaceBody['kind'],
    locality: locality ?? '',
    postcode: postcode ?? '',
    accessNote: access_note ?? '',
  }
  if (latitude === null || longitude === null) return place
  const foundAt = { label, locality: place.locality, postcode: place.postcode }
  return { ...place, coordinates: formatCoordinates({ latitude, longitude }), foundAt }
}

/** The form values of a chosen known place. */
export function toPlaceOfHit(known: PlaceHit, customerId: number | null): TypedPlace {
  const place = toTypedPlace(known)
  const { label, kind, locality, postcode } = place
  return { ...place, taken: { label, kind, locality, postcode, customerId } }
}

/**
 * The shown and sent values of a place. A new name removes the values of the chosen known place, except changed ones.
 */
export function resolveTypedPlace(place: TypedPlace): TypedPlace {
  // Drafts of earlier releases have no chosen place.
  const { taken = null } = place
  if (taken === null || taken.label.trim() === place.label.trim()) return place
  return {
    ...place,
    kind: place.kind === taken.kind ? null : place.kind,
    locality: place.locality === taken.locality ? '' : place.locality,
    postcode: place.postcode === taken.postcode ? '' : place.postcode,
    coordinates: formatTypedCoordinates(place),
    foundAt: null,
    taken: null,
  }
}

/** The typed coordinates of a place. Empty after a change of the address that they belong to. */
export function formatTypedCoordinates(place: TypedPlace): string {
  // Drafts of earlier releases have neither field.
  const { coordinates = '', foundAt = null } = place
  return foundAt === null || hasSameAddress(foundAt, place) ? coordinates : ''
}

/** The coordinates of a typed place. Null if unknown. */
function findPoint(place: TypedPlace): Coordinates | null {
  return parseCoordinates(formatTypedCoordinates(place))
}

export function buildPlaceBody(typed: TypedPlace): PlaceBody {
  const place = resolveTypedPlace(typed)
  return {
    label: place.label.trim(),
    kind: findPlaceKindOf(place),
    locality: place.locality.trim() || null,
    postcode: place.postcode.trim() || null,
    access_note: place.accessNote.trim() || null,
    ...findPoint(place),
  }
}

/**
 * The request body of a changed place. A new name makes a new place; with the same name only the typed values differ.
 */
export function buildChangedPlaceBody(before: Records['Place'], typed: TypedPlace): PlaceBody {
  const body = buildPlaceBody(typed)
  if (body.label !== before.label) return { ...body, country_code: before.country_code }
  const { latitude, longitude } = findPoint(typed) ?? { latitude: null, longitude: null }
  return { ...before, ...body, ...(body.postcode !== before.postcode && { postcode_area: null }), latitude, longitude }
}

/** The request body of the typed vehicles. */
export function listVehicleBodies(coaches: readonly TypedCoach[]): VehicleBody[] {
  return coaches.map(({ type, seats, count, vehicleId, description }) => ({
    type,
    seats: seats ?? 0,
    count: count ?? 1,
    vehicle_id: vehicleId,
    description,
  }))
}

/** Number of seats in the typed vehicles. */
export function countTypedSeats(coaches: readonly TypedCoach[]): number {
  return coaches.reduce((sum, { seats, count }) => sum + (seats ?? 0) * (count ?? 1), 0)
}

/** The request body of the typed details. Empty details are null: luggage, flight, lead passenger, notes. */
export function buildDetailsBody(trip: TypedTrip): {
  luggage: Records['LuggageInput'] | null
  flight: Records['FlightInput'] | null
  lead_passenger: Records['ContactInput'] | null
  notes: string | null
} {
  const { suitcases, handLuggage, flightNumber, leadName } = trip
  const hasLuggage = suitcases !== null || handLuggage !== null
  return {
    luggage: hasLuggage ? { suitcases: suitcases ?? 0, hand_luggage: handLuggage ?? 0 } : null,
    flight:
      flightNumber.trim() === ''
        ? null
        : { number: flightNumber.trim(), direction: trip.flightDirection, scheduled_at: trip.flightAt },
    lead_passenger: leadName.trim() === '' ? null : { name: leadName.trim(), phone: trip.leadPhone.trim() || null },
    notes: trip.notes.trim() || null,
  }
}

/** The search text of a place: its town, else its name. */
export function buildSearchName(place: TypedPlace): string {
  const { locality, label } = resolveTypedPlace(place)
  return locality.trim() || label.trim()
}
