import { aliasedTable, and, desc, eq, exists, gte, isNull, lt, max, notExists, or, type SQL, sql } from 'drizzle-orm'
import { listing } from '../lists/listing.ts'
import { dropper, finder, firstRow, inserter } from '../rows/statements.ts'
import { prepared, type Reader } from '../storage.ts'
import type { Row } from '../tables.ts'
import type { InstantSpan } from './board-trips.ts'

export type FeedRow = Row<'feeds'>

/** A feed with what it is of by name; both null where it is of the whole account. */
export type NamedFeed = { readonly feed: FeedRow; readonly registration: string | null; readonly driverName: string | null }

export const insertFeed = inserter('feeds')
export const dropFeed = dropper('feeds', 'id')

/** A feed of this operator's, or null. */
export const findFeed = finder('feeds', 'operatorId', 'id')

/** A feed of this driver's duties, or null. */
export const findFeedOfDriver = finder('feeds', 'driverId', 'id')

/** Feeds with what they are of, as long as that is still there. */
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

const byHash = prepared('feed_by_hash', (handle) => {
  const { rows, isLive } = liveFeeds(handle)
  return rows.where(and(eq(handle.t.feeds.hash, sql.placeholder('hash')), isLive))
})

/** The live feed of this hash, or null. */
export async function findFeedByHash(db: Reader, hash: string): Promise<NamedFeed | null> {
  return firstRow(await byHash(db).execute({ hash }))
}

/** One page of an operator's live feeds, the newest first, and how many there are. */
export const listFeeds = listing<NamedFeed, { readonly operatorId: number }>('feeds', (handle) => {
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

const ofOneDriver = prepared('feeds_of_driver', (handle) => {
  const { t } = handle
  const { rows, isLive } = liveFeeds(handle)
  return rows.where(and(eq(t.feeds.driverId, sql.placeholder('driverId')), isLive)).orderBy(desc(t.feeds.id))
})

/** The live feeds of a driver's duties, the newest first. */
export function feedsOfDriver(db: Reader, driverId: number): Promise<NamedFeed[]> {
  return ofOneDriver(db).execute({ driverId })
}

/**
 * Number of changes to the crew of a booking, as a value of its rows: the duties from `fromId` on that were given, and those of them that
 * ended or were declined. Duties are never deleted, so the number only grows.
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
      // The change that gave the duty itself does not count.
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
        // A cancelled booking keeps its crew, and a change keeps the duties it ended. A duty given to another driver leaves.
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

const ofOperator = prepared('calendar_of_operator', (handle) => calendarTrips(handle))

// The trips of the account within the span are fewer than all that somebody ever drove.
const ofDriver = prepared('calendar_of_driver', (handle) =>
  calendarTrips(handle, sql`${handle.t.assignments.driverId} + 0 = ${sql.placeholder('id')}`),
)
const ofVehicle = prepared('calendar_of_vehicle', (handle) =>
  calendarTrips(handle, sql`${handle.t.assignments.vehicleId} + 0 = ${sql.placeholder('id')}`),
)

/**
 * Trips that a feed tells of between two departures (ms), in the order they leave. Each is there as often as somebody
 * is on it, and once where no one is.
 */
export async function tripsOfFeed(db: Reader, { operatorId, driverId, vehicleId }: FeedRow, span: InstantSpan) {
  const asked = { operatorId, ...span }
  const found = await (driverId !== null
    ? ofDriver(db).execute({ ...asked, id: driverId })
    : vehicleId !== null
      ? ofVehicle(db).execute({ ...asked, id: vehicleId })
      : ofOperator(db).execute(asked))
  return found.sort(
    (one, other) =>
      one.booking.departsAt - other.booking.departsAt ||
      one.booking.id - other.booking.id ||
      (one.duty?.id ?? 0) - (other.duty?.id ?? 0),
  )
}

const lastDuty = prepared('last_duty_id', ({ db, t: { assignments } }) =>
  db.select({ id: max(assignments.id) }).from(assignments),
)
const lastBooking = prepared('last_booking_id', ({ db, t: { bookings } }) => db.select({ id: max(bookings.id) }).from(bookings))

/** The highest ids of duties and bookings; 0 where there are none. */
export async function findLastCalendarIds(db: Reader): Promise<{ readonly lastDutyId: number; readonly lastBookingId: number }> {
  const [[duty], [booking]] = [await lastDuty(db).execute(), await lastBooking(db).execute()]
  return { lastDutyId: duty?.id ?? 0, lastBookingId: booking?.id ?? 0 }
}
