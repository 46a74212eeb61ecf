import type { Records } from '../api/records.ts'

export type PlaceBody = Records['PlaceInput']
type VehicleBody = Records['QuoteVehicleInput']

/** A place as it is typed; `kind` is null until somebody says what it is. */
export type TypedPlace = {
  readonly label: string
  readonly kind: PlaceBody['kind'] | null
  readonly locality: string
  readonly postcode: string
  readonly accessNote: string
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

export const emptyPlace: TypedPlace = { label: '', kind: null, locality: '', postcode: '', accessNote: '' }

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

const kindWords: readonly (readonly [PlaceBody['kind'], RegExp])[] = [
  ['airport', /\bairport\b|\bterminal\b/i],
  ['school', /\bschools?\b|\bacademy\b|\bcollege\b|\bprimary\b|\buniversity\b|\bnursery\b/i],
  ['hotel', /\bhotel\b|\binn\b|\bhostel\b/i],
  ['station', /\bstation\b/i],
  ['port', /\bport of\b|\bferry\b|\bdocks?\b|\bharbour\b/i],
  ['residential', /^\d+[a-z]?\s/i],
]

/** The kind of a place as somebody said it, else by its name: `Otley Primary School` is a school. */
export function guessedKind({ kind, label }: TypedPlace): PlaceBody['kind'] {
  return kind ?? kindWords.find(([, words]) => words.test(label.trim()))?.[0] ?? 'venue'
}

/** A typed place as the API takes it. */
export function placeBody(place: TypedPlace): PlaceBody {
  return {
    label: place.label.trim(),
    kind: guessedKind(place),
    locality: place.locality.trim() || null,
    postcode: place.postcode.trim() || null,
    access_note: place.accessNote.trim() || null,
  }
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
export function searchedName({ locality, label }: TypedPlace): string {
  return locality.trim() || label.trim()
}
