import { and, eq, exists, gte, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { prepareStatement, type Writer } from '../storage.ts'
import type { VehicleRow } from './vehicles.ts'

const touchOne = prepareStatement('touch_booking', ({ db, t }) =>
  db
    .update(t.bookings)
    .set({ updatedAt: sql`${sql.placeholder('at')}` })
    .where(eq(t.bookings.id, sql.placeholder('id'))),
)

/** Marks a booking as changed at `at` (ms), after a change of another row that it shows. */
export async function touchBooking(tx: Writer, id: number, at: number): Promise<void> {
  await touchOne(tx).execute({ id, at })
}

/** Marks as changed at `at` (ms) every booking that names this driver in a present, past or declined duty. */
export async function touchBookingsNaming(tx: Writer, driverId: number, at: number): Promise<void> {
  const { assignments, bookings } = tx.t
  const theirs = tx.db
    .select({ id: assignments.bookingId })
    .from(assignments)
    .where(
      and(
        eq(assignments.driverId, driverId),
        eq(assignments.bookingId, bookings.id),
        or(isNull(assignments.endedAt), gte(assignments.endedAt, bookings.cancelledAt)),
      ),
    )
  await touch(tx, and(isOfDriver(tx, driverId), exists(theirs)), at)
}

/** Marks as changed at `at` (ms) every booking that a driver was ever assigned to. */
export async function touchBookingsOfDriver(tx: Writer, driverId: number, at: number): Promise<void> {
  await touch(tx, isOfDriver(tx, driverId), at)
}

function isOfDriver(tx: Writer, driverId: number): SQL {
  const { assignments, bookings } = tx.t
  const theirs = tx.db.select({ id: assignments.bookingId }).from(assignments).where(eq(assignments.driverId, driverId))
  return inArray(bookings.id, theirs)
}

/** Assigns a new fleet vehicle to the planned trips with its plate that name no existing vehicle. */
export async function assignNewVehicle(
  tx: Writer,
  { id: vehicleId, operatorId, registration }: VehicleRow,
  at: number,
): Promise<void> {
  const { assignments, bookings, vehicles } = tx.t
  const isTheirs = and(eq(bookings.id, assignments.bookingId), eq(bookings.operatorId, operatorId))
  const ahead = tx.db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(isTheirs, eq(bookings.status, 'active'), isNull(bookings.finishedAt)))
  const isNamed = and(eq(vehicles.id, assignments.vehicleId), eq(vehicles.operatorId, operatorId))
  const gone = tx.db
    .select({ id: vehicles.id })
    .from(vehicles)
    .where(and(isNamed, isNotNull(vehicles.removedAt)))
  const filled = await tx.db
    .update(assignments)
    .set({ vehicleId })
    .where(
      and(
        eq(assignments.vehicleReg, registration),
        isNull(assignments.endedAt),
        exists(ahead),
        or(isNull(assignments.vehicleId), exists(gone)),
      ),
    )
    .returning({ bookingId: assignments.bookingId })
  const ids = filled.map(({ bookingId }) => bookingId)
  if (ids.length > 0) await touch(tx, inArray(bookings.id, ids), at)
}

async function touch(tx: Writer, which: SQL | undefined, at: number): Promise<void> {
  await tx.db.update(tx.t.bookings).set({ updatedAt: at }).where(which)
}
