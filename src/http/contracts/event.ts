import type { EventBodies, Fact } from '../../actions/server/event-bodies.ts'
import type { EventName } from '../../domain/event.ts'
import { toInstant, toLocalTime } from '../../domain/instant.ts'
import type { Of } from '../schema.ts'
import type { Booking } from './booking.ts'
import { asOutline } from './itinerary-view.ts'
import type { Job } from './job.ts'

/**
 * Makes the bodies of webhooks, with map links by a template. This file imports no schema, because the worker loads it too.
 */
export function createEventBodies(mapUrl: string): EventBodies {
  return {
    of: (fact, operatorRef, occurredAt) => encodeEvent(fact.event, operatorRef, occurredAt, buildEventData(fact, mapUrl)),
    withoutData: withoutEventData,
  }
}

/** The body of a webhook for a subscription whose credential cannot read the subject. */
export function withoutEventData(body: string): string {
  return JSON.stringify({ ...JSON.parse(body), data: {} })
}

/** The exact text that is sent and signed, with its members in the order of the contract. */
export function encodeEvent(event: EventName, operatorRef: string, occurredAt: number, data: object): string {
  return JSON.stringify({ event, operator_ref: operatorRef, occurred_at: toInstant(occurredAt), data })
}

function buildEventData(fact: Fact, mapUrl: string): object {
  return fact.event === 'job.offered' ? asOfferedJob(fact, mapUrl) : asConfirmedBooking(fact)
}

type OfferedJob = Pick<
  Of<typeof Job>,
  | 'ref'
  | 'trip_type'
  | 'pickup'
  | 'dropoff'
  | 'departs_at'
  | 'returns_at'
  | 'timezone'
  | 'passenger_count'
  | 'quote_by'
  | 'currency_code'
>

/** Every key exactly as in `GET /jobs/{ref}`. */
export function asOfferedJob({ trip, offer }: Extract<Fact, { event: 'job.offered' }>, mapUrl: string): OfferedJob {
  const outline = asOutline(trip.maskedItinerary.read(), mapUrl)
  const { trip_type, pickup, dropoff, departs_at, returns_at, timezone, passenger_count } = outline
  return {
    ref: trip.ref,
    trip_type,
    pickup,
    dropoff,
    departs_at,
    returns_at,
    timezone,
    passenger_count,
    quote_by: toInstant(offer.quoteBy),
    currency_code: offer.currencyCode,
  }
}

type ConfirmedBooking = Pick<
  Of<typeof Booking>,
  'ref' | 'departs_at' | 'passenger_count' | 'payout_amount' | 'currency_code' | 'confirmed_at'
>

/** Every key exactly as in `GET /bookings/{ref}`. */
export function asConfirmedBooking({ trip, booking }: Extract<Fact, { event: 'booking.confirmed' }>): ConfirmedBooking {
  const { departsAt, timezone, passengerCount } = trip.itinerary
  return {
    ref: booking.ref,
    departs_at: toLocalTime(departsAt, timezone),
    passenger_count: passengerCount,
    payout_amount: booking.payoutAmount,
    currency_code: booking.currencyCode,
    confirmed_at: toInstant(booking.confirmedAt),
  }
}
