import { asc } from 'drizzle-orm'
import { isOpenAmendment } from '../../domain/amendment.ts'
import { finder, inserter, lister, saver } from '../rows/statements.ts'
import type { Reader } from '../storage.ts'
import type { Row } from '../tables.ts'

export type AmendmentRow = Row<'amendments'>

export const insertAmendment = inserter('amendments')
export const saveAmendment = saver('amendments', ['status'])

export const findAmendment = finder('amendments', 'id')

/** Every change of a booking that was wished for, proposed or made, oldest first. */
export const amendmentsOf = lister('amendments', 'bookingId', ({ id }) => asc(id))

/** Lists the changes of a booking where it is shown, oldest first. Most bookings have none, and cost no query. */
export async function shownAmendmentsOf(db: Reader, booking: Pick<Row<'bookings'>, 'id' | 'hasAmendments'>) {
  return booking.hasAmendments ? amendmentsOf(db, booking.id) : []
}

/** The one that may still change it, or null. */
export async function openAmendmentOf(db: Reader, bookingId: number): Promise<AmendmentRow | null> {
  return (await amendmentsOf(db, bookingId)).find(isOpenAmendment) ?? null
}
