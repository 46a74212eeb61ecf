import type { Coordinates } from '../../../domain/road-distance.ts'
import { coordinatesFrom, typedCoordinates } from '../../plain/coordinates.ts'
import type { Records } from '../api/records.ts'

type PlaceBody = Records['PlaceInput']
type VehicleBody = Records['QuoteVehicleInput']

/** A place as it is typed; `kind` is null until somebody says what it is. */
export type TypedPlace = {
  readonly label: string
  readonly kind: PlaceBody['kind'] | null
  readonly locality: string
  readonly postcode: string
  readonly accessNote: string
  /** Latitude and longitude as they are typed: `53.795, -1.548`. */
  readonly coordinates: string
  /** Address that the coordinates were found with, and hold for alone. Null where somebody typed them: those stay. */
  readonly foundAt: PlaceAddress | null
  /** Values that a known place filled in when it was taken; null where none was. */
  readonly taken: TakenPlace | null
}

type PlaceAddress = { readonly label: string; readonly locality: string; readonly postcode: string }

/** A known place as it filled in the fields. */
type TakenPlace = PlaceAddress & {
  readonly kind: PlaceBody['kind'] | null
  /** Customer whose homes were offered too; null for none of them. */
  readonly customerId: number | null
}

/** A place that the account's own trips called at, as it is offered while somebody types. */
export type PlaceHit = Pick<Records['Place'], 'label' | 'kind' | 'locality' | 'postcode' | 'latitude' | 'longitude'> & {
  /** Number of trips that called there. */
  readonly used: number
}

/** A coach that goes: one of the fleet, or so many of a type. */
export type TypedCoach = {
  readonly type: VehicleBody['type']
  readonly seats: number | null
  readonly count: number | null
  readonly vehicleId: number | null
  readonly registration: string | null
  readonly description: string | null
}

/** A trip as the office types it, whether it is entered or changed. Moments carry their offset. */
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

/** Kinds of places, in the order of a choice. */
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

/** The kind of a place as somebody said it, else by its name: `Otley Primary School` is a school. */
export function guessedKind({ kind, label }: TypedPlace): PlaceBody['kind'] {
  return kind ?? kindWords.find(([, words]) => words.test(label.trim()))?.[0] ?? 'venue'
}

/** Whether a place is still at an address. A part of it that was empty may be filled in. */
function isAt(found: PlaceAddress, place: PlaceAddress): boolean {
  const isSame = (part: keyof PlaceAddress) => found[part].trim() === place[part].trim()
  return isSame('label') && (['locality', 'postcode'] as const).every((part) => found[part].trim() === '' || isSame(part))
}

/** A place that the API told of, in the fields that it is typed in. */
export function typedPlace(told: Omit<PlaceHit, 'used'> & { readonly access_note?: string | null }): TypedPlace {
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
  return { ...place, coordinates: typedCoordinates({ latitude, longitude }), foundAt }
}

/** A known place in the fields that it fills in, taken out of those that are offered for a customer. */
export function takenPlace(known: PlaceHit, customerId: number | null): TypedPlace {
  const place = typedPlace(known)
  const { label, kind, locality, postcode } = place
  return { ...place, taken: { label, kind, locality, postcode, customerId } }
}

/**
 * A place as it is shown and sent. Once it has another name than the known place that was taken, what that filled in is
 * gone, but for what was typed over.
 */
export function shownPlace(place: TypedPlace): TypedPlace {
  // A draft of an earlier release has none.
  const { taken = null } = place
  if (taken === null || taken.label.trim() === place.label.trim()) return place
  return {
    ...place,
    kind: place.kind === taken.kind ? null : place.kind,
    locality: place.locality === taken.locality ? '' : place.locality,
    postcode: place.postcode === taken.postcode ? '' : place.postcode,
    coordinates: shownCoordinates(place),
    foundAt: null,
    taken: null,
  }
}

/** The coordinates of a place as they are typed; empty once its address is another than the one they were found with. */
export function shownCoordinates(place: TypedPlace): string {
  // A draft of an earlier release has neither.
  const { coordinates = '', foundAt = null } = place
  return foundAt === null || isAt(foundAt, place) ? coordinates : ''
}

/** The point at which a typed place is; null while no one has said. */
function pointOf(place: TypedPlace): Coordinates | null {
  return coordinatesFrom(shownCoordinates(place))
}

/** A typed place as the API takes it. */
export function placeBody(typed: TypedPlace): PlaceBody {
  const place = shownPlace(typed)
  return {
    label: place.label.trim(),
    kind: guessedKind(place),
    locality: place.locality.trim() || null,
    postcode: place.postcode.trim() || null,
    access_note: place.accessNote.trim() || null,
    ...pointOf(place),
  }
}

/**
 * A place as it is sent again once it was typed over. A place of another name is another place; under its name only what
 * was typed differs.
 */
export function changedPlace(before: Records['Place'], typed: TypedPlace): PlaceBody {
  const body = placeBody(typed)
  if (body.label !== before.label) return { ...body, country_code: before.country_code }
  const { latitude, longitude } = pointOf(typed) ?? { latitude: null, longitude: null }
  return { ...before, ...body, ...(body.postcode !== before.postcode && { postcode_area: null }), latitude, longitude }
}

/** The typed coaches as the API takes them. */
export function vehicleBodies(coaches: readonly TypedCoach[]): VehicleBody[] {
  return coaches.map(({ type, seats, count, vehicleId, description }) => ({
    type,
    seats: seats ?? 0,
    count: count ?? 1,
    vehicle_id: vehicleId,
    description,
  }))
}

/** Number of people that the typed coaches have room for. */
export function seatsTyped(coaches: readonly TypedCoach[]): number {
  return coaches.reduce((sum, { seats, count }) => sum + (seats ?? 0) * (count ?? 1), 0)
}

/** The details that were typed, each null where there is nothing: luggage, flight, who leads the group, notes. */
export function detailsBody(trip: TypedTrip): {
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

/** The name that a place is looked for by: its town, else its own name. */
export function searchedName(place: TypedPlace): string {
  const { locality, label } = shownPlace(place)
  return locality.trim() || label.trim()
}
