import { Database } from 'bun:sqlite'
import { tablesOf, withDatabaseQueries } from './database.ts'

/** What moves by itself, or because somebody merely called: it is counted (or, for rate limits, left out), not compared. */
const moving = new Set(['scheduler', 'nodes'])
const ignored = new Set(['rate_limits', 'sign_in_limits'])

/** Every row of a data folder's database, so that two moments can be compared; when a credential was last used is left out. */
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

/** What a query finds in a database file that no one is writing to. */
export function querySqliteFile<T>(path: string, query: string): T[] {
  using database = new Database(path, { readonly: true })
  return database.query<T, []>(query).all()
}

/** What SQLite says of a file after reading all of it: `ok` for a sound one. */
export function integrityCheckOf(path: string): string {
  return querySqliteFile<{ integrity_check: string }>(path, 'PRAGMA integrity_check')
    .map(({ integrity_check }) => integrity_check)
    .join('; ')
}

/** Writes to a database file behind everyone's back. */
export function writeToSqliteFile(path: string, ...statements: readonly string[]): void {
  using database = new Database(path, { create: true })
  // A server that is at work writes too.
  database.run('PRAGMA busy_timeout = 10000')
  for (const statement of statements) database.run(statement)
}
