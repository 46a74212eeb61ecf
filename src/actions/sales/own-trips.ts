import type { Agreement } from '../../domain/agreement.ts'
import type { PortalCaller } from '../../domain/caller.ts'
import { shiftByClocks } from '../../domain/instant.ts'
import { type Itinerary, listItineraryPlaces, type TripInput } from '../../domain/itinerary.ts'
import type { TripState } from '../../domain/job.ts'
import { locateNothing, type PlaceLocator } from '../../domain/place-filling.ts'
import type { QuoteTerms } from '../../domain/quote.ts'
import { invalid, requireFound, runWithinField } from '../../domain/refusal.ts'
import { createDriveFinder } from '../../domain/road-distance.ts'
import { openOwnGazetteer } from '../../gateways/gazetteer.ts'
import { type PageAsked, toPageSpan } from '../../storage/lists/listing.ts'
import { lockOperator } from '../../storage/locks.ts'
import { findJob } from '../../storage/queries/jobs.ts'
import type { Operator } from '../../storage/queries/operators.ts'
import { findOwnCustomer, type OwnCustomerRow } from '../../storage/queries/own-customers.ts'
import { findOwnTrip, findOwnTrips, findTripsOfCustomer, type OwnTrip } from '../../storage/queries/own-trips.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { AppContext } from '../context.ts'
import { type IdempotentRequest, isRepeated, transactOnce } from '../idempotency.ts'
import { findOwnOperator } from '../people/own-operator.ts'
import { requireValidPhones } from '../people/phones.ts'
import { type Advised, addWarningsToJob, addWarningsToJobs } from '../quotes/quote-warnings.ts'
import { submitQuote } from '../quotes/quotes.ts'
import { lookUpTrip, type TripLookups } from '../trips/drives.ts'
import { findLocator } from '../trips/locators.ts'
import { type Enquiry, type EnteredTrip, insertEnquiry, listTypedPhones } from '../trips/trips.ts'
import { bookOnWord, notOwnTrip } from './agreed-bookings.ts'

/** A trip that an operator enters. Its customer is named, or saved, or both. */
export type OwnEnquiry = Omit<Enquiry, 'customer'> & {
  readonly customer: Enquiry['customer'] | null
  readonly customerId: number | null
  /** Terms of the quote that is made immediately; null for none. */
  readonly quote: (QuoteTerms & { readonly currencyCode: string }) | null
  /** Agreement under which the quote is booked immediately; null without an agreement. */
  readonly book: Agreement | null
}

/** An operator's own trip after its entry; each id or ref is null if nothing of the kind was requested. */
export type EnteredOwnTrip = EnteredTrip & { readonly quoteId: number | null; readonly bookingRef: string | null }

/**
 * Enters a trip that an operator took by phone. The job is offered to that operator alone, and quoted and booked immediately on
 * request, in one transaction. Refuses `validation_failed`.
 */
export async function enterOwnTrip(
  app: AppContext,
  caller: PortalCaller,
  enquiry: OwnEnquiry,
  idempotent: IdempotentRequest<EnteredOwnTrip>,
): Promise<EnteredOwnTrip> {
  const timezoneOf = async (db: Reader) => (await findOwnOperator(db, caller)).timezone
  const lookups = await lookUpTrip(app, enquiry, idempotent, timezoneOf)
  return transactOnce(app, idempotent, (tx) => enterWhole(tx, app, caller, enquiry, lookups, app.clock()))
}

async function enterWhole(
  tx: Writer,
  app: AppContext,
  caller: PortalCaller,
  { customer: named, customerId, quote, book, ...enquiry }: OwnEnquiry,
  lookups: TripLookups,
  now: number,
): Promise<EnteredOwnTrip> {
  if (book !== null && quote === null) throw invalid(['quote'], 'required')
  // A customer whose erasure is in progress gets no more trips.
  if (customerId !== null || book !== null) await lockOperator(tx, caller.operatorId)
  const known = customerId === null ? null : await findOwnCustomer(tx, caller.operatorId, customerId)
  if (customerId !== null && known === null) throw invalid(['customerId'], 'unknown')
  const customer = requireCustomerContact(named, known)
  const operator = await findOwnOperator(tx, caller)
  requireValidPhones(app, [operator], listTypedPhones({ customer: named, leadPassenger: enquiry.leadPassenger }))
  const entered = await insertOwn(tx, app, operator, { ...enquiry, customer }, { kept: known, lookups }, now)
  return quoteAndBook(tx, app, caller, entered, { quote, book }, now)
}

async function quoteAndBook(
  tx: Writer,
  app: AppContext,
  caller: PortalCaller,
  entered: EnteredTrip,
  { quote, book }: Pick<OwnEnquiry, 'quote' | 'book'>,
  now: number,
): Promise<EnteredOwnTrip> {
  const { ref } = entered.trip
  if (quote === null) return { ...entered, quoteId: null, bookingRef: null }

  const quoted = await runWithinField('quote', () => submitQuote(tx, app, caller, ref, quote, now))
  const quoteId = quoted.quote?.id ?? null
  if (book === null || quoteId === null) return { ...entered, quoteId, bookingRef: null }
  await runWithinField('book', () => bookOnWord(tx, app, caller, ref, { ...book, quoteId }, now))
  return { ...entered, trip: { ...entered.trip, status: 'booked' }, quoteId, bookingRef: ref }
}

function requireCustomerContact(named: Enquiry['customer'] | null, known: OwnCustomerRow | null): Enquiry['customer'] {
  const customer = named ?? known
  if (customer === null) throw invalid(['customer'], 'required')
  const { name, email, phone, organisation } = customer
  if (email === null && phone === null) throw invalid(['customer', 'email'], 'emailOrPhone')
  return { name, email, phone, organisation }
}

async function insertOwn(
  tx: Writer,
  app: AppContext,
  operator: Operator,
  enquiry: Enquiry,
  { kept, lookups }: { readonly kept: OwnCustomerRow | null; readonly lookups: TripLookups },
  now: number,
): Promise<EnteredTrip> {
  const own = { operatorId: operator.id, kept }
  const entry = { operators: [operator], currencyCode: operator.currencyCode, source: 'operator', lookups, own } as const
  return insertEnquiry(tx, app, enquiry, entry, now)
}

/**
 * Copies a trip of the caller, to depart at `departsAt` (ms). Every time moves by the same amount on the clocks of the place.
 * Places without coordinates get them as in a new trip. Refuses `not_found`, `not_own_trip`, `validation_failed` (a departure in
 * the past).
 */
export async function copyOwnTrip(
  app: AppContext,
  caller: PortalCaller,
  ref: string,
  departsAt: number,
  idempotent: IdempotentRequest<EnteredOwnTrip>,
): Promise<EnteredOwnTrip> {
  const gazetteer = await openOwnGazetteer()
  const locate = await app.storage.read(async (db) => {
    const own = await findOwnTrip(db, caller.operatorId, ref)
    return own === null || (await isRepeated(db, idempotent.key, app.clock()))
      ? locateNothing
      : findLocator(db, gazetteer, listItineraryPlaces(own.trip.itinerary), own.trip.timezone)
  })
  return transactOnce(app, idempotent, (tx) => insertCopy(tx, app, caller, ref, { departsAt, locate }, app.clock()))
}

async function insertCopy(
  tx: Writer,
  app: AppContext,
  caller: PortalCaller,
  ref: string,
  { departsAt, locate }: { readonly departsAt: number; readonly locate: PlaceLocator },
  now: number,
): Promise<EnteredOwnTrip> {
  await lockOperator(tx, caller.operatorId)
  const { trip, customer } = await requireOwnTrip(tx, caller, ref)
  const { name, email, phone, organisation } = customer
  const { ownCustomerId, leadPassenger, timezone } = trip
  const kept = ownCustomerId === null ? null : await findOwnCustomer(tx, caller.operatorId, ownCustomerId)
  const enquiry = {
    ...movedTo(trip.itinerary, departsAt),
    customer: { name, email, phone, organisation },
    leadPassenger,
    timezone,
  }
  // The distances of the trip are copied. Only a trip that ended under an earlier release lacks some, and the router is not asked
  // for those.
  const how = { kept, lookups: { locateIn: () => locate, find: createDriveFinder(app.roads.figures) } }
  const entered = await insertOwn(tx, app, await findOwnOperator(tx, caller), enquiry, how, now)
  return { ...entered, quoteId: null, bookingRef: null }
}

/** The caller's own trip. Refuses `not_found` for a job never offered to the caller, `not_own_trip` for any other job. */
async function requireOwnTrip(db: Reader, caller: PortalCaller, ref: string): Promise<OwnTrip> {
  const own = await findOwnTrip(db, caller.operatorId, ref)
  if (own !== null) return own
  await requireFound(findJob(db, caller.operatorId, ref))
  throw notOwnTrip()
}

function movedTo(itinerary: Itinerary, departsAt: number): TripInput {
  const moved = (ms: number) => shiftByClocks(ms, itinerary.timezone, { from: itinerary.departsAt, to: departsAt })
  const movedOrNull = (ms: number | null) => (ms === null ? null : moved(ms))
  const { flight } = itinerary
  return {
    ...itinerary,
    departsAt,
    returnsAt: movedOrNull(itinerary.returnsAt),
    legs: itinerary.legs.map((leg) => ({
      ...leg,
      departsAt: moved(leg.departsAt),
      arriveBy: movedOrNull(leg.arriveBy),
      stops: leg.stops.map((stop) => ({
        ...stop,
        arriveAt: movedOrNull(stop.arriveAt),
        departAt: movedOrNull(stop.departAt),
      })),
    })),
    flight: flight && { ...flight, scheduledAt: movedOrNull(flight.scheduledAt) },
    quoteBy: null,
  }
}

/** The state of the trips to list, or their saved customer; null for all. */
export type OwnTripFilter = { readonly status: TripState | null; readonly customerId: number | null }

/** The caller's own trips, all or those in one state, or those for one saved customer. An unknown customer has none. */
export async function listOwnTrips(
  db: Reader,
  { operatorId }: PortalCaller,
  { status, customerId, ...asked }: PageAsked & OwnTripFilter,
) {
  const span = toPageSpan(asked)
  const customer = customerId === null ? null : await findOwnCustomer(db, operatorId, customerId)
  if (customerId !== null && customer === null) return { items: [], total: 0 }
  const { items, total } =
    customer === null
      ? await findOwnTrips(db, { operatorId, status, ...span })
      : await findTripsOfCustomer(db, { customerId: customer.id, ...span })
  return { items: await addWarningsToJobs(db, items), total }
}

/** One of the caller's own trips, with the customer. Refuses `not_found`. */
export async function showOwnTrip(db: Reader, caller: PortalCaller, ref: string): Promise<Advised<OwnTrip>> {
  return addWarningsToJob(db, await requireFound(findOwnTrip(db, caller.operatorId, ref)))
}
