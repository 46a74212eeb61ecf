import { isPageOpen } from '../../domain/card-page.ts'
import { isLocked, promisedVehicles, unconfirm, unlock } from '../../domain/quote.ts'
import { lockTrip, lockTrips, lockVehicles } from '../../storage/locks.ts'
import { findOperator } from '../../storage/queries/operators.ts'
import { findOpenPayments } from '../../storage/queries/payments.ts'
import {
  chargeBeside,
  dropPromisesOf,
  insertPromise,
  type RivalQuote,
  rivalsForVehicle,
  rivalsOfQuote,
  rivalsOfTrip,
  vehiclesPromisedOn,
} from '../../storage/queries/promises.ts'
import { findQuote, type QuoteRow } from '../../storage/queries/quotes.ts'
import { runOneNow } from '../../storage/queries/scheduler.ts'
import type { TripTimes } from '../../storage/queries/trips.ts'
import { Overtaken } from '../../storage/rows/statements.ts'
import type { Writer } from '../../storage/storage.ts'
import { chargeTask } from '../cards/charges.ts'
import { recordQuote } from './quote-moves.ts'

/**
 * Locks a trip that may be booked, with the trips whose quotes it may take the certainty from, and then their coaches. All do so in
 * one order: trips by their numbers, then vehicles. Who names a coach in a quote locks it too, so that no rival appears behind this.
 */
export async function lockTripWithRivals(tx: Writer, tripId: number): Promise<void> {
  if (tx.dialect === 'sqlite') return
  const isRacing = (await vehiclesPromisedOn(tx, tripId)).length > 0
  const known = isRacing ? tripsOf(await rivalsOfTrip(tx, tripId)) : new Set<number>()
  await (known.size === 0 ? lockTrip(tx, tripId) : lockTrips(tx, [tripId, ...known]))
  const vehicles = await vehiclesPromisedOn(tx, tripId)
  if (vehicles.length === 0) return
  await lockVehicles(tx, vehicles)
  if (!tripsOf(await rivalsOfTrip(tx, tripId)).isSubsetOf(known)) throw new Overtaken()
}

/**
 * Locks the trips whose quotes name coaches that a booked one is about to take, its own lock held: before those coaches, as who books
 * does. Who books never waits for a trip that is booked.
 */
export async function lockRivals(
  tx: Writer,
  { id: tripId, departsAt: from, endsAt: to }: Pick<TripTimes, 'id' | 'departsAt' | 'endsAt'>,
  vehicleIds: readonly number[],
): Promise<void> {
  if (tx.dialect === 'sqlite') return
  const trips = new Set<number>()
  for (const vehicleId of new Set(vehicleIds)) {
    for (const rival of await rivalsForVehicle(tx, { tripId, vehicleId, from, to })) trips.add(rival.tripId)
  }
  await lockTrips(tx, [...trips])
}

/** A quote with the vehicles it offers, or those of the booking made of it. */
type NamingQuote = Pick<QuoteRow, 'id'> & { readonly vehicles: Readonly<QuoteRow['vehicles']> }

/**
 * Writes down which coaches of the fleet a quote, or the booking made of it, names now, and for when. Those in the places `anew` count
 * whatever their crew has been given; from when it is given something again they are as the others.
 */
export async function promiseVehicles(
  tx: Writer,
  { id: quoteId, vehicles }: NamingQuote,
  before: NamingQuote['vehicles'],
  { id: tripId, departsAt, endsAt }: TripTimes,
  anew: readonly number[] = [],
): Promise<void> {
  const promised = promisedVehicles(vehicles)
  if (promisedVehicles(before).length > 0) await dropPromisesOf(tx, quoteId)
  // A booking with one of them has read this quote, or comes first.
  await lockVehicles(
    tx,
    promised.map(({ vehicleId }) => vehicleId),
  )
  for (const { vehicleId, vehicleNo } of promised) {
    const place = anew.includes(vehicleNo) ? -vehicleNo : vehicleNo
    await insertPromise(tx, { vehicleId, vehicleNo: place, quoteId, tripId, departsAt, endsAt })
  }
}

/** A coach that is wanted is being paid for by somebody else, in this payment. */
export class CoachBeingPaid extends Error {
  constructor(readonly paymentId: number) {
    super('The coach is being paid for on another trip.')
  }
}

/** Charges for one coach at overlapping times run one after another. Throws `CoachBeingPaid` where another is with the provider. */
export async function mustBeOnlyCharge(tx: Writer, quote: QuoteRow): Promise<void> {
  if (promisedVehicles(quote.vehicles).length === 0) return
  const charge = await chargeBeside(tx, quote.id)
  if (charge !== null) throw new CoachBeingPaid(charge)
}

/**
 * Takes the certainty from other quotes that name the coaches of a quote for that time, as it is booked or its booking
 * changed. They can be asked for, and not be booked at once. Does nothing unless the operator has `unconfirmOnClash`.
 */
export async function takeVehicles(tx: Writer, quote: NamingQuote & Pick<QuoteRow, 'operatorId'>, now: number): Promise<void> {
  if (promisedVehicles(quote.vehicles).length === 0) return
  await unconfirmRivals(tx, quote.operatorId, () => rivalsOfQuote(tx, quote.id), now)
}

/**
 * Takes the certainty from other quotes that name a coach which a booking is given from `departsAt` to `endsAt` (ms).
 * They can be asked for, and not be booked at once. Does so only where the operator wants it.
 */
export async function takeVehicle(
  tx: Writer,
  { operatorId, tripId }: { readonly operatorId: number; readonly tripId: number },
  { vehicleId, departsAt, endsAt }: { readonly vehicleId: number | null; readonly departsAt: number; readonly endsAt: number },
  now: number,
): Promise<void> {
  if (vehicleId === null) return
  await unconfirmRivals(tx, operatorId, () => rivalsForVehicle(tx, { tripId, vehicleId, from: departsAt, to: endsAt }), now)
}

/**
 * A quote that its customer is paying for neither falls nor stands in the way; but a page on which they could begin to is closed now. Who has
 * paid there by then has booked as well.
 */
async function unconfirmRivals(tx: Writer, operatorId: number, find: () => Promise<RivalQuote[]>, now: number): Promise<void> {
  const known = (await find()).filter(({ status }) => status === 'confirmed')
  if (known.length === 0) return
  if ((await findOperator(tx, operatorId))?.unconfirmOnClash !== true) return
  await lockTrips(tx, [...tripsOf(known)])
  for (const id of new Set(known.map((rival) => rival.id))) {
    const quote = await findQuote(tx, id)
    if (quote?.status !== 'confirmed') continue
    const likely = unconfirm(unlock(quote))
    if (!isLocked(quote)) {
      await recordQuote(tx, quote, likely, now)
      continue
    }
    const page = (await findOpenPayments(tx, quote.tripId)).find((one) => one.quoteId === id && isPageOpen(one))
    if (page === undefined) continue
    await recordQuote(tx, quote, { ...likely, lockedUntil: now }, now)
    await runOneNow(tx, chargeTask, page.id, now)
  }
}

function tripsOf(rivals: readonly RivalQuote[]): Set<number> {
  return new Set(rivals.map(({ tripId }) => tripId))
}
