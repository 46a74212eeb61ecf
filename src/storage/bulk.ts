import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { prepared, type Reader, type Writer } from './storage.ts'
import type { Tables } from './tables.ts'

/** How many rows a statement is prepared for; any number of rows is a few of these. */
const sizes = [64, 16, 4, 1] as const

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

type Numbered = 'locations' | 'messages' | 'signInCodes' | 'signInLinks' | 'vehicleChecks'

/** Removes up to `limit` rows of which `which` holds; says how many. */
export async function removeSome<K extends Numbered>(
  tx: Writer,
  name: K,
  which: (table: Tables[K]) => SQL | undefined,
  limit: number,
): Promise<number> {
  const table = tx.t[name]
  const chosen = tx.db
    .select({ id: table.id })
    .from(table as Tables[Numbered])
    .where(which(table))
    .limit(limit)
  return (await tx.db.delete(table).where(sql`${table.id} in ${chosen}`).returning({ id: table.id })).length
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
