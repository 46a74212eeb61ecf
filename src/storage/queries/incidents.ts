import { asc, desc, eq } from 'drizzle-orm'
import { inserter, lister, type Row } from '../statements.ts'
import type { Reader } from '../storage.ts'

export type IncidentRow = Row<'incidents'>

export const insertIncident = inserter('incidents')

/** What went wrong on a booking's trip, in the order it was told. */
export const incidentsOf = lister('incidents', 'bookingId', ({ id }) => asc(id))

/** Every incident this driver told, newest first, each with its trip's ref. */
export async function incidentsBy(db: Reader, driverId: number): Promise<{ ref: string; incident: IncidentRow }[]> {
  const { bookings, incidents } = db.t
  return db.db
    .select({ ref: bookings.ref, incident: incidents })
    .from(incidents)
    .innerJoin(bookings, eq(bookings.id, incidents.bookingId))
    .where(eq(incidents.driverId, driverId))
    .orderBy(desc(incidents.id))
}
