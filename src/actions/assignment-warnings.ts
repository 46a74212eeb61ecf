import { assignmentWarnings, dailyRestMs, type Warning } from '../domain/assignment-warnings.ts'
import { type BookingRecord, findOverlaps } from '../storage/queries/bookings.ts'
import { isVehicleUnsafe } from '../storage/queries/vehicle-checks.ts'
import { findVehicle } from '../storage/queries/vehicles.ts'
import type { Reader } from '../storage/storage.ts'

/** What a dispatcher would want to know of the crew of this booking; nothing while it has none. */
export async function warningsOf(
  db: Reader,
  { booking, trip, quote, assignment, driver }: BookingRecord,
  now: number,
): Promise<Warning[]> {
  if (assignment === null || driver === null) return []
  const exceptBookingId = booking.id
  const withRest = { from: booking.departsAt - dailyRestMs, to: booking.endsAt + dailyRestMs, exceptBookingId }
  const onRoad = { from: booking.departsAt, to: booking.endsAt, exceptBookingId }
  const { operatorId } = booking
  return assignmentWarnings(
    {
      driver,
      seats: assignment.vehicleId === null ? null : ((await findVehicle(db, operatorId, assignment.vehicleId))?.seats ?? null),
      isVehicleUnsafe: await isVehicleUnsafe(db, operatorId, assignment.vehicleReg),
      trip: {
        departsAt: booking.departsAt,
        endsAt: booking.endsAt,
        passengerCount: trip.passengerCount,
        dbsRequired: trip.dbsRequired,
        vehicleCount: quote.vehicles.reduce((sum, { count }) => sum + count, 0),
      },
      driverTrips: await findOverlaps(db, { driverId: driver.id }, withRest),
      vehicleTrips: await findOverlaps(db, { operatorId, vehicleReg: assignment.vehicleReg }, onRoad),
    },
    now,
  )
}
