import { type AnySQLiteColumn, customType, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Packing } from './packed-itinerary.ts'

/** A value kept as text on every database; an absent one stays NULL, also through a prepared statement. */
const packed = <T>({ pack, unpack }: Packing<T>) =>
  customType<{ data: T; driverData: string | null }>({
    dataType: () => 'text',
    toDriver: (value) => (value === null ? null : pack(value)),
    fromDriver: (text) => (text === null ? (null as T) : unpack(text)),
  })()

/**
 * The vocabulary of column kinds, spoken in SQLite. Tables are written in these words only, so that a twin of this
 * record over `pg-core` speaks them in PostgreSQL: integer ids, money and instants (epoch milliseconds) as integers,
 * booleans by mode, JSON and packed values as text.
 */
export const sqliteColumns = {
  table: sqliteTable,
  /** Row ids are never used twice, so an id in an old log or URL never names a newcomer. */
  id: () => integer().primaryKey({ autoIncrement: true }),
  int: () => integer(),
  ref: (to: () => AnySQLiteColumn) => integer().references(to),
  text: () => text(),
  bool: () => integer({ mode: 'boolean' }),
  instant: () => integer(),
  packed,
  json: <T>() => packed<T>({ pack: JSON.stringify, unpack: JSON.parse }),
  index,
  unique: uniqueIndex,
}

export type Columns = typeof sqliteColumns
