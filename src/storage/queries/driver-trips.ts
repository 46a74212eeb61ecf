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
import { listing, type PageSpan } from '../lists/listing.ts'
import { prepared, type Reader } from '../storage.ts'
import type { Row } from '../tables.ts'

/** A trip as its driver has it: the booking, the assignment that makes it theirs, whose it is and what they drive. */
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

/** Theirs: assigned, not declined, not passed on, whenever it leaves; a cancelled trip stays in sight of who was to drive it. */
function isInSight({ t: { assignments, bookings } }: Reader): SQL | undefined {
  return and(eq(assignments.driverId, sql.placeholder('driverId')), isTheirs(assignments, bookings))
}

function isTheirs(assignment: DutyTable, bookings: Reader['t']['bookings']): SQL | undefined {
  return and(isNull(assignment.declinedAt), or(isNull(assignment.endedAt), gte(assignment.endedAt, bookings.cancelledAt)))
}

type DutyTable = Reader['t']['assignments']

/**
 * An SQL condition that a duty is at hand: of its driver's on the trip the first not over, else the first. `atHand` of
 * the domain says the same.
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
        isTheirs(other, bookings),
        sql`${rank(other)} < ${rank(assignments)}`,
      ),
    )
  return notExists(before)
}

const byRef = prepared('driver_trip', (handle) =>
  driverTrips(handle).where(and(isInSight(handle), eq(handle.t.bookings.ref, sql.placeholder('ref')))),
)

/** The duties of a driver on the trip under a ref, in the order they were given; none when the trip is not theirs. */
export async function driverTripRows(db: Reader, driverId: number, ref: string): Promise<DriverTripRow[]> {
  const found: DriverTripRow[] = await byRef(db).execute({ driverId, ref })
  return found.sort((one, other) => one.assignment.id - other.assignment.id)
}

export type TripList = 'upcoming' | 'past' | 'all'

function isListed(list: TripList, { t: { bookings } }: Reader): SQL | undefined {
  if (list === 'all') return undefined
  const isCalledOff = and(eq(bookings.status, 'cancelled'), lte(bookings.endsAt, sql.placeholder('now')))
  const isOver = or(isNotNull(bookings.finishedAt), isCalledOff) ?? sql`false`
  return list === 'past' ? isOver : not(isOver)
}

type DriverTripsQuery = { readonly driverId: number; readonly now: number }

function tripsListed(list: TripList) {
  return listing<DriverTripRow, DriverTripsQuery>(`driver_trips_${list}`, (handle) => {
    const { assignments, bookings } = handle.t
    return {
      choose: (columns) =>
        handle.db
          .select(columns)
          .from(assignments)
          .innerJoin(bookings, eq(bookings.id, assignments.bookingId))
          .where(and(isInSight(handle), isListed(list, handle), isAtHand(handle)))
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

/** One page of a driver's trips as of `now` (ms), and how many there are: upcoming the next one first, the others the latest one first. */
export async function findDriverTrips(db: Reader, list: TripList, query: DriverTripsQuery & PageSpan) {
  return lists[list](db, query)
}

const around = prepared('driver_trips_around', (handle) =>
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

/** A driver's trips that touch the time between two instants (ms), the first one first. */
export async function driverTripsAround(db: Reader, driverId: number, span: { from: number; until: number }) {
  return around(db).execute({ driverId, ...span }) as Promise<DriverTripRow[]>
}

const underWay = prepared('driver_trips_under_way', (handle) => {
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

/** Each duty on which a driver has set off, of trips that are not over, or were not before `finishedSince` (ms). */
export async function driverTripsUnderWay(db: Reader, driverId: number, finishedSince: number): Promise<DriverTripRow[]> {
  return underWay(db).execute({ driverId, finishedSince })
}

/** An assignment as its driver may read it, with when its booking departs and ends (ms). */
export type OwnAssignment = {
  readonly ref: string
  readonly departsAt: number
  readonly endsAt: number
  readonly assignment: Row<'assignments'>
}

/** Every assignment that a driver has or had, for themselves to read: newest first, with no one else in it. */
export async function assignmentsOfDriver(db: Reader, driverId: number): Promise<OwnAssignment[]> {
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
