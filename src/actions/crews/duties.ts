import { isStanding } from '../../domain/assignment.ts'
import { mustBeUnderway } from '../../domain/booking.ts'
import type { OperatorCaller } from '../../domain/caller.ts'
import {
  type DutyRole,
  dutySpanOf,
  isDone,
  isMoved,
  isSameCrew,
  isSamePost,
  isTakenOver,
  type Post,
  replacedBy,
  takeOff,
} from '../../domain/duty.ts'
import type { KeptCoaches } from '../../domain/kept-coaches.ts'
import type { Leg } from '../../domain/leg.ts'
import { invalid, notFound } from '../../domain/refusal.ts'
import { plate } from '../../domain/vehicle-check.ts'
import { keepDriver, lockOperator } from '../../storage/locks.ts'
import { type AssignmentRow, dutiesOf, insertAssignment, saveAssignment } from '../../storage/queries/assignments.ts'
import { findDriverOnRoster } from '../../storage/queries/drivers.ts'
import { movePromisesOf, settlePromisesOf } from '../../storage/queries/promises.ts'
import { findVehicle, findVehicleByRegistration } from '../../storage/queries/vehicles.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import { bookingToStaff, showBooking } from '../bookings/bookings.ts'
import { takeVehicle } from '../quotes/rival-quotes.ts'
import { applyLog, type BookingOnRoad, startLegsAgain } from '../road/trip-logs.ts'
import { endAssignment, tellCrew } from './crew-notices.ts'

/** The details of a duty beside who does it. They may be said again without making it another duty. */
type DutyDetails = Pick<AssignmentRow, 'reportAt' | 'reportPlace' | 'passengerCount'>

/**
 * A duty to give: who is to do what with which vehicle. Without `vehicleId` it is the fleet's vehicle that carries the
 * plate, if one does.
 */
export type Crew = {
  readonly driverId: number
  readonly vehicleReg: string
  readonly vehicleId: number | null
  /** The first coach, unless said. */
  readonly vehicleNo: number | null
  /** `driver`, unless said. */
  readonly role: DutyRole | null
  /** All, unless said. */
  readonly legs: readonly number[] | null
  /** Details of the duty; those left out stay. */
  readonly details: Partial<DutyDetails>
}

type GivenDuty = Crew & Post

/**
 * Gives a duty of a booking to a driver, or changes it at any time before the end; the same again changes nothing. Refuses `not_found`,
 * `trip_cancelled`, `booking_not_confirmed`, `trip_finished`, `validation_failed` (which coach, which legs, whose driver, whose vehicle).
 */
export async function assignCrew(tx: Writer, caller: OperatorCaller, ref: string, crew: Crew, now: number) {
  // A plate that comes into the fleet finds the trips that are to be driven under it.
  await lockOperator(tx, caller.operatorId)
  const booked = await bookingToStaff(tx, caller, ref, now)
  mustBeUnderway(booked.booking)
  await keepDriver(tx, crew.driverId)
  const given = { ...crew, ...postOf(booked, crew), vehicleReg: plate(crew.vehicleReg) }
  await mustBeOurs(tx, caller, crew)

  const duties = await openDuties(tx, booked)
  const { legs } = booked.trip.itinerary
  const same = duties.find((duty) => isStanding(duty) && isSamePost(duty, given, legs) && isSameCrew(duty, given))
  if (same === undefined) await giveDuty(tx, booked, given, duties, now)
  else await changeDetails(tx, booked, same, given.details, now)
  return showBooking(tx, caller, ref, now)
}

/**
 * Takes somebody off a booking: their coach or its legs want a driver again, and they are told. Refuses `not_found`, `trip_cancelled`,
 * `booking_not_confirmed`, `trip_finished`, `invalid_transition` (passengers are on board, or it is done).
 */
export async function removeDuty(tx: Writer, caller: OperatorCaller, ref: string, id: number, now: number): Promise<void> {
  const booked = await bookingToStaff(tx, caller, ref, now)
  mustBeUnderway(booked.booking)
  const duties = await openDuties(tx, booked)
  const duty = mustBeThere(duties.find((one) => one.id === id))

  const ended = takeOff(duty, now)

  if (isStanding(duty)) await endAssignment(tx, duty, booked.booking, now)
  else await saveAssignment(tx, duty, ended)
  await startLegsAgain(tx, booked, duties, now)
  await applyLog(tx, booked, now)
}

/**
 * Brings the duties in line with a booking whose legs, times, places or number of coaches were changed; `before` holds its legs as
 * they were, and which of its coaches stay. Who is to be elsewhere or at another time is told and acknowledges anew. Who is no longer
 * needed is taken off, and is told unless they have done their part.
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
    if (!isStanding(duty)) {
      await saveAssignment(tx, duty, vehicleNo === undefined ? { endedAt: now } : { vehicleNo })
      continue
    }
    const own = duty.legs === null ? null : duty.legs.filter((sequence) => legs.some((leg) => leg.sequence === sequence))
    if (vehicleNo === undefined || own?.length === 0) {
      if (isDone(duty)) await saveAssignment(tx, duty, { endedAt: now })
      else await endAssignment(tx, duty, booking, now)
      continue
    }
    const span = dutySpanOf({ legs: own }, booking, trip.itinerary)
    const isTold = isMoved(duty, before.legs, legs)
    const anew = isTold ? { legs: own, ...(hasNotBegun(duty) && { acknowledgedAt: null }) } : {}
    const kept = await saveAssignment(tx, duty, { ...span, ...anew, vehicleNo })
    if (isTold) await tellCrew(tx, duty, booking, now)
    if (kept.departsAt !== duty.departsAt || kept.endsAt !== duty.endsAt) await takeVehicle(tx, booking, kept, now)
  }
  await movePromisesOf(tx, booking)
  await startLegsAgain(tx, booked, duties, now)
  await applyLog(tx, booked, now)
}

async function openDuties(db: Reader, { booking }: BookingOnRoad): Promise<AssignmentRow[]> {
  return (await dutiesOf(db, booking)).map(({ duty }) => duty)
}

function mustBeThere(duty: AssignmentRow | undefined): AssignmentRow {
  if (duty === undefined) throw notFound()
  return duty
}

/**
 * The post of a crew: which coach, as what and on which legs. Refuses `validation_failed` for what the booking does not
 * have.
 */
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

async function mustBeOurs(tx: Writer, caller: OperatorCaller, crew: Crew): Promise<void> {
  if ((await findDriverOnRoster(tx, caller.operatorId, crew.driverId)) === null) throw invalid(['driverId'], 'unknown')
  if (crew.vehicleId !== null && (await findVehicle(tx, caller.operatorId, crew.vehicleId)) === null) {
    throw invalid(['vehicleId'], 'unknown')
  }
}

/** One standing duty for each coach, role and leg: the new one takes its legs from those who had them. */
async function giveDuty(tx: Writer, booked: BookingOnRoad, given: GivenDuty, duties: readonly AssignmentRow[], now: number) {
  const { booking, trip } = booked
  const { legs } = trip.itinerary
  for (const { duty, legs: left } of replacedBy(duties, given, legs)) {
    if (left.length > 0) {
      await saveAssignment(tx, duty, { legs: left, ...dutySpanOf({ legs: left }, booking, trip.itinerary) })
      await tellCrew(tx, duty, booking, now)
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
  await tellCrew(tx, made, booking, now)
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
    ...dutySpanOf(given, booking, trip.itinerary),
  }
}

/** Another place or time to report is told, and to be acknowledged again before the duty has begun. */
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
    await tellCrew(tx, duty, booked.booking, now)
  }
  await applyLog(tx, booked, now)
}

function hasNotBegun({ tripStatus }: AssignmentRow): boolean {
  return tripStatus === 'assigned' || tripStatus === 'acknowledged'
}
