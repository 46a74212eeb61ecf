import { desc, sql } from 'drizzle-orm'
import { createLister } from '../rows/statements.ts'
import { prepareStatement, type Writer } from '../storage.ts'
import type { Row } from '../tables.ts'

const put = prepareStatement('note_dbs_reading', ({ db, t }) =>
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

/** Records who saw a driver's DBS check, once a day for each credential. */
export async function noteDbsReading(tx: Writer, reading: DbsReading): Promise<void> {
  await put(tx).execute(reading)
}

/** Lists who saw a driver's DBS check, newest first. */
export const listDbsReadings = createLister('dbsReadings', 'driverId', ({ id }) => desc(id))
