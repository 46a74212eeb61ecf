import { asc } from 'drizzle-orm'
import { isOpenAmendment } from '../../domain/amendment.ts'
import { createFinder, createInserter, createLister, createSaver } from '../rows/statements.ts'
import type { Reader } from '../storage.ts'
import type { Row } from '../tables.ts'

export type AmendmentRow = Row<'amendments'>

export const insertAmendment = createInserter('amendments')
export const saveAmendment = createSaver('amendments', ['status'])

export const findAmendment = createFinder('amendments', 'id')

/** Every amendment of a booking, oldest first. */
export const listAmendmentsOfBooking = createLister('amendments', 'bookingId', ({ id }) => asc(id))

/** Lists the amendments of a booking for display, oldest first. Most bookings have none, and cost no query. */
export async function listShownAmendments(db: Reader, booking: Pick<Row<'bookings'>, 'id' | 'hasAmendments'>) {
  return booking.hasAmendments ? listAmendmentsOfBooking(db, booking.id) : []
}

/** The open amendment of a booking, or null. */
export async function findOpenAmendment(db: Reader, bookingId: number): Promise<AmendmentRow | null> {
  return (await listAmendmentsOfBooking(db, bookingId)).find(isOpenAmendment) ?? null
}
