import { Database } from 'bun:sqlite'

/** What a query finds in a database file that nobody is writing to. */
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
