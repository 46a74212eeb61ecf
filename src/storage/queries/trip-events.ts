import { asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { inserter, lister, saver } from '../rows/statements.ts'
import type { Reader } from '../storage.ts'
import type { Row } from '../tables.ts'

export type TripEventRow = Row<'tripEvents'>

export const insertTripEvent = inserter('tripEvents')
export const saveTripEvent = saver('tripEvents', ['vehicleNo'])

/** Lists the events of a booking's trip, in the order they were told. */
export const tripEventsOf = lister('tripEvents', 'bookingId', ({ id }) => asc(id))

/** Everything this driver told, newest first, each with its trip's ref. */
export async function tripEventsBy(db: Reader, driverId: number): Promise<{ ref: string; event: TripEventRow }[]> {
  const { assignments, bookings, tripEvents } = db.t
  const theirs = db.db.select({ id: assignments.id }).from(assignments).where(eq(assignments.driverId, driverId))
  return db.db
    .select({ ref: bookings.ref, event: tripEvents })
    .from(tripEvents)
    .innerJoin(bookings, eq(bookings.id, tripEvents.bookingId))
    .where(sql`${inArray(tripEvents.assignmentId, theirs)} and ${tripEvents.by} = 'driver'`)
    .orderBy(desc(tripEvents.id))
}
