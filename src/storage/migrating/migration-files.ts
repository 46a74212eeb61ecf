import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const drizzle = resolve(import.meta.dir, '../../../drizzle')

/** A step from one schema to the next, named by its file. */
export type Migration = { readonly name: string; readonly sql: string }

/** The steps in drizzle/ for a database, in the order of their numbers. */
export function listMigrations(database: 'postgres' | 'sqlite'): Migration[] {
  const folder = join(drizzle, database)
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({ name: file.slice(0, -'.sql'.length), sql: readFileSync(join(folder, file), 'utf8') }))
}

/** A schema as every migration up to `after` leaves it, in statements. */
export type WholeSchema = { readonly after: string; readonly statements: readonly string[] }

/** The schema of an empty SQLite database, which `bun run migration` writes. */
export function buildSqliteSchema(): WholeSchema {
  const [heading = '', ...statements] = readFileSync(join(drizzle, 'schema.sqlite.sql'), 'utf8').split(
    '\n--> statement-breakpoint\n',
  )
  return { after: heading.replace('-- after ', ''), statements }
}
