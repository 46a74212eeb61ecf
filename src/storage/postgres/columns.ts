import { type AnyPgColumn, bigint, boolean, customType, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Columns } from '../columns.ts'
import { asJson, type Packing, Stored } from '../rows/stored.ts'

/** Compared by bytes, as SQLite does, whatever the locale of the database. */
const orderedByBytes = 'text COLLATE "C"'

const plainText = customType<{ data: string }>({ dataType: () => orderedByBytes })

/** A value kept as text on every database; an absent one stays NULL, also through a prepared statement. */
const packed = <T>({ pack, unpack }: Packing<T>) =>
  customType<{ data: T; driverData: string | null }>({
    dataType: () => orderedByBytes,
    toDriver: (value) => (value === null ? null : pack(value)),
    fromDriver: (text) => (text === null ? (null as T) : unpack(text)),
  })()

/** A packed value that is always there, handed on as the text it is. */
const stored = <T>(packing: Packing<T>) =>
  customType<{ data: Stored<T>; driverData: string }>({
    dataType: () => orderedByBytes,
    toDriver: ({ text }) => text,
    fromDriver: (text) => new Stored(text, packing),
  })()

const wholeNumber = () => bigint({ mode: 'number' })

/** The words of `columns.ts` spoken in PostgreSQL. Tables are typed by their twin, and queries are written once for both. */
export const postgresColumns = {
  table: pgTable,
  /** By default and not always, so that rows that move here from SQLite bring their ids along. */
  id: () => wholeNumber().primaryKey().generatedByDefaultAsIdentity(),
  int: wholeNumber,
  ref: (to: () => AnyPgColumn) => wholeNumber().references(to),
  text: () => plainText(),
  bool: () => boolean(),
  instant: wholeNumber,
  packed,
  stored,
  json: () => packed(asJson),
  index,
  unique: uniqueIndex,
} satisfies Record<keyof Columns, unknown> as unknown as Columns
