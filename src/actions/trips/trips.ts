import { randomBytes } from 'node:crypto'
import { isTimezone } from '../../domain/instant.ts'
import type { TripInput } from '../../domain/itinerary.ts'
import { buildKnownColumns, computePersonKey } from '../../domain/known-customer.ts'
import { maskItinerary, maskVersion } from '../../domain/masked-itinerary.ts'
import { jobClosed } from '../../domain/offer.ts'
import { isSuspended } from '../../domain/operator.ts'
import { fillTrip } from '../../domain/place-filling.ts'
import { planItinerary } from '../../domain/plan-itinerary.ts'
import { createTripRef, isLikePostcode } from '../../domain/reference.ts'
import { invalid, requireFound } from '../../domain/refusal.ts'
import { buildTripSearchText } from '../../domain/search.ts'
import { listTripWords } from '../../domain/trip-words.ts'
import { lockTripByRef } from '../../storage/locks.ts'
import { insertTripWords } from '../../storage/queries/desk-trips.ts'
import { insertOffer, listOffersOfTrip, type OfferRow, type TripOffer } from '../../storage/queries/jobs.ts'
import { findPersonBy } from '../../storage/queries/known-customers.ts'
import { findOperatorsByRef, listAllOperators, type Operator } from '../../storage/queries/operators.ts'
import type { OwnCustomerRow } from '../../storage/queries/own-customers.ts'
import {
  findCustomerOfTrip,
  findTripByRef,
  insertCustomer,
  insertTrip,
  saveTrip,
  type TripRow,
} from '../../storage/queries/trips.ts'
import { packedMaskedItinerary } from '../../storage/rows/packed-itinerary.ts'
import { Stored } from '../../storage/rows/stored.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { Row } from '../../storage/tables.ts'
import type { AppContext } from '../context.ts'
import { mintCredential } from '../credentials.ts'
import { type IdempotentRequest, transactOnce } from '../idempotency.ts'
import { announceFact } from '../outbox/events.ts'
import { notifyReaders } from '../outbox/notices.ts'
import { planQuoteReminder } from '../outbox/reminders.ts'
import { requireValidPhones, type TypedPhones } from '../people/phones.ts'
import { applyDueTransitions, scheduleNextDeadline } from '../transitions/trip-deadlines.ts'
import { lookUpTrip, type TripLookups } from './drives.ts'
import { planKnownPlaces } from './remembered-places.ts'
import { type WholeTrip, wholeTrip } from './whole-trip.ts'

/** A requested trip and its customer. */
export type Enquiry = TripInput & {
  readonly customer: Pick<Row<'customers'>, 'name' | 'email' | 'phone' | 'organisation'>
  readonly leadPassenger: TripRow['leadPassenger']
  /** IANA name; null for the operator's time zone. */
  readonly timezone: string | null
}

/** Operators by ref, or all of the server. */
export type OfferTo = 'all' | readonly string[]

/** A new trip, with the only copy of the customer's token. */
export type EnteredTrip = {
  readonly trip: TripRow
  readonly token: string
  readonly offers: readonly TripOffer[]
}

/**
 * Enters a job with the operators who are asked to quote, all in one currency: the given one, otherwise the first operator's.
 * Refuses `validation_failed`.
 */
export async function enterTrip(
  app: AppContext,
  enquiry: Enquiry,
  wanted: { readonly offerTo: OfferTo; readonly currencyCode: string | null },
  idempotent: IdempotentRequest<EnteredTrip>,
): Promise<EnteredTrip> {
  const asked = (db: Reader) => operatorsFor(db, wanted.offerTo, wanted.currencyCode)
  const lookups = await lookUpTrip(app, enquiry, idempotent, async (db) => findUsualTimezone((await asked(db)).operators))
  return transactOnce(app, idempotent, async (tx) => {
    const { operators, currencyCode } = await asked(tx)
    requireValidPhones(app, operators, listTypedPhones(enquiry))
    return insertEnquiry(tx, app, enquiry, { operators, currencyCode, source: 'platform', lookups }, app.clock())
  })
}

/** Enters a customer's own request; on a server with several operators the customer names one. Refuses `validation_failed`. */
export async function enterEnquiry(
  app: AppContext,
  enquiry: Enquiry,
  operatorRef: string | null,
  idempotent: IdempotentRequest<EnteredTrip>,
): Promise<EnteredTrip> {
  const timezoneOf = async (db: Reader) => (await operatorAsked(db, operatorRef)).timezone
  const lookups = await lookUpTrip(app, enquiry, idempotent, timezoneOf)
  return transactOnce(app, idempotent, async (tx) => {
    const operator = await operatorAsked(tx, operatorRef)
    requireValidPhones(app, [operator], listTypedPhones(enquiry))
    const entry = { operators: [operator], currencyCode: operator.currencyCode, source: 'customer', lookups } as const
    return insertEnquiry(tx, app, enquiry, entry, app.clock())
  })
}

/** The phone numbers of a trip's people, with the paths of their fields. */
export function listTypedPhones({
  customer,
  leadPassenger,
}: Pick<Enquiry, 'leadPassenger'> & { customer: Enquiry['customer'] | null }): TypedPhones {
  return [
    [['customer', 'phone'], customer?.phone],
    [['leadPassenger', 'phone'], leadPassenger?.phone],
  ]
}

async function operatorAsked(db: Reader, ref: string | null): Promise<Operator> {
  const path = ['operatorRef']
  if (ref !== null) {
    const [named] = await findOperatorsByRef(db, [ref])
    if (named === undefined || isSuspended(named)) throw invalid(path, 'unknown')
    return named
  }
  const everyone = await everyoneAsked(db)
  const [only] = everyone
  if (only === undefined) throw invalid(path, 'noOperator')
  if (everyone.length > 1) throw invalid(path, 'whichOperator')
  return only
}

/**
 * The operators who are asked, in the given order, and the currency of the trip: `said`, otherwise the first one's. `all` are the
 * active operators with that currency. Refuses `validation_failed` for an operator who is unknown, is suspended or has another
 * currency.
 */
async function operatorsFor(db: Reader, offerTo: OfferTo, said: string | null) {
  const named = offerTo === 'all' ? await everyoneAsked(db) : await operatorsNamed(db, offerTo)
  const currencyCode = said ?? named[0]?.currencyCode ?? null
  const operators = named.filter((operator) => operator.currencyCode === currencyCode)
  const foreign = named.find((operator) => operator.currencyCode !== currencyCode)
  if (offerTo !== 'all' && foreign !== undefined) {
    const currencies = { itsCurrency: foreign.currencyCode, tripCurrency: currencyCode }
    throw invalid(['offerTo'], 'oneCurrency', { operatorRef: foreign.ref, ...currencies })
  }
  return { operators, currencyCode }
}

async function everyoneAsked(db: Reader): Promise<Operator[]> {
  return (await listAllOperators(db)).filter((operator) => !isSuspended(operator))
}

async function operatorsNamed(db: Reader, refs: readonly string[]): Promise<Operator[]> {
  const found = new Map((await findOperatorsByRef(db, refs)).map((operator) => [operator.ref, operator]))
  return refs.map((ref, index) => {
    const operator = found.get(ref)
    if (operator === undefined) throw invalid(['offerTo', index], 'unknown')
    if (isSuspended(operator)) throw invalid(['offerTo', index], 'suspended')
    return operator
  })
}

/** The entry of a trip: the operators to ask, its currency, its origin, and the look-ups for its places and drives. */
export type TripEntry = {
  readonly operators: readonly Operator[]
  readonly currencyCode: string | null
  readonly source: TripRow['source']
  readonly lookups: TripLookups
  /** Operator whose own trip it is, and their customer; absent for any other trip. */
  readonly own?: { readonly operatorId: number; readonly kept: OwnCustomerRow | null }
}

/** Saves a requested trip and offers it. Refuses `validation_failed`. */
export async function insertEnquiry(
  tx: Writer,
  app: AppContext,
  enquiry: Enquiry,
  { operators, currencyCode, source, lookups, own }: TripEntry,
  now: number,
): Promise<EnteredTrip> {
  if (enquiry.timezone !== null && !isTimezone(enquiry.timezone)) throw invalid(['timezone'], 'timezone')
  const timezone = enquiry.timezone ?? findUsualTimezone(operators)
  const located = fillTrip(enquiry, lookups.locateIn(timezone))
  const itinerary = planItinerary(located, { timezone, now, find: lookups.find })

  const [asked] = source === 'customer' ? operators : []
  const customer = await insertCustomerOf(tx, enquiry, own ?? (asked && { operatorId: asked.id, kept: null }), now)
  const trip = await insertTrip(tx, {
    ref: await findFreeTripRef(tx),
    customerId: customer.id,
    source,
    ...(own && { operatorId: own.operatorId, ownCustomerId: own.kept?.id ?? null }),
    status: 'open',
    timezone,
    currencyCode,
    departsAt: itinerary.departsAt,
    returnsAt: itinerary.returnsAt,
    endsAt: itinerary.endsAt,
    quoteBy: itinerary.quoteBy,
    passengerCount: itinerary.passengerCount,
    dbsRequired: itinerary.dbsRequired,
    leadPassenger: enquiry.leadPassenger,
    itinerary,
    maskedItinerary: Stored.of(maskItinerary(itinerary, enquiry), packedMaskedItinerary),
    maskVersion,
    createdAt: now,
    updatedAt: now,
  })
  if (trip.operatorId === null) await insertTripWords(tx, trip.id, listTripWords({ ref: trip.ref, itinerary, customer }))
  const { token } = await mintCredential(tx, { kind: 'trip_link', name: trip.ref, tripId: trip.id }, now)
  const offered = await insertOffers(tx, app, trip, operators, now)
  const about = { operatorIds: operators.map(({ id }) => id), tripId: trip.id }
  await notifyReaders(
    tx,
    [
      // The customer of an operator's own trip gets one email, with the quote.
      ...(own === undefined ? [{ fact: 'trip_entered', ...about } as const] : []),
      { fact: 'job_offered', ...about },
    ],
    now,
    [...planQuoteReminder(offered, now), ...(own === undefined ? [] : [planKnownPlaces(trip, now)])],
  )
  await scheduleNextDeadline(tx, trip, now)
  return { trip, token, offers: await listOffersOfTrip(tx, trip.id) }
}

/** The time zone of a trip without one: that of the first operator who is asked. */
function findUsualTimezone([first]: readonly Operator[]): string {
  return first?.timezone ?? 'Europe/London'
}

/**
 * Inserts the customer of a new trip. The operator who entered the trip or was asked can find the customer, unless they are
 * saved already.
 */
async function insertCustomerOf(tx: Writer, { customer: person }: Enquiry, knower: TripEntry['own'], now: number) {
  if (knower === undefined) return insertCustomer(tx, { ...person, createdAt: now })
  const { operatorId, kept } = knower
  const found = buildKnownColumns(person, operatorId)
  const isKept = kept !== null && computePersonKey(kept) === found.personKey
  const customer = await insertCustomer(tx, { ...person, ...found, ...(isKept && { searchText: null }), createdAt: now })
  await findPersonBy(tx, isKept ? 0 : customer.id, { operatorId, personKey: found.personKey })
  return customer
}

async function findFreeTripRef(db: Reader): Promise<string> {
  for (;;) {
    const ref = createTripRef(randomBytes(16))
    if (!isLikePostcode(ref) && (await findTripByRef(db, ref)) === null) return ref
  }
}

async function insertOffers(
  tx: Writer,
  app: AppContext,
  trip: TripRow,
  operators: readonly Operator[],
  now: number,
): Promise<OfferRow[]> {
  const offers: OfferRow[] = []
  const masked = { ref: trip.ref, itinerary: trip.maskedItinerary.read() }
  const customer = trip.operatorId === null ? null : await findCustomerOfTrip(tx, trip)
  for (const { id: operatorId, currencyCode, commissionBps: usualBps } of operators) {
    const isOwn = trip.operatorId === operatorId
    const searchText = buildTripSearchText(masked, isOwn ? customer : null)
    const asked = { operatorId, currencyCode, commissionBps: isOwn ? 0 : usualBps, searchText, offeredAt: now, updatedAt: now }
    offers.push(await insertOffer(tx, { ...asked, tripId: trip.id, quoteBy: trip.quoteBy, departsAt: trip.departsAt }))
  }
  // A fixed order, so that two trips offered to the same operators cannot deadlock on their subscriptions.
  for (const made of offers.sort((one, other) => one.operatorId - other.operatorId)) {
    await announceFact(tx, app, { event: 'job.offered', trip, offer: made }, now)
  }
  return offers
}

/** Asks more operators to quote; earlier offers do not change. Refuses `not_found`, `validation_failed`, `job_closed`. */
export async function offerTrip(tx: Writer, app: AppContext, ref: string, offerTo: OfferTo, now: number): Promise<WholeTrip> {
  const trip = await lockCurrentTripByRef(tx, ref, now)
  const { operators, currencyCode } = await operatorsFor(tx, offerTo, trip.currencyCode)
  const before = (await listOffersOfTrip(tx, trip.id)).map((one) => one.offer)
  const earlier = new Set(before.map(({ operatorId }) => operatorId))
  const fresh = operators.filter(({ id }) => !earlier.has(id))
  if (fresh.length === 0) return wholeTrip(tx, trip)
  if (trip.status !== 'open' || now >= trip.quoteBy) throw jobClosed(trip)
  const offered = await insertOffers(tx, app, trip, fresh, now)
  const operatorIds = fresh.map(({ id }) => id)
  await notifyReaders(
    tx,
    { fact: 'job_offered', operatorIds, tripId: trip.id },
    now,
    planQuoteReminder([...before, ...offered], now),
  )
  return wholeTrip(tx, trip.currencyCode === null ? await saveTrip(tx, trip, { currencyCode }) : trip)
}

/** Locks the trip of a ref after its due changes. Refuses `not_found`. */
export async function lockCurrentTripByRef(tx: Writer, ref: string, now: number): Promise<TripRow> {
  await lockTripByRef(tx, ref)
  return applyDueTransitions(tx, await requireFound(findTripByRef(tx, ref)), now)
}
