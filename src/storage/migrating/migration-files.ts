import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const drizzle = resolve(import.meta.dir, '../../../drizzle')

/** A step from one schema to the next, named by its file. */
export type Migration = { readonly name: string; readonly sql: string }

/** The steps that lie in drizzle/ for a database, in the order of their numbers. */
export function migrationsFor(database: 'postgres' | 'sqlite'): Migration[] {
  const folder = join(drizzle, database)
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({ name: file.slice(0, -'.sql'.length), sql: readFileSync(join(folder, file), 'utf8') }))
}
