import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lte, not, or, type SQL, sql } from 'drizzle-orm'
import { listing, type PageSpan } from '../listing.ts'
import { firstRow, type Row } from '../statements.ts'
import { prepared, type Reader } from '../storage.ts'

/** A trip as its driver has it: the booking, the assignment that makes it theirs, whose it is and what they drive. */
export type DriverTripRow = {
  readonly booking: Row<'bookings'>
  readonly trip: Row<'trips'>
  readonly assignment: Row<'assignments'>
  readonly operator: Row<'operators'>
  readonly vehicle: Row<'vehicles'> | null
}

/** The assignment that stands, or stood last; by the booking's id too, so that no booking of anybody else is looked at. */
function isOfBooking({ t: { assignments, bookings } }: Reader): SQL | undefined {
  return and(eq(bookings.id, assignments.bookingId), eq(bookings.assignmentId, assignments.id))
}

function driverTrips(handle: Reader) {
  const { db, t } = handle
  return db
    .select({ booking: t.bookings, trip: t.trips, assignment: t.assignments, operator: t.operators, vehicle: t.vehicles })
    .from(t.assignments)
    .innerJoin(t.bookings, isOfBooking(handle))
    .innerJoin(t.trips, eq(t.trips.id, t.bookings.tripId))
    .innerJoin(t.operators, eq(t.operators.id, t.bookings.operatorId))
    .leftJoin(t.vehicles, eq(t.vehicles.id, t.assignments.vehicleId))
}

/** Theirs: assigned, not declined, not passed on, whenever it leaves; a cancelled trip stays in sight. */
function isInSight({ t: { assignments, bookings } }: Reader): SQL | undefined {
  return and(
    eq(assignments.driverId, sql.placeholder('driverId')),
    isNull(assignments.declinedAt),
    or(isNull(assignments.endedAt), eq(bookings.status, 'cancelled')),
  )
}

const byRef = prepared('driver_trip', (handle) =>
  driverTrips(handle).where(and(isInSight(handle), eq(handle.t.bookings.ref, sql.placeholder('ref')))),
)

/** The trip under a ref when it is this driver's, or null. */
export async function findDriverTrip(db: Reader, driverId: number, ref: string): Promise<DriverTripRow | null> {
  return firstRow(await byRef(db).execute({ driverId, ref }))
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
          .innerJoin(bookings, isOfBooking(handle))
          .where(and(isInSight(handle), isListed(list, handle)))
          .$dynamic(),
      rows: () => driverTrips(handle).$dynamic(),
      id: bookings.id,
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
export async function listDriverTrips(db: Reader, list: TripList, query: DriverTripsQuery & PageSpan) {
  return lists[list](db, query)
}

const around = prepared('driver_trips_around', (handle) =>
  driverTrips(handle)
    .where(
      and(
        isInSight(handle),
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
  const isMoving = inArray(bookings.tripStatus, ['en_route', 'arrived', 'on_board', 'between_legs'])
  return driverTrips(handle).where(
    and(
      eq(assignments.driverId, sql.placeholder('driverId')),
      isNull(assignments.declinedAt),
      isNull(assignments.endedAt),
      eq(bookings.status, 'active'),
      or(isMoving, gte(bookings.finishedAt, sql.placeholder('finishedSince'))),
    ),
  )
})

/** The trips on which a driver has set off and that are not over, or were not before `finishedSince` (ms). */
export async function driverTripsUnderWay(db: Reader, driverId: number, finishedSince: number): Promise<DriverTripRow[]> {
  return underWay(db).execute({ driverId, finishedSince })
}

/** What a driver was and is assigned to, for themselves to read: newest first, with no one else in it. */
export async function assignmentsOfDriver(db: Reader, driverId: number) {
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
