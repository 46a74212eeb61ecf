import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { createInserter, createSaver } from '../rows/statements.ts'
import { prepareStatement, type Reader } from '../storage.ts'
import type { Row } from '../tables.ts'
import type { BookingRow } from './bookings.ts'

export type ExtraRow = Row<'extras'>

export const insertExtra = createInserter('extras')
export const saveExtra = createSaver('extras', ['removedAt'])

const ofBooking = prepareStatement('extras_of_booking', ({ db, t: { extras } }) =>
  db
    .select()
    .from(extras)
    .where(and(eq(extras.bookingId, sql.placeholder('bookingId')), isNull(extras.removedAt)))
    .orderBy(asc(extras.id)),
)

/** Active extras of a booking, oldest first. */
export async function listExtras(db: Reader, bookingId: number): Promise<ExtraRow[]> {
  return ofBooking(db).execute({ bookingId })
}

/** Lists the extras of a booking for display, oldest first. Most bookings have none, and cost no query. */
export async function listShownExtras(db: Reader, booking: Pick<BookingRow, 'id' | 'extrasAmount'>): Promise<ExtraRow[]> {
  return booking.extrasAmount === 0 ? [] : listExtras(db, booking.id)
}
