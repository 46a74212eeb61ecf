import { type TObject, Type } from '@sinclair/typebox'
import type { AmendmentDraft, ChangeRequestDecision, Proposal, ShownAmendment } from '../../actions/amendments/amendments.ts'
import type { AmendmentPreview } from '../../actions/amendments/preview-amendments.ts'
import type { TripChanges } from '../../domain/amended-trip.ts'
import { amenders, amendmentStatuses, consents } from '../../domain/amendment.ts'
import type { Itinerary } from '../../domain/itinerary.ts'
import type { TripChangeInput } from '../../domain/requested-changes.ts'
import { defineContract, type Showing } from '../contract.ts'
import { amount, email, input, instant, moment, nullable, type Of, oneOf, prose, record, text, whole } from '../schema.ts'
import { Contact, Customer } from './contact.ts'
import { asRecord, listAllFields, pickSentFields, toCamelCase } from './fields.ts'
import { itineraryFields } from './itinerary.ts'
import { asItinerary } from './itinerary-view.ts'
import { asSums, sumFields } from './money.ts'
import { asQuoteVehicles, QuoteVehicleBody, QuoteVehicleRecord } from './quote.ts'
import {
  AccessibilityBody,
  ContactBody,
  FlightBody,
  LegBody,
  LuggageBody,
  PassengersBody,
  PlaceBody,
  toLeg,
  toPlace,
} from './trip-input.ts'

const optionalAmendmentField = <S extends Parameters<typeof nullable>[0]>(schema: S) => Type.Optional(nullable(schema))

/** A body's changes to the customer of a trip. */
export const CustomerChangeBody = input({
  name: Type.Optional(text({ min: 1, max: 160 })),
  email: optionalAmendmentField(email()),
  phone: optionalAmendmentField(text({ max: 24 })),
  organisation: optionalAmendmentField(text({ max: 160 })),
})

const plain = {
  departs_at: Type.Optional(instant()),
  returns_at: Type.Optional(instant()),
  passenger_count: Type.Optional(whole({ min: 1, max: 500 })),
  passengers: optionalAmendmentField(PassengersBody),
  notes: optionalAmendmentField(prose({ max: 2000 })),
}

const Plain = input(plain)

/** A body's changes to a trip after it is booked. */
export const ChangesBody = input({
  ...plain,
  pickup: Type.Optional(PlaceBody),
  dropoff: Type.Optional(PlaceBody),
  legs: Type.Optional(Type.Array(LegBody, { minItems: 1, maxItems: 50 })),
  luggage: optionalAmendmentField(LuggageBody),
  accessibility: optionalAmendmentField(AccessibilityBody),
  flight: optionalAmendmentField(FlightBody),
  lead_passenger: optionalAmendmentField(ContactBody),
  customer: Type.Optional(CustomerChangeBody),
  vehicles: Type.Optional(Type.Array(QuoteVehicleBody, { minItems: 1, maxItems: 10 })),
})

const price = {
  price_amount: optionalAmendmentField(amount({ zero: false })),
  currency_code: optionalAmendmentField(text({ min: 3, max: 3 })),
}

export const AmendmentBody = input({
  changes: ChangesBody,
  ...price,
  reason: prose({ min: 3, max: 500 }),
  consent: oneOf(consents),
})

/** The body of a preview: a change, with an optional reason and consent. */
export const AmendmentPreviewBody = input({
  changes: ChangesBody,
  ...price,
  reason: optionalAmendmentField(prose({ max: 500 })),
  consent: optionalAmendmentField(oneOf(consents)),
})

export const WishBody = input({ changes: ChangesBody, message: optionalAmendmentField(prose({ max: 500 })) })
export const GrantBody = input({ ...price, consent: optionalAmendmentField(oneOf(consents)) })
export const RefusalBody = input({ reason: prose({ min: 3, max: 500 }) })
export const DeclineAmendmentBody = input({ reason: optionalAmendmentField(prose({ max: 500 })) })

/** The change of a body from the office. */
export function toProposal({ changes, reason, consent, ...said }: Of<typeof AmendmentBody>): Proposal {
  return { changes: toChanges(changes), ...toPrice(said), reason, consent }
}

/** The change to preview, from a body. */
export function toPreviewed({ changes, reason = null, consent, ...said }: Of<typeof AmendmentPreviewBody>): Proposal {
  return { changes: toChanges(changes), ...toPrice(said), reason, consent: consent ?? 'ask' }
}

/** The office's answer to a requested change. */
export function toChangeRequestAnswer({ consent = null, ...said }: Of<typeof GrantBody>): ChangeRequestDecision {
  return { ...toPrice(said), consent }
}

/** The change that a customer requests. Customers cannot choose a vehicle of the fleet. */
export function toChangeRequest({ changes, message = null }: Of<typeof WishBody>): Pick<AmendmentDraft, 'changes' | 'reason'> {
  return { changes: removeFleetVehicles(toChanges(changes)), reason: toAmendmentNote(message) }
}

/** The reason of a customer who declines a change, or null. */
export function toDeclineReason({ reason = null }: Of<typeof DeclineAmendmentBody>): string | null {
  return toAmendmentNote(reason)
}

/** A customer's note beside a request or an answer; null for blanks. */
function toAmendmentNote(words: string | null): string | null {
  return words?.trim() === '' ? null : words
}

function removeFleetVehicles<T extends Pick<TripChanges, 'vehicles'>>(changes: T): T {
  if (changes.vehicles === undefined) return changes
  return { ...changes, vehicles: changes.vehicles.map((vehicle) => ({ ...vehicle, vehicleId: null })) }
}

function toPrice({ price_amount = null, currency_code = null }: Of<TObject<typeof price>>) {
  return { priceAmount: price_amount, currencyCode: currency_code }
}

function toChanges(body: Of<typeof ChangesBody>): TripChangeInput {
  const { pickup, dropoff, legs, luggage, accessibility, flight, lead_passenger: lead, customer, vehicles } = body
  return {
    ...pickSentFields(Plain, body),
    ...(pickup && { pickup: toPlace(pickup) }),
    ...(dropoff && { dropoff: toPlace(dropoff) }),
    ...(legs && { legs: legs.map(toLeg) }),
    ...(luggage !== undefined && { luggage: luggage && pickSentFields(LuggageBody, luggage) }),
    ...(accessibility !== undefined && { accessibility: accessibility && pickSentFields(AccessibilityBody, accessibility) }),
    ...(flight !== undefined && { flight: flight && pickSentFields(FlightBody, flight) }),
    ...(lead !== undefined && { leadPassenger: lead && listAllFields(ContactBody, lead) }),
    ...(customer && Object.keys(customer).length > 0 && { customer: pickSentFields(CustomerChangeBody, customer) }),
    ...(vehicles && { vehicles: vehicles.map((vehicle) => listAllFields(QuoteVehicleBody, vehicle)) }),
  }
}

const { departs_at, returns_at, pickup, dropoff, legs, passenger_count, passengers, luggage, accessibility, flight, notes } =
  itineraryFields

export const CustomerChange = Type.Partial(Customer)

const changed = {
  departs_at,
  returns_at,
  pickup,
  dropoff,
  legs,
  passenger_count,
  passengers,
  luggage,
  accessibility,
  flight,
  lead_passenger: nullable(Contact),
  customer: CustomerChange,
  notes,
  vehicles: Type.Array(QuoteVehicleRecord),
}

export const Changes = Type.Partial(record(changed), { additionalProperties: false })

export const Amendment = record({
  id: Type.Integer(),
  status: oneOf(amendmentStatuses),
  by: oneOf(amenders),
  changes: Changes,
  before: Changes,
  price_difference_amount: Type.Integer(),
  currency_code: Type.String(),
  reason: nullable(Type.String()),
  decline_reason: nullable(Type.String()),
  respond_by: nullable(moment()),
  created_at: moment(),
  closed_at: nullable(moment()),
})

/** The part of a rendering's setting that map links need. */
type MapShowing = Pick<Showing, 'mapUrl'>

/** A change to a booking for the office. */
export function asAmendment({ amendment, trip }: ShownAmendment, { mapUrl }: MapShowing): Of<typeof Amendment> {
  const { changes, before } = amendment
  return asRecord(Amendment, amendment, {
    changes: asChanges(changes, trip.itinerary, mapUrl),
    before: asChanges(before, trip.itinerary, mapUrl),
  })
}

/** A change to a booking for the customer, without the vehicle of the fleet. */
export function asCustomerAmendment({ amendment, trip }: ShownAmendment, showing: MapShowing): Of<typeof Amendment> {
  const { changes, before } = amendment
  const [own, known] = [removeFleetVehicles(changes), removeFleetVehicles(before)]
  return asAmendment({ amendment: { ...amendment, changes: own, before: known }, trip }, showing)
}

/** Only the changed fields, with the names of a booking. */
function asChanges(changes: TripChanges, itinerary: Itinerary, mapUrl: string): Of<typeof Changes> {
  const { customer, leadPassenger, vehicles, ...own } = changes
  const whole = asItinerary({ ...itinerary, ...own }, mapUrl)
  const shown: Record<string, unknown> = {
    ...whole,
    ...('returnsAt' in own && own.returnsAt === null && { returns_at: null }),
    customer,
    lead_passenger: leadPassenger,
    vehicles: vehicles && asQuoteVehicles(vehicles),
  }
  const names = Object.keys(changed).filter((name) => toCamelCase(name) in changes)
  return Object.fromEntries(names.map((name) => [name, shown[name]])) as Of<typeof Changes>
}

export const AmendmentView = defineContract(Amendment, asAmendment)

export const CustomerAmendmentView = defineContract(Amendment, asCustomerAmendment)

export const AmendmentsView = defineContract(Type.Array(Amendment), (found: readonly ShownAmendment[], showing) =>
  found.map((one) => asAmendment(one, showing)),
)

const Preview = record({
  price_amount: Type.Integer(),
  price_difference_amount: Type.Integer(),
  deposit_amount: Type.Integer(),
  balance_amount: Type.Integer(),
  ...sumFields,
  refund_amount: Type.Integer(),
  balance_due_at: nullable(moment()),
  consent_needed: Type.Boolean(),
  currency_code: Type.String(),
})

/** The amounts of a booking after a previewed change. */
export const AmendmentPreviewView = defineContract(Preview, ({ booking, isConsentNeeded, asOf, ...preview }: AmendmentPreview) =>
  asRecord(Preview, { ...booking, ...preview }, { ...asSums(booking, asOf), consent_needed: isConsentNeeded }),
)
