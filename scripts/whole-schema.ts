import { Database } from 'bun:sqlite'
import { resolve } from 'node:path'
import { listMigrations, type Migration } from '../src/storage/migrating/migration-files.ts'
import { migrateSqlite } from '../src/storage/sqlite/migrate.ts'

/** The file with the schema of an empty database, in place of every migration. */
export const wholeSchemaFile = resolve(import.meta.dir, '../drizzle/schema.sqlite.sql')

/** The text of that file: the last migration's name, then the resulting tables, indexes and triggers. */
export function wholeSchemaText(steps: readonly Migration[] = listMigrations('sqlite')): string {
  using database = new Database(':memory:')
  migrateSqlite(database, 0, [...steps])
  const made = database.query<{ sql: string }, []>(
    "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' AND name <> 'schema_migrations' ORDER BY rowid",
  )
  const statements = made.all().map(({ sql }) => `${sql};`)
  return [`-- after ${steps.at(-1)?.name}`, ...statements].join('\n--> statement-breakpoint\n')
}
