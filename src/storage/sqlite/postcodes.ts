import { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { isSqliteFile } from './restore.ts'

/** The tables of imported postcodes, which a backup usually omits. */
const tables = ['postcodes', 'postcode_sets'] as const

/** Whether a database has imported postcodes. */
export function hasPostcodes(database: Database): boolean {
  return hasTable(database, 'main', 'postcodes') && database.query('SELECT 1 FROM postcodes LIMIT 1').get() !== null
}

/** Deletes the imported postcodes of a database. */
export function dropPostcodesIn(database: Database): void {
  for (const table of tables) if (hasTable(database, 'main', table)) database.run(`DELETE FROM ${table}`)
}

/**
 * Replaces the postcodes of one database file by those of another, which does not change. Creates their tables if the file has
 * an earlier schema. Returns the number of kept rows; null if the other file cannot be read.
 */
export function keepPostcodes(path: string, other: string): number | null {
  using database = new Database(path, { readwrite: true, create: false })
  dropPostcodesIn(database)
  if (!existsSync(other)) return 0
  // SQLite deletes the log of a file that is no database, which may contain all the data.
  if (!isSqliteFile(other)) return null
  try {
    database.run('ATTACH ? AS other', [other])
    return database.transaction(() => copyPostcodes(database))()
  } catch {
    return null
  }
}

function copyPostcodes(database: Database): number {
  if (!hasTable(database, 'other', 'postcodes')) return 0
  for (const table of tables) {
    const made = database.query<{ sql: string }, [string]>('SELECT sql FROM other.sqlite_schema WHERE name = ?').get(table)
    if (made !== null && !hasTable(database, 'main', table)) database.run(made.sql)
    database.run(`INSERT INTO main.${table} SELECT * FROM other.${table}`)
  }
  return database.query<{ rows: number }, []>('SELECT count(*) AS rows FROM main.postcodes').get()?.rows ?? 0
}

function hasTable(database: Database, schema: 'main' | 'other', name: string): boolean {
  return database.query(`SELECT 1 FROM ${schema}.sqlite_schema WHERE type = 'table' AND name = ?`).get(name) !== null
}
