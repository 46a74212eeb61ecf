import type { Database } from 'bun:sqlite'
import first from '../../drizzle/sqlite/0000_first.sql' with { type: 'text' }
import { translateSqlite } from './sqlite-faults.ts'

export type Migration = { readonly name: string; readonly sql: string }

/** Numbered, embedded in the executable and never edited after they landed. */
export const migrations: readonly Migration[] = [{ name: '0000_first', sql: first }]

/** The file was written by a later release; this one must not touch it. */
export class SchemaNewer extends Error {
  constructor(
    readonly found: string,
    readonly known: string,
  ) {
    super(`The database has schema ${found}; this release knows up to ${known}.`)
  }
}

/**
 * Brings the file to this release's schema, each step whole or not at all, and names what it applied.
 * Throws `SchemaNewer`; refuses `unavailable` when another process keeps the file to itself.
 */
export function migrateSqlite(database: Database, now: number, steps: readonly Migration[] = migrations): string[] {
  try {
    database.run(
      'CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY NOT NULL, applied_at integer NOT NULL) STRICT',
    )
    refuseNewer(database, steps)
    return steps.filter((step) => apply(database, step, now)).map(({ name }) => name)
  } catch (fault) {
    throw translateSqlite(fault)
  }
}

function refuseNewer(database: Database, steps: readonly Migration[]): void {
  const latest = database.query<{ name: string }, []>('SELECT name FROM schema_migrations ORDER BY name DESC LIMIT 1').get()?.name
  const known = steps.at(-1)?.name ?? ''
  if (latest !== undefined && latest > known) throw new SchemaNewer(latest, known)
}

/** Two starting processes may meet here: whoever comes second finds the step done. */
function apply(database: Database, { name, sql }: Migration, now: number): boolean {
  const step = database.transaction(() => {
    if (database.query('SELECT 1 FROM schema_migrations WHERE name = ?').get(name) !== null) return false
    for (const statement of sql.split('--> statement-breakpoint')) database.run(statement)
    database.query('INSERT INTO schema_migrations (name, applied_at) VALUES (?, ?)').run(name, now)
    return true
  })
  return step.immediate()
}
