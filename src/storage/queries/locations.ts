import { desc, eq, lt, sql } from 'drizzle-orm'
import { removeSome } from '../rows/bulk.ts'
import { createInserter, createLister, takeFirstRow } from '../rows/statements.ts'
import { prepareStatement, type Reader, type Writer } from '../storage.ts'
import type { Row } from '../tables.ts'

export type LocationRow = Row<'locations'>

export const insertLocation = createInserter('locations')

const latest = prepareStatement('last_location', ({ db, t }) =>
  db
    .select()
    .from(t.locations)
    .where(eq(t.locations.bookingId, sql.placeholder('bookingId')))
    .orderBy(desc(t.locations.recordedAt), desc(t.locations.id))
    .limit(1),
)

/** The last position of a booking's vehicle, or null. */
export async function findLastLocation(db: Reader, bookingId: number): Promise<LocationRow | null> {
  return takeFirstRow(await latest(db).execute({ bookingId }))
}

/** Every stored point of a driver, newest first. */
export const listLocations = createLister('locations', 'driverId', ({ id }) => desc(id))

/** Removes up to `limit` points recorded before an instant (ms). Returns their number. */
export function purgeLocations(tx: Writer, before: number, limit: number): Promise<number> {
  return removeSome(tx, 'locations', { which: (t) => lt(t.recordedAt, before), oldestBy: (t) => t.recordedAt }, limit)
}
