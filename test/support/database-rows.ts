import { Database } from 'bun:sqlite'
import { tablesOf, withDatabaseQueries } from './database.ts'

/** Tables that change automatically or with any call: they are counted, or ignored for rate limits, but not compared. */
const moving = new Set(['scheduler', 'nodes'])
const ignored = new Set(['rate_limits', 'sign_in_limits'])

/** Every row of a data folder's database, so that two moments can be compared; the last use of a credential is omitted. */
export async function everyRowOf(dataDir: string): Promise<Record<string, unknown>> {
  const kept = (await tablesOf(dataDir)).filter((name) => !ignored.has(name)).sort()
  return withDatabaseQueries(dataDir, async (ask) => {
    const found = kept.map(async (name) => {
      const rows = await ask<Record<string, unknown>>(`SELECT * FROM ${name}`)
      return [name, moving.has(name) ? rows.length : rows.map(asText).sort()]
    })
    return Object.fromEntries(await Promise.all(found))
  })
}

function asText({ last_used_at: _, app_last_seen_at: __, ...row }: Record<string, unknown>): string {
  return JSON.stringify(row)
}

/** The rows of a query in a database file without writers. */
export function querySqliteFile<T>(path: string, query: string): T[] {
  using database = new Database(path, { readonly: true })
  return database.query<T, []>(query).all()
}

/** The result of SQLite's integrity check of a file: `ok` for a sound one. */
export function integrityCheckOf(path: string): string {
  return querySqliteFile<{ integrity_check: string }>(path, 'PRAGMA integrity_check')
    .map(({ integrity_check }) => integrity_check)
    .join('; ')
}

/** Writes to a database file without the server's knowledge. */
export function writeToSqliteFile(path: string, ...statements: readonly string[]): void {
  using database = new Database(path, { create: true })
  // A running server writes too.
  database.run('PRAGMA busy_timeout = 10000')
  for (const statement of statements) database.run(statement)
}
