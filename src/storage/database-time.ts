import { type SQL, sql } from 'drizzle-orm'
import { firstRow } from './rows/statements.ts'
import { prepared, type Reader } from './storage.ts'

/** The one clock that all who share a database can see. */
const clocks: Readonly<Record<Reader['dialect'], SQL<number>>> = {
  postgres: sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`.mapWith(Number),
  sqlite: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`.mapWith(Number),
}

const telling = prepared('database_time', ({ db, dialect }) => db.select({ at: clocks[dialect] }).from(sql`(select 1) as moment`))

/** The time by the clock of the database's machine (ms). */
export async function databaseTime(db: Reader): Promise<number> {
  return firstRow(await telling(db).execute())?.at ?? 0
}
