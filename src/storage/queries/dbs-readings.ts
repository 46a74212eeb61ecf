import { desc, sql } from 'drizzle-orm'
import { lister } from '../rows/statements.ts'
import { prepared, type Writer } from '../storage.ts'
import type { Row } from '../tables.ts'

const put = prepared('note_dbs_reading', ({ db, t }) =>
  db
    .insert(t.dbsReadings)
    .values({
      operatorId: sql.placeholder('operatorId'),
      driverId: sql.placeholder('driverId'),
      credentialId: sql.placeholder('credentialId'),
      day: sql.placeholder('day'),
      readAt: sql.placeholder('readAt'),
    })
    .onConflictDoNothing(),
)

export type DbsReading = Omit<Row<'dbsReadings'>, 'id'>

/** Notes who saw a driver's DBS check; once a day for each credential. */
export async function noteDbsReading(tx: Writer, reading: DbsReading): Promise<void> {
  await put(tx).execute(reading)
}

/** Lists who saw a driver's DBS check, newest first. */
export const dbsReadingsOf = lister('dbsReadings', 'driverId', ({ id }) => desc(id))
