import { type Static, type TSchema, Type } from '@sinclair/typebox'
import type { Enquiry, OfferTo } from '../../actions/trips/trips.ts'
import { amenities, dbsLevels, flightDirections, provisions, purposes, tripTypes, vehicleTypes } from '../../domain/itinerary.ts'
import { type LegInput, legKinds, type StopInput, stopKinds } from '../../domain/leg.ts'
import { isCurrency } from '../../domain/money.ts'
import { type PlaceInput, placeKinds } from '../../domain/place.ts'
import { decimal, email, input, instant, nullable, oneOf, postcode, prose, text, whole } from '../schema.ts'
import { invalidField } from './fault.ts'
import { allFields, sentFields } from './fields.ts'

const maybe = <Schema extends TSchema>(schema: Schema) => Type.Optional(nullable(schema))
const short = text({ max: 160 })
const minutes = whole({ min: 0, max: 100_000 })
const metres = whole({ min: 0, max: 20_000_000 })
const seconds = whole({ min: 0, max: 10_000_000 })
const people = whole({ min: 0, max: 500 })

export const PlaceBody = input({
  label: text({ min: 1, max: 160 }),
  kind: oneOf(placeKinds),
  locality: maybe(short),
  postcode_area: maybe(postcode()),
  country_code: maybe(text({ min: 2, max: 2 })),
  address_lines: Type.Optional(Type.Array(short, { maxItems: 6 })),
  postcode: maybe(postcode()),
  latitude: maybe(decimal({ min: -90, max: 90 })),
  longitude: maybe(decimal({ min: -180, max: 180 })),
  access_note: maybe(prose({ max: 500 })),
})

export const StopBody = input({
  kind: oneOf(stopKinds),
  place: PlaceBody,
  arrive_at: maybe(instant()),
  depart_at: maybe(instant()),
  waiting_minutes: maybe(minutes),
  note: maybe(prose({ max: 500 })),
})

export const LegBody = input({
  kind: maybe(oneOf(legKinds)),
  pickup: PlaceBody,
  dropoff: PlaceBody,
  departs_at: instant(),
  arrive_by: maybe(instant()),
  passenger_count: maybe(people),
  waiting_minutes: maybe(minutes),
  distance_m: maybe(metres),
  driving_seconds: maybe(seconds),
  stops: maybe(Type.Array(StopBody, { maxItems: 50 })),
})

const provision = maybe(oneOf(provisions))

export const CustomerBody = input({
  name: text({ min: 1, max: 160 }),
  email: email(),
  phone: maybe(text({ max: 24 })),
  organisation: maybe(short),
})

export const ContactBody = input({ name: text({ min: 1, max: 160 }), phone: maybe(text({ max: 24 })) })

export const PassengersBody = input({ adults: maybe(people), children: maybe(people), infants: maybe(people) })

export const LuggageBody = input({
  suitcases: maybe(whole({ min: 0, max: 10_000 })),
  hand_luggage: maybe(whole({ min: 0, max: 10_000 })),
  oversized: Type.Optional(Type.Array(short, { maxItems: 50 })),
  note: maybe(prose({ max: 500 })),
})

export const RequestedVehicleBody = input({
  type: oneOf(vehicleTypes),
  count: whole({ min: 1, max: 50 }),
  min_seats: maybe(whole({ min: 1, max: 100 })),
})

export const AccessibilityBody = input({
  wheelchair_spaces: maybe(whole({ min: 0, max: 100 })),
  wheelchair_remains_seated: maybe(Type.Boolean()),
  lift_required: maybe(Type.Boolean()),
  step_free: maybe(Type.Boolean()),
  psvar_required: maybe(Type.Boolean()),
  assistance_dogs: maybe(whole({ min: 0, max: 100 })),
  note: maybe(prose({ max: 500 })),
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
  scheduled_at: maybe(instant()),
})

/** Fields of what is asked for: the itinerary in the job's own shape, and who goes along. */
export const askedFields = {
  lead_passenger: maybe(ContactBody),
  pickup: PlaceBody,
  dropoff: PlaceBody,
  departs_at: instant(),
  returns_at: maybe(instant()),
  timezone: maybe(text({ min: 1, max: 64 })),
  passenger_count: whole({ min: 1, max: 500 }),
  trip_type: maybe(oneOf(tripTypes)),
  purpose: maybe(oneOf(purposes)),
  legs: maybe(Type.Array(LegBody, { minItems: 1, maxItems: 50 })),
  passengers: maybe(PassengersBody),
  luggage: maybe(LuggageBody),
  vehicles_requested: maybe(Type.Array(RequestedVehicleBody, { maxItems: 10 })),
  accessibility: maybe(AccessibilityBody),
  amenities_required: maybe(Type.Array(oneOf(amenities), { uniqueItems: true })),
  coach_stays_with_group: maybe(Type.Boolean()),
  waiting_minutes: maybe(minutes),
  driver_provisions: maybe(DriverProvisionsBody),
  dbs_required: maybe(oneOf(dbsLevels)),
  flight: maybe(FlightBody),
  distance_m: maybe(metres),
  driving_seconds: maybe(seconds),
  notes: maybe(prose({ max: 2000 })),
  quote_by: maybe(instant()),
}

const AskedFields = input(askedFields)

/** Fields that every way of entering a trip from outside takes. */
const tripFields = { customer: CustomerBody, ...askedFields }

export const OffersBody = input({
  offer_to: Type.Union([
    Type.Literal('all'),
    Type.Array(text({ min: 1, max: 20 }), { minItems: 1, maxItems: 500, uniqueItems: true }),
  ]),
})

export const TripBody = input({
  ...tripFields,
  currency_code: maybe(text({ min: 3, max: 3 })),
  ...OffersBody.properties,
})

export const EnquiryBody = input({ ...tripFields, operator_ref: maybe(text({ max: 20 })) })

/** The operators that a body asks to quote. */
export function toOfferTo(body: Static<typeof OffersBody>): OfferTo {
  return body.offer_to
}

/**
 * The operators to ask, and the currency to quote in, null where the body says none. Refuses `validation_failed` for a
 * currency that does not exist.
 */
export function toWanted(body: Static<typeof TripBody>) {
  const { currency_code: currencyCode = null } = body
  if (currencyCode !== null && !isCurrency(currencyCode)) {
    throw invalidField('currency_code', 'The currency_code field must be an ISO 4217 code.')
  }
  return { offerTo: toOfferTo(body), currencyCode }
}

/** The one operator a customer asks, or null. */
export function toOperatorAsked(body: Static<typeof EnquiryBody>): string | null {
  return body.operator_ref ?? null
}

/** A validated body as the action takes it. */
export function toEnquiry(body: Static<typeof EnquiryBody>): Enquiry {
  return { ...toAsked(body), customer: allFields(CustomerBody, body.customer) }
}

/** The enquiry that a body makes, without its customer. */
export function toAsked(body: Static<typeof AskedFields>): Omit<Enquiry, 'customer'> {
  const { lead_passenger: lead, luggage, accessibility, flight } = body
  return {
    ...sentFields(AskedFields, body),
    leadPassenger: lead ? allFields(ContactBody, lead) : null,
    timezone: body.timezone ?? null,
    pickup: toPlace(body.pickup),
    dropoff: toPlace(body.dropoff),
    legs: body.legs?.map(toLeg),
    luggage: luggage && sentFields(LuggageBody, luggage),
    vehiclesRequested: body.vehicles_requested?.map((vehicle) => sentFields(RequestedVehicleBody, vehicle)),
    accessibility: accessibility && sentFields(AccessibilityBody, accessibility),
    flight: flight && sentFields(FlightBody, flight),
  }
}

/** A place of a body. */
export function toPlace(place: Static<typeof PlaceBody>): PlaceInput {
  return sentFields(PlaceBody, place)
}

/** A leg of a body, in the order of its sending. */
export function toLeg(leg: Static<typeof LegBody>): LegInput {
  return {
    ...sentFields(LegBody, leg),
    pickup: toPlace(leg.pickup),
    dropoff: toPlace(leg.dropoff),
    stops: leg.stops?.map(toStop),
  }
}

function toStop(stop: Static<typeof StopBody>): StopInput {
  return { ...sentFields(StopBody, stop), place: toPlace(stop.place) }
}
