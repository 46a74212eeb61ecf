import { type TObject, Type } from '@sinclair/typebox'
import type { AmendmentDraft, Proposal, ShownAmendment, WishAnswer } from '../../actions/amendments/amendments.ts'
import type { AmendmentPreview } from '../../actions/amendments/preview-amendments.ts'
import type { TripChanges } from '../../domain/amended-trip.ts'
import { amenders, amendmentStatuses, consents } from '../../domain/amendment.ts'
import type { AskedChanges } from '../../domain/asked-changes.ts'
import type { Itinerary } from '../../domain/itinerary.ts'
import { contract } from '../contract.ts'
import { amount, email, input, instant, moment, nullable, type Of, oneOf, prose, record, text, whole } from '../schema.ts'
import { Contact, Customer } from './contact.ts'
import { allFields, asRecord, camel, sentFields } from './fields.ts'
import { itineraryFields } from './itinerary.ts'
import { asItinerary } from './itinerary-view.ts'
import { asSums, sumFields } from './money.ts'
import { asQuoteVehicles, QuoteVehicleBody, QuoteVehicleRecord } from './quote.ts'
import { ContactBody, FlightBody, LegBody, LuggageBody, PassengersBody, PlaceBody, toLeg, toPlace } from './trip-input.ts'

const maybe = <S extends Parameters<typeof nullable>[0]>(schema: S) => Type.Optional(nullable(schema))

/** A body's changes to the customer who ordered a trip. */
export const CustomerChangeBody = input({
  name: Type.Optional(text({ min: 1, max: 160 })),
  email: maybe(email()),
  phone: maybe(text({ max: 24 })),
  organisation: maybe(text({ max: 160 })),
})

const plain = {
  departs_at: Type.Optional(instant()),
  returns_at: Type.Optional(instant()),
  passenger_count: Type.Optional(whole({ min: 1, max: 500 })),
  passengers: maybe(PassengersBody),
  notes: maybe(prose({ max: 2000 })),
}

const Plain = input(plain)

/** A body's changes to a trip after it is booked. */
export const ChangesBody = input({
  ...plain,
  pickup: Type.Optional(PlaceBody),
  dropoff: Type.Optional(PlaceBody),
  legs: Type.Optional(Type.Array(LegBody, { minItems: 1, maxItems: 50 })),
  luggage: maybe(LuggageBody),
  flight: maybe(FlightBody),
  lead_passenger: maybe(ContactBody),
  customer: Type.Optional(CustomerChangeBody),
  vehicles: Type.Optional(Type.Array(QuoteVehicleBody, { minItems: 1, maxItems: 10 })),
})

const price = { price_amount: maybe(amount({ zero: false })), currency_code: maybe(text({ min: 3, max: 3 })) }

export const AmendmentBody = input({
  changes: ChangesBody,
  ...price,
  reason: prose({ min: 3, max: 500 }),
  consent: oneOf(consents),
})

/** The body of a preview: that of a change, with an optional reason and consent. */
export const AmendmentPreviewBody = input({
  changes: ChangesBody,
  ...price,
  reason: maybe(prose({ max: 500 })),
  consent: maybe(oneOf(consents)),
})

export const WishBody = input({ changes: ChangesBody, message: maybe(prose({ max: 500 })) })
export const GrantBody = input({ ...price, consent: maybe(oneOf(consents)) })
export const RefusalBody = input({ reason: prose({ min: 3, max: 500 }) })
export const DeclineAmendmentBody = input({ reason: maybe(prose({ max: 500 })) })

/** The change a body of the office asks for. */
export function toProposal({ changes, reason, consent, ...said }: Of<typeof AmendmentBody>): Proposal {
  return { changes: toChanges(changes), ...toPrice(said), reason, consent }
}

/** The change to preview, from a body. */
export function toPreviewed({ changes, reason = null, consent, ...said }: Of<typeof AmendmentPreviewBody>): Proposal {
  return { changes: toChanges(changes), ...toPrice(said), reason, consent: consent ?? 'ask' }
}

/** The answer to a wish that a body gives. */
export function toWishAnswer({ consent = null, ...said }: Of<typeof GrantBody>): WishAnswer {
  return { ...toPrice(said), consent }
}

/** The change a body of the customer wishes for; which of the fleet comes is not theirs to say. */
export function toWish({ changes, message = null }: Of<typeof WishBody>): Pick<AmendmentDraft, 'changes' | 'reason'> {
  return { changes: withoutFleet(toChanges(changes)), reason: toSaid(message) }
}

/** The reason for which a customer does not want a change, or null. */
export function toDeclineReason({ reason = null }: Of<typeof DeclineAmendmentBody>): string | null {
  return toSaid(reason)
}

/** Words that a customer says beside a wish or an answer; null for nothing but blanks. */
function toSaid(words: string | null): string | null {
  return words?.trim() === '' ? null : words
}

function withoutFleet<T extends Pick<TripChanges, 'vehicles'>>(changes: T): T {
  if (changes.vehicles === undefined) return changes
  return { ...changes, vehicles: changes.vehicles.map((vehicle) => ({ ...vehicle, vehicleId: null })) }
}

function toPrice({ price_amount = null, currency_code = null }: Of<TObject<typeof price>>) {
  return { priceAmount: price_amount, currencyCode: currency_code }
}

function toChanges(body: Of<typeof ChangesBody>): AskedChanges {
  const { pickup, dropoff, legs, luggage, flight, lead_passenger: lead, customer, vehicles } = body
  return {
    ...sentFields(Plain, body),
    ...(pickup && { pickup: toPlace(pickup) }),
    ...(dropoff && { dropoff: toPlace(dropoff) }),
    ...(legs && { legs: legs.map(toLeg) }),
    ...(luggage && { luggage: sentFields(LuggageBody, luggage) }),
    ...(flight && { flight: sentFields(FlightBody, flight) }),
    ...(lead !== undefined && { leadPassenger: lead && allFields(ContactBody, lead) }),
    ...(customer && Object.keys(customer).length > 0 && { customer: sentFields(CustomerChangeBody, customer) }),
    ...(vehicles && { vehicles: vehicles.map((vehicle) => allFields(QuoteVehicleBody, vehicle)) }),
  }
}

const { departs_at, returns_at, pickup, dropoff, legs, passenger_count, passengers, luggage, flight, notes } = itineraryFields

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

/** An amendment as the office sees it. */
export function asAmendment({ amendment, trip }: ShownAmendment): Of<typeof Amendment> {
  const { changes, before } = amendment
  return asRecord(Amendment, amendment, {
    changes: asChanges(changes, trip.itinerary),
    before: asChanges(before, trip.itinerary),
  })
}

/** An amendment as the customer sees it: which of the fleet is meant stays with the operator. */
export function asCustomerAmendment({ amendment, trip }: ShownAmendment): Of<typeof Amendment> {
  const { changes, before } = amendment
  const [own, known] = [withoutFleet(changes), withoutFleet(before)]
  return asAmendment({ amendment: { ...amendment, changes: own, before: known }, trip })
}

/** The fields that were changed and nothing else, in the words of a booking. */
function asChanges(changes: TripChanges, itinerary: Itinerary): Of<typeof Changes> {
  const { customer, leadPassenger, vehicles, ...own } = changes
  const whole = asItinerary({ ...itinerary, ...own })
  const shown: Record<string, unknown> = {
    ...whole,
    ...('returnsAt' in own && own.returnsAt === null && { returns_at: null }),
    customer,
    lead_passenger: leadPassenger,
    vehicles: vehicles && asQuoteVehicles(vehicles),
  }
  const names = Object.keys(changed).filter((name) => camel(name) in changes)
  return Object.fromEntries(names.map((name) => [name, shown[name]])) as Of<typeof Changes>
}

export const AmendmentView = contract(Amendment, (found: ShownAmendment) => asAmendment(found))

export const CustomerAmendmentView = contract(Amendment, (found: ShownAmendment) => asCustomerAmendment(found))

export const AmendmentsView = contract(Type.Array(Amendment), (found: readonly ShownAmendment[]) => found.map(asAmendment))

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

/** The money of a booking after a previewed change. */
export const AmendmentPreviewView = contract(Preview, ({ booking, isConsentNeeded, asOf, ...preview }: AmendmentPreview) =>
  asRecord(Preview, { ...booking, ...preview }, { ...asSums(booking, asOf), consent_needed: isConsentNeeded }),
)
