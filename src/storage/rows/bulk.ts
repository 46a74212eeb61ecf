import { type AnyColumn, asc, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { lockUnlockedRows } from '../locks.ts'
import { prepareStatement, type Reader, type Writer } from '../storage.ts'
import type { Tables } from '../tables.ts'

/** Prepared batch sizes; any number of rows is a few batches. */
const usualSizes: readonly number[] = [64, 16, 4, 1]

/** Prepared batch sizes for usually few rows, so that they are one statement. */
export const handfuls: readonly number[] = [16, 8, 6, 5, 4, 3, 2, 1]

type PlaceholderRows<K extends string> = readonly Readonly<Record<K, Placeholder>>[]
type Statement<T> = { execute(values: Record<string, unknown>): Promise<T> | T }

/**
 * A statement over any number of rows, in batches. `build` gets one placeholder for each of `keys` of each row, and one for
 * values that are the same for all of them. Returns the answers of the statements in order.
 */
export function buildBulkStatement<K extends string, T>(
  name: string,
  keys: readonly K[],
  build: (handle: Reader, places: PlaceholderRows<K>, common: Placeholder) => { prepare(name?: never): Statement<T> },
  sizes = usualSizes,
): (handle: Reader, rows: readonly Readonly<Record<K, unknown>>[], common?: unknown) => Promise<T[]> {
  // Placeholders are known by number, so that an array fills them, which is much faster than an object of 500 names.
  const common = sql.placeholder('0')
  const ways = sizes.map((size) => {
    const places = Array.from({ length: size }, (_, row) =>
      fromEntries(keys.map((key, column): [K, Placeholder] => [key, sql.placeholder(String(1 + row * keys.length + column))])),
    )
    return { size, statement: prepareStatement(`${name}_${size}`, (handle) => build(handle, places, common)) }
  })
  return async (handle, rows, shared = null) => {
    const answers: T[] = []
    for (let from = 0; from < rows.length; ) {
      const way = ways.find(({ size }) => size <= rows.length - from)
      if (way === undefined) break
      const values: unknown[] = [shared]
      for (const row of rows.slice(from, from + way.size)) for (const key of keys) values.push(row[key])
      answers.push(await way.statement(handle).execute(values as unknown as Record<string, unknown>))
      from += way.size
    }
    return answers
  }
}

type Numbered = 'activities' | 'locations' | 'messages' | 'signInCodes' | 'signInLinks' | 'tripPlaces' | 'vehicleChecks'

type Removed<K extends Numbered> = {
  readonly which: (table: Tables[K]) => SQL | undefined
  /** A column with an index, or the number, by which the oldest rows are deleted. */
  readonly oldestBy: (table: Tables[K]) => AnyColumn
}

/** Removes up to `limit` rows that match `which`. Returns their number. */
export async function removeSome<K extends Numbered>(
  tx: Writer,
  name: K,
  { which, oldestBy }: Removed<K>,
  limit: number,
): Promise<number> {
  const table = tx.t[name]
  const chosen = tx.db
    .select({ id: table.id })
    .from(table as Tables[Numbered])
    .where(which(table))
    .orderBy(asc(oldestBy(table)))
    .limit(toSqlLiteral(limit))
  return (
    await tx.db
      .delete(table)
      .where(sql`${table.id} in ${lockUnlockedRows(tx, chosen)}`)
      .returning({ id: table.id })
  ).length
}

/**
 * An SQL condition for the `limit` rows with the lowest numbers, or for matching ones among them. Numbers grow with time, so
 * the oldest rows are found without an index of their time.
 */
export function isAmongFirst<K extends Numbered>(
  { t }: Reader,
  name: K,
  limit: number,
  among?: (table: Tables[K]) => SQL | undefined,
): SQL {
  const table = t[name]
  const which = among === undefined ? sql`` : sql` where ${among(table)}`
  const first = sql`select ${table.id} as id from ${table}${which} order by ${table.id} limit ${toSqlLiteral(limit)}`
  return sql`${table.id} <= (select max(id) from (${first}) as first_rows)`
}

/**
 * A number as literal SQL text, for constants that hardly ever differ. PostgreSQL estimates a limit in a parameter as 10 % of
 * all rows, and reads the whole table to find those few again.
 */
export function toSqlLiteral(number: number): number {
  return sql.raw(String(Math.trunc(number))) as unknown as number
}

/** `(values (…), (…))`, whose columns every database names column1, column2, … */
export function buildValuesList<K extends string>(keys: readonly K[], places: PlaceholderRows<K>): SQL {
  const row = (place: PlaceholderRows<K>[number]) =>
    sql`(${sql.join(
      keys.map((key) => sql`${place[key]}`),
      sql`, `,
    )})`
  return sql`(values ${sql.join(places.map(row), sql`, `)})`
}

function fromEntries<K extends string, V>(entries: readonly (readonly [K, V])[]): Record<K, V> {
  return Object.fromEntries(entries) as Record<K, V>
}
