import { type SQL, sql } from 'drizzle-orm'
import { takeFirstRow } from './rows/statements.ts'
import { prepareStatement, type Reader } from './storage.ts'

/** The clock that all nodes on a database share. */
const clocks: Readonly<Record<Reader['dialect'], SQL<number>>> = {
  postgres: sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`.mapWith(Number),
  sqlite: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`.mapWith(Number),
}

const selectDatabaseTime = prepareStatement('database_time', ({ db, dialect }) =>
  db.select({ at: clocks[dialect] }).from(sql`(select 1) as moment`),
)

/** The time by the clock of the database's machine (ms). */
export async function readDatabaseTime(db: Reader): Promise<number> {
  return takeFirstRow(await selectDatabaseTime(db).execute())?.at ?? 0
}
