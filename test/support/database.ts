import { Database, type SQLQueryBindings } from 'bun:sqlite'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SQL } from 'bun'
import { openStorage } from '../../src/storage/open.ts'
import { migrateSqlite } from '../../src/storage/sqlite/migrate.ts'
import { WriterBell } from '../../src/storage/sqlite/writer-bell.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { makePostgresDatabase, type PostgresDatabase, postgresUrl } from './postgres.ts'

/** A SQLite file with the schema of this release, to copy; null if each file is migrated instead. */
const template = process.env.CHARABANC_TEST_SQLITE_TEMPLATE ?? null

/** A PostgreSQL database of a data folder, with a connection for queries and a storage beside the server's. */
type Held = { readonly database: PostgresDatabase; readonly client: SQL; storage: Promise<Storage> | null }

/** PostgreSQL databases by data folder. A folder that is not here has a SQLite file. */
const held = new Map<string, Held>()

/** Gives a data folder a database with the tables of this release on the tests' PostgreSQL server, unless it has one. */
export async function ensureDatabase(dataDir: string): Promise<void> {
  if (held.has(dataDir)) return
  const database = await makePostgresDatabase()
  held.set(dataDir, { database, client: new SQL(database.url, { max: 1, bigint: true }), storage: null })
}

/**
 * Makes this release's tables for a data folder before its server starts: on the tests' PostgreSQL if there is one, unless
 * `isFile`.
 */
export async function prepareDatabase(dataDir: string, isFile = false): Promise<void> {
  if (postgresUrl !== null && !isFile) return ensureDatabase(dataDir)
  const path = join(dataDir, 'charabanc.sqlite')
  if (template !== null) return copyFileSync(template, path)
  using file = new Database(path, { create: true })
  migrateSqlite(file, 0)
}

/** Opens a handle on the database of a data folder; `clock` dates the log of activities. */
export function openStorageOf(dataDir: string, clock?: () => number): Promise<Storage> {
  const found = held.get(dataDir)
  if (found === undefined) {
    const path = join(dataDir, 'charabanc.sqlite')
    return openStorage({ kind: 'sqlite', path, writerBell: new WriterBell().shared }, 'dispatcher', undefined, clock)
  }
  const { url } = found.database
  return openStorage({ kind: 'postgres', url, directUrl: url, origin: 'a test' }, 'front', undefined, clock)
}

/** The settings with which the executable finds the database of a data folder. */
export function databaseSettings(dataDir: string | undefined): Record<string, string> {
  const found = held.get(dataDir ?? '')
  return found === undefined ? {} : { CHARABANC_DATABASE_URL: found.database.url }
}

/** Asks a database; `?` is the place of each value. */
export type DatabaseQuery = <T>(query: string, ...values: readonly (number | string)[]) => Promise<T[]>

/** Runs `work` with queries to the database of a data folder beside its server, all on one connection. */
export async function withDatabaseQueries<T>(dataDir: string, work: (ask: DatabaseQuery) => Promise<T>): Promise<T> {
  const found = held.get(dataDir)
  if (found === undefined) {
    using file = new Database(join(dataDir, 'charabanc.sqlite'), { readonly: true })
    return await work(async <T>(query: string, ...values: readonly (number | string)[]) =>
      file.query<T, SQLQueryBindings[]>(query).all(...values),
    )
  }
  return work(async <T>(query: string, ...values: readonly (number | string)[]) => {
    let nth = 0
    const rows = await found.client.unsafe(
      query.replaceAll('?', () => `$${++nth}`),
      [...values],
    )
    return [...rows].map(withNumbers) as T[]
  })
}

/** The rows of a query in the database of a data folder beside its server; `?` is the place of each value. */
export function queryDatabase<T>(dataDir: string, query: string, ...values: readonly (number | string)[]): Promise<T[]> {
  return withDatabaseQueries(dataDir, (ask) => ask<T>(query, ...values))
}

/** The tables in the database of a data folder, without those about the schema. */
export async function tablesOf(dataDir: string): Promise<string[]> {
  const query = held.has(dataDir)
    ? "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'"
    : "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
  const found = await queryDatabase<{ name: string }>(dataDir, query)
  return found.map(({ name }) => name).filter((name) => !['master_key', 'schema_migrations'].includes(name))
}

/** All content of a data folder's database, as a thief of its files would read it: SQLite's bytes, or every PostgreSQL row. */
export async function readWholeDatabase(dataDir: string): Promise<string> {
  if (!held.has(dataDir)) {
    const files = ['charabanc.sqlite', 'charabanc.sqlite-wal'].map((name) => join(dataDir, name)).filter(existsSync)
    return files.map((path) => readFileSync(path, 'latin1')).join('')
  }
  const tables = (await tablesOf(dataDir)).map((name) => queryDatabase<object>(dataDir, `SELECT * FROM ${name}`))
  return (await Promise.all(tables)).flatMap((rows) => rows.flatMap(Object.values)).join('\n')
}

/** Writes to the database of a data folder without the server's knowledge. */
export async function changeDatabase(dataDir: string, ...statements: readonly string[]): Promise<void> {
  const found = held.get(dataDir)
  if (found !== undefined) {
    for (const statement of statements) await found.client.unsafe(statement)
    return
  }
  using file = new Database(join(dataDir, 'charabanc.sqlite'))
  // This connection has no place in the queue of the server's writers. On a busy machine they leave it little room.
  file.run('PRAGMA busy_timeout = 60000')
  for (const statement of statements) file.run(statement)
}

/** Runs `work` with a storage of the tests, beside the server's and with its clock. */
export async function withStorageOf<T>(
  dataDir: string,
  work: (storage: Storage) => Promise<T>,
  clock?: () => number,
): Promise<T> {
  const found = held.get(dataDir)
  if (found !== undefined) {
    found.storage ??= openStorageOf(dataDir, clock)
    return work(await found.storage)
  }
  const storage = await openStorageOf(dataDir, clock)
  try {
    return await work(storage)
  } finally {
    await storage.close()
  }
}

/** Deletes a data folder's database; without a folder, all of them. */
export async function dropDatabase(dataDir?: string): Promise<void> {
  for (const [folder, { database, client, storage }] of held) {
    if (dataDir !== undefined && folder !== dataDir) continue
    held.delete(folder)
    await (await storage)?.close()
    await client.close({ timeout: 1 })
    await database[Symbol.asyncDispose]()
  }
}

/** Converts counts and booleans to numbers, as SQLite returns them. */
function withNumbers(row: Record<string, unknown>): Record<string, unknown> {
  const asNumber = (value: unknown) => (typeof value === 'bigint' || typeof value === 'boolean' ? Number(value) : value)
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, asNumber(value)]))
}
