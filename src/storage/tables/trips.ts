import type { Cancellation } from '../../domain/booking.ts'
import type { TripState } from '../../domain/job.ts'
import type { JobSheet } from '../../domain/job-sheet.ts'
import type { LegKind } from '../../domain/leg.ts'
import type { Place } from '../../domain/place.ts'
import type { LegStatus } from '../../domain/progress.ts'
import type { Columns } from '../columns.ts'
import type { AccountTables } from './accounts.ts'

/** What is to be driven: trips with their legs and stops. */
export function tripTables(c: Columns, { customers }: AccountTables) {
  const trips = c.table(
    'trips',
    {
      id: c.id(),
      ref: c.text().notNull(),
      customerId: c
        .int()
        .notNull()
        .references(() => customers.id),
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
      /** The whole itinerary as bookings, drivers and the customer see it. */
      sheet: c.json<JobSheet>().notNull(),
      /** The same, masked and scrubbed once, as every job shows it: an itinerary never changes once offered. */
      jobSheet: c.json<JobSheet>().notNull(),
      cancellation: c.json<Cancellation>(),
      closedAt: c.instant(),
      createdAt: c.instant().notNull(),
      updatedAt: c.instant().notNull(),
    },
    (t) => [c.unique('trips_ref').on(t.ref), c.index('trips_customer').on(t.customerId)],
  )

  const legs = c.table(
    'legs',
    {
      id: c.id(),
      tripId: c
        .int()
        .notNull()
        .references(() => trips.id),
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

  const stops = c.table(
    'stops',
    {
      id: c.id(),
      legId: c
        .int()
        .notNull()
        .references(() => legs.id),
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
