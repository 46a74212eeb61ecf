import { Type } from '@sinclair/typebox'
import { amenities, dbsLevels, flightDirections, provisions, purposes, tripTypes, vehicleTypes } from '../../domain/itinerary.ts'
import { legKinds, stopKinds } from '../../domain/leg.ts'
import { coordinatesSources, placeKinds } from '../../domain/place.ts'
import { distanceSources } from '../../domain/road-distance.ts'
import { nullable, oneOf, record } from '../schema.ts'

const text = Type.String()
const count = Type.Integer()

export const Place = record({
  label: text,
  kind: oneOf(placeKinds),
  locality: nullable(text),
  postcode_area: nullable(text),
  country_code: nullable(text),
  address_lines: Type.Array(text),
  postcode: nullable(text),
  latitude: nullable(Type.Number()),
  longitude: nullable(Type.Number()),
  coordinates_source: nullable(oneOf(coordinatesSources)),
  access_note: nullable(text),
  map_url: nullable(text),
})

export const Stop = record({
  sequence: count,
  kind: oneOf(stopKinds),
  place: Place,
  arrive_at: nullable(text),
  depart_at: nullable(text),
  waiting_minutes: nullable(count),
  note: nullable(text),
})

export const legFields = {
  sequence: count,
  kind: oneOf(legKinds),
  pickup: Place,
  dropoff: Place,
  departs_at: text,
  arrive_by: nullable(text),
  passenger_count: count,
  waiting_minutes: count,
  distance_m: nullable(count),
  driving_seconds: nullable(count),
  distance_source: nullable(oneOf(distanceSources)),
  stops: Type.Array(Stop),
}

export const Leg = record(legFields)

const provision = oneOf(provisions)

export const Passengers = record({ adults: count, children: count, infants: count })

export const Luggage = record({ suitcases: count, hand_luggage: count, oversized: Type.Array(text), note: nullable(text) })

export const RequestedVehicle = record({ type: oneOf(vehicleTypes), count, min_seats: nullable(count) })

export const Accessibility = record({
  wheelchair_spaces: count,
  wheelchair_remains_seated: Type.Boolean(),
  lift_required: Type.Boolean(),
  step_free: Type.Boolean(),
  psvar_required: Type.Boolean(),
  assistance_dogs: count,
  note: nullable(text),
})

export const DriverProvisions = record({ meals: provision, accommodation: provision, parking: provision, tolls: provision })

export const Flight = record({ number: text, direction: oneOf(flightDirections), scheduled_at: nullable(text) })

export const HoursAdvice = record({
  driving_minutes: count,
  duty_minutes: count,
  breaks_minutes: count,
  second_driver_likely: Type.Boolean(),
  rules: Type.Array(text),
  estimated: Type.Boolean(),
})

/** Fields of an itinerary in lists, in addition to `passenger_count`. */
export const outlineFields = {
  trip_type: oneOf(tripTypes),
  purpose: oneOf(purposes),
  summary: text,
  pickup: Place,
  dropoff: Place,
  departs_at: text,
  returns_at: nullable(text),
  ends_at: text,
  timezone: text,
}

/** The itinerary's fields of a job (masked), a booking, the customer and the platform (open), in order. */
export const itineraryFields = {
  ...outlineFields,
  legs: Type.Array(Leg),
  passenger_count: count,
  passengers: nullable(Passengers),
  luggage: nullable(Luggage),
  vehicles_requested: Type.Array(RequestedVehicle),
  accessibility: nullable(Accessibility),
  amenities_required: Type.Array(oneOf(amenities)),
  coach_stays_with_group: Type.Boolean(),
  waiting_minutes: count,
  driver_provisions: nullable(DriverProvisions),
  dbs_required: oneOf(dbsLevels),
  flight: nullable(Flight),
  distance_m: nullable(count),
  driving_seconds: nullable(count),
  distance_source: nullable(oneOf(distanceSources)),
  hours_advice: nullable(HoursAdvice),
  notes: nullable(text),
}

export const Itinerary = record(itineraryFields)
