import { type AnyColumn, asc, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { unlockedRows } from '../locks.ts'
import { prepared, type Reader, type Writer } from '../storage.ts'
import type { Tables } from '../tables.ts'

/** Numbers of rows that a statement is prepared for; any number of rows is a few of these. */
const usualSizes: readonly number[] = [64, 16, 4, 1]

/** Numbers of rows to prepare for where there are nearly always a handful, which is then one statement. */
export const handfuls: readonly number[] = [16, 8, 6, 5, 4, 3, 2, 1]

type PlaceholderRows<K extends string> = readonly Readonly<Record<K, Placeholder>>[]
type Statement<T> = { execute(values: Record<string, unknown>): Promise<T> | T }

/**
 * A statement over any number of rows, as few at a time as will do: `build` is handed one placeholder for each of `keys`
 * of each row, and one for what is the same for all of them. Answers what the statements answered, one after another.
 */
export function inBulk<K extends string, T>(
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
    return { size, statement: prepared(`${name}_${size}`, (handle) => build(handle, places, common)) }
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
  /** A column that has an index, or the number: the oldest go first. */
  readonly oldestBy: (table: Tables[K]) => AnyColumn
}

/** Removes up to `limit` rows of which `which` holds; says how many. */
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
    .limit(literal(limit))
  return (
    await tx.db
      .delete(table)
      .where(sql`${table.id} in ${unlockedRows(tx, chosen)}`)
      .returning({ id: table.id })
  ).length
}

/**
 * An SQL condition for the `limit` rows with the lowest numbers, or for those among them. Numbers grow with time: the oldest rows are
 * found by them, and no index of their time is written with each row.
 */
export function isAmongFirst<K extends Numbered>(
  { t }: Reader,
  name: K,
  limit: number,
  among?: (table: Tables[K]) => SQL | undefined,
): SQL {
  const table = t[name]
  const which = among === undefined ? sql`` : sql` where ${among(table)}`
  const first = sql`select ${table.id} as id from ${table}${which} order by ${table.id} limit ${literal(limit)}`
  return sql`${table.id} <= (select max(id) from (${first}) as first_rows)`
}

/**
 * A number that stands in the text of its statement. Of a limit that is handed over PostgreSQL thinks that it is a tenth of all rows,
 * and reads the whole table to find those few again. For numbers of our own that hardly ever differ.
 */
export function literal(number: number): number {
  return sql.raw(String(Math.trunc(number))) as unknown as number
}

/** `(values (…), (…))`, whose columns every database names column1, column2, … */
export function valuesOf<K extends string>(keys: readonly K[], places: PlaceholderRows<K>): SQL {
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
