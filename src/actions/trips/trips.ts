import { randomBytes } from 'node:crypto'
import { isTimezone } from '../../domain/instant.ts'
import type { TripInput } from '../../domain/itinerary.ts'
import { foundAs, personKeyOf } from '../../domain/known-customer.ts'
import { countedRefunds } from '../../domain/ledger.ts'
import { maskItinerary, maskVersion } from '../../domain/masked-itinerary.ts'
import { jobClosed } from '../../domain/offer.ts'
import { isSuspended } from '../../domain/operator.ts'
import { planItinerary } from '../../domain/plan-itinerary.ts'
import { tripRef } from '../../domain/reference.ts'
import { invalid, mustFind } from '../../domain/refusal.ts'
import type { DriveFinder } from '../../domain/road-distance.ts'
import { searchTextOfTrip } from '../../domain/search.ts'
import { wordsOfTrip } from '../../domain/trip-words.ts'
import { lockTripByRef } from '../../storage/locks.ts'
import { bookingOfTrip, type TripBooking } from '../../storage/queries/bookings.ts'
import { insertTripWords } from '../../storage/queries/desk-trips.ts'
import { insertOffer, type OfferRow, offersOfTrip, type TripOffer } from '../../storage/queries/jobs.ts'
import { findPersonBy } from '../../storage/queries/known-customers.ts'
import { allOperators, findOperatorsByRef, type Operator } from '../../storage/queries/operators.ts'
import type { OwnCustomerRow } from '../../storage/queries/own-customers.ts'
import { findOpenPayments, type PaymentRow, paymentsOfTrip } from '../../storage/queries/payments.ts'
import { quotesOfTrip, type TripQuote } from '../../storage/queries/quotes.ts'
import { customerOf, findTripByRef, insertCustomer, insertTrip, saveTrip, type TripRow } from '../../storage/queries/trips.ts'
import { packedMaskedItinerary } from '../../storage/rows/packed-itinerary.ts'
import { Stored } from '../../storage/rows/stored.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { Row } from '../../storage/tables.ts'
import type { AppContext } from '../context.ts'
import { type IdempotentRequest, transactOnce } from '../idempotency.ts'
import { tell } from '../messages/notices.ts'
import { planQuoteReminder } from '../messages/reminders.ts'
import { mintCredential } from '../people/credentials.ts'
import { mustBePhones, type TypedPhones } from '../people/phones.ts'
import { announce } from '../webhooks/events.ts'
import { findDrives } from './drives.ts'
import { applyDueTransitions, scheduleNextDeadline } from './trip-deadlines.ts'

/** A trip somebody wants driven, and for whom. */
export type Enquiry = TripInput & {
  readonly customer: Pick<Row<'customers'>, 'name' | 'email' | 'phone' | 'organisation'>
  readonly leadPassenger: TripRow['leadPassenger']
  /** IANA; null for the operator's own. */
  readonly timezone: string | null
}

/** Operators by ref, or everyone on the server. */
export type OfferTo = 'all' | readonly string[]

/** A trip that was just entered, with the only copy of the customer's token. */
export type EnteredTrip = {
  readonly trip: TripRow
  readonly token: string
  readonly offers: readonly TripOffer[]
}

/**
 * Somebody feeds a job in and names who is asked to quote, all in one currency: the one they say, else the first operator's.
 * Refuses `validation_failed`.
 */
export async function enterTrip(
  app: AppContext,
  enquiry: Enquiry,
  wanted: { readonly offerTo: OfferTo; readonly currencyCode: string | null },
  idempotent: IdempotentRequest<EnteredTrip>,
): Promise<EnteredTrip> {
  const find = await findDrives(app, enquiry, idempotent)
  return transactOnce(app, idempotent, async (tx) => {
    const { operators, currencyCode } = await operatorsFor(tx, wanted.offerTo, wanted.currencyCode)
    mustBePhones(app, operators, phonesOf(enquiry))
    return insertEnquiry(tx, app, enquiry, { operators, currencyCode, source: 'platform', find }, app.clock())
  })
}

/** A customer asks by themselves; where several operators live on the server they say whom. Refuses `validation_failed`. */
export async function enquire(
  app: AppContext,
  enquiry: Enquiry,
  operatorRef: string | null,
  idempotent: IdempotentRequest<EnteredTrip>,
): Promise<EnteredTrip> {
  const find = await findDrives(app, enquiry, idempotent)
  return transactOnce(app, idempotent, async (tx) => {
    const operator = await operatorAsked(tx, operatorRef)
    mustBePhones(app, [operator], phonesOf(enquiry))
    const entry = { operators: [operator], currencyCode: operator.currencyCode, source: 'customer', find } as const
    return insertEnquiry(tx, app, enquiry, entry, app.clock())
  })
}

/** The phone numbers of a trip's people, with the paths of their fields. */
export function phonesOf({
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
 * The operators who are asked, in the order they are named, and the currency of the trip: `said`, else the first one's.
 * `all` are the operators with that currency who are not suspended. Refuses `validation_failed` for an operator who is
 * not known, is suspended or has another currency.
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
  return (await allOperators(db)).filter((operator) => !isSuspended(operator))
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

/** The entry of a trip: who is asked to quote it, in which currency, how it came, and the way in which its drives are found. */
export type TripEntry = {
  readonly operators: readonly Operator[]
  readonly currencyCode: string | null
  readonly source: TripRow['source']
  readonly find: DriveFinder
  /** Operator whose own trip it is, and the customer of theirs that it is for; absent for any other trip. */
  readonly own?: { readonly operatorId: number; readonly kept: OwnCustomerRow | null }
}

/** Writes down a trip somebody wants driven and offers it. Refuses `validation_failed`. */
export async function insertEnquiry(
  tx: Writer,
  app: AppContext,
  enquiry: Enquiry,
  { operators, currencyCode, source, find, own }: TripEntry,
  now: number,
): Promise<EnteredTrip> {
  if (enquiry.timezone !== null && !isTimezone(enquiry.timezone)) throw invalid(['timezone'], 'timezone')
  const timezone = enquiry.timezone ?? operators[0]?.timezone ?? 'Europe/London'
  const itinerary = planItinerary(enquiry, { timezone, now, find })

  const [asked] = source === 'customer' ? operators : []
  const customer = await insertCustomerOf(tx, enquiry, own ?? (asked && { operatorId: asked.id, kept: null }), now)
  const trip = await insertTrip(tx, {
    ref: await freeRef(tx),
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
  if (trip.operatorId === null) await insertTripWords(tx, trip.id, wordsOfTrip({ ref: trip.ref, itinerary, customer }))
  const { token } = await mintCredential(tx, { kind: 'trip_link', name: trip.ref, tripId: trip.id }, now)
  const offered = await offer(tx, app, trip, operators, now)
  const about = { operatorIds: operators.map(({ id }) => id), tripId: trip.id }
  await tell(
    tx,
    [
      // The customer of an operator's own trip gets one mail, with the quote.
      ...(own === undefined ? [{ fact: 'trip_entered', ...about } as const] : []),
      { fact: 'job_offered', ...about },
    ],
    now,
    planQuoteReminder(offered, now),
  )
  await scheduleNextDeadline(tx, trip, now)
  return { trip, token, offers: await offersOfTrip(tx, trip.id) }
}

/** Inserts the customer of a new trip. The operator who entered the trip or was asked finds them, unless it keeps them already. */
async function insertCustomerOf(tx: Writer, { customer: person }: Enquiry, knower: TripEntry['own'], now: number) {
  if (knower === undefined) return insertCustomer(tx, { ...person, createdAt: now })
  const { operatorId, kept } = knower
  const found = foundAs(person, operatorId)
  const isKept = kept !== null && personKeyOf(kept) === found.personKey
  const customer = await insertCustomer(tx, { ...person, ...found, ...(isKept && { searchText: null }), createdAt: now })
  await findPersonBy(tx, isKept ? 0 : customer.id, { operatorId, personKey: found.personKey })
  return customer
}

async function freeRef(db: Reader): Promise<string> {
  for (;;) {
    const ref = tripRef(randomBytes(16))
    if ((await findTripByRef(db, ref)) === null) return ref
  }
}

async function offer(
  tx: Writer,
  app: AppContext,
  trip: TripRow,
  operators: readonly Operator[],
  now: number,
): Promise<OfferRow[]> {
  const offers: OfferRow[] = []
  const masked = { ref: trip.ref, itinerary: trip.maskedItinerary.read() }
  const customer = trip.operatorId === null ? null : await customerOf(tx, trip)
  for (const { id: operatorId, currencyCode, commissionBps: usualBps } of operators) {
    const isOwn = trip.operatorId === operatorId
    const searchText = searchTextOfTrip(masked, isOwn ? customer : null)
    const asked = { operatorId, currencyCode, commissionBps: isOwn ? 0 : usualBps, searchText, offeredAt: now, updatedAt: now }
    offers.push(await insertOffer(tx, { ...asked, tripId: trip.id, quoteBy: trip.quoteBy, departsAt: trip.departsAt }))
  }
  // In one order, lest two who offer to the same operators wait for each other's subscriptions.
  for (const made of offers.sort((one, other) => one.operatorId - other.operatorId)) {
    await announce(tx, app, { event: 'job.offered', trip, offer: made }, now)
  }
  return offers
}

/** Asks more operators to quote; who was asked before is left as they are. Refuses `not_found`, `validation_failed`, `job_closed`. */
export async function offerTrip(tx: Writer, app: AppContext, ref: string, offerTo: OfferTo, now: number): Promise<WholeTrip> {
  const trip = await currentTripByRef(tx, ref, now)
  const { operators, currencyCode } = await operatorsFor(tx, offerTo, trip.currencyCode)
  const before = (await offersOfTrip(tx, trip.id)).map((one) => one.offer)
  const asked = new Set(before.map(({ operatorId }) => operatorId))
  const fresh = operators.filter(({ id }) => !asked.has(id))
  if (fresh.length === 0) return wholeTrip(tx, trip)
  if (trip.status !== 'open' || now >= trip.quoteBy) throw jobClosed(trip)
  const offered = await offer(tx, app, trip, fresh, now)
  const operatorIds = fresh.map(({ id }) => id)
  await tell(tx, { fact: 'job_offered', operatorIds, tripId: trip.id }, now, planQuoteReminder([...before, ...offered], now))
  return wholeTrip(tx, trip.currencyCode === null ? await saveTrip(tx, trip, { currencyCode }) : trip)
}

/** Locks the trip a ref names, once everything that has fallen due on it has happened. Refuses `not_found`. */
export async function currentTripByRef(tx: Writer, ref: string, now: number): Promise<TripRow> {
  await lockTripByRef(tx, ref)
  return applyDueTransitions(tx, await mustFind(findTripByRef(tx, ref)), now)
}

/** A trip with everybody's part in it, as the platform sees it. */
export type WholeTrip = {
  readonly trip: TripRow
  readonly customer: Row<'customers'>
  readonly offers: readonly TripOffer[]
  readonly quotes: readonly TripQuote[]
  /** Payments that are not over. */
  readonly payments: readonly PaymentRow[]
  /** Refunds of money that counted, of a trip that is cancelled. */
  readonly refunds: readonly PaymentRow[]
  readonly booking: TripBooking | null
}

/** One trip with its offers, quotes and booking. Refuses `not_found`. */
export async function showWholeTrip(db: Reader, ref: string): Promise<WholeTrip> {
  return wholeTrip(db, await mustFind(findTripByRef(db, ref)))
}

async function wholeTrip(db: Reader, trip: TripRow): Promise<WholeTrip> {
  return {
    trip,
    customer: await customerOf(db, trip),
    offers: await offersOfTrip(db, trip.id),
    quotes: await quotesOfTrip(db, trip.id),
    payments: await findOpenPayments(db, trip.id),
    refunds: trip.cancellation === null ? [] : countedRefunds(await paymentsOfTrip(db, trip.id)),
    booking: await bookingOfTrip(db, trip.id),
  }
}
