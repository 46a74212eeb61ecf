import { asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { createInserter, createLister, createSaver } from '../rows/statements.ts'
import type { Reader } from '../storage.ts'
import type { Row } from '../tables.ts'

export type TripEventRow = Row<'tripEvents'>

export const insertTripEvent = createInserter('tripEvents')
export const saveTripEvent = createSaver('tripEvents', ['vehicleNo'])

/** Lists the events of a booking's trip, in the order of their reports. */
export const listTripEvents = createLister('tripEvents', 'bookingId', ({ id }) => asc(id))

/** Every report of this driver, newest first, each with its trip's ref. */
export async function listTripEventsByDriver(db: Reader, driverId: number): Promise<{ ref: string; event: TripEventRow }[]> {
  const { assignments, bookings, tripEvents } = db.t
  const theirs = db.db.select({ id: assignments.id }).from(assignments).where(eq(assignments.driverId, driverId))
  return db.db
    .select({ ref: bookings.ref, event: tripEvents })
    .from(tripEvents)
    .innerJoin(bookings, eq(bookings.id, tripEvents.bookingId))
    .where(sql`${inArray(tripEvents.assignmentId, theirs)} and ${tripEvents.by} = 'driver'`)
    .orderBy(desc(tripEvents.id))
}
