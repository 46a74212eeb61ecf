import type { Agreement } from '../../domain/agreement.ts'
import type { PortalCaller } from '../../domain/caller.ts'
import { movedByClocks } from '../../domain/instant.ts'
import type { Itinerary, TripInput } from '../../domain/itinerary.ts'
import type { TripState } from '../../domain/job.ts'
import { knownPlacesOf } from '../../domain/known-place.ts'
import type { QuoteTerms } from '../../domain/quote.ts'
import { invalid, mustFind, withinField } from '../../domain/refusal.ts'
import { type DriveFinder, driveFinder } from '../../domain/road-distance.ts'
import { type PageAsked, pageSpanOf } from '../../storage/lists/listing.ts'
import { lockOperator } from '../../storage/locks.ts'
import { findJob } from '../../storage/queries/jobs.ts'
import type { Operator } from '../../storage/queries/operators.ts'
import { findOwnCustomer, type OwnCustomerRow } from '../../storage/queries/own-customers.ts'
import { findOwnTrip, findOwnTrips, type OwnTrip } from '../../storage/queries/own-trips.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import { bookOnWord, notOwnTrip } from '../bookings/agreed-bookings.ts'
import type { AppContext } from '../context.ts'
import { type IdempotentRequest, transactOnce } from '../idempotency.ts'
import { mustBePhones } from '../people/phones.ts'
import { operatorOf } from '../quotes/jobs.ts'
import { type Advised, withAdvice, withWarnings } from '../quotes/quote-warnings.ts'
import { submitQuote } from '../quotes/quotes.ts'
import { findDrives } from './drives.ts'
import { rememberPlaces } from './places.ts'
import { type Enquiry, type EnteredTrip, insertEnquiry, phonesOf } from './trips.ts'

/** A trip that an operator enters by itself; its customer is named, or known already, or both. */
export type OwnEnquiry = Omit<Enquiry, 'customer'> & {
  readonly customer: Enquiry['customer'] | null
  readonly customerId: number | null
  /** Terms of the quote that is made at once; null for none. */
  readonly quote: (QuoteTerms & { readonly currencyCode: string }) | null
  /** Agreement under which the quote is booked at once; null where nothing was agreed yet. */
  readonly book: Agreement | null
}

/** An operator's own trip once it was written down; each id or ref is null where nothing of the kind was asked for. */
export type EnteredOwnTrip = EnteredTrip & { readonly quoteId: number | null; readonly bookingRef: string | null }

/**
 * An operator types in what came by phone; the job is offered to itself, and quoted and booked at once where that is said. All of it
 * happens or nothing. Refuses `validation_failed`.
 */
export async function enterOwnTrip(
  app: AppContext,
  caller: PortalCaller,
  enquiry: OwnEnquiry,
  idempotent: IdempotentRequest<EnteredOwnTrip>,
): Promise<EnteredOwnTrip> {
  const find = await findDrives(app, enquiry, idempotent)
  return transactOnce(app, idempotent, (tx) => enterWhole(tx, app, caller, enquiry, find, app.clock()))
}

async function enterWhole(
  tx: Writer,
  app: AppContext,
  caller: PortalCaller,
  { customer: named, customerId, quote, book, ...enquiry }: OwnEnquiry,
  find: DriveFinder,
  now: number,
): Promise<EnteredOwnTrip> {
  if (book !== null && quote === null) throw invalid(['quote'], 'required')
  // A customer who is about to be forgotten gets no more trips.
  if (customerId !== null || book !== null) await lockOperator(tx, caller.operatorId)
  const known = customerId === null ? null : await findOwnCustomer(tx, caller.operatorId, customerId)
  if (customerId !== null && known === null) throw invalid(['customerId'], 'unknown')
  const customer = mustBeReachable(named, known)
  const operator = await operatorOf(tx, caller)
  mustBePhones(app, [operator], phonesOf({ customer: named, leadPassenger: enquiry.leadPassenger }))
  const entered = await insertOwn(tx, app, operator, { ...enquiry, customer }, { kept: known, find }, now)
  const agreed = await quoteAndBook(tx, app, caller, entered, { quote, book }, now)
  await rememberOwn(tx, caller, entered, now)
  return agreed
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

  const quoted = await withinField('quote', () => submitQuote(tx, app, caller, ref, quote, now))
  const quoteId = quoted.quote?.id ?? null
  if (book === null || quoteId === null) return { ...entered, quoteId, bookingRef: null }
  await withinField('book', () => bookOnWord(tx, app, caller, ref, { ...book, quoteId }, now))
  return { ...entered, trip: { ...entered.trip, status: 'booked' }, quoteId, bookingRef: ref }
}

/** Remembers where a trip that was just entered calls. Comes last, as others wait for the places. */
function rememberOwn(tx: Writer, { operatorId }: PortalCaller, { trip }: EnteredTrip, now: number): Promise<void> {
  return rememberPlaces(tx, { operatorId, tripId: trip.id }, knownPlacesOf(trip.itinerary, trip.ownCustomerId), now)
}

function mustBeReachable(named: Enquiry['customer'] | null, known: OwnCustomerRow | null): Enquiry['customer'] {
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
  { kept, find }: { readonly kept: OwnCustomerRow | null; readonly find: DriveFinder },
  now: number,
): Promise<EnteredTrip> {
  const own = { operatorId: operator.id, kept }
  const entry = { operators: [operator], currencyCode: operator.currencyCode, source: 'operator', find, own } as const
  return insertEnquiry(tx, app, enquiry, entry, now)
}

/**
 * Enters a trip of the caller's once more, to depart at `departsAt` (ms): everything as much later as it was by the clocks of the place.
 * Refuses `not_found`, `not_own_trip`, `validation_failed` (a departure in the past).
 */
export async function copyOwnTrip(
  tx: Writer,
  app: AppContext,
  caller: PortalCaller,
  ref: string,
  departsAt: number,
  now: number,
): Promise<EnteredOwnTrip> {
  await lockOperator(tx, caller.operatorId)
  const { trip, customer } = await mustBeOwn(tx, caller, ref)
  const { name, email, phone, organisation } = customer
  const { ownCustomerId, leadPassenger, timezone } = trip
  const kept = ownCustomerId === null ? null : await findOwnCustomer(tx, caller.operatorId, ownCustomerId)
  const enquiry = {
    ...movedTo(trip.itinerary, departsAt),
    customer: { name, email, phone, organisation },
    leadPassenger,
    timezone,
  }
  // The distances of the trip are copied; only one that an earlier release ended has none, which no router is asked about.
  const how = { kept, find: driveFinder(app.roads.figures) }
  const entered = await insertOwn(tx, app, await operatorOf(tx, caller), enquiry, how, now)
  await rememberOwn(tx, caller, entered, now)
  return { ...entered, quoteId: null, bookingRef: null }
}

/** The caller's own trip. Refuses `not_found` for a job never offered to them, `not_own_trip` for one somebody else entered. */
async function mustBeOwn(db: Reader, caller: PortalCaller, ref: string): Promise<OwnTrip> {
  const own = await findOwnTrip(db, caller.operatorId, ref)
  if (own !== null) return own
  await mustFind(findJob(db, caller.operatorId, ref))
  throw notOwnTrip()
}

function movedTo(itinerary: Itinerary, departsAt: number): TripInput {
  const moved = (ms: number) => movedByClocks(ms, itinerary.timezone, { from: itinerary.departsAt, to: departsAt })
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

/** The caller's own trips, all of them or those in one state. */
export async function listOwnTrips(
  db: Reader,
  caller: PortalCaller,
  { status, ...asked }: PageAsked & { readonly status: TripState | null },
) {
  const { items, total } = await findOwnTrips(db, { operatorId: caller.operatorId, status, ...pageSpanOf(asked) })
  return { items: await withWarnings(db, items), total }
}

/** One of the caller's own trips, with the customer. Refuses `not_found`. */
export async function showOwnTrip(db: Reader, caller: PortalCaller, ref: string): Promise<Advised<OwnTrip>> {
  return withAdvice(db, await mustFind(findOwnTrip(db, caller.operatorId, ref)))
}
