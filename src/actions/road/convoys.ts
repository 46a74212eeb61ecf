import { type Coach, type CoachEntry, coachesOf, journeyOfCoach } from '../../domain/coach.ts'
import { type Leg, transfersOf } from '../../domain/leg.ts'
import type { Journey, JourneyLeg } from '../../domain/progress.ts'
import { type AssignmentRow, dutiesOf } from '../../storage/queries/assignments.ts'
import type { BookingRecord } from '../../storage/queries/bookings.ts'
import { tripEventsOf } from '../../storage/queries/trip-events.ts'
import type { TripRow } from '../../storage/queries/trips.ts'
import type { Reader } from '../../storage/storage.ts'

/** Everybody who is given a part of a booking, and every coach it takes with how far it has come. */
export type Convoy = { readonly duties: readonly AssignmentRow[]; readonly coaches: readonly Coach<AssignmentRow>[] }

/** The coaches of a booking as they stand now. */
export async function convoyOf(db: Reader, { booking, trip }: Pick<BookingRecord, 'booking' | 'trip'>): Promise<Convoy> {
  const duties = (await dutiesOf(db, booking)).map(({ duty }) => duty)
  const log = await tripEventsOf(db, booking.id)
  return { duties, coaches: coachesOf(booking.vehiclesNeeded, journeyLegsOf(trip), log, duties) }
}

/** The journey of one coach as it stands now: the transfer legs of the trip, and the log that is read against them. */
export async function readJourney(
  db: Reader,
  { booking, trip }: Pick<BookingRecord, 'booking' | 'trip'>,
  vehicleNo: number,
): Promise<Journey> {
  return journeyFrom(trip, await tripEventsOf(db, booking.id), vehicleNo)
}

/** The transfer legs of a trip and the log of one coach. */
export function journeyFrom(trip: TripRow, log: readonly CoachEntry[], vehicleNo: number): Journey {
  return journeyOfCoach(journeyLegsOf(trip), log, vehicleNo)
}

/** The legs on which the group is driven. */
export function journeyLegsOf({ itinerary }: TripRow): JourneyLeg[] {
  const asLeg = ({ sequence, departsAt, pickup }: Leg) => ({ sequence, departsAt, isAtAirport: pickup.kind === 'airport' })
  return transfersOf(itinerary.legs).map(asLeg)
}
