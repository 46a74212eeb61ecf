import { asc, eq, sql } from 'drizzle-orm'
import { inserter, type Row } from '../statements.ts'
import { prepared, type Reader } from '../storage.ts'

export const insertTripEvent = inserter('tripEvents')

const ofBooking = prepared('trip_events_of_booking', ({ db, t }) =>
  db
    .select()
    .from(t.tripEvents)
    .where(eq(t.tripEvents.bookingId, sql.placeholder('bookingId')))
    .orderBy(asc(t.tripEvents.id)),
)

/** What happened on a booking's trip, in the order it was told. */
export async function tripEventsOf(db: Reader, bookingId: number): Promise<Row<'tripEvents'>[]> {
  return ofBooking(db).execute({ bookingId })
}
