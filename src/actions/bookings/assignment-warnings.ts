import { dailyRestMs, listAssignmentWarnings, type Warning } from '../../domain/assignment-warnings.ts'
import { findCrewAround } from '../../domain/crew-around.ts'
import { findHoursAdvice } from '../../domain/hours-advice.ts'
import { type DutyRecord, findOverlaps, type Overlap } from '../../storage/queries/assignments.ts'
import type { BookingRecord } from '../../storage/queries/bookings.ts'
import { listOccupationsOfDuties, type TakenTime } from '../../storage/queries/occupations.ts'
import { listUnsafePlates } from '../../storage/queries/vehicle-checks.ts'
import type { Reader } from '../../storage/storage.ts'

/**
 * Warnings for a dispatcher about each duty of a booking, by its id. The number of statements does not depend on the number of
 * duties.
 */
export async function listDutyWarnings(
  db: Reader,
  record: BookingRecord,
  duties: readonly DutyRecord[],
  now: number,
): Promise<ReadonlyMap<number, Warning[]>> {
  if (duties.length === 0) return new Map()
  const { booking } = record
  const driverTrips = byDuty(await findOverlaps(db, 'drivers', booking, dailyRestMs))
  const vehicleTrips = byDuty(await findOverlaps(db, 'plates', booking, 0))
  const occupations = Map.groupBy(await listOccupationsOfDuties(db, booking.id), ({ askedId }) => askedId)
  const unsafe = await listUnsafePlates(db, booking.operatorId, booking.id)
  return new Map(
    duties.map((one) => {
      const { duty, driver } = one
      const facts = {
        driver,
        seats: countKnownSeats(one),
        isVehicleUnsafe: unsafe.has(duty.vehicleReg),
        trip: tripOf(record, one),
        driverTrips: driverTrips.get(duty.id) ?? [],
        vehicleTrips: [...(vehicleTrips.get(duty.id) ?? []), ...bookedFor(occupations.get(duty.id) ?? [], booking.ref)],
        driverBlocks: blocksOf('driverId', occupations.get(duty.id) ?? []),
        vehicleBlocks: blocksOf('vehicleId', occupations.get(duty.id) ?? []),
        ...(booking.status === 'active' && { crew: buildCrewAround(record, one, duties) }),
      }
      return [duty.id, listAssignmentWarnings(facts, now)]
    }),
  )
}

function byDuty(overlaps: readonly Overlap[]): ReadonlyMap<number, Overlap[]> {
  return Map.groupBy(overlaps, ({ dutyId }) => dutyId)
}

/** Other trips whose booked quote names the vehicle, and that have no other vehicle yet. */
function bookedFor(occupations: readonly TakenTime[], ownRef: string) {
  return occupations.flatMap(({ what, ref, from, to }) =>
    what === 'booking' && ref !== null && ref !== ownRef ? [{ ref, departsAt: from, endsAt: to }] : [],
  )
}

function blocksOf(whose: TakenTime['whose'], occupations: readonly TakenTime[]) {
  return occupations.flatMap((one) => (one.whose === whose && one.kind !== null ? [{ kind: one.kind }] : []))
}

/** A vehicle that has left the fleet is unknown. */
function countKnownSeats({ vehicle }: DutyRecord): number | null {
  return vehicle === null || vehicle.removedAt !== null ? null : vehicle.seats
}

function tripOf({ booking, trip }: BookingRecord, { duty }: DutyRecord) {
  return {
    departsAt: duty.departsAt,
    endsAt: duty.endsAt,
    passengerCount: trip.passengerCount,
    dbsRequired: trip.dbsRequired,
    vehicleCount: booking.vehiclesNeeded,
  }
}

function buildCrewAround({ booking, trip, quote }: BookingRecord, { duty }: DutyRecord, duties: readonly DutyRecord[]) {
  const seated = duties.map((one) => ({ duty: one.duty, seats: countKnownSeats(one) }))
  const isAdvised = findHoursAdvice(trip.itinerary)?.secondDriverLikely ?? false
  const isSecondWanted = isAdvised || quote.inclusions.includes('second_driver')
  return findCrewAround(duty, seated, { vehiclesNeeded: booking.vehiclesNeeded, isSecondWanted })
}
