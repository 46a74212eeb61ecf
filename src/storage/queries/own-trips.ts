import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { TripState } from '../../domain/job.ts'
import { buildListing, type Listing, type PageSpan } from '../lists/listing.ts'
import { takeFirstRow } from '../rows/statements.ts'
import { prepareStatement, type Reader } from '../storage.ts'
import type { Row } from '../tables.ts'
import { buildDoubtSinceSql } from './payments.ts'

/** An operator's own trip, with its customer and its latest quote. */
export type OwnTrip = {
  readonly trip: Row<'trips'>
  readonly customer: Row<'customers'>
  readonly quote: Row<'quotes'> | null
  readonly request: Row<'bookingRequests'> | null
  /** Instant (ms) at which the payment in doubt for the quote was tried; null without one. */
  readonly doubtSince: number | null
}

function ownTrips({ db, t }: Reader) {
  return db
    .select({
      trip: t.trips,
      customer: t.customers,
      quote: t.quotes,
      request: t.bookingRequests,
      doubtSince: buildDoubtSinceSql(t),
    })
    .from(t.trips)
    .innerJoin(t.customers, eq(t.customers.id, t.trips.customerId))
    .innerJoin(t.offers, and(eq(t.offers.tripId, t.trips.id), eq(t.offers.operatorId, t.trips.operatorId)))
    .leftJoin(t.quotes, eq(t.quotes.id, t.offers.latestQuoteId))
    .leftJoin(t.bookingRequests, eq(t.bookingRequests.id, t.quotes.requestId))
}

function buildOwnTripListing(handle: Reader, more?: SQL): Listing {
  const { trips } = handle.t
  return {
    choose: (columns) =>
      handle.db
        .select(columns)
        .from(trips)
        .where(and(eq(trips.operatorId, sql.placeholder('operatorId')), more))
        .$dynamic(),
    rows: () => ownTrips(handle).$dynamic(),
    id: trips.id,
    by: [trips.createdAt, trips.id],
    newestFirst: true,
  }
}

type OfOperator = { readonly operatorId: number }

const everything = buildListing<OwnTrip, OfOperator>('own_trips', (handle) => buildOwnTripListing(handle))

const byStatus = buildListing<OwnTrip, OfOperator & { readonly status: TripState }>('own_trips_by_status', (handle) =>
  buildOwnTripListing(handle, eq(handle.t.trips.status, sql.placeholder('status'))),
)

/** One page of an operator's own trips, latest entry first, with their count; all, or those in one state. */
export function findOwnTrips(db: Reader, { status, ...query }: OfOperator & PageSpan & { readonly status: TripState | null }) {
  return status === null ? everything(db, query) : byStatus(db, { ...query, status })
}

/** One page of the trips for a saved customer, latest departure first, with their count. */
export const findTripsOfCustomer = buildListing<OwnTrip, { readonly customerId: number }>('own_trips_by_customer', (handle) => {
  const { trips } = handle.t
  return {
    choose: (columns) =>
      handle.db
        .select(columns)
        .from(trips)
        .where(eq(trips.ownCustomerId, sql.placeholder('customerId')))
        .$dynamic(),
    rows: () => ownTrips(handle).$dynamic(),
    id: trips.id,
    by: [trips.departsAt, trips.id],
    newestFirst: true,
  }
})

const byRef = prepareStatement('own_trip_by_ref', (handle) => {
  const { trips } = handle.t
  return ownTrips(handle).where(and(eq(trips.ref, sql.placeholder('ref')), eq(trips.operatorId, sql.placeholder('operatorId'))))
})

/** The own trip of this operator with a ref, or null. */
export async function findOwnTrip(db: Reader, operatorId: number, ref: string): Promise<OwnTrip | null> {
  return takeFirstRow(await byRef(db).execute({ operatorId, ref }))
}
