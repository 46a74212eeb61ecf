import type { BookingRow } from '../../storage/queries/bookings.ts'
import type { OfferRow } from '../../storage/queries/jobs.ts'
import type { TripRow } from '../../storage/queries/trips.ts'

/** A fact for an operator's other systems, and its subject. */
export type Fact =
  | {
      readonly event: 'job.offered'
      readonly trip: Pick<TripRow, 'ref' | 'maskedItinerary'>
      readonly offer: Pick<OfferRow, 'operatorId' | 'tripId' | 'quoteBy' | 'currencyCode'>
    }
  | {
      readonly event: 'booking.confirmed'
      readonly trip: Pick<TripRow, 'itinerary'>
      readonly booking: Pick<BookingRow, 'operatorId' | 'tripId' | 'ref' | 'payoutAmount' | 'currencyCode' | 'confirmedAt'>
    }

/** Makes the exact texts that are sent and signed; the API decides what they contain. */
export type EventBodies = {
  of(fact: Fact, operatorRef: string, occurredAt: number): string
  /** The text for a subscription whose credential cannot read the subject: the event without its data. */
  withoutData(body: string): string
}
