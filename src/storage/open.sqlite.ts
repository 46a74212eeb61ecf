import { Database } from 'bun:sqlite'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { Refusal } from '../domain/refusal.ts'
import { type Commits, GroupCommit } from './group-commit.ts'
import type { Reader, Storage, Writer } from './storage.ts'
import { sqliteTables } from './tables.ts'
import { Turns } from './turns.ts'

/** How long a writer waits for another process's transaction before the caller hears `unavailable`. */
const patienceMs = 5_000

/** One busy wait blocks this thread's event loop, so it is short; patience is spent between them. */
const busyWaitMs = 50

/** A plain connection set up the way every connection must be: patient first, then WAL, durable, with foreign keys. */
export function connectSqlite(path: string, mode: 'read' | 'write'): Database {
  const database = new Database(path, mode === 'read' ? { readonly: true, strict: true } : { create: true, strict: true })
  database.run(`PRAGMA busy_timeout = ${busyWaitMs}`)
  if (mode === 'write') database.run('PRAGMA journal_mode = WAL')
  database.run('PRAGMA synchronous = FULL')
  database.run('PRAGMA foreign_keys = ON')
  return database
}

/** Opens a migrated SQLite file: one connection for reads, one writer that takes turns. */
export function openSqlite(path: string): Storage {
  const writing = connectSqlite(path, 'write')
  const reading = connectSqlite(path, 'read')
  const reader: Reader = { db: drizzle(reading, { casing: 'snake_case' }), t: sqliteTables }
  const writer: Writer = {
    db: drizzle(writing, { casing: 'snake_case' }),
    t: sqliteTables,
    savepoint: (work) => insideSavepoint(writing, work),
  }
  const readTurns = new Turns()
  const group = new GroupCommit(commitsOf(writing))
  return {
    read: (work) => readTurns.take(() => onSnapshot(reading, () => work(reader))),
    transact: (work) => group.take(() => work(writer)),
    close: async () => {
      await group.whenIdle()
      await readTurns.take(async () => reading.close())
      writing.close()
    },
  }
}

async function onSnapshot<T>(database: Database, work: () => Promise<T>): Promise<T> {
  try {
    database.run('BEGIN')
    return await work()
  } catch (fault) {
    throw translateSqlite(fault)
  } finally {
    if (database.inTransaction) database.run('COMMIT')
  }
}

let depth = 0

async function insideSavepoint<T>(database: Database, work: () => Promise<T>): Promise<T> {
  const name = `inner_${depth++}`
  database.run(`SAVEPOINT ${name}`)
  try {
    const result = await work()
    database.run(`RELEASE ${name}`)
    return result
  } catch (fault) {
    if (database.inTransaction) database.run(`ROLLBACK TO ${name}; RELEASE ${name}`)
    throw fault
  } finally {
    depth--
  }
}

function commitsOf(database: Database): Commits {
  const savepoint = database.prepare('SAVEPOINT one')
  const release = database.prepare('RELEASE one')
  const undo = database.prepare('ROLLBACK TO one')
  return {
    begin: () => beginPatiently(database),
    commit: () => void database.run('COMMIT'),
    rollback: () => void database.run('ROLLBACK'),
    savepoint: () => void savepoint.run(),
    release: () => void release.run(),
    undo: () => {
      undo.run()
      release.run()
    },
    isOpen: () => database.inTransaction,
    translate: translateSqlite,
  }
}

async function beginPatiently(database: Database): Promise<void> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    try {
      database.run('BEGIN IMMEDIATE')
      return
    } catch (fault) {
      if (!isBusy(fault) || performance.now() > deadline) throw fault
      await Bun.sleep(25)
    }
  }
}

/** Faults of the file, not of the work: nothing was written, and trying again later is right. */
const passingFaults = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|PROTOCOL|NOMEM)/

function translateSqlite(fault: unknown): unknown {
  if (!passingFaults.test(sqliteCode(fault))) return fault
  return new Refusal('unavailable', 'Storage cannot take this right now; nothing was written.', {}, 1)
}

function isBusy(fault: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(sqliteCode(fault))
}

/** Drizzle wraps what the database said. */
function sqliteCode(fault: unknown): string {
  const own = fault instanceof Error && 'code' in fault ? fault.code : undefined
  if (typeof own === 'string' && own.startsWith('SQLITE_')) return own
  return fault instanceof Error && fault.cause !== undefined ? sqliteCode(fault.cause) : ''
}
