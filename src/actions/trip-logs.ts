import { type Leg, transfersOf } from '../domain/leg.ts'
import type { Journey } from '../domain/progress.ts'
import type { BookingRecord } from '../storage/queries/bookings.ts'
import { tripEventsOf } from '../storage/queries/trip-events.ts'
import type { TripRow } from '../storage/queries/trips.ts'
import type { Reader } from '../storage/storage.ts'

/** What a booked trip's log is read against. */
export async function journeyOf(db: Reader, { booking, trip }: Pick<BookingRecord, 'booking' | 'trip'>): Promise<Journey> {
  return journeyFrom(trip, await tripEventsOf(db, booking.id))
}

/** The transfer legs and the log of a trip. */
export function journeyFrom({ itinerary }: TripRow, log: Journey['log']): Journey {
  const asLeg = ({ sequence, departsAt, pickup }: Leg) => ({ sequence, departsAt, isAtAirport: pickup.kind === 'airport' })
  return { legs: transfersOf(itinerary.legs).map(asLeg), log }
}
