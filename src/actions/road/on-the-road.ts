import { isCrewShown } from '../../domain/assignment.ts'
import type { TripCaller } from '../../domain/caller.ts'
import { dutyOnLeg, inOrder } from '../../domain/duty.ts'
import { currentLeg, type Journey, type LegStatus, legStatus, withoutReverted } from '../../domain/progress.ts'
import { type DutyRecord, dutiesOf } from '../../storage/queries/assignments.ts'
import { bookingOfTrip } from '../../storage/queries/bookings.ts'
import { type TripEventRow, tripEventsOf } from '../../storage/queries/trip-events.ts'
import type { Reader } from '../../storage/storage.ts'
import { journeyFrom } from './convoys.ts'

/** One coach of a trip with who drives it, how far it has come and how late it was last reported to be (minutes). */
export type CoachOnRoad = {
  readonly vehicleNo: number
  readonly vehicleReg: string
  readonly driver: DutyRecord['driver']
  readonly status: LegStatus
  readonly delayMinutes: number
}

/** The coaches of the caller's trip that somebody drives, from when the customer is told who; none before, or where it is off. */
export async function coachesOnRoad(db: Reader, { tripId }: TripCaller, now: number): Promise<CoachOnRoad[]> {
  const record = await bookingOfTrip(db, tripId)
  if (record === null || !isCrewShown(record.booking, now)) return []
  const { booking, trip } = record
  const records = await dutiesOf(db, booking)
  const events = await tripEventsOf(db, booking.id)
  return Array.from({ length: booking.vehiclesNeeded }, (_, index) => index + 1).flatMap((vehicleNo) => {
    const own = inOrder(records.map(({ duty }) => duty)).filter((duty) => duty.vehicleNo === vehicleNo)
    const journey = journeyFrom(trip, events, vehicleNo)
    const sequence = (currentLeg(journey) ?? journey.legs.at(-1))?.sequence ?? 1
    const duty = dutyOnLeg(own, sequence)
    const driver = records.find((one) => one.duty === duty)?.driver
    if (duty === null || driver === undefined) return []
    const status = legStatus(journey, sequence)
    return [{ vehicleNo, vehicleReg: duty.vehicleReg, driver, status, delayMinutes: delayOnLeg(journey, events) }]
  })
}

/** Minutes that a coach was last reported to be late on its present leg; 0 where nothing was, or it was taken back. */
export function delayOnLeg(journey: Journey, events: readonly TripEventRow[]): number {
  const leg = currentLeg(journey)?.sequence
  const stands = new Set(withoutReverted(journey.log).map(({ id }) => id))
  const last = events.findLast((event) => event.leg === leg && event.status === 'delayed' && stands.has(event.id))
  return last?.delayMinutes ?? 0
}
