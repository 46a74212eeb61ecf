import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { inserter, saver } from '../rows/statements.ts'
import { prepared, type Reader } from '../storage.ts'
import type { Row } from '../tables.ts'
import type { BookingRow } from './bookings.ts'

export type ExtraRow = Row<'extras'>

export const insertExtra = inserter('extras')
export const saveExtra = saver('extras', ['removedAt'])

const ofBooking = prepared('extras_of_booking', ({ db, t: { extras } }) =>
  db
    .select()
    .from(extras)
    .where(and(eq(extras.bookingId, sql.placeholder('bookingId')), isNull(extras.removedAt)))
    .orderBy(asc(extras.id)),
)

/** Extras on top of the price of a booking that have not been taken back, oldest first. */
export async function extrasOf(db: Reader, bookingId: number): Promise<ExtraRow[]> {
  return ofBooking(db).execute({ bookingId })
}

/** Lists the extras of a booking where it is shown, oldest first. Most bookings have none, and cost no query. */
export async function shownExtrasOf(db: Reader, booking: Pick<BookingRow, 'id' | 'extrasAmount'>): Promise<ExtraRow[]> {
  return booking.extrasAmount === 0 ? [] : extrasOf(db, booking.id)
}
