import { desc, eq, lt, sql } from 'drizzle-orm'
import { firstRow, inserter, type Row } from '../statements.ts'
import { prepared, type Reader, type Writer } from '../storage.ts'

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

/** Where a booking's coach was last, or null. */
export async function lastLocationOf(db: Reader, bookingId: number): Promise<LocationRow | null> {
  return firstRow(await latest(db).execute({ bookingId }))
}

/** Every point that is kept of a driver, newest first. */
export async function locationsOf(db: Reader, driverId: number): Promise<LocationRow[]> {
  const { locations } = db.t
  return db.db.select().from(locations).where(eq(locations.driverId, driverId)).orderBy(desc(locations.id))
}

/** Removes up to `limit` points recorded before an instant (ms); says how many. */
export async function purgeLocations(tx: Writer, before: number, limit: number): Promise<number> {
  const { locations } = tx.t
  const old = tx.db.select({ id: locations.id }).from(locations).where(lt(locations.recordedAt, before)).limit(limit)
  const gone = await tx.db.delete(locations).where(sql`${locations.id} in ${old}`).returning({ id: locations.id })
  return gone.length
}
