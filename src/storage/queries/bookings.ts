import { and, eq, gte, type SQL, sql } from 'drizzle-orm'
import type { BookingFilter } from '../../domain/booking.ts'
import { buildChangesListing, buildFirstChangeQuery } from '../lists/changes-listing.ts'
import { always, buildCountedListing, type CountedQuery, isWithinSpan } from '../lists/counted-listing.ts'
import type { Listing, PageSpan } from '../lists/listing.ts'
import { createFinder, createInserter, createSaver, takeFirstRow } from '../rows/statements.ts'
import { prepareStatement, type Reader } from '../storage.ts'
import type { Row } from '../tables.ts'
import type { AssignmentRow } from './assignments.ts'

export type BookingRow = Row<'bookings'>

export const insertBooking = createInserter('bookings')
export const saveBooking = createSaver('bookings', ['status', 'tripStatus', 'assignmentId'])

function pickBookingTables({ bookings, trips, quotes, assignments, drivers }: Reader['t']) {
  return { booking: bookings, trip: trips, quote: quotes, assignment: assignments, driver: drivers }
}

/** Selects bookings with the parts of their record. */
export function selectBookingRecords({ db, t }: Reader) {
  return db
    .select(pickBookingTables(t))
    .from(t.bookings)
    .innerJoin(t.trips, eq(t.trips.id, t.bookings.tripId))
    .innerJoin(t.quotes, eq(t.quotes.id, t.bookings.quoteId))
    .leftJoin(t.assignments, eq(t.assignments.id, t.bookings.assignmentId))
    .leftJoin(t.drivers, eq(t.drivers.id, t.assignments.driverId))
}

/** A booking with its trip, its quote, and its present assignment and driver. */
export type BookingRecord = {
  readonly booking: BookingRow
  readonly trip: Row<'trips'>
  readonly quote: Row<'quotes'>
  readonly assignment: AssignmentRow | null
  readonly driver: Row<'drivers'> | null
}

/** A booking record with the operator's payout. */
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
    rows: () => selectBookingRecords(handle).$dynamic(),
    id: b.id,
    by: [b.departsAt, b.id],
    newestFirst: true,
  }
}

function buildBookingListing(filter: BookingFilter) {
  const statuses = (['active', 'cancelled'] as const).filter((status) => filter === 'all' || filter === status)
  const counted = statuses.map((status) => `${status}_bookings` as const)
  return buildCountedListing<BookingRecord, CountedQuery>(`bookings_${filter}`, counted, (handle) => diary(filter, handle))
}

const lists = {
  active: buildBookingListing('active'),
  cancelled: buildBookingListing('cancelled'),
  all: buildBookingListing('all'),
} satisfies Record<BookingFilter, unknown>

const firstChange = buildFirstChangeQuery('bookings')

/** A list since an instant is a separate statement: a condition that is always true would mislead the choice of an index. */
function buildBookingChangesListing(filter: BookingFilter) {
  return buildChangesListing<BookingRecord, CountedQuery & { readonly updatedSince: number }>(
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
  active: buildBookingChangesListing('active'),
  cancelled: buildBookingChangesListing('cancelled'),
  all: buildBookingChangesListing('all'),
} satisfies Record<BookingFilter, unknown>

export type BookingsQuery = PageSpan & {
  readonly operatorId: number
  readonly status: BookingFilter
  readonly departsFrom: number
  readonly departsTo: number
  /** Instant (ms) of the earliest change; null for all bookings. */
  readonly updatedSince: number | null
}

/** One page of an operator's bookings, newest departure first, with their count. */
export async function listBookings(db: Reader, asked: BookingsQuery) {
  const { updatedSince, status, departsFrom, departsTo, ...query } = asked
  const within = { ...query, from: departsFrom, to: Math.min(departsTo, always.to) }
  return updatedSince === null ? lists[status](db, within) : changedLists[status](db, { ...within, updatedSince })
}

const byRef = prepareStatement('booking_by_ref', (handle) =>
  selectBookingRecords(handle).where(
    and(eq(handle.t.bookings.operatorId, sql.placeholder('operatorId')), eq(handle.t.bookings.ref, sql.placeholder('ref'))),
  ),
)

/** The booking of this operator under a trip ref, or null. */
export async function findBooking(db: Reader, operatorId: number, ref: string): Promise<BookingRecord | null> {
  return takeFirstRow(await byRef(db).execute({ operatorId, ref }))
}

/** A booking of any operator, or null. */
export const findBookingById = createFinder('bookings', 'id')

const byTrip = prepareStatement('booking_of_trip', ({ db, t }) =>
  db
    .select({ ...pickBookingTables(t), payout: t.payouts })
    .from(t.bookings)
    .innerJoin(t.trips, eq(t.trips.id, t.bookings.tripId))
    .innerJoin(t.quotes, eq(t.quotes.id, t.bookings.quoteId))
    .leftJoin(t.assignments, eq(t.assignments.id, t.bookings.assignmentId))
    .leftJoin(t.drivers, eq(t.drivers.id, t.assignments.driverId))
    .leftJoin(t.payouts, eq(t.payouts.bookingId, t.bookings.id))
    .where(eq(t.bookings.tripId, sql.placeholder('tripId'))),
)

/** The booking of a trip with its payout, or null. */
export async function findBookingOfTrip(db: Reader, tripId: number): Promise<TripBooking | null> {
  return takeFirstRow(await byTrip(db).execute({ tripId }))
}
