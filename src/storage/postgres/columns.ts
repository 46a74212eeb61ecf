import { type AnyPgColumn, bigint, boolean, customType, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Columns } from '../columns.ts'
import { asJson, type Packing, Stored } from '../rows/stored.ts'

/** Compared by bytes, as SQLite does, whatever the locale of the database. */
const orderedByBytes = 'text COLLATE "C"'

const plainText = customType<{ data: string }>({ dataType: () => orderedByBytes })

/** A value stored as text on every database. An omitted value stays NULL, also through a prepared statement. */
const packed = <T>({ pack, unpack }: Packing<T>) =>
  customType<{ data: T; driverData: string | null }>({
    dataType: () => orderedByBytes,
    toDriver: (value) => (value === null ? null : pack(value)),
    fromDriver: (text) => (text === null ? (null as T) : unpack(text)),
  })()

/** A packed value that is never null, passed on as its stored text. */
const stored = <T>(packing: Packing<T>) =>
  customType<{ data: Stored<T>; driverData: string }>({
    dataType: () => orderedByBytes,
    toDriver: ({ text }) => text,
    fromDriver: (text) => new Stored(text, packing),
  })()

const wholeNumberColumn = () => bigint({ mode: 'number' })

/** The column kinds of `columns.ts` for PostgreSQL. Tables have the SQLite types, so that queries are written once for both. */
export const postgresColumns = {
  table: pgTable,
  /** By default and not always, so that rows moved from SQLite keep their ids. */
  id: () => wholeNumberColumn().primaryKey().generatedByDefaultAsIdentity(),
  int: wholeNumberColumn,
  ref: (to: () => AnyPgColumn) => wholeNumberColumn().references(to),
  text: () => plainText(),
  bool: () => boolean(),
  instant: wholeNumberColumn,
  packed,
  stored,
  json: () => packed(asJson),
  index,
  unique: uniqueIndex,
} satisfies Record<keyof Columns, unknown> as unknown as Columns
