import { isPaidAfter } from '../../domain/agreement.ts'
import { amendedPrice, overpaidBy } from '../../domain/amended-price.ts'
import { type AmendableTrip, amendTrip, type OnTheWay, type TripChanges } from '../../domain/amended-trip.ts'
import { moveAmendment } from '../../domain/amendment.ts'
import type { PricedTrip } from '../../domain/amendment-consent.ts'
import { isStanding } from '../../domain/assignment.ts'
import { usualBalanceDays, vehiclesOf } from '../../domain/booking.ts'
import type { Coach } from '../../domain/coach.ts'
import { isDone, isMoved } from '../../domain/duty.ts'
import { type KeptCoaches, keptCoaches, mustNotCallOff, newlyNamed } from '../../domain/kept-coaches.ts'
import { knownPlacesOf } from '../../domain/known-place.ts'
import { balanceOwed, refundable } from '../../domain/ledger.ts'
import { type Leg, sum } from '../../domain/leg.ts'
import { hasPaid } from '../../domain/payment.ts'
import { amendPayout } from '../../domain/payout.ts'
import { legStatus } from '../../domain/progress.ts'
import { Refusal } from '../../domain/refusal.ts'
import { type DriveFinder, driveFinder, driveFinderOf, usualRoads } from '../../domain/road-distance.ts'
import { searchTextOfTrip } from '../../domain/search.ts'
import { wordsOfTrip } from '../../domain/trip-words.ts'
import { type AmendmentRow, openAmendmentOf, saveAmendment } from '../../storage/queries/amendments.ts'
import { dutiesOf } from '../../storage/queries/assignments.ts'
import { type BookingRecord, type BookingRow, bookingOfTrip } from '../../storage/queries/bookings.ts'
import { dropTripWords, insertTripWords } from '../../storage/queries/desk-trips.ts'
import { findOffer } from '../../storage/queries/jobs.ts'
import { saveKnownCustomer } from '../../storage/queries/known-customers.ts'
import { type PaymentRow, paymentsOfBooking } from '../../storage/queries/payments.ts'
import { insertAdjustment, payoutOfBooking, savePayout } from '../../storage/queries/payouts.ts'
import { promisesOf } from '../../storage/queries/promises.ts'
import { schedule, unschedule } from '../../storage/queries/scheduler.ts'
import { customerOf, saveTrip, type TripRow } from '../../storage/queries/trips.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import { realignDuties } from '../crews/duties.ts'
import { tell } from '../messages/notices.ts'
import { dayBeforeNotice } from '../messages/reminders.ts'
import { oweRefunds } from '../money/refunds.ts'
import { recordSums } from '../money/sums.ts'
import { lockRivals, promiseVehicles, takeVehicles } from '../quotes/rival-quotes.ts'
import { convoyOf } from '../road/convoys.ts'
import { renumberLogs } from '../road/trip-logs.ts'
import { rememberPlaces } from '../trips/places.ts'
import { scheduleNextDeadline } from '../trips/trip-deadlines.ts'
import { amendmentTask, recordAmendment } from './amendment-moves.ts'
import { partsForCrew } from './amendment-notices.ts'

/** A booking with its trip and the quote it was booked under. */
export type AmendedBooking = Pick<BookingRecord, 'booking' | 'trip' | 'quote'>

/** A booked trip as it is, and as it is to be. */
export type AmendmentPlan = { readonly before: PricedTrip; readonly after: PricedTrip }

/**
 * The booked trip before and after a change. `priceAmount` is in minor units, null where the price stays; the drives of the legs that
 * move are those that `find` finds. Refuses `validation_failed`, `invalid_transition` (a coach that would go is on its way).
 */
export async function planAmendment(
  db: Reader,
  record: AmendedBooking,
  { changes, priceAmount }: { readonly changes: TripChanges; readonly priceAmount: number | null },
  find: DriveFinder,
  now: number,
): Promise<AmendmentPlan> {
  const before = await bookedTripOf(db, record)
  const { coaches } = await convoyOf(db, record)
  const after = amendTrip(before, changes, { ...begunOn(record, coaches), find, now })
  mustNotCallOff(coaches, keptCoaches(before.vehicles, after.vehicles))
  const standing = record.booking.priceAmount
  return { before: { ...before, priceAmount: standing }, after: { ...after, priceAmount: priceAmount ?? standing } }
}

/**
 * The booked trip before and after a change that was entered: its drives are those that were found then. One that an earlier release
 * entered has none; its drives are reckoned now, by the usual figures.
 */
export function planEntered(
  db: Reader,
  record: AmendedBooking,
  entered: Pick<AmendmentRow, 'changes' | 'priceAmount' | 'drives'>,
  now: number,
): Promise<AmendmentPlan> {
  return planAmendment(
    db,
    record,
    entered,
    entered.drives === null ? driveFinder(usualRoads) : driveFinderOf(entered.drives),
    now,
  )
}

async function bookedTripOf(db: Reader, { booking, trip, quote }: AmendedBooking): Promise<AmendableTrip> {
  const { name, email, phone, organisation } = await customerOf(db, trip)
  return {
    itinerary: trip.itinerary,
    leadPassenger: trip.leadPassenger,
    customer: { name, email, phone, organisation },
    vehicles: vehiclesOf(booking, quote),
  }
}

function begunOn({ trip }: AmendedBooking, coaches: readonly Coach[]): Pick<OnTheWay, 'begun'> {
  const isBegun = ({ sequence }: Leg) => coaches.some(({ journey }) => legStatus(journey, sequence) !== 'pending')
  return { begun: new Set(trip.itinerary.legs.filter(isBegun).map(({ sequence }) => sequence)) }
}

/**
 * Makes a booking what was agreed: the trip, its customer, its price and what follows from them, the payout, and who is to be where when.
 * The job stays what was offered. The amendment is `open` as it stands; its row is closed. The trip is to be locked.
 */
export async function applyAmendment(
  tx: Writer,
  record: AmendedBooking,
  open: AmendmentRow,
  applied: AmendmentRow,
  { before, after }: AmendmentPlan,
  now: number,
): Promise<void> {
  const { trip, quote } = record
  const { departsAt, endsAt } = after.itinerary
  const isElsewhen = departsAt !== record.booking.departsAt || endsAt !== record.booking.endsAt
  const isTaking = isElsewhen || after.vehicles !== before.vehicles
  const standing = (await dutiesOf(tx, record.booking)).map(({ duty }) => duty).filter(isStanding)
  if (isTaking) await lockRivals(tx, { id: trip.id, departsAt, endsAt }, idsOf([...after.vehicles, ...standing]))

  await saveAmendment(tx, open, applied)
  await unschedule(tx, amendmentTask, open.id)
  const amendedTrip = await rewriteTrip(tx, trip, after, now)
  const booking = await rewriteBooking(tx, { ...record, trip: amendedTrip }, { before, after }, now)

  const [was, is] = [before.itinerary.legs, after.itinerary.legs]
  const kept = keptCoaches(before.vehicles, after.vehicles)
  const staying = standing.filter((duty) => kept.has(duty.vehicleNo) && !isDone(duty) && !isMoved(duty, was, is))
  await scheduleNextDeadline(tx, amendedTrip, now)
  const named = { ...quote, vehicles: after.vehicles }
  if (after.vehicles !== before.vehicles) {
    const anew = [...newlyNamed(before.vehicles, after.vehicles), ...(await coachesToBeCrewed(tx, quote.id, kept))]
    await promiseVehicles(tx, named, before.vehicles, amendedTrip, anew)
    await renumberLogs(tx, booking, kept)
  }
  await realignDuties(tx, { booking, trip: amendedTrip }, { legs: was, kept }, now)
  if (isTaking) await takeVehicles(tx, named, now)
  const { operatorId } = booking
  const ownCustomerId = trip.operatorId === operatorId ? trip.ownCustomerId : null
  await rememberPlaces(tx, { operatorId, tripId: trip.id }, knownPlacesOf(after.itinerary, ownCustomerId), now)

  const isNewDay = booking.departsAt !== record.booking.departsAt && booking.departsAt > now
  const driverIds = partsForCrew(applied).length === 0 ? [] : staying.map(({ driverId }) => driverId)
  const about = { operatorIds: [quote.operatorId], tripId: trip.id, subjectId: applied.id, driverIds: [...new Set(driverIds)] }
  await tell(tx, { fact: 'amended', ...about }, now, isNewDay ? [dayBeforeNotice(booking, now)] : [])
}

/** The coaches of the fleet that are named. */
function idsOf(vehicles: readonly { readonly vehicleId: number | null }[]): number[] {
  return vehicles.flatMap(({ vehicleId }) => vehicleId ?? [])
}

/** The coaches, by their new numbers, that an earlier change named, and that no one was given since. */
async function coachesToBeCrewed(db: Reader, quoteId: number, kept: KeptCoaches): Promise<number[]> {
  return (await promisesOf(db, quoteId)).flatMap(({ vehicleNo }) => (vehicleNo < 0 ? (kept.get(-vehicleNo) ?? []) : []))
}

/** The trip and its customer become the new ones; what the job tells is kept as it was. */
async function rewriteTrip(tx: Writer, trip: TripRow, { itinerary, leadPassenger, customer }: AmendableTrip, now: number) {
  const known = await customerOf(tx, trip)
  const { name, email, phone, organisation } = known
  const offered = {
    offeredItinerary: trip.itinerary,
    offeredPeople: { customer: { name, email, phone, organisation }, leadPassenger: trip.leadPassenger },
  }
  await saveKnownCustomer(tx, known, customer)
  if (trip.operatorId === null) {
    await dropTripWords(tx, trip.id)
    await insertTripWords(tx, trip.id, wordsOfTrip({ ref: trip.ref, itinerary, customer: { ...known, ...customer } }))
  }
  return saveTrip(tx, trip, {
    ...(trip.offeredPeople === null && offered),
    itinerary,
    leadPassenger,
    departsAt: itinerary.departsAt,
    returnsAt: itinerary.returnsAt,
    endsAt: itinerary.endsAt,
    passengerCount: itinerary.passengerCount,
    updatedAt: now,
  })
}

/** The price of a booking after a change with its parts, and the amount of what was paid that is refunded. */
export async function priceAmendment(
  db: Reader,
  { booking, quote }: Pick<AmendedBooking, 'booking' | 'quote'>,
  { before, after }: AmendmentPlan,
  now: number,
) {
  const offer = await findOffer(db, quote.offerId)
  if (offer === null) throw new Error(`quote ${quote.id} has no offer`)
  const payments = await paymentsOfBooking(db, booking)
  const { departsAt } = after.itinerary
  const price = amendedPrice(
    {
      ...booking,
      priceAmount: after.priceAmount,
      commissionBps: offer.commissionBps,
      departsAt,
      movedMs: departsAt - booking.departsAt,
      balanceDays: quote.balanceDays ?? usualBalanceDays,
      isPaidAfter: isPaidAfter(booking.terms),
      owedAmount: balanceOwed(booking, payments),
    },
    now,
  )
  const { extrasAmount } = booking
  const sums = { before: before.priceAmount + extrasAmount, after: after.priceAmount + extrasAmount }
  return { price, payments, refundAmount: overpaidBy(refundable(payments), sums) }
}

async function rewriteBooking(tx: Writer, record: AmendedBooking, plan: AmendmentPlan, now: number): Promise<BookingRow> {
  const { booking, trip } = record
  const { before, after } = plan
  const { price, payments, refundAmount } = await priceAmendment(tx, record, plan, now)
  await oweRefunds(tx, payments, refundAmount, now)
  await adjustPayout(tx, booking, price.payoutAmount - booking.payoutAmount, now)
  return recordSums(tx, record, now, {
    ...price,
    hasAmendments: true,
    revision: booking.revision + 1,
    departsAt: trip.departsAt,
    endsAt: trip.endsAt,
    searchText: searchTextOfTrip(trip, after.customer),
    vehicles: after.vehicles === before.vehicles ? booking.vehicles : after.vehicles,
    vehiclesNeeded: sum(after.vehicles.map(({ count }) => count)),
  })
}

async function adjustPayout(tx: Writer, booking: BookingRow, differenceAmount: number, now: number): Promise<void> {
  const payout = await payoutOfBooking(tx, booking.id)
  if (payout === null || differenceAmount === 0) return
  await savePayout(tx, payout, amendPayout(payout, differenceAmount, now))
  const note = `Changed after booking, revision ${booking.revision + 1}.`
  await insertAdjustment(tx, { payoutId: payout.id, kind: 'amendment', amount: differenceAmount, note, createdAt: now })
}

/**
 * Settles the charge of a difference that a customer accepted, if this payment was for that. The booking changes, or
 * the change waits for another card. Answers the booking as it then stands.
 */
export async function settleAcceptance<T extends AmendedBooking>(
  tx: Writer,
  record: T,
  payment: PaymentRow,
  now: number,
): Promise<T> {
  const open = await openAmendmentOf(tx, record.booking.id)
  if (open === null || open.status !== 'accepted' || open.paymentId !== payment.id) return record
  const plan = hasPaid(payment) ? await planIfStillFitting(tx, record, open, now) : null
  if (plan === null) {
    const again = moveAmendment(open, 'charge_failed', now)
    await schedule(tx, amendmentTask, open.id, open.respondBy ?? now, now)
    return { ...record, booking: await recordAmendment(tx, record.booking, open, { ...again, paymentId: null }, now) }
  }
  await applyAmendment(tx, record, open, moveAmendment(open, 'charge_succeeded', now), plan, now)
  const amended = await bookingOfTrip(tx, record.trip.id)
  return { ...record, ...amended }
}

/** The trip may have gone on while the bank was asked: null where it can no longer be changed so. */
async function planIfStillFitting(db: Reader, record: AmendedBooking, open: AmendmentRow, now: number) {
  if (record.booking.finishedAt !== null) return null
  try {
    return await planEntered(db, record, open, now)
  } catch (fault) {
    if (fault instanceof Refusal && (fault.code === 'validation_failed' || fault.code === 'invalid_transition')) return null
    throw fault
  }
}
