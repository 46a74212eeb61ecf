import { Database } from 'bun:sqlite'
import { resolve } from 'node:path'
import { type Migration, migrationsFor } from '../src/storage/migrating/migration-files.ts'
import { migrateSqlite } from '../src/storage/sqlite/migrate.ts'

/** The file that an empty database gets its schema from, in place of every migration. */
export const wholeSchemaFile = resolve(import.meta.dir, '../drizzle/schema.sqlite.sql')

/** The text of that file: the last migration's name, then the tables, indexes and triggers that all of them leave. */
export function wholeSchemaText(steps: readonly Migration[] = migrationsFor('sqlite')): string {
  using database = new Database(':memory:')
  migrateSqlite(database, 0, [...steps])
  const made = database.query<{ sql: string }, []>(
    "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' AND name <> 'schema_migrations' ORDER BY rowid",
  )
  const statements = made.all().map(({ sql }) => `${sql};`)
  return [`-- after ${steps.at(-1)?.name}`, ...statements].join('\n--> statement-breakpoint\n')
}
