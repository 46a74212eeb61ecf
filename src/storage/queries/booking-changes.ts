import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { prepared, type Writer } from '../storage.ts'

const touchOne = prepared('touch_booking', ({ db, t }) =>
  db
    .update(t.bookings)
    .set({ updatedAt: sql`${sql.placeholder('at')}` })
    .where(eq(t.bookings.id, sql.placeholder('id'))),
)

/** What a booking shows has changed at `at` (ms) in a row that is not its own. */
export async function touchBooking(tx: Writer, id: number, at: number): Promise<void> {
  await touchOne(tx).execute({ id, at })
}

/** The same for every booking that names this driver as the one who drives, drove or declined. */
export async function touchBookingsNaming(tx: Writer, driverId: number, at: number): Promise<void> {
  const { assignments, bookings } = tx.t
  const theirs = tx.db.select({ id: assignments.id }).from(assignments).where(eq(assignments.driverId, driverId))
  await touch(tx, and(isOfDriver(tx, driverId), inArray(bookings.assignmentId, theirs)), at)
}

/** The same for every booking a driver was ever assigned to. */
export async function touchBookingsOfDriver(tx: Writer, driverId: number, at: number): Promise<void> {
  await touch(tx, isOfDriver(tx, driverId), at)
}

function isOfDriver(tx: Writer, driverId: number): SQL {
  const { assignments, bookings } = tx.t
  const theirs = tx.db.select({ id: assignments.bookingId }).from(assignments).where(eq(assignments.driverId, driverId))
  return inArray(bookings.id, theirs)
}

async function touch(tx: Writer, which: SQL | undefined, at: number): Promise<void> {
  await tx.db.update(tx.t.bookings).set({ updatedAt: at }).where(which)
}
