import {
  aliasedTable,
  and,
  asc,
  desc,
  eq,
  gte,
  isNotNull,
  isNull,
  lte,
  not,
  notExists,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { buildListing, type PageSpan } from '../lists/listing.ts'
import { prepareStatement, type Reader } from '../storage.ts'
import type { Row } from '../tables.ts'

/** A trip for its driver: the booking, their assignment, its operator and the vehicle. */
export type DriverTripRow = {
  readonly booking: Row<'bookings'>
  readonly trip: Row<'trips'>
  readonly assignment: Row<'assignments'>
  readonly operator: Row<'operators'>
  readonly vehicle: Row<'vehicles'> | null
}

function driverTrips(handle: Reader) {
  const { db, t } = handle
  return db
    .select({ booking: t.bookings, trip: t.trips, assignment: t.assignments, operator: t.operators, vehicle: t.vehicles })
    .from(t.assignments)
    .innerJoin(t.bookings, eq(t.bookings.id, t.assignments.bookingId))
    .innerJoin(t.trips, eq(t.trips.id, t.bookings.tripId))
    .innerJoin(t.operators, eq(t.operators.id, t.bookings.operatorId))
    .leftJoin(t.vehicles, eq(t.vehicles.id, t.assignments.vehicleId))
}

/**
 * The driver's trips: assigned and neither declined nor reassigned, at any time. A cancelled trip remains visible to its
 * driver.
 */
function isInSight({ t: { assignments, bookings } }: Reader): SQL | undefined {
  return and(eq(assignments.driverId, sql.placeholder('driverId')), isDutyShownToDriver(assignments, bookings))
}

function isDutyShownToDriver(assignment: DutyTable, bookings: Reader['t']['bookings']): SQL | undefined {
  return and(isNull(assignment.declinedAt), or(isNull(assignment.endedAt), gte(assignment.endedAt, bookings.cancelledAt)))
}

type DutyTable = Reader['t']['assignments']

/**
 * An SQL condition that a duty is current: the first unfinished duty of its driver on the trip, otherwise the first. It matches
 * `findCurrentDuty` of the domain.
 */
function isAtHand({ db, t: { assignments, bookings } }: Reader): SQL {
  const other = aliasedTable(assignments, 'other')
  const rank = ({ tripStatus, departsAt, id }: DutyTable) =>
    sql`(case when ${tripStatus} in ('completed', 'no_show') then 1 else 0 end, ${departsAt}, ${id})`
  const before = db
    .select({ id: other.id })
    .from(other)
    .where(
      and(
        eq(other.driverId, assignments.driverId),
        eq(other.bookingId, assignments.bookingId),
        isDutyShownToDriver(other, bookings),
        sql`${rank(other)} < ${rank(assignments)}`,
      ),
    )
  return notExists(before)
}

const byRef = prepareStatement('driver_trip', (handle) =>
  driverTrips(handle).where(and(isInSight(handle), eq(handle.t.bookings.ref, sql.placeholder('ref')))),
)

/** The duties of a driver on the trip under a ref, in the order of assignment; none if the trip is not theirs. */
export async function listDriverTripRows(db: Reader, driverId: number, ref: string): Promise<DriverTripRow[]> {
  const found: DriverTripRow[] = await byRef(db).execute({ driverId, ref })
  return found.sort((one, other) => one.assignment.id - other.assignment.id)
}

export type TripList = 'upcoming' | 'past' | 'all'

function isTripInList(list: TripList, { t: { bookings } }: Reader): SQL | undefined {
  if (list === 'all') return undefined
  const isCalledOff = and(eq(bookings.status, 'cancelled'), lte(bookings.endsAt, sql.placeholder('now')))
  const isOver = or(isNotNull(bookings.finishedAt), isCalledOff) ?? sql`false`
  return list === 'past' ? isOver : not(isOver)
}

type DriverTripsQuery = { readonly driverId: number; readonly now: number }

function tripsListed(list: TripList) {
  return buildListing<DriverTripRow, DriverTripsQuery>(`driver_trips_${list}`, (handle) => {
    const { assignments, bookings } = handle.t
    return {
      choose: (columns) =>
        handle.db
          .select(columns)
          .from(assignments)
          .innerJoin(bookings, eq(bookings.id, assignments.bookingId))
          .where(and(isInSight(handle), isTripInList(list, handle), isAtHand(handle)))
          .$dynamic(),
      rows: () => driverTrips(handle).$dynamic(),
      id: assignments.id,
      by: [bookings.departsAt, bookings.id],
      newestFirst: list !== 'upcoming',
    }
  })
}

const lists = {
  upcoming: tripsListed('upcoming'),
  past: tripsListed('past'),
  all: tripsListed('all'),
} satisfies Record<TripList, unknown>

/** One page of a driver's trips as of `now` (ms), with their count: upcoming ones by departure, others latest first. */
export async function findDriverTrips(db: Reader, list: TripList, query: DriverTripsQuery & PageSpan) {
  return lists[list](db, query)
}

const around = prepareStatement('driver_trips_around', (handle) =>
  driverTrips(handle)
    .where(
      and(
        isInSight(handle),
        isAtHand(handle),
        gte(handle.t.bookings.endsAt, sql.placeholder('from')),
        lte(handle.t.bookings.departsAt, sql.placeholder('until')),
      ),
    )
    .orderBy(asc(handle.t.bookings.departsAt), asc(handle.t.bookings.id)),
)

/** A driver's trips between two instants (ms), first one first. */
export async function listDriverTripsAround(db: Reader, driverId: number, span: { from: number; until: number }) {
  return around(db).execute({ driverId, ...span }) as Promise<DriverTripRow[]>
}

const underWay = prepareStatement('driver_trips_under_way', (handle) => {
  const { assignments, bookings } = handle.t
  const hasBegun = notInArray(assignments.tripStatus, ['unassigned', 'assigned', 'acknowledged'])
  return driverTrips(handle).where(
    and(
      eq(assignments.driverId, sql.placeholder('driverId')),
      isNull(assignments.declinedAt),
      isNull(assignments.endedAt),
      eq(bookings.status, 'active'),
      or(and(hasBegun, isNull(bookings.finishedAt)), gte(bookings.finishedAt, sql.placeholder('finishedSince'))),
    ),
  )
})

/** Each begun duty of a driver, of trips that end at `finishedSince` (ms) or later. */
export async function listDriverTripsUnderWay(db: Reader, driverId: number, finishedSince: number): Promise<DriverTripRow[]> {
  return underWay(db).execute({ driverId, finishedSince })
}

/** An assignment for its driver, with the departure and end of its booking (ms). */
export type OwnAssignment = {
  readonly ref: string
  readonly departsAt: number
  readonly endsAt: number
  readonly assignment: Row<'assignments'>
}

/** Every assignment of a driver, past or present, newest first, without other people. */
export async function listAssignmentsOfDriver(db: Reader, driverId: number): Promise<OwnAssignment[]> {
  const { assignments, bookings } = db.t
  return db.db
    .select({
      ref: bookings.ref,
      departsAt: bookings.departsAt,
      endsAt: bookings.endsAt,
      assignment: assignments,
    })
    .from(assignments)
    .innerJoin(bookings, eq(bookings.id, assignments.bookingId))
    .where(eq(assignments.driverId, driverId))
    .orderBy(desc(assignments.id))
}
