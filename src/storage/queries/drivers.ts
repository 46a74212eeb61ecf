import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import { computeEmailKey } from '../../domain/email-address.ts'
import { buildListing } from '../lists/listing.ts'
import { createFinder, createInserter, createLiveFinder, createSaver } from '../rows/statements.ts'
import { prepareStatement, type Reader, type Writer } from '../storage.ts'
import type { NewRow, Row } from '../tables.ts'

export type DriverRow = Row<'drivers'>

const insert = createInserter('drivers')
const save = createSaver('drivers', ['updatedAt'])

export function insertDriver(tx: Writer, driver: Omit<NewRow<'drivers'>, 'emailKey'>): Promise<DriverRow> {
  return insert(tx, { ...driver, emailKey: toEmailKey(driver.email ?? null) })
}

/** Saves the changes of a driver, as `createSaver` does. */
export function saveDriver(tx: Writer, before: DriverRow, patch: Partial<Omit<DriverRow, 'emailKey'>>): Promise<DriverRow> {
  return save(tx, before, patch.email === undefined ? patch : { ...patch, emailKey: toEmailKey(patch.email) })
}

function toEmailKey(email: string | null): string | null {
  return email === null ? null : computeEmailKey(email)
}

/** One page of a roster, newest first, with its count. */
export const listDrivers = buildListing<DriverRow, { readonly operatorId: number }>(
  'driver_roster',
  ({ db, t: { drivers } }) => ({
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
  }),
)

const roster = prepareStatement('roster_of_operator', ({ db, t: { drivers } }) =>
  db
    .select({ id: drivers.id, name: drivers.name, phone: drivers.phone })
    .from(drivers)
    .where(and(eq(drivers.operatorId, sql.placeholder('operatorId')), isNull(drivers.removedAt)))
    .orderBy(asc(drivers.createdAt), asc(drivers.id)),
)

/** A driver on a roster by name, with their phone number. */
export type RosterEntry = Pick<DriverRow, 'id' | 'name' | 'phone'>

/** All drivers of a roster, the earliest first. */
export async function listNamesOnRoster(db: Reader, operatorId: number): Promise<RosterEntry[]> {
  return roster(db).execute({ operatorId })
}

/** A driver of this operator, including removed ones, or null. */
export const findDriver = createFinder('drivers', 'operatorId', 'id')

/** A driver of this operator who has not been removed, or null. */
export const findDriverOnRoster = createLiveFinder('drivers', 'operatorId', 'id')

/** A driver of any operator, or null. */
export const findDriverById = createFinder('drivers', 'id')

const namesakes = prepareStatement('driver_namesakes', ({ db, t }) =>
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

/** Drivers on the roster with the same email or phone, in any spelling. */
export async function findNamesakes(db: Reader, operatorId: number, reach: ContactDetails) {
  const { email, phone, phoneHash } = reach
  return namesakes(db).execute({ operatorId, emailKey: toEmailKey(email), phone, phoneHash })
}

/** Assignments that this driver still has to drive, in order: active ones on active bookings. */
export async function listOpenAssignments(db: Reader, driverId: number) {
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

/** The refs of the trips that lost their driver at `leftAt` (ms) and still need one. */
export async function listTripsLeftBy(db: Reader, driverId: number, leftAt: number): Promise<string[]> {
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

const toBeSeen = prepareStatement('board_drivers', ({ db, t: { drivers } }) =>
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

/** All drivers of a roster, in no order, with only the expiry dates of their documents. */
export async function listDriversWithPapers(db: Reader, operatorId: number) {
  return toBeSeen(db).execute({ operatorId })
}
