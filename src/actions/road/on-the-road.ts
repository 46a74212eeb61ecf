import { isCrewShown } from '../../domain/assignment.ts'
import type { TripCaller } from '../../domain/caller.ts'
import { findDutyOnLeg, sortDuties } from '../../domain/duty.ts'
import { findCurrentLeg, findLegStatus, type Journey, type LegStatus, removeReverted } from '../../domain/progress.ts'
import { type DutyRecord, listDutiesOfBooking } from '../../storage/queries/assignments.ts'
import { findBookingOfTrip } from '../../storage/queries/bookings.ts'
import { listTripEvents, type TripEventRow } from '../../storage/queries/trip-events.ts'
import type { Reader } from '../../storage/storage.ts'
import { buildJourney } from '../transitions/convoys.ts'

/** One vehicle of a trip with its driver, its progress and its last reported delay (minutes). */
export type CoachOnRoad = {
  readonly vehicleNo: number
  readonly vehicleReg: string
  readonly driver: DutyRecord['driver']
  readonly status: LegStatus
  readonly delayMinutes: number
}

/**
 * The vehicles of the caller's trip that have a driver, from the time of the customer's notice; none before, or if that is
 * turned off.
 */
export async function listCoachesOnRoad(db: Reader, { tripId }: TripCaller, now: number): Promise<CoachOnRoad[]> {
  const record = await findBookingOfTrip(db, tripId)
  if (record === null || !isCrewShown(record.booking, now)) return []
  const { booking, trip } = record
  const records = await listDutiesOfBooking(db, booking)
  const events = await listTripEvents(db, booking.id)
  return Array.from({ length: booking.vehiclesNeeded }, (_, index) => index + 1).flatMap((vehicleNo) => {
    const own = sortDuties(records.map(({ duty }) => duty)).filter((duty) => duty.vehicleNo === vehicleNo)
    const journey = buildJourney(trip, events, vehicleNo)
    const sequence = (findCurrentLeg(journey) ?? journey.legs.at(-1))?.sequence ?? 1
    const duty = findDutyOnLeg(own, sequence)
    const driver = records.find((one) => one.duty === duty)?.driver
    if (duty === null || driver === undefined) return []
    const status = findLegStatus(journey, sequence)
    return [{ vehicleNo, vehicleReg: duty.vehicleReg, driver, status, delayMinutes: findDelayOnLeg(journey, events) }]
  })
}

/** Minutes of the last reported delay of a vehicle on its present leg; 0 without a report, or after its withdrawal. */
export function findDelayOnLeg(journey: Journey, events: readonly TripEventRow[]): number {
  const leg = findCurrentLeg(journey)?.sequence
  const active = new Set(removeReverted(journey.log).map(({ id }) => id))
  const last = events.findLast((event) => event.leg === leg && event.status === 'delayed' && active.has(event.id))
  return last?.delayMinutes ?? 0
}
