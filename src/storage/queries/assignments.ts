import { aliasedTable, and, eq, gt, gte, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { createInserter, createSaver, takeFirstRow } from '../rows/statements.ts'
import { prepareStatement, type Reader, type Writer } from '../storage.ts'
import type { Row } from '../tables.ts'

export type AssignmentRow = Row<'assignments'>

export const insertAssignment = createInserter('assignments')
export const saveAssignment = createSaver('assignments', ['endedAt'])

const seeing = prepareStatement('note_seen', ({ db, t: { assignments } }) =>
  db
    .update(assignments)
    .set({ seenAt: sql`${sql.placeholder('at')}` })
    .where(and(eq(assignments.id, sql.placeholder('id')), isNull(assignments.seenAt))),
)

/** Saves when a driver first opened an assignment (ms). */
export async function noteSeen(tx: Writer, id: number, at: number): Promise<void> {
  await seeing(tx).execute({ id, at })
}

const assignmentById = prepareStatement('assignment', ({ db, t }) =>
  db
    .select({ assignment: t.assignments, booking: t.bookings, trip: t.trips, driver: t.drivers, operator: t.operators })
    .from(t.assignments)
    .innerJoin(t.bookings, eq(t.bookings.id, t.assignments.bookingId))
    .innerJoin(t.trips, eq(t.trips.id, t.bookings.tripId))
    .innerJoin(t.drivers, eq(t.drivers.id, t.assignments.driverId))
    .innerJoin(t.operators, eq(t.operators.id, t.bookings.operatorId))
    .where(eq(t.assignments.id, sql.placeholder('id'))),
)

/** An assignment with its booking, trip, driver and operator. */
export type AssignmentRecord = {
  readonly assignment: AssignmentRow
  readonly booking: Row<'bookings'>
  readonly trip: Row<'trips'>
  readonly driver: Row<'drivers'>
  readonly operator: Row<'operators'>
}

/** An assignment with all related rows, or null. */
export async function findAssignment(db: Reader, id: number): Promise<AssignmentRecord | null> {
  return takeFirstRow(await assignmentById(db).execute({ id }))
}

/** A duty of a booking with its driver and vehicle of the fleet. */
export type DutyRecord = {
  readonly duty: AssignmentRow
  readonly driver: Row<'drivers'>
  readonly vehicle: Row<'vehicles'> | null
}

const ofBooking = prepareStatement('duties_of_booking', ({ db, t: { assignments, drivers, vehicles } }) =>
  db
    .select({ duty: assignments, driver: drivers, vehicle: vehicles })
    .from(assignments)
    .innerJoin(drivers, eq(drivers.id, assignments.driverId))
    .leftJoin(vehicles, eq(vehicles.id, assignments.vehicleId))
    .where(
      and(
        eq(assignments.bookingId, sql.placeholder('id')),
        or(isNull(assignments.endedAt), gte(assignments.endedAt, sql.placeholder('cancelledAt'))),
      ),
    ),
)

/**
 * Active or declined duties of a booking, without those of drivers who were replaced. For a cancelled booking, the duties that
 * were active until then.
 */
export async function listDutiesOfBooking(
  db: Reader,
  { id, cancelledAt }: Pick<Row<'bookings'>, 'id' | 'cancelledAt'>,
): Promise<DutyRecord[]> {
  const found = await ofBooking(db).execute({ id, cancelledAt: cancelledAt ?? never })
  return found.sort((one, other) => one.duty.id - other.duty.id)
}

/** An instant after every end. */
const never = Number.MAX_SAFE_INTEGER

type AssignedTable = Reader['t']['assignments']

/**
 * Other trips that cross the duties of a booking, including the rest between them. Both ends are bounded by the assignments'
 * own instants, so that earlier and later trips are never read.
 */
function crossing(
  isSame: (own: AssignedTable, other: AssignedTable) => SQL | undefined,
  { db, t: { assignments, bookings } }: Reader,
) {
  const own = aliasedTable(assignments, 'own')
  const rest = sql.placeholder('restMs')
  const isCrossing = and(
    isSame(own, assignments),
    isNull(assignments.endedAt),
    gt(assignments.endsAt, sql`${own.departsAt} - ${rest}`),
    lt(assignments.departsAt, sql`${own.endsAt} + ${rest}`),
    isNull(assignments.declinedAt),
  )
  return db
    .select({
      dutyId: own.id,
      otherId: assignments.id,
      ref: bookings.ref,
      departsAt: assignments.departsAt,
      endsAt: assignments.endsAt,
    })
    .from(own)
    .innerJoin(assignments, isCrossing)
    .innerJoin(bookings, eq(bookings.id, assignments.bookingId))
    .where(
      and(
        eq(own.bookingId, sql.placeholder('id')),
        or(isNull(own.endedAt), gte(own.endedAt, sql.placeholder('cancelledAt'))),
        eq(bookings.operatorId, sql.placeholder('operatorId')),
        eq(bookings.status, 'active'),
        ne(bookings.id, own.bookingId),
      ),
    )
}

const ofDrivers = prepareStatement('overlaps_of_drivers', (handle) =>
  crossing((own, other) => eq(other.driverId, own.driverId), handle),
)

const ofPlates = prepareStatement('overlaps_of_plates', (handle) =>
  crossing((own, other) => eq(other.vehicleReg, own.vehicleReg), handle),
)

type BookingOfCrew = Pick<Row<'bookings'>, 'id' | 'operatorId' | 'cancelledAt'>

/** Another trip on the road, and the duty that it crosses. Instants in ms. */
export type Overlap = {
  readonly dutyId: number
  readonly ref: string
  readonly departsAt: number
  readonly endsAt: number
}

/**
 * Other trips of a booking's drivers or plates at the same time, or less than `restMs` before or after. Each is listed for
 * every duty it crosses, in order of assignment.
 */
export async function findOverlaps(
  db: Reader,
  which: 'drivers' | 'plates',
  { id, operatorId, cancelledAt }: BookingOfCrew,
  restMs: number,
): Promise<Overlap[]> {
  const statement = which === 'drivers' ? ofDrivers : ofPlates
  const found = await statement(db).execute({ id, operatorId, cancelledAt: cancelledAt ?? never, restMs })
  // Sorted here, because the index finds few of them, by their instants.
  return found.sort((one, other) => one.otherId - other.otherId)
}
