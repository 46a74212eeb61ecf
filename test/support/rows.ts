import { Database } from 'bun:sqlite'
import { join } from 'node:path'

/** What moves by itself, or because somebody merely called: it is counted (or, for rate limits, left out), not compared. */
const moving = new Set(['scheduler'])
const ignored = new Set(['rate_limits', 'schema_migrations'])

/** Every row of a data folder's database, so that two moments can be compared; when a credential was last used is left out. */
export function rowsIn(dataDir: string): Record<string, unknown> {
  using database = new Database(join(dataDir, 'charabanc.sqlite'), { readonly: true })
  const names = database.query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all()
  const kept = names.map(({ name }) => name).filter((name) => !name.startsWith('sqlite_') && !ignored.has(name))
  return Object.fromEntries(
    kept.map((name) => {
      const rows = database.query<Record<string, unknown>, []>(`SELECT * FROM "${name}" ORDER BY 1`).all()
      return [name, moving.has(name) ? rows.length : rows.map(({ last_used_at: _, app_last_seen_at: __, ...row }) => row)]
    }),
  )
}

/** What a query finds in a database file that no one is writing to. */
export function rowsOf<T>(path: string, query: string): T[] {
  using database = new Database(path, { readonly: true })
  return database.query<T, []>(query).all()
}

/** What SQLite says of a file after reading all of it: `ok` for a sound one. */
export function soundnessOf(path: string): string {
  return rowsOf<{ integrity_check: string }>(path, 'PRAGMA integrity_check')
    .map(({ integrity_check }) => integrity_check)
    .join('; ')
}

/** Writes to a database file behind everyone's back. */
export function tamper(path: string, ...statements: readonly string[]): void {
  using database = new Database(path, { create: true })
  for (const statement of statements) database.run(statement)
}
