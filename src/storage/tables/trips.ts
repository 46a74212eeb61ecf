import type { Cancellation } from '../../domain/booking.ts'
import type { Itinerary } from '../../domain/itinerary.ts'
import type { TripState } from '../../domain/job.ts'
import type { LegKind } from '../../domain/leg.ts'
import type { MaskedItinerary } from '../../domain/masked-itinerary.ts'
import type { Place } from '../../domain/place.ts'
import type { LegStatus } from '../../domain/progress.ts'
import type { Columns } from '../columns.ts'
import type { AccountTables } from './accounts.ts'

/** What is to be driven: trips with their legs and stops. */
export function tripTables(c: Columns, { customers }: AccountTables) {
  /** What somebody wants driven. Written by who enters it, then by booking, cancelling and the clock. Never deleted. */
  const trips = c.table(
    'trips',
    {
      id: c.id(),
      ref: c.text().notNull(),
      customerId: c.ref(() => customers.id).notNull(),
      source: c.text().$type<'platform' | 'customer' | 'operator'>().notNull(),
      status: c.text().$type<TripState>().notNull(),
      timezone: c.text().notNull(),
      /** What it is quoted and paid in; null until it is offered to somebody, unless it was said. */
      currencyCode: c.text(),
      departsAt: c.instant().notNull(),
      returnsAt: c.instant(),
      endsAt: c.instant().notNull(),
      quoteBy: c.instant().notNull(),
      passengerCount: c.int().notNull(),
      dbsRequired: c.text().notNull(),
      leadPassenger: c.json<{ name: string; phone: string | null }>(),
      /** The whole of it, as it was entered; it never changes once offered. */
      itinerary: c.json<Itinerary>().notNull(),
      /** A copy of what `maskItinerary` makes of it, kept because masking takes a millisecond; jobs read nothing else. */
      maskedItinerary: c.json<MaskedItinerary>().notNull(),
      /** The `maskVersion` that made the copy; a start makes older ones anew. */
      maskVersion: c.int().notNull().default(1),
      cancellation: c.json<Cancellation>(),
      closedAt: c.instant(),
      createdAt: c.instant().notNull(),
      updatedAt: c.instant().notNull(),
    },
    (t) => [
      c.unique('trips_ref').on(t.ref),
      c.index('trips_customer').on(t.customerId),
      c.index('trips_mask_version').on(t.maskVersion),
    ],
  )

  /** The stretches of a trip. Written with it; then `status` follows the log of its booking. Never deleted. */
  const legs = c.table(
    'legs',
    {
      id: c.id(),
      tripId: c.ref(() => trips.id).notNull(),
      sequence: c.int().notNull(),
      kind: c.text().$type<LegKind>().notNull(),
      pickup: c.json<Place>().notNull(),
      dropoff: c.json<Place>().notNull(),
      departsAt: c.instant().notNull(),
      arriveBy: c.instant(),
      passengerCount: c.int().notNull(),
      waitingMinutes: c.int().notNull(),
      status: c.text().$type<LegStatus>().notNull(),
      updatedAt: c.instant().notNull(),
    },
    (t) => [c.unique('legs_order').on(t.tripId, t.sequence)],
  )

  /** Halts within a leg. Written with the trip and not changed. Never deleted. */
  const stops = c.table(
    'stops',
    {
      id: c.id(),
      legId: c.ref(() => legs.id).notNull(),
      sequence: c.int().notNull(),
      kind: c.text().notNull(),
      place: c.json<Place>().notNull(),
      arriveAt: c.instant(),
      departAt: c.instant(),
      waitingMinutes: c.int(),
      note: c.text(),
      reachedAt: c.instant(),
    },
    (t) => [c.unique('stops_order').on(t.legId, t.sequence)],
  )

  return { trips, legs, stops }
}

export type TripTables = ReturnType<typeof tripTables>
