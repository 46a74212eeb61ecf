import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { dayMs, hourMs } from '../../domain/instant.ts'
import { prepareStatement, type Reader } from '../storage.ts'
import type { AssignmentRow } from './assignments.ts'
import { type BookingRecord, selectBookingRecords } from './bookings.ts'
import type { TripEventRow } from './trip-events.ts'

/** A span of time (ms), without its end. */
export type InstantSpan = { readonly from: number; readonly to: number }

/** Milliseconds above which a trip counts as a tour. A shorter trip begins on the day or the day before. */
const tourMs = 12 * hourMs

/** Greatest duration of a trip in ms. */
const longestMs = 367 * dayMs

const departing = prepareStatement('board_departing', (handle) => {
  const { bookings: b } = handle.t
  return selectBookingRecords(handle)
    .where(
      and(
        eq(b.operatorId, sql.placeholder('operatorId')),
        sql`${b.status} = 'active'`,
        gte(b.departsAt, sql.placeholder('before')),
        lt(b.departsAt, sql.placeholder('to')),
        or(gte(b.departsAt, sql.placeholder('from')), gt(b.endsAt, sql.placeholder('from'))),
      ),
    )
    .orderBy(asc(b.departsAt), asc(b.id))
})

// With a status or an order, SQLite would not choose the index of tours, but read a year of bookings.
const tours = prepareStatement('board_tours', (handle) => {
  const { bookings: b } = handle.t
  return selectBookingRecords(handle).where(
    and(
      eq(b.operatorId, sql.placeholder('operatorId')),
      sql`${b.endsAt} - ${b.departsAt} > 43200000`,
      gte(b.departsAt, sql.placeholder('earliest')),
      lt(b.departsAt, sql.placeholder('before')),
      gt(b.endsAt, sql.placeholder('from')),
    ),
  )
})

/** An operator's active bookings with a departure within a span, or before it with a later end; by departure. */
export async function listBookingsOn(db: Reader, operatorId: number, { from, to }: InstantSpan): Promise<BookingRecord[]> {
  const before = from - tourMs
  const touring = await tours(db).execute({ operatorId, from, before, earliest: from - longestMs })
  const long = touring
    .filter(({ booking }) => booking.status === 'active')
    .sort(({ booking: one }, { booking: other }) => one.departsAt - other.departsAt || one.id - other.id)
  return [...long, ...(await departing(db).execute({ operatorId, from, before, to }))] as BookingRecord[]
}

/** An operator's bookings with a departure by `leftBy` and an end after `now`, without completed ones. */
export async function listBookingsOnTheRoad(
  db: Reader,
  { operatorId, now, leftBy }: { readonly operatorId: number; readonly now: number; readonly leftBy: number },
): Promise<BookingRecord[]> {
  const standing = await listBookingsOn(db, operatorId, { from: now, to: leftBy + 1 })
  return standing.filter(({ booking }) => booking.finishedAt === null)
}

/** An active duty of one of several bookings, with its driver. */
export type BoardDuty = {
  readonly duty: AssignmentRow
  readonly driver: { readonly id: number; readonly name: string; readonly phone: string | null }
}

/** Active duties of these bookings, in order of assignment. */
export async function listDutiesOfEach(db: Reader, bookingIds: readonly number[]): Promise<BoardDuty[]> {
  if (bookingIds.length === 0) return []
  const { assignments, drivers } = db.t
  const found = await db.db
    .select({ duty: assignments, driver: { id: drivers.id, name: drivers.name, phone: drivers.phone } })
    .from(assignments)
    .innerJoin(drivers, eq(drivers.id, assignments.driverId))
    .where(and(inArray(assignments.bookingId, [...bookingIds]), isNull(assignments.endedAt), isNull(assignments.declinedAt)))
  return found.sort((one, other) => one.duty.id - other.duty.id)
}

/** The logs of these bookings, each in the order of its reports. */
export async function listTripEventsOfEach(db: Reader, bookingIds: readonly number[]): Promise<TripEventRow[]> {
  if (bookingIds.length === 0) return []
  const { tripEvents } = db.t
  const found = await db.db
    .select()
    .from(tripEvents)
    .where(inArray(tripEvents.bookingId, [...bookingIds]))
  return found.sort((one, other) => one.id - other.id)
}

/** Name, organisation and phone of the customer of each of these bookings, and the instant (ms) of its vehicle's last position. */
export async function listContactsOfEach(db: Reader, bookingIds: readonly number[]) {
  if (bookingIds.length === 0) return []
  const { bookings, customers, locations, trips } = db.t
  const lastSeenAt = sql<number | null>`(select ${locations.recordedAt} from ${locations}
    where ${locations.bookingId} = ${bookings.id} order by ${locations.recordedAt} desc limit 1)`.mapWith(Number)
  return db.db
    .select({
      bookingId: bookings.id,
      customer: { name: customers.name, organisation: customers.organisation, phone: customers.phone },
      lastSeenAt,
    })
    .from(bookings)
    .innerJoin(trips, eq(trips.id, bookings.tripId))
    .innerJoin(customers, eq(customers.id, trips.customerId))
    .where(inArray(bookings.id, [...bookingIds]))
}

/** The trips of these references with their customers, each with the operator's booking if it has one, the newest booking last. */
export async function listTripsOfRefs(db: Reader, operatorId: number, refs: readonly string[]) {
  if (refs.length === 0) return []
  const { bookings, customers, trips } = db.t
  const { ref, departsAt, itinerary, maskedItinerary } = trips
  const { name, organisation } = customers
  const found = await db.db
    .select({ ref, departsAt, itinerary, maskedItinerary, bookingId: bookings.id, customer: { name, organisation } })
    .from(trips)
    .innerJoin(customers, eq(customers.id, trips.customerId))
    .leftJoin(bookings, and(eq(bookings.tripId, trips.id), eq(bookings.operatorId, operatorId)))
    .where(inArray(ref, [...refs]))
  return found.sort((one, other) => (one.bookingId ?? 0) - (other.bookingId ?? 0))
}

/** Whether an operator has a key, a trip or a customer's job. */
export async function hasBegun(db: Reader, operatorId: number): Promise<boolean> {
  const { credentials, offers } = db.t
  const [key] = await db.db
    .select({ id: credentials.id })
    .from(credentials)
    .where(and(eq(credentials.operatorId, operatorId), isNotNull(credentials.operatorId), sql`${credentials.kind} = 'api_key'`))
    .limit(1)
  if (key !== undefined) return true
  const [job] = await db.db.select({ id: offers.id }).from(offers).where(eq(offers.operatorId, operatorId)).limit(1)
  return job !== undefined
}
