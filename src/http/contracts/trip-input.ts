import { type Static, type TSchema, Type } from '@sinclair/typebox'
import type { Enquiry, OfferTo } from '../../actions/trips/trips.ts'
import { amenities, dbsLevels, flightDirections, provisions, purposes, tripTypes, vehicleTypes } from '../../domain/itinerary.ts'
import { type LegInput, legKinds, type StopInput, stopKinds } from '../../domain/leg.ts'
import { isCurrency } from '../../domain/money.ts'
import { type PlaceInput, placeKinds } from '../../domain/place.ts'
import { decimal, email, input, instant, nullable, oneOf, postcode, prose, text, whole } from '../schema.ts'
import { refuseInvalidField } from './fault.ts'
import { listAllFields, pickSentFields } from './fields.ts'

const optionalInputField = <Schema extends TSchema>(schema: Schema) => Type.Optional(nullable(schema))
const short = text({ max: 160 })
const minutes = whole({ min: 0, max: 100_000 })
const metres = whole({ min: 0, max: 20_000_000 })
const seconds = whole({ min: 0, max: 10_000_000 })
const people = whole({ min: 0, max: 500 })

export const PlaceBody = input({
  label: text({ min: 1, max: 160 }),
  kind: oneOf(placeKinds),
  locality: optionalInputField(short),
  postcode_area: optionalInputField(postcode()),
  country_code: optionalInputField(text({ min: 2, max: 2 })),
  address_lines: Type.Optional(Type.Array(short, { maxItems: 6 })),
  postcode: optionalInputField(postcode()),
  latitude: optionalInputField(decimal({ min: -90, max: 90 })),
  longitude: optionalInputField(decimal({ min: -180, max: 180 })),
  access_note: optionalInputField(prose({ max: 500 })),
})

export const StopBody = input({
  kind: oneOf(stopKinds),
  place: PlaceBody,
  arrive_at: optionalInputField(instant()),
  depart_at: optionalInputField(instant()),
  waiting_minutes: optionalInputField(minutes),
  note: optionalInputField(prose({ max: 500 })),
})

export const LegBody = input({
  kind: optionalInputField(oneOf(legKinds)),
  pickup: PlaceBody,
  dropoff: PlaceBody,
  departs_at: instant(),
  arrive_by: optionalInputField(instant()),
  passenger_count: optionalInputField(people),
  waiting_minutes: optionalInputField(minutes),
  distance_m: optionalInputField(metres),
  driving_seconds: optionalInputField(seconds),
  stops: optionalInputField(Type.Array(StopBody, { maxItems: 50 })),
})

const provision = optionalInputField(oneOf(provisions))

export const CustomerBody = input({
  name: text({ min: 1, max: 160 }),
  email: email(),
  phone: optionalInputField(text({ max: 24 })),
  organisation: optionalInputField(short),
})

export const ContactBody = input({ name: text({ min: 1, max: 160 }), phone: optionalInputField(text({ max: 24 })) })

export const PassengersBody = input({
  adults: optionalInputField(people),
  children: optionalInputField(people),
  infants: optionalInputField(people),
})

export const LuggageBody = input({
  suitcases: optionalInputField(whole({ min: 0, max: 10_000 })),
  hand_luggage: optionalInputField(whole({ min: 0, max: 10_000 })),
  oversized: Type.Optional(Type.Array(short, { maxItems: 50 })),
  note: optionalInputField(prose({ max: 500 })),
})

export const RequestedVehicleBody = input({
  type: oneOf(vehicleTypes),
  count: whole({ min: 1, max: 50 }),
  min_seats: optionalInputField(whole({ min: 1, max: 100 })),
})

export const AccessibilityBody = input({
  wheelchair_spaces: optionalInputField(whole({ min: 0, max: 100 })),
  wheelchair_remains_seated: optionalInputField(Type.Boolean()),
  lift_required: optionalInputField(Type.Boolean()),
  step_free: optionalInputField(Type.Boolean()),
  psvar_required: optionalInputField(Type.Boolean()),
  assistance_dogs: optionalInputField(whole({ min: 0, max: 100 })),
  note: optionalInputField(prose({ max: 500 })),
})

export const DriverProvisionsBody = input({
  meals: provision,
  accommodation: provision,
  parking: provision,
  tolls: provision,
})

export const FlightBody = input({
  number: text({ min: 1, max: 16 }),
  direction: oneOf(flightDirections),
  scheduled_at: optionalInputField(instant()),
})

/** Fields of a requested trip: the itinerary in the job's shape, and the passengers. */
export const askedFields = {
  lead_passenger: optionalInputField(ContactBody),
  pickup: PlaceBody,
  dropoff: PlaceBody,
  departs_at: instant(),
  returns_at: optionalInputField(instant()),
  timezone: optionalInputField(text({ min: 1, max: 64 })),
  passenger_count: whole({ min: 1, max: 500 }),
  trip_type: optionalInputField(oneOf(tripTypes)),
  purpose: optionalInputField(oneOf(purposes)),
  legs: optionalInputField(Type.Array(LegBody, { minItems: 1, maxItems: 50 })),
  passengers: optionalInputField(PassengersBody),
  luggage: optionalInputField(LuggageBody),
  vehicles_requested: optionalInputField(Type.Array(RequestedVehicleBody, { maxItems: 10 })),
  accessibility: optionalInputField(AccessibilityBody),
  amenities_required: optionalInputField(Type.Array(oneOf(amenities), { uniqueItems: true })),
  coach_stays_with_group: optionalInputField(Type.Boolean()),
  waiting_minutes: optionalInputField(minutes),
  driver_provisions: optionalInputField(DriverProvisionsBody),
  dbs_required: optionalInputField(oneOf(dbsLevels)),
  flight: optionalInputField(FlightBody),
  distance_m: optionalInputField(metres),
  driving_seconds: optionalInputField(seconds),
  notes: optionalInputField(prose({ max: 2000 })),
  quote_by: optionalInputField(instant()),
}

const AskedFields = input(askedFields)

/** Fields of every external entry of a trip. */
const tripFields = { customer: CustomerBody, ...askedFields }

export const OffersBody = input({
  offer_to: Type.Union([
    Type.Literal('all'),
    Type.Array(text({ min: 1, max: 20 }), { minItems: 1, maxItems: 500, uniqueItems: true }),
  ]),
})

export const TripBody = input({
  ...tripFields,
  currency_code: optionalInputField(text({ min: 3, max: 3 })),
  ...OffersBody.properties,
})

export const EnquiryBody = input({ ...tripFields, operator_ref: optionalInputField(text({ max: 20 })) })

/** The operators that a body asks for quotes. */
export function toOfferTo(body: Static<typeof OffersBody>): OfferTo {
  return body.offer_to
}

/**
 * The operators to ask, and the currency of the quotes, null if not sent. Refuses `validation_failed` for an unknown currency.
 */
export function toEnquiryOptions(body: Static<typeof TripBody>) {
  const { currency_code: currencyCode = null } = body
  if (currencyCode !== null && !isCurrency(currencyCode)) {
    throw refuseInvalidField('currency_code', 'The currency_code field must be an ISO 4217 code.')
  }
  return { offerTo: toOfferTo(body), currencyCode }
}

/** The only operator that a customer asks, or null. */
export function toRequestedOperator(body: Static<typeof EnquiryBody>): string | null {
  return body.operator_ref ?? null
}

export function toEnquiry(body: Static<typeof EnquiryBody>): Enquiry {
  return { ...toRequestedTrip(body), customer: listAllFields(CustomerBody, body.customer) }
}

/** The enquiry of a body, without its customer. */
export function toRequestedTrip(body: Static<typeof AskedFields>): Omit<Enquiry, 'customer'> {
  const { lead_passenger: lead, luggage, accessibility, flight } = body
  return {
    ...pickSentFields(AskedFields, body),
    leadPassenger: lead ? listAllFields(ContactBody, lead) : null,
    timezone: body.timezone ?? null,
    pickup: toPlace(body.pickup),
    dropoff: toPlace(body.dropoff),
    legs: body.legs?.map(toLeg),
    luggage: luggage && pickSentFields(LuggageBody, luggage),
    vehiclesRequested: body.vehicles_requested?.map((vehicle) => pickSentFields(RequestedVehicleBody, vehicle)),
    accessibility: accessibility && pickSentFields(AccessibilityBody, accessibility),
    flight: flight && pickSentFields(FlightBody, flight),
  }
}

/** A place of a body. */
export function toPlace(place: Static<typeof PlaceBody>): PlaceInput {
  return pickSentFields(PlaceBody, place)
}

/** A leg of a body, in the sent order. */
export function toLeg(leg: Static<typeof LegBody>): LegInput {
  return {
    ...pickSentFields(LegBody, leg),
    pickup: toPlace(leg.pickup),
    dropoff: toPlace(leg.dropoff),
    stops: leg.stops?.map(toStop),
  }
}

function toStop(stop: Static<typeof StopBody>): StopInput {
  return { ...pickSentFields(StopBody, stop), place: toPlace(stop.place) }
}
