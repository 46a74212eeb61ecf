import { desc, eq, lt, sql } from 'drizzle-orm'
import { removeSome } from '../rows/bulk.ts'
import { firstRow, inserter, lister } from '../rows/statements.ts'
import { prepared, type Reader, type Writer } from '../storage.ts'
import type { Row } from '../tables.ts'

export type LocationRow = Row<'locations'>

export const insertLocation = inserter('locations')

const latest = prepared('last_location', ({ db, t }) =>
  db
    .select()
    .from(t.locations)
    .where(eq(t.locations.bookingId, sql.placeholder('bookingId')))
    .orderBy(desc(t.locations.recordedAt), desc(t.locations.id))
    .limit(1),
)

/** The point at which a booking's coach was last, or null. */
export async function lastLocationOf(db: Reader, bookingId: number): Promise<LocationRow | null> {
  return firstRow(await latest(db).execute({ bookingId }))
}

/** Every point that is kept of a driver, newest first. */
export const locationsOf = lister('locations', 'driverId', ({ id }) => desc(id))

/** Removes up to `limit` points recorded before an instant (ms); says how many. */
export function purgeLocations(tx: Writer, before: number, limit: number): Promise<number> {
  return removeSome(tx, 'locations', { which: (t) => lt(t.recordedAt, before), oldestBy: (t) => t.recordedAt }, limit)
}
