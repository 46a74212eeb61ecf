import { and, eq, gte, type SQL, sql } from 'drizzle-orm'
import type { BookingFilter } from '../../domain/booking.ts'
import { changesListing, firstChangeIn } from '../lists/changes-listing.ts'
import { always, type CountedQuery, countedListing, isWithinSpan } from '../lists/counted-listing.ts'
import type { Listing, PageSpan } from '../lists/listing.ts'
import { finder, firstRow, inserter, saver } from '../rows/statements.ts'
import { prepared, type Reader } from '../storage.ts'
import type { Row } from '../tables.ts'
import type { AssignmentRow } from './assignments.ts'

export type BookingRow = Row<'bookings'>

export const insertBooking = inserter('bookings')
export const saveBooking = saver('bookings', ['status', 'tripStatus', 'assignmentId'])

function recordOf({ bookings, trips, quotes, assignments, drivers }: Reader['t']) {
  return { booking: bookings, trip: trips, quote: quotes, assignment: assignments, driver: drivers }
}

/** Bookings with what their record holds, to be chosen from. */
export function bookingRecords({ db, t }: Reader) {
  return db
    .select(recordOf(t))
    .from(t.bookings)
    .innerJoin(t.trips, eq(t.trips.id, t.bookings.tripId))
    .innerJoin(t.quotes, eq(t.quotes.id, t.bookings.quoteId))
    .leftJoin(t.assignments, eq(t.assignments.id, t.bookings.assignmentId))
    .leftJoin(t.drivers, eq(t.drivers.id, t.assignments.driverId))
}

/** A booking with its trip, the quote that won it, and its present assignment and driver. */
export type BookingRecord = {
  readonly booking: BookingRow
  readonly trip: Row<'trips'>
  readonly quote: Row<'quotes'>
  readonly assignment: AssignmentRow | null
  readonly driver: Row<'drivers'> | null
}

/** A booking record with what the operator is paid for the booking. */
export type TripBooking = BookingRecord & { readonly payout: Row<'payouts'> | null }

function diary(filter: BookingFilter, handle: Reader, since?: SQL): Listing {
  const { bookings: b } = handle.t
  const isListed = and(
    eq(b.operatorId, sql.placeholder('operatorId')),
    filter === 'all' ? undefined : eq(b.status, sql.raw(`'${filter}'`)),
    isWithinSpan(b.departsAt),
    since,
  )
  return {
    choose: (columns) => handle.db.select(columns).from(b).where(isListed).$dynamic(),
    rows: () => bookingRecords(handle).$dynamic(),
    id: b.id,
    by: [b.departsAt, b.id],
    newestFirst: true,
  }
}

function whole(filter: BookingFilter) {
  const statuses = (['active', 'cancelled'] as const).filter((status) => filter === 'all' || filter === status)
  const counted = statuses.map((status) => `${status}_bookings` as const)
  return countedListing<BookingRecord, CountedQuery>(`bookings_${filter}`, counted, (handle) => diary(filter, handle))
}

const lists = {
  active: whole('active'),
  cancelled: whole('cancelled'),
  all: whole('all'),
} satisfies Record<BookingFilter, unknown>

const firstChange = firstChangeIn('bookings')

/** A list since an instant is another statement: a condition that always holds would mislead the choice of an index. */
function changed(filter: BookingFilter) {
  return changesListing<BookingRecord, CountedQuery & { readonly updatedSince: number }>(
    `bookings_${filter}_since`,
    (handle) => {
      const { updatedAt } = handle.t.bookings
      const since = sql.placeholder('updatedSince')
      const byChange = diary(filter, handle, gte(updatedAt, since))
      return { ...byChange, chooseInOrder: diary(filter, handle, sql`${updatedAt} + 0 >= ${since}`).choose }
    },
    { idOf: ({ booking }) => booking.id, whole: lists[filter], firstChange },
  )
}

const changedLists = {
  active: changed('active'),
  cancelled: changed('cancelled'),
  all: changed('all'),
} satisfies Record<BookingFilter, unknown>

export type BookingsQuery = PageSpan & {
  readonly operatorId: number
  readonly status: BookingFilter
  readonly departsFrom: number
  readonly departsTo: number
  /** Instant (ms) since which a booking must have changed; null for all. */
  readonly updatedSince: number | null
}

/** One page of an operator's bookings, newest departure first, and how many there are. */
export async function listBookings(db: Reader, asked: BookingsQuery) {
  const { updatedSince, status, departsFrom, departsTo, ...query } = asked
  const within = { ...query, from: departsFrom, to: Math.min(departsTo, always.to) }
  return updatedSince === null ? lists[status](db, within) : changedLists[status](db, { ...within, updatedSince })
}

const byRef = prepared('booking_by_ref', (handle) =>
  bookingRecords(handle).where(
    and(eq(handle.t.bookings.operatorId, sql.placeholder('operatorId')), eq(handle.t.bookings.ref, sql.placeholder('ref'))),
  ),
)

/** The booking of this operator under a trip ref, or null. */
export async function findBooking(db: Reader, operatorId: number, ref: string): Promise<BookingRecord | null> {
  return firstRow(await byRef(db).execute({ operatorId, ref }))
}

/** A booking of whichever operator, or null. */
export const findBookingById = finder('bookings', 'id')

const byTrip = prepared('booking_of_trip', ({ db, t }) =>
  db
    .select({ ...recordOf(t), payout: t.payouts })
    .from(t.bookings)
    .innerJoin(t.trips, eq(t.trips.id, t.bookings.tripId))
    .innerJoin(t.quotes, eq(t.quotes.id, t.bookings.quoteId))
    .leftJoin(t.assignments, eq(t.assignments.id, t.bookings.assignmentId))
    .leftJoin(t.drivers, eq(t.drivers.id, t.assignments.driverId))
    .leftJoin(t.payouts, eq(t.payouts.bookingId, t.bookings.id))
    .where(eq(t.bookings.tripId, sql.placeholder('tripId'))),
)

/** The booking a trip became, and what is paid out for it; or null. */
export async function bookingOfTrip(db: Reader, tripId: number): Promise<TripBooking | null> {
  return firstRow(await byTrip(db).execute({ tripId }))
}
