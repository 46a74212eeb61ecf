import type { EventBodies, Fact } from '../../actions/server/event-bodies.ts'
import type { EventName } from '../../domain/event.ts'
import { toInstant } from '../../domain/instant.ts'
import type { Of } from '../schema.ts'
import type { Booking } from './booking.ts'
import { asOutline } from './itinerary-view.ts'
import type { Job } from './job.ts'

/** The bodies of webhooks. This file imports no schema, because the worker loads it too. */
export const eventBodies: EventBodies = {
  of: (fact, operatorRef, occurredAt) => encodeEvent(fact.event, operatorRef, occurredAt, buildEventData(fact)),
  withoutData: (body) => JSON.stringify({ ...JSON.parse(body), data: {} }),
}

/** The exact text that is sent and signed, with its members in the order of the contract. */
export function encodeEvent(event: EventName, operatorRef: string, occurredAt: number, data: object): string {
  return JSON.stringify({ event, operator_ref: operatorRef, occurred_at: toInstant(occurredAt), data })
}

function buildEventData(fact: Fact): object {
  return fact.event === 'job.offered' ? asOfferedJob(fact) : asConfirmedBooking(fact)
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
export function asOfferedJob({ trip, offer }: Extract<Fact, { event: 'job.offered' }>): OfferedJob {
  const { trip_type, pickup, dropoff, departs_at, returns_at, timezone, passenger_count } = asOutline(trip.maskedItinerary.read())
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
  const { departs_at, passenger_count } = asOutline(trip.itinerary)
  return {
    ref: booking.ref,
    departs_at,
    passenger_count,
    payout_amount: booking.payoutAmount,
    currency_code: booking.currencyCode,
    confirmed_at: toInstant(booking.confirmedAt),
  }
}
