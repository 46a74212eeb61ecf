import { type Coach, type CoachEntry, findJourneyOfCoach, listCoaches } from '../../domain/coach.ts'
import { type Leg, listTransferLegs } from '../../domain/leg.ts'
import type { Journey, JourneyLeg } from '../../domain/progress.ts'
import { type AssignmentRow, listDutiesOfBooking } from '../../storage/queries/assignments.ts'
import type { BookingRecord } from '../../storage/queries/bookings.ts'
import { listTripEvents } from '../../storage/queries/trip-events.ts'
import type { TripRow } from '../../storage/queries/trips.ts'
import type { Reader } from '../../storage/storage.ts'

/** All duties of a booking, and each of its vehicles with its progress. */
export type Convoy = { readonly duties: readonly AssignmentRow[]; readonly coaches: readonly Coach<AssignmentRow>[] }

/** The vehicles of a booking at this moment. */
export async function readConvoy(db: Reader, { booking, trip }: Pick<BookingRecord, 'booking' | 'trip'>): Promise<Convoy> {
  const duties = (await listDutiesOfBooking(db, booking)).map(({ duty }) => duty)
  const log = await listTripEvents(db, booking.id)
  return { duties, coaches: listCoaches(booking.vehiclesNeeded, listJourneyLegs(trip), log, duties) }
}

/** The journey of one vehicle at this moment: the transfer legs of the trip, with the log of the vehicle. */
export async function readJourney(
  db: Reader,
  { booking, trip }: Pick<BookingRecord, 'booking' | 'trip'>,
  vehicleNo: number,
): Promise<Journey> {
  return buildJourney(trip, await listTripEvents(db, booking.id), vehicleNo)
}

/** The transfer legs of a trip and the log of one coach. */
export function buildJourney(trip: TripRow, log: readonly CoachEntry[], vehicleNo: number): Journey {
  return findJourneyOfCoach(listJourneyLegs(trip), log, vehicleNo)
}

export function listJourneyLegs({ itinerary }: TripRow): JourneyLeg[] {
  const asLeg = ({ sequence, departsAt, pickup }: Leg) => ({ sequence, departsAt, isAtAirport: pickup.kind === 'airport' })
  return listTransferLegs(itinerary.legs).map(asLeg)
}
