import { summariseTrip } from '../../domain/itinerary.ts'
import type { OpenPoint, OpenPointTrip } from '../../domain/open-point.ts'
import { findPublicName } from '../../domain/place.ts'
import { listDutiesOfEach, listTripsOfRefs } from '../../storage/queries/board-trips.ts'
import type { Reader } from '../../storage/storage.ts'

/** The trips of these points by reference, in two statements. Before the booking, places are masked and the customer is null. */
export async function readTripsOfPoints(
  db: Reader,
  operatorId: number,
  points: readonly OpenPoint[],
): Promise<ReadonlyMap<string, OpenPointTrip>> {
  const refs = new Set(points.flatMap(({ ref, nextRef }) => ref ?? nextRef ?? []))
  const rows = await listTripsOfRefs(db, operatorId, [...refs])
  const ids = rows.flatMap(({ bookingId }) => (bookingId === null ? [] : [bookingId]))
  const vehicles = new Map((await listDutiesOfEach(db, ids)).toReversed().map(({ duty }) => [duty.bookingId, duty.vehicleReg]))
  return new Map(
    rows.map(({ ref, bookingId, departsAt, itinerary, maskedItinerary, customer }) => {
      const shown = bookingId === null ? maskedItinerary.read() : itinerary
      const trip: OpenPointTrip = {
        summary: summariseTrip(shown),
        pickupLabel: findPublicName(shown.pickup),
        dropoffLabel: findPublicName(shown.dropoff),
        departsAt,
        passengerCount: shown.passengerCount,
        customerName: bookingId === null ? null : (customer.organisation ?? customer.name),
        vehicleReg: bookingId === null ? null : (vehicles.get(bookingId) ?? null),
      }
      return [ref, trip]
    }),
  )
}
