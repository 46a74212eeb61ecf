import { type AnyColumn, and, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import { Refusal } from '../../domain/refusal.ts'
import { prepareShape, prepareStatement, type Reader, statements, type Writer } from '../storage.ts'
import type { NewRow, Row, TableName, Tables } from '../tables.ts'
import { type LoggedTable, loggedTables } from './change-notes.ts'

/** A prepared insert of one row, which returns the stored row. */
export function createInserter<K extends TableName>(name: K): (tx: Writer, row: NewRow<K>) => Promise<Row<K>> {
  const statement = prepareStatement(`insert_${name}`, (handle) => {
    const table = handle.t[name]
    const values = placeholders(columnNames(handle, name))
    return handle.db
      .insert(table)
      .values(values as never)
      .returning()
  })
  const noted = noterOf(name)
  return async (tx, row) => {
    const inserted = onlyRow((await statement(tx).execute({ ...blank(tx, name), ...row })) as Row<K>[])
    noted?.(tx, null, inserted)
    return inserted
  }
}

/** A function that notes a written row for the activity log; null for other tables. */
function noterOf<K extends TableName>(name: K) {
  const logged: LoggedTable | undefined = loggedTables.find((table) => table === name)
  if (logged === undefined) return null
  return (tx: Writer, before: Row<K> | null, after: Row<K>) => tx.noteChange(logged, before as never, after as never)
}

type Column<K extends TableName> = keyof Row<K> & string

/** Values for each of these columns, in their order. */
type ColumnValues<K extends TableName, Keys extends readonly Column<K>[]> = { [I in keyof Keys]: NonNullable<Row<K>[Keys[I]]> }

/** A prepared search for the row with these column values; null without one. */
export function createFinder<K extends TableName, Keys extends readonly Column<K>[]>(name: K, ...keys: Keys) {
  return firstOf<K, Keys>(keys, selectBy(name, keys))
}

/** A prepared search as `createFinder` makes it, without removed rows. */
export function createLiveFinder<K extends 'drivers' | 'ownCustomers' | 'users' | 'vehicles', Keys extends readonly Column<K>[]>(
  name: K,
  ...keys: Keys
) {
  return firstOf<K, Keys>(
    keys,
    selectBy(name, keys, (table) => isNull(table.removedAt)),
  )
}

/** A prepared list of the rows with this value of `key`, in order. */
export function createLister<K extends TableName, Key extends Column<K>>(name: K, key: Key, order: (table: Tables[K]) => SQL) {
  const statement = selectBy(name, [key], undefined, order)
  return async (db: Reader, value: NonNullable<Row<K>[Key]>) => (await statement(db).execute({ [key]: value })) as Row<K>[]
}

/** A prepared deletion of the rows with these column values. */
export function createDropper<K extends TableName, Keys extends readonly Column<K>[]>(name: K, ...keys: Keys) {
  const statement = prepareStatement(`drop_${name}_by_${keys.join('_')}`, ({ db, t }) =>
    db.delete(t[name]).where(hasKeyValues(t[name], keys)),
  )
  return async (tx: Writer, ...values: ColumnValues<K, Keys>): Promise<void> => {
    await statement(tx).execute(nameValues(keys, values))
  }
}

function selectBy<K extends TableName>(
  name: K,
  keys: readonly Column<K>[],
  isListed?: (table: Tables[K]) => SQL,
  order?: (table: Tables[K]) => SQL,
) {
  const which = isListed === undefined ? name : `live_${name}`
  return prepareStatement(`${which}_by_${keys.join('_')}`, ({ db, t }) => {
    const table = t[name]
    const rows = db
      .select()
      .from(table as Tables[TableName])
      .where(and(hasKeyValues(table, keys), isListed?.(table)))
    return order === undefined ? rows : rows.orderBy(order(table))
  })
}

function firstOf<K extends TableName, Keys extends readonly Column<K>[]>(keys: Keys, select: ReturnType<typeof selectBy<K>>) {
  return async (db: Reader, ...values: ColumnValues<K, Keys>): Promise<Row<K> | null> =>
    takeFirstRow((await select(db).execute(nameValues(keys, values))) as Row<K>[])
}

function hasKeyValues(table: Tables[TableName], keys: readonly string[]): SQL | undefined {
  const columns: Record<string, AnyColumn> = getTableColumns(table)
  return and(...keys.map((key) => sql`${columns[key]} = ${sql.param(sql.placeholder(key), columns[key])}`))
}

function nameValues(keys: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(keys.map((key, nth) => [key, values[nth]]))
}

/** Greatest number of prepared column sets for a table. Further sets are built for each call. */
const mostShapes = 32

/**
 * An update that writes the changes of `patch`, if any, and only if the row is unchanged. The columns in `guard` must equal
 * `before`, and all columns if writers do not take turns. Returns the new row. Refuses `unavailable` after another writer's
 * change.
 */
export function createSaver<K extends TableName>(
  name: K,
  guard: readonly (keyof Row<K> & string)[],
): (tx: Writer, before: Row<K>, patch: Partial<Row<K>>) => Promise<Row<K>> {
  const guardIn = (handle: Reader): readonly string[] =>
    handle.dialect === 'sqlite' ? guard : Object.keys(getTableColumns(handle.t[name])).filter((key) => key !== 'id')
  const build = (moved: readonly string[]) => (handle: Reader) => {
    const table = handle.t[name]
    const columns: Record<string, AnyColumn> = getTableColumns(table)
    const conditions = guardIn(handle).map((key) => isStill(columns[key], key))
    return handle.db
      .update(table)
      .set(placeholders(moved) as never)
      .where(and(sql`${columns.id} = ${sql.placeholder('from_id')}`, ...conditions))
      .returning()
  }
  // The search for the row does not depend on the changes.
  statements.push({ name: `save_${name}`, build: build(guard) })
  const prepare = (moved: readonly string[]) => prepareShape(`save_${name}_${moved.join('_')}`, build(moved))
  const shapes = new Map<string, ReturnType<typeof prepare>>()
  const statementFor = (moved: readonly string[]) => {
    const shape = moved.join()
    const known = shapes.get(shape)
    if (known !== undefined) return known
    const made = prepare(moved)
    if (shapes.size < mostShapes) shapes.set(shape, made)
    return made
  }
  const noted = noterOf(name)
  return async (tx, before, patch) => {
    const moved = (Object.keys(patch) as (keyof Row<K> & string)[])
      .filter((key) => !isColumnUnchanged(before[key], patch[key]))
      .sort()
    if (moved.length === 0) return before
    const from = Object.fromEntries(['id', ...guardIn(tx)].map((key) => [`from_${key}`, before[key as keyof Row<K>]]))
    const after = onlyRow((await statementFor(moved)(tx).execute({ ...patch, ...from })) as Row<K>[])
    noted?.(tx, before, after)
    return after
  }
}

/** Whether a column would not change. JSON is compared in its written form. */
function isColumnUnchanged(before: unknown, after: unknown): boolean {
  if (before === after) return true
  return typeof before === 'object' && typeof after === 'object' && JSON.stringify(before) === JSON.stringify(after)
}

/** A condition that a column has a value, where NULL equals NULL. */
function isStill(column: AnyColumn | undefined, key: string): SQL {
  return sql`${column} is not distinct from ${sql.param(sql.placeholder(`from_${key}`), column)}`
}

/** The columns of a table without some that the reader does not need. */
export function omitColumns<T extends Tables[TableName], Name extends keyof T['_']['columns'] & string>(
  table: T,
  unused: readonly Name[],
): Omit<T['_']['columns'], Name> {
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => !unused.includes(name as Name))
  return Object.fromEntries(columns) as Omit<T['_']['columns'], Name>
}

/** The first row of a query for at most one. */
export function takeFirstRow<T>(rows: readonly T[]): T | null {
  return rows[0] ?? null
}

/** A fault after another writer's change of the row. A retried transaction reads the new row. */
export class Overtaken extends Refusal {
  constructor() {
    super('unavailable', 'Another request changed this first. Nothing was saved. Try again.', {}, 1)
  }
}

function onlyRow<T>(rows: readonly T[]): T {
  const row = rows[0]
  if (row === undefined) throw new Overtaken()
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

/** A value for every placeholder, as a prepared statement requires. */
function blank(handle: Reader, name: TableName): Record<string, null> {
  const known = blanks.get(name)
  if (known !== undefined) return known
  const made = Object.fromEntries(columnNames(handle, name).map((key) => [key, null]))
  blanks.set(name, made)
  return made
}
