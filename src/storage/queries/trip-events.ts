import { asc, eq } from 'drizzle-orm'
import { inserter, type Row } from '../statements.ts'
import type { Reader } from '../storage.ts'

export const insertTripEvent = inserter('tripEvents')

/** What happened on a booking's trip, in the order it was told. */
export async function tripEventsOf(db: Reader, bookingId: number): Promise<Row<'tripEvents'>[]> {
  const { tripEvents } = db.t
  return db.db.select().from(tripEvents).where(eq(tripEvents.bookingId, bookingId)).orderBy(asc(tripEvents.id))
}
