import { aliasedTable, and, desc, eq, exists, gte, isNull, lt, max, notExists, or, type SQL, sql } from 'drizzle-orm'
import { buildListing } from '../lists/listing.ts'
import { createDropper, createFinder, createInserter, takeFirstRow } from '../rows/statements.ts'
import { prepareStatement, type Reader } from '../storage.ts'
import type { Row } from '../tables.ts'
import type { InstantSpan } from './board-trips.ts'

export type FeedRow = Row<'feeds'>

/** A feed with the name of its subject; both null for the whole account. */
export type NamedFeed = { readonly feed: FeedRow; readonly registration: string | null; readonly driverName: string | null }

export const insertFeed = createInserter('feeds')
export const dropFeed = createDropper('feeds', 'id')

/** A feed of this operator, or null. */
export const findFeed = createFinder('feeds', 'operatorId', 'id')

/** A feed of this driver's duties, or null. */
export const findFeedOfDriver = createFinder('feeds', 'driverId', 'id')

/** Feeds whose subjects still exist, with those subjects. */
function liveFeeds({ db, t: { drivers, feeds, vehicles } }: Reader) {
  return {
    rows: db
      .select({ feed: feeds, registration: vehicles.registration, driverName: drivers.name })
      .from(feeds)
      .leftJoin(vehicles, eq(vehicles.id, feeds.vehicleId))
      .leftJoin(drivers, eq(drivers.id, feeds.driverId)),
    isLive: and(isNull(vehicles.removedAt), isNull(drivers.removedAt)),
  }
}

const byHash = prepareStatement('feed_by_hash', (handle) => {
  const { rows, isLive } = liveFeeds(handle)
  return rows.where(and(eq(handle.t.feeds.hash, sql.placeholder('hash')), isLive))
})

/** The active feed of this hash, or null. */
export async function findFeedByHash(db: Reader, hash: string): Promise<NamedFeed | null> {
  return takeFirstRow(await byHash(db).execute({ hash }))
}

/** One page of an operator's active feeds, newest first, with their count. */
export const listFeeds = buildListing<NamedFeed, { readonly operatorId: number }>('feeds', (handle) => {
  const { db, t } = handle
  const { rows, isLive } = liveFeeds(handle)
  return {
    choose: (columns) =>
      db
        .select(columns)
        .from(t.feeds)
        .leftJoin(t.vehicles, eq(t.vehicles.id, t.feeds.vehicleId))
        .leftJoin(t.drivers, eq(t.drivers.id, t.feeds.driverId))
        .where(and(eq(t.feeds.operatorId, sql.placeholder('operatorId')), isLive))
        .$dynamic(),
    rows: () => rows.$dynamic(),
    id: t.feeds.id,
    by: [t.feeds.id],
    newestFirst: true,
  }
})

const ofOneDriver = prepareStatement('feeds_of_driver', (handle) => {
  const { t } = handle
  const { rows, isLive } = liveFeeds(handle)
  return rows.where(and(eq(t.feeds.driverId, sql.placeholder('driverId')), isLive)).orderBy(desc(t.feeds.id))
})

/** The active feeds of a driver's duties, newest first. */
export function listFeedsOfDriver(db: Reader, driverId: number): Promise<NamedFeed[]> {
  return ofOneDriver(db).execute({ driverId })
}

/**
 * Number of changes to the crew of a booking, as a value of its rows. It counts the duties from `fromId` on, and their ends and
 * declines. Duties are never deleted, so the number only grows.
 */
function crewChanges({ db, t: { assignments, bookings } }: Reader, fromId: SQL): SQL {
  const crew = aliasedTable(assignments, 'crew')
  const changes = sql`count(*) + count(${crew.endedAt}) + count(${crew.declinedAt})`
  const counted = db
    .select({ changes })
    .from(crew)
    .where(and(eq(crew.bookingId, bookings.id), gte(crew.id, fromId)))
  return sql`(${counted})`
}

function asNumber(value: SQL) {
  return sql<number>`${value}`.mapWith(Number)
}

function calendarTrips(handle: Reader, isWanted?: SQL) {
  const {
    db,
    t: { amendments, assignments, bookings, drivers, trips },
  } = handle
  const endedByChange = db
    .select({ id: amendments.id })
    .from(amendments)
    .where(
      and(
        eq(amendments.bookingId, assignments.bookingId),
        eq(amendments.status, sql`'applied'`),
        eq(amendments.closedAt, assignments.endedAt),
      ),
    )
  const successor = aliasedTable(assignments, 'successor')
  const givenToAnother = db
    .select({ id: successor.id })
    .from(successor)
    .where(and(eq(successor.bookingId, assignments.bookingId), eq(successor.assignedAt, assignments.endedAt)))
  return db
    .select({
      booking: {
        id: bookings.id,
        ref: bookings.ref,
        status: bookings.status,
        revision: bookings.revision,
        departsAt: bookings.departsAt,
        endsAt: bookings.endsAt,
        vehiclesNeeded: bookings.vehiclesNeeded,
        cancelledAt: bookings.cancelledAt,
        updatedAt: bookings.updatedAt,
      },
      itinerary: trips.itinerary,
      crewChanges: asNumber(crewChanges(handle, sql`0`)),
      // Without the change that gave the duty.
      changesSince: asNumber(
        sql`${crewChanges(handle, sql`coalesce(${assignments.id}, 0)`)} - (case when ${assignments.id} is null then 0 else 1 end)`,
      ),
      duty: assignments,
      driverName: drivers.name,
    })
    .from(bookings)
    .innerJoin(trips, eq(trips.id, bookings.tripId))
    .leftJoin(
      assignments,
      and(
        eq(assignments.bookingId, bookings.id),
        isNull(assignments.declinedAt),
        // A cancelled booking keeps its crew, and an amendment keeps the duties it ended. A reassigned duty is left out.
        or(
          isNull(assignments.endedAt),
          gte(assignments.endedAt, bookings.cancelledAt),
          exists(endedByChange),
          notExists(givenToAnother),
        ),
      ),
    )
    .leftJoin(drivers, eq(drivers.id, assignments.driverId))
    .where(
      and(
        eq(bookings.operatorId, sql.placeholder('operatorId')),
        gte(bookings.departsAt, sql.placeholder('from')),
        lt(bookings.departsAt, sql.placeholder('to')),
        isWanted,
      ),
    )
}

const ofOperator = prepareStatement('calendar_of_operator', (handle) => calendarTrips(handle))

// The account's trips within the span are fewer than all trips of a driver.
const ofDriver = prepareStatement('calendar_of_driver', (handle) =>
  calendarTrips(handle, sql`${handle.t.assignments.driverId} + 0 = ${sql.placeholder('id')}`),
)
const ofVehicle = prepareStatement('calendar_of_vehicle', (handle) =>
  calendarTrips(handle, sql`${handle.t.assignments.vehicleId} + 0 = ${sql.placeholder('id')}`),
)

/** Lists trips of a feed between two departures (ms), by departure. Each appears once for each duty, and once without duties. */
export async function listTripsOfFeed(db: Reader, { operatorId, driverId, vehicleId }: FeedRow, span: InstantSpan) {
  const query = { operatorId, ...span }
  const found = await (driverId !== null
    ? ofDriver(db).execute({ ...query, id: driverId })
    : vehicleId !== null
      ? ofVehicle(db).execute({ ...query, id: vehicleId })
      : ofOperator(db).execute(query))
  return found.sort(
    (one, other) =>
      one.booking.departsAt - other.booking.departsAt ||
      one.booking.id - other.booking.id ||
      (one.duty?.id ?? 0) - (other.duty?.id ?? 0),
  )
}

const lastDuty = prepareStatement('last_duty_id', ({ db, t: { assignments } }) =>
  db.select({ id: max(assignments.id) }).from(assignments),
)
const lastBooking = prepareStatement('last_booking_id', ({ db, t: { bookings } }) =>
  db.select({ id: max(bookings.id) }).from(bookings),
)

/** The highest ids of duties and bookings; 0 without rows. */
export async function findLastCalendarIds(db: Reader): Promise<{ readonly lastDutyId: number; readonly lastBookingId: number }> {
  const [[duty], [booking]] = [await lastDuty(db).execute(), await lastBooking(db).execute()]
  return { lastDutyId: duty?.id ?? 0, lastBookingId: booking?.id ?? 0 }
}
