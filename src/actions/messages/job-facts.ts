import { toLocalDate, toSpokenClock, toSpokenDate, toSpokenDay, toSpokenDeadline, toSpokenTime } from '../../domain/instant.ts'
import { formatTowns, type Itinerary } from '../../domain/itinerary.ts'
import type { Deadline, JobFacts } from '../../gateways/notices/desk-words.ts'
import { findBookingOfTrip } from '../../storage/queries/bookings.ts'
import type { Operator } from '../../storage/queries/operators.ts'
import type { TripRow } from '../../storage/queries/trips.ts'
import type { Reader } from '../../storage/storage.ts'

/** The subject of a notice to an operator's people; the trip if it is about one. */
export type DeskNews = {
  readonly operator: Operator
  readonly trip: TripRow | null
  readonly subjectId: number | null
  readonly now: number
}

/** News about a trip. */
export type TripDeskNews = DeskNews & { readonly trip: TripRow }

/** The facts of a job that is not booked: without data of its customer. */
export function jobFacts(news: TripDeskNews): JobFacts {
  return buildJobFacts(news, news.trip.maskedItinerary.read())
}

/** The facts of a trip: of the booking for its own operator, of the job for all others. */
export async function factsFor(db: Reader, news: TripDeskNews): Promise<JobFacts> {
  const isTheirs = (await findBookingOfTrip(db, news.trip.id))?.booking.operatorId === news.operator.id
  return isTheirs ? bookedFacts(news) : jobFacts(news)
}

export function bookedFacts(news: TripDeskNews): JobFacts {
  return buildJobFacts(news, news.trip.itinerary)
}

function buildJobFacts(news: TripDeskNews, itinerary: Itinerary): JobFacts {
  const { trip, now } = news
  return {
    ref: trip.ref,
    summary: itinerary.summary,
    departs: formatTimeOfTrip(news, trip.departsAt),
    route: formatTowns(itinerary),
    day: toSpokenDay(trip.departsAt, trip.timezone, now),
    date: toSpokenDate(trip.departsAt, trip.timezone, now),
    passengerCount: itinerary.passengerCount,
    tripType: itinerary.tripType === 'multi_day' ? 'multi-day' : itinerary.tripType.replace('_', ' '),
  }
}

/** A deadline (ms) on the clocks of the trip: `today at 12:27`, or with its day. */
export function formatDeadline({ trip: { timezone }, now }: Pick<TripDeskNews, 'trip' | 'now'>, at: number): Deadline {
  const isToday = toLocalDate(at, timezone) === toLocalDate(now, timezone)
  const inFull = isToday ? `today at ${toSpokenClock(at, timezone)}` : toSpokenTime(at, timezone, now)
  return { inShort: toSpokenDeadline(at, timezone, now), inFull }
}

export function formatTimeOfTrip({ trip, now }: Pick<TripDeskNews, 'trip' | 'now'>, at: number): string {
  return toSpokenTime(at, trip.timezone, now)
}
