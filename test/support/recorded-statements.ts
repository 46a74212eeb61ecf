import { Database } from 'bun:sqlite'
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { PgDatabase } from 'drizzle-orm/pg-core'
import { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core'

const storage = resolve(import.meta.dir, '../../src/storage')

/** Every statement prepared in this process from now on, and its places in the source. */
export interface RecordedStatements {
  readonly texts: ReadonlySet<string>
  /** `queries/jobs.ts:26:6`: the position of a statement's verb. */
  readonly places: ReadonlySet<string>
}

export function recordStatements(): RecordedStatements {
  const texts = new Set<string>()
  const { prepare } = Database.prototype
  Database.prototype.prepare = function (this: Database, ...given: Parameters<typeof prepare>) {
    texts.add(given[0])
    return prepare.apply(this, given)
  } as typeof prepare
  return { texts, places: recordStatementPlaces('sqlite') }
}

/** The places in the source that start statements in this process from now on, in the SQL of one database. */
export function recordStatementPlaces(dialect: 'postgres' | 'sqlite'): ReadonlySet<string> {
  const places = new Set<string>()
  const { prototype } = dialect === 'sqlite' ? BaseSQLiteDatabase : PgDatabase
  const builders = prototype as unknown as Record<string, (...given: unknown[]) => unknown>
  for (const verb of ['select', 'insert', 'update', 'delete']) {
    const begin = builders[verb]
    builders[verb] = function (this: unknown, ...given: unknown[]) {
      const place = /src\/storage\/(\S+:\d+:\d+)/.exec(new Error().stack ?? '')?.[1]
      if (place !== undefined) places.add(place)
      return begin?.apply(this, given)
    }
  }
  return places
}

/** Every place in the source that starts a statement; `others` are files beside those of all queries. */
export function placesOfStatements(...others: readonly string[]): string[] {
  const files = [
    ...others,
    'rows/bulk.ts',
    'rows/statements.ts',
    'lists/listing.ts',
    'lists/list-counts.ts',
    ...readdirSync(`${storage}/queries`).map((file) => `queries/${file}`),
  ]
  return files.flatMap((file) => {
    const source = readFileSync(`${storage}/${file}`, 'utf8')
    return [...source.matchAll(/\bdb\s*\.(?=(?:select|insert|update|delete)\()/g)].map(({ index, 0: { length } }) => {
      const lines = source.slice(0, index + length).split('\n')
      return `${file}:${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`
    })
  })
}
