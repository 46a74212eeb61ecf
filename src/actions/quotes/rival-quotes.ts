import { isPageOpen } from '../../domain/card-page.ts'
import { changeQuoteToOnRequest, isQuoteLocked, listPromisedVehicles, unlockQuote } from '../../domain/quote.ts'
import { lockTrip, lockTrips, lockVehicles } from '../../storage/locks.ts'
import { findOperator } from '../../storage/queries/operators.ts'
import { findOpenPayments } from '../../storage/queries/payments.ts'
import {
  dropPromisesOf,
  findChargeBeside,
  insertPromise,
  listRivalsForVehicle,
  listRivalsOfQuote,
  listRivalsOfTrip,
  listVehiclesPromisedOn,
  type RivalQuote,
} from '../../storage/queries/promises.ts'
import { findQuote, type QuoteRow } from '../../storage/queries/quotes.ts'
import { runTaskNow } from '../../storage/queries/scheduler.ts'
import type { TripTimes } from '../../storage/queries/trips.ts'
import { Overtaken } from '../../storage/rows/statements.ts'
import type { Writer } from '../../storage/storage.ts'
import { chargeTask } from '../cards/charges.ts'
import { recordQuote } from '../transitions/quote-moves.ts'

/**
 * Locks a trip that may be booked, the trips with competing quotes, and then their vehicles. The order is the same everywhere:
 * trips by number, then vehicles. A quote locks the vehicles that it names too, so that no competing quote appears afterwards.
 */
export async function lockTripWithRivals(tx: Writer, tripId: number): Promise<void> {
  if (tx.dialect === 'sqlite') return
  const isRacing = (await listVehiclesPromisedOn(tx, tripId)).length > 0
  const known = isRacing ? listRivalTripIds(await listRivalsOfTrip(tx, tripId)) : new Set<number>()
  await (known.size === 0 ? lockTrip(tx, tripId) : lockTrips(tx, [tripId, ...known]))
  const vehicles = await listVehiclesPromisedOn(tx, tripId)
  if (vehicles.length === 0) return
  await lockVehicles(tx, vehicles)
  if (!listRivalTripIds(await listRivalsOfTrip(tx, tripId)).isSubsetOf(known)) throw new Overtaken()
}

/**
 * Locks the trips whose quotes name vehicles that a booked trip will take, while that trip is locked. They come before the
 * vehicles, as in a booking, which never waits for a booked trip.
 */
export async function lockRivals(
  tx: Writer,
  { id: tripId, departsAt: from, endsAt: to }: Pick<TripTimes, 'id' | 'departsAt' | 'endsAt'>,
  vehicleIds: readonly number[],
): Promise<void> {
  if (tx.dialect === 'sqlite') return
  const trips = new Set<number>()
  for (const vehicleId of new Set(vehicleIds)) {
    for (const rival of await listRivalsForVehicle(tx, { tripId, vehicleId, from, to })) trips.add(rival.tripId)
  }
  await lockTrips(tx, [...trips])
}

/** A quote with the vehicles it offers, or those of the booking made of it. */
type NamingQuote = Pick<QuoteRow, 'id'> & { readonly vehicles: Readonly<QuoteRow['vehicles']> }

/**
 * Saves which fleet vehicles a quote or its booking names, and for when. Places in `changedPlaces` count even if a crew was assigned to
 * them, until the next assignment.
 */
export async function savePromisedVehicles(
  tx: Writer,
  { id: quoteId, vehicles }: NamingQuote,
  before: NamingQuote['vehicles'],
  { id: tripId, departsAt, endsAt }: TripTimes,
  changedPlaces: readonly number[] = [],
): Promise<void> {
  const promised = listPromisedVehicles(vehicles)
  if (listPromisedVehicles(before).length > 0) await dropPromisesOf(tx, quoteId)
  // A booking of one of these vehicles has read this quote, or commits first.
  await lockVehicles(
    tx,
    promised.map(({ vehicleId }) => vehicleId),
  )
  for (const { vehicleId, vehicleNo } of promised) {
    const place = changedPlaces.includes(vehicleNo) ? -vehicleNo : vehicleNo
    await insertPromise(tx, { vehicleId, vehicleNo: place, quoteId, tripId, departsAt, endsAt })
  }
}

/** Signals that another customer is paying for the same vehicle, in this payment. */
export class CoachBeingPaid extends Error {
  constructor(readonly paymentId: number) {
    super('Another customer is paying for this coach.')
  }
}

/**
 * Runs charges for one vehicle at overlapping times one after another. Throws `CoachBeingPaid` if another is with the provider.
 */
export async function requireOnlyCharge(tx: Writer, quote: QuoteRow): Promise<void> {
  if (listPromisedVehicles(quote.vehicles).length === 0) return
  const charge = await findChargeBeside(tx, quote.id)
  if (charge !== null) throw new CoachBeingPaid(charge)
}

/**
 * Makes other confirmed quotes of the same vehicles and time likely, when a quote is booked or its booking changes. Does nothing
 * unless the operator has `unconfirmOnClash`.
 */
export async function takeVehicles(tx: Writer, quote: NamingQuote & Pick<QuoteRow, 'operatorId'>, now: number): Promise<void> {
  if (listPromisedVehicles(quote.vehicles).length === 0) return
  await unconfirmRivals(tx, quote.operatorId, () => listRivalsOfQuote(tx, quote.id), now)
}

/**
 * Makes other confirmed quotes likely if they name a vehicle that is assigned to a booking from `departsAt` to `endsAt` (ms).
 * Does nothing unless the operator has `unconfirmOnClash`.
 */
export async function takeVehicle(
  tx: Writer,
  { operatorId, tripId }: { readonly operatorId: number; readonly tripId: number },
  { vehicleId, departsAt, endsAt }: { readonly vehicleId: number | null; readonly departsAt: number; readonly endsAt: number },
  now: number,
): Promise<void> {
  if (vehicleId === null) return
  await unconfirmRivals(tx, operatorId, () => listRivalsForVehicle(tx, { tripId, vehicleId, from: departsAt, to: endsAt }), now)
}

/**
 * Makes competing quotes likely. A quote whose customer is paying does not change and blocks nothing. A page that the customer
 * has not used is closed now; if it was paid, its quote is booked too.
 */
async function unconfirmRivals(tx: Writer, operatorId: number, find: () => Promise<RivalQuote[]>, now: number): Promise<void> {
  const known = (await find()).filter(({ status }) => status === 'confirmed')
  if (known.length === 0) return
  if ((await findOperator(tx, operatorId))?.unconfirmOnClash !== true) return
  await lockTrips(tx, [...listRivalTripIds(known)])
  for (const id of new Set(known.map((rival) => rival.id))) {
    const quote = await findQuote(tx, id)
    if (quote?.status !== 'confirmed') continue
    const likely = changeQuoteToOnRequest(unlockQuote(quote))
    if (!isQuoteLocked(quote)) {
      await recordQuote(tx, quote, likely, now)
      continue
    }
    const page = (await findOpenPayments(tx, quote.tripId)).find((one) => one.quoteId === id && isPageOpen(one))
    if (page === undefined) continue
    await recordQuote(tx, quote, { ...likely, lockedUntil: now }, now)
    await runTaskNow(tx, chargeTask, page.id, now)
  }
}

function listRivalTripIds(rivals: readonly RivalQuote[]): Set<number> {
  return new Set(rivals.map(({ tripId }) => tripId))
}
