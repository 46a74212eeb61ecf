import { randomBytes } from 'node:crypto'
import { isTimezone } from '../domain/instant.ts'
import { planItinerary, type TripInput } from '../domain/itinerary.ts'
import { identitiesOf, maskItinerary, maskVersion } from '../domain/masked-itinerary.ts'
import { jobClosed } from '../domain/offer.ts'
import { tripRef } from '../domain/reference.ts'
import { invalid, mustFind } from '../domain/refusal.ts'
import { packedMaskedItinerary } from '../storage/packed-itinerary.ts'
import { bookingOfTrip } from '../storage/queries/bookings.ts'
import { insertOffer, offersOfTrip } from '../storage/queries/jobs.ts'
import { allOperators, findOperatorsByRef, type Operator } from '../storage/queries/operators.ts'
import { openPayments } from '../storage/queries/payments.ts'
import { quotesOfTrip } from '../storage/queries/quotes.ts'
import { customerOf, findTripByRef, insertCustomer, insertTrip, saveTrip, type TripRow } from '../storage/queries/trips.ts'
import type { Row } from '../storage/statements.ts'
import type { Reader, Writer } from '../storage/storage.ts'
import { Stored } from '../storage/stored.ts'
import type { AppContext } from './context.ts'
import { mintCredential } from './credentials.ts'
import { announce } from './events.ts'
import { operatorOf } from './jobs.ts'
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
  readonly offers: Awaited<ReturnType<typeof offersOfTrip>>
}

/**
 * Somebody feeds a job in and names who is asked to quote, all in one currency: the one they say, else the first operator's.
 * Refuses `validation_failed`.
 */
export async function enterTrip(
  tx: Writer,
  app: AppContext,
  enquiry: Enquiry,
  wanted: { readonly offerTo: OfferTo; readonly currencyCode: string | null },
  now: number,
): Promise<EnteredTrip> {
  const { operators, currencyCode } = await operatorsFor(tx, wanted.offerTo, wanted.currencyCode)
  return enter(tx, app, enquiry, operators, currencyCode, 'platform', now)
}

/** A customer asks by themselves; where several operators live on the server they say whom. Refuses `validation_failed`. */
export async function enquire(tx: Writer, app: AppContext, enquiry: Enquiry, operatorRef: string | null, now: number) {
  const operator = await operatorAsked(tx, operatorRef)
  return enter(tx, app, enquiry, [operator], operator.currencyCode, 'customer', now)
}

/** An operator types in an enquiry that came by phone; the job is offered to itself. Refuses `validation_failed`. */
export async function enterOwnTrip(
  tx: Writer,
  app: AppContext,
  caller: { readonly operatorId: number },
  enquiry: Enquiry,
  now: number,
): Promise<EnteredTrip> {
  const operator = await operatorOf(tx, caller)
  return enter(tx, app, enquiry, [operator], operator.currencyCode, 'operator', now)
}

async function operatorAsked(db: Reader, ref: string | null): Promise<Operator> {
  const path = ['operatorRef']
  if (ref !== null) {
    const [named] = await findOperatorsByRef(db, [ref])
    if (named === undefined) throw invalid(path, 'unknown')
    return named
  }
  const everyone = await allOperators(db)
  const [only] = everyone
  if (only === undefined) throw invalid(path, 'noOperator')
  if (everyone.length > 1) throw invalid(path, 'whichOperator')
  return only
}

/**
 * Who is asked, in the order they are named, and the currency of the trip: `said`, else the first one's. `all` are the operators
 * with that currency. Refuses `validation_failed` for an operator who is not known or has another.
 */
async function operatorsFor(db: Reader, offerTo: OfferTo, said: string | null) {
  const named = offerTo === 'all' ? await allOperators(db) : await operatorsNamed(db, offerTo)
  const currencyCode = said ?? named[0]?.currencyCode ?? null
  const operators = named.filter((operator) => operator.currencyCode === currencyCode)
  const foreign = named.find((operator) => operator.currencyCode !== currencyCode)
  if (offerTo !== 'all' && foreign !== undefined) {
    const currencies = { itsCurrency: foreign.currencyCode, tripCurrency: currencyCode }
    throw invalid(['offerTo'], 'oneCurrency', { operatorRef: foreign.ref, ...currencies })
  }
  return { operators, currencyCode }
}

async function operatorsNamed(db: Reader, refs: readonly string[]): Promise<Operator[]> {
  const found = new Map((await findOperatorsByRef(db, refs)).map((operator) => [operator.ref, operator]))
  return refs.map((ref, index) => {
    const operator = found.get(ref)
    if (operator === undefined) throw invalid(['offerTo', index], 'unknown')
    return operator
  })
}

async function enter(
  tx: Writer,
  app: AppContext,
  enquiry: Enquiry,
  operators: readonly Operator[],
  currencyCode: string | null,
  source: TripRow['source'],
  now: number,
): Promise<EnteredTrip> {
  if (enquiry.timezone !== null && !isTimezone(enquiry.timezone)) throw invalid(['timezone'], 'timezone')
  const timezone = enquiry.timezone ?? operators[0]?.timezone ?? 'Europe/London'
  const itinerary = planItinerary(enquiry, { timezone, now })

  const customer = await insertCustomer(tx, { ...enquiry.customer, createdAt: now })
  const trip = await insertTrip(tx, {
    ref: await freeRef(tx),
    customerId: customer.id,
    source,
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
    maskedItinerary: Stored.of(maskItinerary(itinerary, identitiesOf(enquiry)), packedMaskedItinerary),
    maskVersion,
    createdAt: now,
    updatedAt: now,
  })
  const { token } = await mintCredential(tx, { kind: 'trip_link', name: trip.ref, tripId: trip.id }, now)
  await offer(tx, app, trip, operators, now)
  await scheduleNextDeadline(tx, trip, now)
  return { trip, token, offers: await offersOfTrip(tx, trip.id) }
}

async function freeRef(db: Reader): Promise<string> {
  for (;;) {
    const ref = tripRef(randomBytes(16))
    if ((await findTripByRef(db, ref)) === null) return ref
  }
}

async function offer(tx: Writer, app: AppContext, trip: TripRow, operators: readonly Operator[], now: number): Promise<void> {
  for (const { id: operatorId, currencyCode } of operators) {
    const asked = { operatorId, currencyCode, offeredAt: now, updatedAt: now }
    const made = await insertOffer(tx, { ...asked, tripId: trip.id, quoteBy: trip.quoteBy, departsAt: trip.departsAt })
    await announce(tx, app, { event: 'job.offered', trip, offer: made }, now)
  }
}

/** Asks more operators to quote; who was asked before is left as they are. Refuses `not_found`, `validation_failed`, `job_closed`. */
export async function offerTrip(tx: Writer, app: AppContext, ref: string, offerTo: OfferTo, now: number): Promise<WholeTrip> {
  const trip = await currentTripByRef(tx, ref, now)
  const { operators, currencyCode } = await operatorsFor(tx, offerTo, trip.currencyCode)
  const asked = new Set((await offersOfTrip(tx, trip.id)).map((one) => one.offer.operatorId))
  const fresh = operators.filter(({ id }) => !asked.has(id))
  if (fresh.length === 0) return wholeTrip(tx, trip)
  if (trip.status !== 'open' || now >= trip.quoteBy) throw jobClosed(trip)
  await offer(tx, app, trip, fresh, now)
  return wholeTrip(tx, trip.currencyCode === null ? await saveTrip(tx, trip, { currencyCode }) : trip)
}

/** The trip a ref names, once everything that has fallen due on it has happened. Refuses `not_found`. */
export async function currentTripByRef(tx: Writer, ref: string, now: number): Promise<TripRow> {
  return applyDueTransitions(tx, await mustFind(findTripByRef(tx, ref)), now)
}

/** A trip with everybody's part in it, as the platform sees it. */
export type WholeTrip = Awaited<ReturnType<typeof wholeTrip>>

/** One trip with its offers, quotes and booking. Refuses `not_found`. */
export async function showWholeTrip(db: Reader, ref: string): Promise<WholeTrip> {
  return wholeTrip(db, await mustFind(findTripByRef(db, ref)))
}

async function wholeTrip(db: Reader, trip: TripRow) {
  return {
    trip,
    customer: await customerOf(db, trip),
    offers: await offersOfTrip(db, trip.id),
    quotes: await quotesOfTrip(db, trip.id),
    payments: await openPayments(db, trip.id),
    booking: await bookingOfTrip(db, trip.id),
  }
}
