import { and, getTableColumns, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { Refusal } from '../domain/refusal.ts'
import { prepared, type Reader, type Writer } from './storage.ts'
import type { Tables } from './tables.ts'

type TableName = keyof Tables

/** A row as it is read. */
export type Row<K extends TableName> = Tables[K]['$inferSelect']

/** A row as it is written: what is left out is NULL, and the database gives the id. */
export type NewRow<K extends TableName> = Tables[K]['$inferInsert']

/** A prepared insert of one row, which comes back as it was stored. */
export function inserter<K extends TableName>(name: K): (tx: Writer, row: NewRow<K>) => Promise<Row<K>> {
  const statement = prepared(`insert_${name}`, (handle) => {
    const table = handle.t[name]
    const values = placeholders(columnNames(handle, name))
    return handle.db
      .insert(table)
      .values(values as never)
      .returning()
  })
  return async (tx, row) => {
    const rows = (await statement(tx).execute({ ...blank(tx, name), ...row })) as Row<K>[]
    return onlyRow(rows)
  }
}

/**
 * A prepared update that writes `after` over `before` only while the row still is where it came from: the columns in
 * `guard` must hold what `before` holds. Refuses `unavailable` when someone else was first.
 */
export function saver<K extends TableName>(
  name: K,
  guard: readonly (keyof Row<K> & string)[],
): (tx: Writer, before: Row<K>, after: Row<K>) => Promise<Row<K>> {
  const statement = prepared(`save_${name}`, (handle) => {
    const table = handle.t[name]
    const columns = getTableColumns(table) as Record<string, unknown>
    const conditions: SQL[] = ['id', ...guard].map((key) => isStill(columns[key], sql.placeholder(`from_${key}`)))
    const values = placeholders(columnNames(handle, name))
    return handle.db
      .update(table)
      .set(values as never)
      .where(and(...conditions))
      .returning()
  })
  return async (tx, before, after) => {
    const from = Object.fromEntries(['id', ...guard].map((key) => [`from_${key}`, before[key as keyof Row<K>]]))
    const rows = (await statement(tx).execute({ ...after, ...from })) as Row<K>[]
    return onlyRow(rows)
  }
}

/** Equal, and NULL is equal to NULL. */
function isStill(column: unknown, value: Placeholder): SQL {
  return sql`${column} is not distinct from ${value}`
}

/** The first row of a query that finds one or none. */
export function firstRow<T>(rows: readonly T[]): T | null {
  return rows[0] ?? null
}

function onlyRow<T>(rows: readonly T[]): T {
  const row = rows[0]
  if (row === undefined) throw new Refusal('unavailable', 'Somebody else was first; nothing was written.', {}, 1)
  return row
}

function columnNames(handle: Reader, name: TableName): string[] {
  return Object.entries(getTableColumns(handle.t[name]))
    .filter(([, column]) => !(column.primary && column.dataType === 'number'))
    .map(([key]) => key)
}

function placeholders(names: readonly string[]) {
  return Object.fromEntries(names.map((key) => [key, sql.placeholder(key)]))
}

const blanks = new Map<TableName, Record<string, null>>()

/** A prepared statement wants every placeholder filled. */
function blank(handle: Reader, name: TableName): Record<string, null> {
  const known = blanks.get(name)
  if (known !== undefined) return known
  const made = Object.fromEntries(columnNames(handle, name).map((key) => [key, null]))
  blanks.set(name, made)
  return made
}
