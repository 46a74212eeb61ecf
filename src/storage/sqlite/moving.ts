import { Database, SQLiteError } from 'bun:sqlite'
import { closeSync, existsSync, openSync, renameSync } from 'node:fs'
import { toPartPath } from '../../domain/backup.ts'
import { Refusal } from '../../domain/refusal.ts'
import { type MovedRow, type MovedTable, MoveFault, type RowSource, type RowTarget, rowsAtOnce } from '../migrating/moving.ts'
import { dropParts } from './backup.ts'
import { translateSqlite } from './faults.ts'
import { syncFile, syncFolderOf } from './manifest.ts'
import { isKeyOfSqlite } from './master-key.ts'
import { listPendingSqlite, migrateSqlite } from './migrate.ts'

/** Milliseconds to wait for another process that locks the file. */
const patienceMs = 5_000

/**
 * Runs `work` on a snapshot of a database. Throws a MoveFault if its schema is earlier or if another process locks the file for
 * longer than a moment, `SchemaNewer` if the schema is later.
 */
export async function readSqlite<T>(path: string, work: (source: RowSource) => Promise<T>): Promise<T> {
  try {
    using database = new Database(path, { readonly: true, strict: true, safeIntegers: true })
    database.run(`PRAGMA busy_timeout = ${patienceMs}`)
    database.run('BEGIN')
    if (listPendingSqlite(database).length > 0) {
      const hint = 'Run `charabanc migrate` on its folder first.'
      throw new MoveFault('older', `${path} has the schema of an earlier release. ${hint}`)
    }
    return await work({
      ...createSqliteReader(database),
      isItsKey: async (key) => isKeyOfSqlite(database, key),
    })
  } catch (fault) {
    if (!(translateSqlite(fault) instanceof Refusal)) throw fault
    throw new MoveFault('unread', `${path} cannot be read: another process has locked it, or the disk fails. Nothing was copied.`)
  }
}

/**
 * Creates a database of this release's schema with the rows of `fill`. The file gets its name only when it is complete and on
 * the disk; after a fault it does not exist. Throws a MoveFault if it already exists, and if it cannot be written.
 */
export async function fillSqlite<T>(path: string, now: number, fill: (target: RowTarget) => Promise<T>): Promise<T> {
  requireFreePath(path)
  const part = toPartPath(path)
  dropParts(part)
  try {
    // Created with access for its owner only, because it contains customers' data.
    closeSync(openSync(part, 'wx', 0o600))
    makeSchema(part, now)
    const result = await fillPart(part, fill)
    syncFile(part)
    renameSync(part, path)
    syncFolderOf(path)
    return result
  } catch (fault) {
    if (!isOfFile(fault)) throw fault
    throw new MoveFault('unwritten', `${path} cannot be written: ${fault.message}.`)
  } finally {
    dropParts(part)
  }
}

/** Throws a MoveFault if a database of this name exists, or parts of one. */
export function requireFreePath(path: string): void {
  const found = ['', '-wal', '-shm'].map((suffix) => `${path}${suffix}`).find((one) => existsSync(one))
  if (found !== undefined) throw new MoveFault('filled', `${found} already exists and is not overwritten.`)
}

/** Whether the fault is SQLite's or the file system's, and not that of the source. */
function isOfFile(fault: unknown): fault is Error {
  return fault instanceof SQLiteError || (fault instanceof Error && 'syscall' in fault)
}

function makeSchema(part: string, now: number): void {
  using database = new Database(part, { strict: true })
  migrateSqlite(database, now)
}

async function fillPart<T>(part: string, fill: (target: RowTarget) => Promise<T>): Promise<T> {
  using database = new Database(part, { strict: true, safeIntegers: true })
  // An interrupted copy is deleted, so it needs no journal.
  database.run('PRAGMA journal_mode = OFF')
  database.run('PRAGMA synchronous = OFF')
  database.run('BEGIN')
  const restoreTriggers = takeTriggersAway(database)
  const result = await fill({ ...createSqliteReader(database), ...createSqliteWriter(database) })
  restoreTriggers()
  database.run('COMMIT')
  return result
}

/** Drops the triggers, because the copy includes their rows. Returns a function that restores them. */
function takeTriggersAway(database: Database): () => void {
  const triggers = database
    .query<{ name: string; sql: string }, []>("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
    .all()
  for (const { name } of triggers) database.run(`DROP TRIGGER "${name}"`)
  return () => {
    for (const { sql } of triggers) database.run(sql)
  }
}

function createSqliteReader(database: Database): Pick<RowSource, 'count' | 'lastNumber' | 'rows'> {
  return {
    async count({ name }) {
      return Number(database.query<{ count: bigint }, []>(`SELECT count(*) AS count FROM "${name}"`).get()?.count)
    },
    async lastNumber({ name }) {
      const sequence = database.query<{ seq: bigint }, [string]>('SELECT seq FROM sqlite_sequence WHERE name = ?')
      return String(sequence.get(name)?.seq ?? 0)
    },
    *rows({ name, key, columns }) {
      const names = columns.map((column) => `"${column.name}"`).join()
      const all = database.query<Record<string, unknown>, []>(`SELECT ${names} FROM "${name}" ORDER BY "${key}"`)
      let some: MovedRow[] = []
      for (const row of all.iterate()) {
        some.push(Object.values(row).map((value) => (value === null ? null : String(value))))
        if (some.length < rowsAtOnce) continue
        yield some
        some = []
      }
      if (some.length > 0) yield some
    },
  }
}

/** A numeric column converts digits into a number. */
function createSqliteWriter(database: Database): Pick<RowTarget, 'insert' | 'numberAfter'> {
  return {
    async insert(table, rows) {
      const insert = database.query(buildSqliteInsert(table))
      for (const row of rows) insert.run(...row)
    },
    async numberAfter({ name }, last) {
      database.query('DELETE FROM sqlite_sequence WHERE name = ?').run(name)
      if (last !== '0') database.query('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(name, BigInt(last))
    },
  }
}

function buildSqliteInsert({ name, columns }: MovedTable): string {
  const names = columns.map((column) => `"${column.name}"`).join()
  return `INSERT INTO "${name}" (${names}) VALUES (${columns.map(() => '?').join()})`
}
