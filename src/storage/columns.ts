import { type AnySQLiteColumn, customType, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { asJson, type Packing, Stored } from './rows/stored.ts'

/** A value stored as text on every database. An omitted value stays NULL, also through a prepared statement. */
const packed = <T>({ pack, unpack }: Packing<T>) =>
  customType<{ data: T; driverData: string | null }>({
    dataType: () => 'text',
    toDriver: (value) => (value === null ? null : pack(value)),
    fromDriver: (text) => (text === null ? (null as T) : unpack(text)),
  })()

/** A packed value that is never null, passed on as its stored text. */
const stored = <T>(packing: Packing<T>) =>
  customType<{ data: Stored<T>; driverData: string }>({
    dataType: () => 'text',
    toDriver: ({ text }) => text,
    fromDriver: (text) => new Stored(text, packing),
  })()

/**
 * The kinds of columns, in SQLite. Tables use only these, so that the same record over `pg-core` declares them for PostgreSQL.
 * Ids, money and instants (epoch milliseconds) are integers, booleans go by mode, JSON and packed values are text.
 */
export const sqliteColumns = {
  table: sqliteTable,
  /** Row ids are never reused, so an id in an old log or URL never names a later row. */
  id: () => integer().primaryKey({ autoIncrement: true }),
  int: () => integer(),
  ref: (to: () => AnySQLiteColumn) => integer().references(to),
  text: () => text(),
  bool: () => integer({ mode: 'boolean' }),
  instant: () => integer(),
  packed,
  /** A value that most readers of its row do not need. */
  stored,
  json: <T>() => packed(asJson as Packing<T>),
  index,
  unique: uniqueIndex,
}

export type Columns = typeof sqliteColumns
