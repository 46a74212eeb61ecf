import { asc, desc, eq, sql } from 'drizzle-orm'
import { inserter, type Row } from '../statements.ts'
import { prepared, type Reader } from '../storage.ts'

export type IncidentRow = Row<'incidents'>

export const insertIncident = inserter('incidents')

const ofBooking = prepared('incidents', ({ db, t }) =>
  db
    .select()
    .from(t.incidents)
    .where(eq(t.incidents.bookingId, sql.placeholder('bookingId')))
    .orderBy(asc(t.incidents.id)),
)

/** What went wrong on a booking's trip, in the order it was told. */
export async function incidentsOf(db: Reader, bookingId: number): Promise<IncidentRow[]> {
  return ofBooking(db).execute({ bookingId })
}

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
