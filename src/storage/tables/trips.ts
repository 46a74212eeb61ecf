import type { Cancellation } from '../../domain/booking.ts'
import type { TripState } from '../../domain/job.ts'
import type { Columns } from '../columns.ts'
import { packedItinerary, packedMaskedItinerary } from '../packed-itinerary.ts'
import type { AccountTables } from './accounts.ts'

/** What is to be driven: trips, each with its legs and stops in its itinerary. */
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
      itinerary: c.packed(packedItinerary).notNull(),
      /** A copy of what `maskItinerary` makes of it, kept because masking takes a millisecond; jobs read nothing else. */
      maskedItinerary: c.stored(packedMaskedItinerary).notNull(),
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

  return { trips }
}

export type TripTables = ReturnType<typeof tripTables>
