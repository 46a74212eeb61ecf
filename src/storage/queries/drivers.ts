import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { listing } from '../listing.ts'
import { finder, inserter, liveFinder, type Row, saver } from '../statements.ts'
import { prepared, type Reader } from '../storage.ts'

export type DriverRow = Row<'drivers'>

export const insertDriver = inserter('drivers')

export const saveDriver = saver('drivers', ['updatedAt'])

/** One page of a roster, newest first, and how many are on it. */
export const listDrivers = listing<DriverRow, { readonly operatorId: number }>('driver_roster', ({ db, t: { drivers } }) => ({
  choose: (columns) =>
    db
      .select(columns)
      .from(drivers)
      .where(and(eq(drivers.operatorId, sql.placeholder('operatorId')), isNull(drivers.removedAt)))
      .$dynamic(),
  rows: () => db.select().from(drivers).$dynamic(),
  id: drivers.id,
  by: [drivers.createdAt, drivers.id],
  newestFirst: true,
}))

/** A driver of this operator, removed ones among them, or null. */
export const findDriver = finder('drivers', 'operatorId', 'id')

/** A driver of this operator who has not been removed, or null. */
export const findDriverOnRoster = liveFinder('drivers', 'operatorId', 'id')

/** A driver of whichever operator, or null. */
export const findDriverById = finder('drivers', 'id')

const namesakes = prepared('driver_namesakes', ({ db, t }) =>
  db
    .select({ id: t.drivers.id, email: t.drivers.email, phone: t.drivers.phone, phoneHash: t.drivers.phoneHash })
    .from(t.drivers)
    .where(
      or(
        and(isOnRoster(t), sql`lower(${t.drivers.email}) = ${sql.placeholder('email')}`),
        and(isOnRoster(t), eq(t.drivers.phone, sql.placeholder('phone'))),
        and(isOnRoster(t), eq(t.drivers.phoneHash, sql.placeholder('phoneHash'))),
      ),
    ),
)

function isOnRoster({ drivers }: Reader['t']) {
  return and(eq(drivers.operatorId, sql.placeholder('operatorId')), isNull(drivers.removedAt))
}

export type ContactDetails = { readonly email: string | null; readonly phone: string | null; readonly phoneHash: string | null }

/** Those on the roster who already have this e-mail or phone, however they are written. */
export async function findNamesakes(db: Reader, operatorId: number, reach: ContactDetails) {
  const { email, phone, phoneHash } = reach
  return namesakes(db).execute({ operatorId, email: email?.toLowerCase() ?? null, phone, phoneHash })
}

/** What this driver is still to drive: assignments that stand, on bookings that are neither cancelled nor over, in their order. */
export async function openAssignmentsOf(db: Reader, driverId: number) {
  const { assignments, bookings, trips } = db.t
  const open = await db.db
    .select({ assignment: assignments, booking: bookings, trip: trips })
    .from(assignments)
    .innerJoin(bookings, and(eq(bookings.id, assignments.bookingId), eq(bookings.assignmentId, assignments.id)))
    .innerJoin(trips, eq(trips.id, bookings.tripId))
    .where(
      and(
        eq(assignments.driverId, driverId),
        isNull(assignments.endedAt),
        isNull(assignments.declinedAt),
        eq(bookings.status, 'active'),
        isNull(bookings.finishedAt),
      ),
    )
  return open.sort((one, other) => one.assignment.id - other.assignment.id)
}
