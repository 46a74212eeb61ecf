import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import { emailKey } from '../../domain/email-address.ts'
import { listing } from '../lists/listing.ts'
import { finder, inserter, liveFinder, saver } from '../rows/statements.ts'
import { prepared, type Reader, type Writer } from '../storage.ts'
import type { NewRow, Row } from '../tables.ts'

export type DriverRow = Row<'drivers'>

const insert = inserter('drivers')
const save = saver('drivers', ['updatedAt'])

export function insertDriver(tx: Writer, driver: Omit<NewRow<'drivers'>, 'emailKey'>): Promise<DriverRow> {
  return insert(tx, { ...driver, emailKey: keyOf(driver.email ?? null) })
}

/** Writes what moves of a driver, as `saver` does. */
export function saveDriver(tx: Writer, before: DriverRow, patch: Partial<Omit<DriverRow, 'emailKey'>>): Promise<DriverRow> {
  return save(tx, before, patch.email === undefined ? patch : { ...patch, emailKey: keyOf(patch.email) })
}

function keyOf(email: string | null): string | null {
  return email === null ? null : emailKey(email)
}

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

const roster = prepared('roster_of_operator', ({ db, t: { drivers } }) =>
  db
    .select({ id: drivers.id, name: drivers.name, phone: drivers.phone })
    .from(drivers)
    .where(and(eq(drivers.operatorId, sql.placeholder('operatorId')), isNull(drivers.removedAt)))
    .orderBy(asc(drivers.createdAt), asc(drivers.id)),
)

/** A driver on a roster by name, with the number to ring. */
export type RosterEntry = Pick<DriverRow, 'id' | 'name' | 'phone'>

/** Everybody on a roster, who came first at the front. */
export async function namesOnRoster(db: Reader, operatorId: number): Promise<RosterEntry[]> {
  return roster(db).execute({ operatorId })
}

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
        and(isOnRoster(t), eq(t.drivers.emailKey, sql.placeholder('emailKey'))),
        and(isOnRoster(t), eq(t.drivers.phone, sql.placeholder('phone'))),
        and(isOnRoster(t), eq(t.drivers.phoneHash, sql.placeholder('phoneHash'))),
      ),
    ),
)

function isOnRoster({ drivers }: Reader['t']) {
  return and(eq(drivers.operatorId, sql.placeholder('operatorId')), isNull(drivers.removedAt))
}

export type ContactDetails = { readonly email: string | null; readonly phone: string | null; readonly phoneHash: string | null }

/** Drivers on the roster who already have this e-mail or phone, however they are written. */
export async function findNamesakes(db: Reader, operatorId: number, reach: ContactDetails) {
  const { email, phone, phoneHash } = reach
  return namesakes(db).execute({ operatorId, emailKey: keyOf(email), phone, phoneHash })
}

/** Assignments this driver is still to drive, in their order: standing ones, on bookings neither cancelled nor over. */
export async function openAssignmentsOf(db: Reader, driverId: number) {
  const { assignments, bookings, trips } = db.t
  const open = await db.db
    .select({ assignment: assignments, booking: bookings, trip: trips })
    .from(assignments)
    .innerJoin(bookings, eq(bookings.id, assignments.bookingId))
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

/** The refs of the trips that a driver gave back when they left at `leftAt` (ms), and that still want a driver. */
export async function tripsLeftBy(db: Reader, driverId: number, leftAt: number): Promise<string[]> {
  const { assignments, bookings } = db.t
  const left = await db.db
    .select({ id: assignments.id, ref: bookings.ref })
    .from(assignments)
    .innerJoin(bookings, eq(bookings.id, assignments.bookingId))
    .where(
      and(
        eq(assignments.driverId, driverId),
        eq(assignments.endedAt, leftAt),
        eq(bookings.isCrewed, false),
        eq(bookings.status, 'active'),
        isNull(bookings.finishedAt),
      ),
    )
  return left.sort((one, other) => one.id - other.id).map(({ ref }) => ref)
}

const toBeSeen = prepared('board_drivers', ({ db, t: { drivers } }) =>
  db
    .select({
      id: drivers.id,
      name: drivers.name,
      licenseExpiresAt: drivers.licenseExpiresAt,
      dbsExpiresAt: drivers.dbsExpiresAt,
    })
    .from(drivers)
    .where(and(eq(drivers.operatorId, sql.placeholder('operatorId')), isNull(drivers.removedAt))),
)

/** Everybody on a roster, in no order, with when their papers run out; nothing else of the papers is read. */
export async function driversToBeSeen(db: Reader, operatorId: number) {
  return toBeSeen(db).execute({ operatorId })
}
