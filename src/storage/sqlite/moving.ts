import { Database, SQLiteError } from 'bun:sqlite'
import { closeSync, existsSync, openSync, renameSync } from 'node:fs'
import { partOf } from '../../domain/backup.ts'
import { Refusal } from '../../domain/refusal.ts'
import { type MovedRow, type MovedTable, MoveFault, type RowSource, type RowTarget, rowsAtOnce } from '../migrating/moving.ts'
import { dropParts } from './backup.ts'
import { translateSqlite } from './faults.ts'
import { syncFile, syncFolderOf } from './manifest.ts'
import { isItsKey } from './master-key.ts'
import { migrateSqlite, pendingSteps } from './migrate.ts'

/** Milliseconds for which another process that keeps the file to itself is waited for. */
const patienceMs = 5_000

/**
 * Lets `work` read a database at one moment. Throws a MoveFault where its schema is an earlier one and where another process keeps the
 * file to itself for longer than a moment, `SchemaNewer` where the schema is a later one.
 */
export async function readSqlite<T>(path: string, work: (source: RowSource) => Promise<T>): Promise<T> {
  try {
    using database = new Database(path, { readonly: true, strict: true, safeIntegers: true })
    database.run(`PRAGMA busy_timeout = ${patienceMs}`)
    database.run('BEGIN')
    if (pendingSteps(database).length > 0) {
      const hint = 'Run `charabanc migrate` on its folder first.'
      throw new MoveFault('older', `${path} has the schema of an earlier release. ${hint}`)
    }
    return await work({
      ...rowsIn(database),
      isItsKey: async (key) => isItsKey(database, key),
    })
  } catch (fault) {
    if (!(translateSqlite(fault) instanceof Refusal)) throw fault
    throw new MoveFault(
      'unread',
      `${path} cannot be read right now: another process keeps it to itself, or the disk fails. Nothing was moved.`,
    )
  }
}

/**
 * Makes a database of this release's schema that holds what `fill` inserts. It appears under its name once `fill` is done and all of it
 * is on the disk; before that, and when anything fails, there is none. Throws a MoveFault where there is one already, and where it
 * cannot be written.
 */
export async function fillSqlite<T>(path: string, now: number, fill: (target: RowTarget) => Promise<T>): Promise<T> {
  refuseFilled(path)
  const part = partOf(path)
  dropParts(part)
  try {
    // It is made here because its maker decides who may read it, and there are customers in it.
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

/** Throws a MoveFault where there is a database of this name, or what is left of one. */
export function refuseFilled(path: string): void {
  const found = ['', '-wal', '-shm'].map((suffix) => `${path}${suffix}`).find((one) => existsSync(one))
  if (found !== undefined) throw new MoveFault('filled', `${found} is there already, and nothing is moved over it.`)
}

/** Whether SQLite or the file system tells of this, and not what is read from. */
function isOfFile(fault: unknown): fault is Error {
  return fault instanceof SQLiteError || (fault instanceof Error && 'syscall' in fault)
}

function makeSchema(part: string, now: number): void {
  using database = new Database(part, { strict: true })
  migrateSqlite(database, now)
}

async function fillPart<T>(part: string, fill: (target: RowTarget) => Promise<T>): Promise<T> {
  using database = new Database(part, { strict: true, safeIntegers: true })
  // What is cut short is thrown away, so that it needs no journal.
  database.run('PRAGMA journal_mode = OFF')
  database.run('PRAGMA synchronous = OFF')
  database.run('BEGIN')
  const restoreTriggers = takeTriggersAway(database)
  const result = await fill({ ...rowsIn(database), ...writesTo(database) })
  restoreTriggers()
  database.run('COMMIT')
  return result
}

/** Drops the triggers, for what they write comes along by itself. Returns a function that restores them. */
function takeTriggersAway(database: Database): () => void {
  const triggers = database
    .query<{ name: string; sql: string }, []>("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
    .all()
  for (const { name } of triggers) database.run(`DROP TRIGGER "${name}"`)
  return () => {
    for (const { sql } of triggers) database.run(sql)
  }
}

function rowsIn(database: Database): Pick<RowSource, 'count' | 'lastNumber' | 'rows'> {
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

/** A column of numbers makes a number of the digits it is given. */
function writesTo(database: Database): Pick<RowTarget, 'insert' | 'numberAfter'> {
  return {
    async insert(table, rows) {
      const insert = database.query(insertInto(table))
      for (const row of rows) insert.run(...row)
    },
    async numberAfter({ name }, last) {
      database.query('DELETE FROM sqlite_sequence WHERE name = ?').run(name)
      if (last !== '0') database.query('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(name, BigInt(last))
    },
  }
}

function insertInto({ name, columns }: MovedTable): string {
  const names = columns.map((column) => `"${column.name}"`).join()
  return `INSERT INTO "${name}" (${names}) VALUES (${columns.map(() => '?').join()})`
}
