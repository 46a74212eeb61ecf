import { isActiveAssignment } from '../../domain/assignment.ts'
import { requireActiveTrip } from '../../domain/booking.ts'
import type { OperatorCaller } from '../../domain/caller.ts'
import {
  computeDutySpan,
  type DutyRole,
  isDutyDone,
  isMoved,
  isSameCrew,
  isSamePost,
  isTakenOver,
  listReducedDuties,
  type Post,
  unassignDriver,
} from '../../domain/duty.ts'
import type { KeptCoaches } from '../../domain/kept-coaches.ts'
import type { Leg } from '../../domain/leg.ts'
import { invalid, notFound } from '../../domain/refusal.ts'
import { normalisePlate } from '../../domain/vehicle-check.ts'
import { keepDriver, lockOperator } from '../../storage/locks.ts'
import { type AssignmentRow, insertAssignment, listDutiesOfBooking, saveAssignment } from '../../storage/queries/assignments.ts'
import { findDriverOnRoster } from '../../storage/queries/drivers.ts'
import { movePromisesOf, settlePromisesOf } from '../../storage/queries/promises.ts'
import { findVehicle, findVehicleByRegistration } from '../../storage/queries/vehicles.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import { lockBookingToStaff, showBooking } from '../bookings/bookings.ts'
import { takeVehicle } from '../quotes/rival-quotes.ts'
import { endAssignment, notifyDriver } from '../transitions/assignment-moves.ts'
import { applyLog, type BookingOnRoad, startLegsAgain } from '../transitions/trip-logs.ts'

/** The details of a duty apart from its driver and post. A change of them does not make another duty. */
type DutyDetails = Pick<AssignmentRow, 'reportAt' | 'reportPlace' | 'passengerCount'>

/** A duty to assign: driver, role and vehicle. Without `vehicleId` it is the fleet's vehicle with this plate, if there is one. */
export type Crew = {
  readonly driverId: number
  readonly vehicleReg: string
  readonly vehicleId: number | null
  /** The first vehicle by default. */
  readonly vehicleNo: number | null
  /** `driver` by default. */
  readonly role: DutyRole | null
  /** All by default. */
  readonly legs: readonly number[] | null
  /** Details of the duty; omitted ones do not change. */
  readonly details: Partial<DutyDetails>
}

type GivenDuty = Crew & Post

/**
 * Assigns a duty of a booking to a driver, or changes it at any time before the end; repeating it changes nothing. Refuses
 * `not_found`, `trip_cancelled`, `booking_not_confirmed`, `trip_finished`, `validation_failed` (vehicle number, legs, driver,
 * vehicle).
 */
export async function assignCrew(tx: Writer, caller: OperatorCaller, ref: string, crew: Crew, now: number) {
  // A new vehicle of the fleet is assigned to trips with its plate at the same time.
  await lockOperator(tx, caller.operatorId)
  const booked = await lockBookingToStaff(tx, caller, ref, now)
  requireActiveTrip(booked.booking)
  await keepDriver(tx, crew.driverId)
  const given = { ...crew, ...postOf(booked, crew), vehicleReg: normalisePlate(crew.vehicleReg) }
  await requireOwnCrew(tx, caller, crew)

  const duties = await openDuties(tx, booked)
  const { legs } = booked.trip.itinerary
  const same = duties.find((duty) => isActiveAssignment(duty) && isSamePost(duty, given, legs) && isSameCrew(duty, given))
  if (same === undefined) await giveDuty(tx, booked, given, duties, now)
  else await changeDetails(tx, booked, same, given.details, now)
  return showBooking(tx, caller, ref, now)
}

/**
 * Removes a driver from a booking, whose vehicle or legs then need a driver, and notifies the driver. Refuses `not_found`,
 * `trip_cancelled`, `booking_not_confirmed`, `trip_finished`, `invalid_transition` (passengers are on board, or the duty is
 * done).
 */
export async function removeDuty(tx: Writer, caller: OperatorCaller, ref: string, id: number, now: number): Promise<void> {
  const booked = await lockBookingToStaff(tx, caller, ref, now)
  requireActiveTrip(booked.booking)
  const duties = await openDuties(tx, booked)
  const duty = requireDuty(duties.find((one) => one.id === id))

  const ended = unassignDriver(duty, now)

  if (isActiveAssignment(duty)) await endAssignment(tx, duty, booked.booking, now)
  else await saveAssignment(tx, duty, ended)
  await startLegsAgain(tx, booked, duties, now)
  await applyLog(tx, booked, now)
}

/**
 * Aligns the duties with a booking whose legs, times, places or number of vehicles changed. `before` holds its earlier legs, and
 * which vehicles stay. A driver with another place or time is notified and acknowledges again. A driver who is no longer needed
 * is removed, and notified unless their part is done.
 */
export async function realignDuties(
  tx: Writer,
  booked: BookingOnRoad,
  before: { readonly legs: readonly Leg[]; readonly kept: KeptCoaches },
  now: number,
): Promise<void> {
  const { booking, trip } = booked
  const { legs } = trip.itinerary
  const duties = await openDuties(tx, booked)
  for (const duty of duties) {
    const vehicleNo = before.kept.get(duty.vehicleNo)
    if (!isActiveAssignment(duty)) {
      await saveAssignment(tx, duty, vehicleNo === undefined ? { endedAt: now } : { vehicleNo })
      continue
    }
    const own = duty.legs === null ? null : duty.legs.filter((sequence) => legs.some((leg) => leg.sequence === sequence))
    if (vehicleNo === undefined || own?.length === 0) {
      if (isDutyDone(duty)) await saveAssignment(tx, duty, { endedAt: now })
      else await endAssignment(tx, duty, booking, now)
      continue
    }
    const span = computeDutySpan({ legs: own }, booking, trip.itinerary)
    const isTold = isMoved(duty, before.legs, legs)
    const changedFields = isTold ? { legs: own, ...(hasNotBegun(duty) && { acknowledgedAt: null }) } : {}
    const kept = await saveAssignment(tx, duty, { ...span, ...changedFields, vehicleNo })
    if (isTold) await notifyDriver(tx, duty, booking, now)
    if (kept.departsAt !== duty.departsAt || kept.endsAt !== duty.endsAt) await takeVehicle(tx, booking, kept, now)
  }
  await movePromisesOf(tx, booking)
  await startLegsAgain(tx, booked, duties, now)
  await applyLog(tx, booked, now)
}

async function openDuties(db: Reader, { booking }: BookingOnRoad): Promise<AssignmentRow[]> {
  return (await listDutiesOfBooking(db, booking)).map(({ duty }) => duty)
}

function requireDuty(duty: AssignmentRow | undefined): AssignmentRow {
  if (duty === undefined) throw notFound()
  return duty
}

/** The post of a crew: vehicle number, role and legs. Refuses `validation_failed` for a post outside the booking. */
function postOf({ booking, trip }: BookingOnRoad, { vehicleNo, role, legs }: Crew): Post {
  const coach = vehicleNo ?? 1
  if (coach > booking.vehiclesNeeded) throw invalid(['vehicleNo'], 'unknown')
  const known = trip.itinerary.legs.map(({ sequence }) => sequence)
  const unknown = (legs ?? []).findIndex((sequence) => !known.includes(sequence))
  if (unknown >= 0) throw invalid(['legs', unknown], 'unknown')
  return {
    vehicleNo: coach,
    role: role ?? 'driver',
    legs: legs === null ? null : known.filter((sequence) => legs.includes(sequence)),
  }
}

async function requireOwnCrew(tx: Writer, caller: OperatorCaller, crew: Crew): Promise<void> {
  if ((await findDriverOnRoster(tx, caller.operatorId, crew.driverId)) === null) throw invalid(['driverId'], 'unknown')
  if (crew.vehicleId !== null && (await findVehicle(tx, caller.operatorId, crew.vehicleId)) === null) {
    throw invalid(['vehicleId'], 'unknown')
  }
}

/** Assigns a duty: each vehicle, role and leg has one active duty, so the new one takes its legs from the others. */
async function giveDuty(tx: Writer, booked: BookingOnRoad, given: GivenDuty, duties: readonly AssignmentRow[], now: number) {
  const { booking, trip } = booked
  const { legs } = trip.itinerary
  for (const { duty, legs: left } of listReducedDuties(duties, given, legs)) {
    if (left.length > 0) {
      await saveAssignment(tx, duty, { legs: left, ...computeDutySpan({ legs: left }, booking, trip.itinerary) })
      await notifyDriver(tx, duty, booking, now)
    } else if (duty.driverId === given.driverId) await saveAssignment(tx, duty, { endedAt: now })
    else await endAssignment(tx, duty, booking, now)
  }
  const made = await insertAssignment(tx, { ...(await asRow(tx, booked, given)), assignedAt: now })
  for (const duty of duties.filter(({ declinedAt }) => declinedAt !== null)) {
    if (isTakenOver(duty, [...duties, made], legs)) await saveAssignment(tx, duty, { endedAt: now })
  }
  await settlePromisesOf(tx, booking, given.vehicleNo)
  await startLegsAgain(tx, booked, duties, now)
  await applyLog(tx, booked, now)
  await notifyDriver(tx, made, booking, now)
  await takeVehicle(tx, booking, made, now)
}

async function asRow(db: Reader, { booking, trip }: BookingOnRoad, given: GivenDuty) {
  const { driverId, vehicleReg, vehicleNo, role, legs, details } = given
  const fleet = given.vehicleId === null ? await findVehicleByRegistration(db, booking.operatorId, vehicleReg) : null
  return {
    bookingId: booking.id,
    driverId,
    vehicleReg,
    vehicleId: given.vehicleId ?? fleet?.id ?? null,
    vehicleNo,
    role,
    legs,
    tripStatus: 'assigned' as const,
    ...details,
    ...computeDutySpan(given, booking, trip.itinerary),
  }
}

/**
 * Changes the details of a duty. Another place or time to report is notified, and before the start it must be acknowledged again.
 */
async function changeDetails(
  tx: Writer,
  booked: BookingOnRoad,
  duty: AssignmentRow,
  details: Partial<DutyDetails>,
  now: number,
): Promise<void> {
  const changed = await saveAssignment(tx, duty, details)
  if (changed === duty) return
  if (changed.reportAt !== duty.reportAt || changed.reportPlace !== duty.reportPlace) {
    if (hasNotBegun(duty)) await saveAssignment(tx, changed, { acknowledgedAt: null })
    await notifyDriver(tx, duty, booked.booking, now)
  }
  await applyLog(tx, booked, now)
}

function hasNotBegun({ tripStatus }: AssignmentRow): boolean {
  return tripStatus === 'assigned' || tripStatus === 'acknowledged'
}
