import { and, eq, gt, gte, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { BookingFilter } from '../../domain/booking.ts'
import { changesListing, firstChangeIn } from '../changes-listing.ts'
import { always, type CountedQuery, countedListing, isWithinSpan } from '../counted-listing.ts'
import type { Listing, PageSpan } from '../listing.ts'
import { firstRow, inserter, type Row, saver } from '../statements.ts'
import { prepared, type Reader } from '../storage.ts'

export type BookingRow = Row<'bookings'>

export type AssignmentRow = Row<'assignments'>

export const insertBooking = inserter('bookings')
export const saveBooking = saver('bookings', ['status', 'tripStatus', 'assignmentId'])
export const insertAssignment = inserter('assignments')
export const saveAssignment = saver('assignments', ['endedAt'])

function bookings({ db, t }: Reader) {
  return db
    .select({ booking: t.bookings, trip: t.trips, quote: t.quotes, assignment: t.assignments, driver: t.drivers })
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
    rows: () => bookings(handle).$dynamic(),
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
  /** Only what has changed since then (ms); null for all. */
  readonly updatedSince: number | null
}

/** One page of an operator's bookings, newest departure first, and how many there are. */
export async function listBookings(db: Reader, asked: BookingsQuery) {
  const { updatedSince, status, departsFrom, departsTo, ...query } = asked
  const within = { ...query, from: departsFrom, to: Math.min(departsTo, always.to) }
  return updatedSince === null ? lists[status](db, within) : changedLists[status](db, { ...within, updatedSince })
}

const byRef = prepared('booking_by_ref', (handle) =>
  bookings(handle).where(
    and(eq(handle.t.bookings.operatorId, sql.placeholder('operatorId')), eq(handle.t.bookings.ref, sql.placeholder('ref'))),
  ),
)

/** The booking of this operator under a trip ref, or null. */
export async function findBooking(db: Reader, operatorId: number, ref: string): Promise<BookingRecord | null> {
  return firstRow(await byRef(db).execute({ operatorId, ref }))
}

const byTrip = prepared('booking_of_trip', (handle) =>
  bookings(handle).where(eq(handle.t.bookings.tripId, sql.placeholder('tripId'))),
)

/** The booking a trip became, or null. */
export async function bookingOfTrip(db: Reader, tripId: number): Promise<BookingRecord | null> {
  return firstRow(await byTrip(db).execute({ tripId }))
}

/** Bounded on both sides by the assignment's own instants, so that what lies before and after is never looked up. */
function overlaps(isTheirs: SQL | undefined, { db, t: { assignments, bookings } }: Reader) {
  return db
    .select({ assignmentId: assignments.id, ref: bookings.ref, departsAt: bookings.departsAt, endsAt: bookings.endsAt })
    .from(assignments)
    .innerJoin(bookings, eq(bookings.id, assignments.bookingId))
    .where(
      and(
        isTheirs,
        isNull(assignments.endedAt),
        gt(assignments.endsAt, sql.placeholder('from')),
        lt(assignments.departsAt, sql.placeholder('to')),
        isNull(assignments.declinedAt),
        eq(bookings.status, 'active'),
        ne(bookings.id, sql.placeholder('exceptBookingId')),
      ),
    )
}

const ofDriver = prepared('overlaps_of_driver', (handle) =>
  overlaps(eq(handle.t.assignments.driverId, sql.placeholder('driverId')), handle),
)

const ofPlate = prepared('overlaps_of_plate', (handle) => {
  const { assignments, bookings } = handle.t
  const isPlate = eq(assignments.vehicleReg, sql.placeholder('vehicleReg'))
  return overlaps(and(isPlate, eq(bookings.operatorId, sql.placeholder('operatorId'))), handle)
})

const assignmentById = prepared('assignment', ({ db, t }) =>
  db
    .select({ assignment: t.assignments, booking: t.bookings, trip: t.trips, driver: t.drivers, operator: t.operators })
    .from(t.assignments)
    .innerJoin(t.bookings, eq(t.bookings.id, t.assignments.bookingId))
    .innerJoin(t.trips, eq(t.trips.id, t.bookings.tripId))
    .innerJoin(t.drivers, eq(t.drivers.id, t.assignments.driverId))
    .innerJoin(t.operators, eq(t.operators.id, t.bookings.operatorId))
    .where(eq(t.assignments.id, sql.placeholder('id'))),
)

/** An assignment with everything around it, or null. */
export async function findAssignment(db: Reader, id: number) {
  return firstRow(await assignmentById(db).execute({ id }))
}

/** Other trips on which this driver or this plate is to be on the road between two instants (ms), as they were assigned. */
export async function findOverlaps(
  db: Reader,
  who: { readonly driverId: number } | { readonly operatorId: number; readonly vehicleReg: string },
  span: { readonly from: number; readonly to: number; readonly exceptBookingId: number },
) {
  const found = await ('driverId' in who ? ofDriver(db) : ofPlate(db)).execute({ ...who, ...span })
  // The index finds them by their instants, and they are few.
  return found.sort((one, other) => one.assignmentId - other.assignmentId)
}
