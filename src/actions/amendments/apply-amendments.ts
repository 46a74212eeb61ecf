import { isPaidAfter } from '../../domain/agreement.ts'
import { computeAmendedPrice, computeOverpayment } from '../../domain/amended-price.ts'
import { type AmendableTrip, amendTrip, type OnTheWay, type TripChanges } from '../../domain/amended-trip.ts'
import { moveAmendment } from '../../domain/amendment.ts'
import type { PricedTrip } from '../../domain/amendment-consent.ts'
import { isActiveAssignment } from '../../domain/assignment.ts'
import { listBookedVehicles, usualBalanceDays } from '../../domain/booking.ts'
import type { Coach } from '../../domain/coach.ts'
import { isDutyDone, isMoved } from '../../domain/duty.ts'
import { type KeptCoaches, listNewlyNamed, matchKeptCoaches, requireCoachesNotBegun } from '../../domain/kept-coaches.ts'
import { computeBalanceDue, computeRefundable } from '../../domain/ledger.ts'
import { type Leg, sumNumbers } from '../../domain/leg.ts'
import { hasPaid } from '../../domain/payment.ts'
import { amendPayout } from '../../domain/payout.ts'
import { findLegStatus } from '../../domain/progress.ts'
import { Refusal } from '../../domain/refusal.ts'
import { createDriveFinder, createKnownDriveFinder, type DriveFinder, usualRoads } from '../../domain/road-distance.ts'
import { buildTripSearchText } from '../../domain/search.ts'
import { listTripWords } from '../../domain/trip-words.ts'
import { type AmendmentRow, findOpenAmendment, saveAmendment } from '../../storage/queries/amendments.ts'
import { listDutiesOfBooking } from '../../storage/queries/assignments.ts'
import { type BookingRecord, type BookingRow, findBookingOfTrip } from '../../storage/queries/bookings.ts'
import { dropTripWords, insertTripWords } from '../../storage/queries/desk-trips.ts'
import { findOffer } from '../../storage/queries/jobs.ts'
import { saveKnownCustomer } from '../../storage/queries/known-customers.ts'
import { listPaymentsOfBooking, type PaymentRow } from '../../storage/queries/payments.ts'
import { findPayoutOfBooking, insertAdjustment, savePayout } from '../../storage/queries/payouts.ts'
import { listPromises } from '../../storage/queries/promises.ts'
import { scheduleTask, unscheduleTask } from '../../storage/queries/scheduler.ts'
import { findCustomerOfTrip, saveTrip, type TripRow } from '../../storage/queries/trips.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import { realignDuties } from '../crews/duties.ts'
import { planRefunds } from '../money/refunds.ts'
import { recordSums } from '../money/sums.ts'
import { notifyReaders } from '../outbox/notices.ts'
import { planDayBeforeNotice } from '../outbox/reminders.ts'
import { lockRivals, savePromisedVehicles, takeVehicles } from '../quotes/rival-quotes.ts'
import { amendmentTask, listPartsForCrew, recordAmendment } from '../transitions/amendment-moves.ts'
import { readConvoy } from '../transitions/convoys.ts'
import { scheduleNextDeadline } from '../transitions/trip-deadlines.ts'
import { renumberLogs } from '../transitions/trip-logs.ts'
import { planKnownPlaces } from '../trips/remembered-places.ts'

/** A booking with its trip and its quote. */
export type AmendedBooking = Pick<BookingRecord, 'booking' | 'trip' | 'quote'>

/** A booked trip before and after an amendment. */
export type AmendmentPlan = { readonly before: PricedTrip; readonly after: PricedTrip }

/**
 * Plans the booked trip before and after an amendment. `priceAmount` is in minor units, null for the same price; `find` finds the
 * drives of the moved legs. Refuses `validation_failed`, `invalid_transition` (a vehicle to remove has set off).
 */
export async function planAmendment(
  db: Reader,
  record: AmendedBooking,
  { changes, priceAmount }: { readonly changes: TripChanges; readonly priceAmount: number | null },
  find: DriveFinder,
  now: number,
): Promise<AmendmentPlan> {
  const before = await readBookedTrip(db, record)
  const { coaches } = await readConvoy(db, record)
  const after = amendTrip(before, changes, { ...listBegunLegs(record, coaches), find, now })
  requireCoachesNotBegun(coaches, matchKeptCoaches(before.vehicles, after.vehicles))
  const standing = record.booking.priceAmount
  return { before: { ...before, priceAmount: standing }, after: { ...after, priceAmount: priceAmount ?? standing } }
}

/**
 * Plans the booked trip before and after an entered amendment, with the drives that were found at its entry. An amendment of an
 * earlier release has none; they are calculated now, from the usual figures.
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
    entered.drives === null ? createDriveFinder(usualRoads) : createKnownDriveFinder(entered.drives),
    now,
  )
}

async function readBookedTrip(db: Reader, { booking, trip, quote }: AmendedBooking): Promise<AmendableTrip> {
  const { name, email, phone, organisation } = await findCustomerOfTrip(db, trip)
  return {
    itinerary: trip.itinerary,
    leadPassenger: trip.leadPassenger,
    customer: { name, email, phone, organisation },
    vehicles: listBookedVehicles(booking, quote),
  }
}

function listBegunLegs({ trip }: AmendedBooking, coaches: readonly Coach[]): Pick<OnTheWay, 'begun'> {
  const isBegun = ({ sequence }: Leg) => coaches.some(({ journey }) => findLegStatus(journey, sequence) !== 'pending')
  return { begun: new Set(trip.itinerary.legs.filter(isBegun).map(({ sequence }) => sequence)) }
}

/**
 * Applies an amendment to a booking: trip, customer, price and everything derived from it, payout, and duties. The job does not
 * change. The amendment is `open`; its row is closed. The caller locks the trip.
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
  const standing = (await listDutiesOfBooking(tx, record.booking)).map(({ duty }) => duty).filter(isActiveAssignment)
  if (isTaking) await lockRivals(tx, { id: trip.id, departsAt, endsAt }, listVehicleIds([...after.vehicles, ...standing]))

  await saveAmendment(tx, open, applied)
  await unscheduleTask(tx, amendmentTask, open.id)
  const amendedTrip = await rewriteTrip(tx, trip, after, now)
  const booking = await rewriteBooking(tx, { ...record, trip: amendedTrip }, { before, after }, now)

  const [was, is] = [before.itinerary.legs, after.itinerary.legs]
  const kept = matchKeptCoaches(before.vehicles, after.vehicles)
  const staying = standing.filter((duty) => kept.has(duty.vehicleNo) && !isDutyDone(duty) && !isMoved(duty, was, is))
  await scheduleNextDeadline(tx, amendedTrip, now)
  const named = { ...quote, vehicles: after.vehicles }
  if (after.vehicles !== before.vehicles) {
    const changedPlaces = [...listNewlyNamed(before.vehicles, after.vehicles), ...(await listUncrewedCoaches(tx, quote.id, kept))]
    await savePromisedVehicles(tx, named, before.vehicles, amendedTrip, changedPlaces)
    await renumberLogs(tx, booking, kept)
  }
  await realignDuties(tx, { booking, trip: amendedTrip }, { legs: was, kept }, now)
  if (isTaking) await takeVehicles(tx, named, now)

  const isNewDay = booking.departsAt !== record.booking.departsAt && booking.departsAt > now
  const driverIds = listPartsForCrew(applied).length === 0 ? [] : staying.map(({ driverId }) => driverId)
  const about = { operatorIds: [quote.operatorId], tripId: trip.id, subjectId: applied.id, driverIds: [...new Set(driverIds)] }
  await notifyReaders(tx, { fact: 'amended', ...about }, now, [
    ...(isNewDay ? [planDayBeforeNotice(booking, now)] : []),
    planKnownPlaces(trip, now),
  ])
}

function listVehicleIds(vehicles: readonly { readonly vehicleId: number | null }[]): number[] {
  return vehicles.flatMap(({ vehicleId }) => vehicleId ?? [])
}

/** The vehicles, by their new numbers, that an earlier amendment named and that are still unassigned. */
async function listUncrewedCoaches(db: Reader, quoteId: number, kept: KeptCoaches): Promise<number[]> {
  return (await listPromises(db, quoteId)).flatMap(({ vehicleNo }) => (vehicleNo < 0 ? (kept.get(-vehicleNo) ?? []) : []))
}

/** Rewrites the trip and its customer; the copy for the job does not change. */
async function rewriteTrip(tx: Writer, trip: TripRow, { itinerary, leadPassenger, customer }: AmendableTrip, now: number) {
  const known = await findCustomerOfTrip(tx, trip)
  const { name, email, phone, organisation } = known
  const offered = {
    offeredItinerary: trip.itinerary,
    offeredPeople: { customer: { name, email, phone, organisation }, leadPassenger: trip.leadPassenger },
  }
  await saveKnownCustomer(tx, known, customer)
  if (trip.operatorId === null) {
    await dropTripWords(tx, trip.id)
    await insertTripWords(tx, trip.id, listTripWords({ ref: trip.ref, itinerary, customer: { ...known, ...customer } }))
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

/** The price of a booking after a change with its parts, and the refunded amount. */
export async function computeAmendmentPrice(
  db: Reader,
  { booking, quote }: Pick<AmendedBooking, 'booking' | 'quote'>,
  { before, after }: AmendmentPlan,
  now: number,
) {
  const offer = await findOffer(db, quote.offerId)
  if (offer === null) throw new Error(`quote ${quote.id} has no offer`)
  const payments = await listPaymentsOfBooking(db, booking)
  const { departsAt } = after.itinerary
  const price = computeAmendedPrice(
    {
      ...booking,
      priceAmount: after.priceAmount,
      commissionBps: offer.commissionBps,
      departsAt,
      movedMs: departsAt - booking.departsAt,
      balanceDays: quote.balanceDays ?? usualBalanceDays,
      isPaidAfter: isPaidAfter(booking.terms),
      owedAmount: computeBalanceDue(booking, payments),
    },
    now,
  )
  const { extrasAmount } = booking
  const sums = { before: before.priceAmount + extrasAmount, after: after.priceAmount + extrasAmount }
  return { price, payments, refundAmount: computeOverpayment(computeRefundable(payments), sums) }
}

async function rewriteBooking(tx: Writer, record: AmendedBooking, plan: AmendmentPlan, now: number): Promise<BookingRow> {
  const { booking, trip } = record
  const { before, after } = plan
  const { price, payments, refundAmount } = await computeAmendmentPrice(tx, record, plan, now)
  await planRefunds(tx, payments, refundAmount, now)
  await adjustPayoutForAmendment(tx, booking, price.payoutAmount - booking.payoutAmount, now)
  return recordSums(tx, record, now, {
    ...price,
    hasAmendments: true,
    revision: booking.revision + 1,
    departsAt: trip.departsAt,
    endsAt: trip.endsAt,
    searchText: buildTripSearchText(trip, after.customer),
    vehicles: after.vehicles === before.vehicles ? booking.vehicles : after.vehicles,
    vehiclesNeeded: sumNumbers(after.vehicles.map(({ count }) => count)),
  })
}

async function adjustPayoutForAmendment(tx: Writer, booking: BookingRow, differenceAmount: number, now: number): Promise<void> {
  const payout = await findPayoutOfBooking(tx, booking.id)
  if (payout === null || differenceAmount === 0) return
  await savePayout(tx, payout, amendPayout(payout, differenceAmount, now))
  const note = `Changed after booking, revision ${booking.revision + 1}.`
  await insertAdjustment(tx, { payoutId: payout.id, kind: 'amendment', amount: differenceAmount, note, createdAt: now })
}

/**
 * Applies the result of a charge for a price difference that the customer accepted. The booking changes, or the amendment waits
 * for another card. Returns the booking after the change.
 */
export async function settleAcceptance<T extends AmendedBooking>(
  tx: Writer,
  record: T,
  payment: PaymentRow,
  now: number,
): Promise<T> {
  const open = await findOpenAmendment(tx, record.booking.id)
  if (open === null || open.status !== 'accepted' || open.paymentId !== payment.id) return record
  const plan = hasPaid(payment) ? await planIfStillFitting(tx, record, open, now) : null
  if (plan === null) {
    const again = moveAmendment(open, 'charge_failed', now)
    await scheduleTask(tx, amendmentTask, open.id, open.respondBy ?? now, now)
    return { ...record, booking: await recordAmendment(tx, record.booking, open, { ...again, paymentId: null }, now) }
  }
  await applyAmendment(tx, record, open, moveAmendment(open, 'charge_succeeded', now), plan, now)
  const amended = await findBookingOfTrip(tx, record.trip.id)
  return { ...record, ...amended }
}

/** Plans the amendment after its charge; null if the progress of the trip now excludes it. */
async function planIfStillFitting(db: Reader, record: AmendedBooking, open: AmendmentRow, now: number) {
  if (record.booking.finishedAt !== null) return null
  try {
    return await planEntered(db, record, open, now)
  } catch (fault) {
    if (fault instanceof Refusal && (fault.code === 'validation_failed' || fault.code === 'invalid_transition')) return null
    throw fault
  }
}
