import { type AnySQLiteColumn, customType, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { asJson, type Packing, Stored } from './rows/stored.ts'

/** A value kept as text on every database; an absent one stays NULL, also through a prepared statement. */
const packed = <T>({ pack, unpack }: Packing<T>) =>
  customType<{ data: T; driverData: string | null }>({
    dataType: () => 'text',
    toDriver: (value) => (value === null ? null : pack(value)),
    fromDriver: (text) => (text === null ? (null as T) : unpack(text)),
  })()

/** A packed value that is always there, handed on as the text it is. */
const stored = <T>(packing: Packing<T>) =>
  customType<{ data: Stored<T>; driverData: string }>({
    dataType: () => 'text',
    toDriver: ({ text }) => text,
    fromDriver: (text) => new Stored(text, packing),
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
  /** A value that most who read its row have no use for. */
  stored,
  json: <T>() => packed(asJson as Packing<T>),
  index,
  unique: uniqueIndex,
}

export type Columns = typeof sqliteColumns
