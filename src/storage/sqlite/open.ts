import { Database, type Statement } from 'bun:sqlite'
import { statSync } from 'node:fs'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { readCurrentAuthor } from '../rows/authors.ts'
import { ChangeNotes } from '../rows/change-notes.ts'
import { DueNotes } from '../rows/due-notes.ts'
import { runLogged } from '../rows/logged-work.ts'
import type { Reader, Storage, Writer } from '../storage.ts'
import { sqliteTables } from '../tables.ts'
import { isDatabaseBusy, translateAtWork, translateSqlite } from './faults.ts'
import { type Commits, GroupCommit } from './group-commit.ts'
import { ReadQueue } from './read-queue.ts'
import { ReadSnapshot } from './read-snapshot.ts'
import { scourSqlite } from './scour.ts'
import { WriterBell } from './writer-bell.ts'

/** Milliseconds that a writer waits for another process's transaction before it refuses `unavailable`. */
const patienceMs = 5_000

/**
 * Longest single wait (ms) for a lock, which blocks this thread's event loop. A writer's patience consists of many short waits.
 */
const busyWaitMs = 50

/** Milliseconds until the file is tried again, because writers of other processes do not signal. */
const askAgainMs = 10

/**
 * Opens a connection with its settings: first the busy timeout, then WAL, durability and foreign keys. Refuses `unavailable` if
 * another process locks the file for longer than a start may wait.
 */
export function connectSqlite(path: string, mode: 'read' | 'write'): Database {
  const database = new Database(path, mode === 'read' ? { readonly: true, strict: true } : { create: true, strict: true })
  try {
    database.run(`PRAGMA busy_timeout = ${patienceMs}`)
    if (mode === 'write') database.run('PRAGMA journal_mode = WAL')
    database.run('PRAGMA synchronous = FULL')
    database.run('PRAGMA foreign_keys = ON')
    // Overwrites deleted data with zeros if the page is written anyway.
    database.run('PRAGMA secure_delete = FAST')
    return database
  } catch (fault) {
    database.close()
    throw translateSqlite(fault)
  }
}

type Opening = {
  /** Milliseconds that a writer waits for other writers. */
  readonly waitsMs?: number
  /** Bell that the writers of one process share, so that they follow each other without a pause. */
  readonly bell?: WriterBell
  /** A commit that leaves this many pages in the log makes a checkpoint. */
  readonly checkpointPages?: number
  /** Clock (ms) that dates the activity log. */
  readonly clock?: () => number
}

/** Number of pages in the log at which SQLite makes a checkpoint by default. */
const usualCheckpointPages = 1_000

/** Opens a migrated SQLite file: one connection for reads, and one writer, which alternates with other writers. */
export function openSqlite(path: string, opening: Opening = {}): Storage {
  const { waitsMs = patienceMs, bell = new WriterBell(), checkpointPages = usualCheckpointPages, clock = Date.now } = opening
  const writing = connectSqlite(path, 'write')
  const reading = connectSqlite(path, 'read')
  writing.run('PRAGMA busy_timeout = 0')
  writing.run(`PRAGMA wal_autocheckpoint = ${checkpointPages}`)
  reading.run(`PRAGMA busy_timeout = ${busyWaitMs}`)
  const reader: Reader = { dialect: 'sqlite', db: drizzle(reading, { casing: 'snake_case' }), t: sqliteTables }
  const notes = new DueNotes()
  const changes = new ChangeNotes()
  const savepoints = savepointsOf(writing, notes)
  const writer: Writer = {
    dialect: 'sqlite',
    db: drizzle(writing, { casing: 'snake_case' }),
    t: sqliteTables,
    savepoint: (work) => changes.undoneWith(() => insideSavepoint(writing, savepoints, work)),
    noteDue: (loop, dueAt) => notes.note(loop, dueAt),
    noteChange: (table, before, after) => changes.note(table, before, after),
  }
  const version = reading.prepare<{ data_version: number }, []>('PRAGMA data_version')
  const reads = new ReadQueue()
  const snapshot = new ReadSnapshot(reading)
  const group = new GroupCommit(commitsOf(writing, savepoints, notes, { waitsMs, bell, writer: bell.enter() }))
  const read: Storage['read'] = (work, caller) =>
    reads.take(() => snapshot.hold(() => work(reader)), caller?.credential.id ?? null)
  const transact: Storage['transact'] = (work) => {
    // The work runs while another caller is current.
    const author = readCurrentAuthor()
    return group.take(() => runLogged(writer, { notes: changes, author, clock }, work)).finally(() => snapshot.end())
  }
  return {
    read,
    readOne: read,
    version() {
      return reads.take(async () => {
        // A snapshot does not change.
        snapshot.end()
        return version.get()?.data_version ?? Number.NaN
      }, null)
    },
    transact,
    writeOne: transact,
    onDue: (listener) => notes.onDue(listener),
    sharesCommits: true,
    listensToNodes: false,
    scour: () => scour(path, waitsMs),
    size: async () => readFileSize(path) + readFileSize(`${path}-wal`),
    close: async () => {
      await group.whenIdle()
      await reads.whenIdle()
      snapshot.end()
      reading.close()
      tidyUp(writing)
      writing.close()
    },
  }
}

function readFileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/** Scours a database on a separate connection, which must have no open transaction or snapshot. */
async function scour(path: string, waitsMs: number): Promise<void> {
  const database = connectSqlite(path, 'write')
  try {
    database.run(`PRAGMA busy_timeout = ${busyWaitMs}`)
    await scourSqlite(database, waitsMs)
  } finally {
    database.close()
  }
}

/**
 * Merges the log into the database file. Bun keeps a closed connection until its statements are collected, so the last
 * connection does not do so. On a full disk, and beside a damaged file, the log stays intact.
 */
function tidyUp(database: Database): void {
  try {
    database.run('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch (fault) {
    if (translateAtWork(fault) === fault) throw fault
  }
}

type Savepoints = Pick<Commits, 'savepoint' | 'release' | 'undo'>

/** Savepoints with one name: SQLite uses the innermost. */
function savepointsOf(database: Database, notes: DueNotes): Savepoints {
  const savepoint = database.prepare('SAVEPOINT one')
  const release = database.prepare('RELEASE one')
  const undo = database.prepare('ROLLBACK TO one')
  return {
    savepoint() {
      savepoint.run()
      notes.savepoint()
    },
    release() {
      release.run()
      notes.release()
    },
    undo() {
      undo.run()
      release.run()
      notes.undo()
    },
  }
}

async function insideSavepoint<T>(
  database: Database,
  { savepoint, release, undo }: Savepoints,
  work: () => Promise<T>,
): Promise<T> {
  savepoint()
  try {
    const result = await work()
    release()
    return result
  } catch (fault) {
    if (database.inTransaction) undo()
    throw fault
  }
}

type Patience = Pick<Required<Opening>, 'waitsMs' | 'bell'> & { readonly writer: number }

function commitsOf(database: Database, savepoints: Savepoints, notes: DueNotes, patience: Patience): Commits {
  const begin = database.prepare('BEGIN IMMEDIATE')
  const commit = database.prepare('COMMIT')
  const rollback = database.prepare('ROLLBACK')
  return {
    ...savepoints,
    begin() {
      notes.begin()
      // A failed rollback leaves its transaction open.
      if (database.inTransaction) rollback.run()
      return beginPatiently(begin, patience)
    },
    commit() {
      commit.run()
      patience.bell.wakeWriters()
      notes.commit()
    },
    rollback() {
      rollback.run()
      patience.bell.wakeWriters()
    },
    isOpen: () => database.inTransaction,
    translate: translateAtWork,
  }
}

async function beginPatiently(begin: Statement, { waitsMs, bell, writer }: Patience): Promise<void> {
  if (bell.isAskedByOther(writer)) await bell.wait(bell.count(), askAgainMs)
  const deadline = performance.now() + waitsMs
  for (;;) {
    // Counted before the file is tried, so that no signal in between is missed.
    const rung = bell.count()
    try {
      begin.run()
      bell.have(writer)
      return
    } catch (fault) {
      if (!isDatabaseBusy(fault) || performance.now() > deadline) throw fault
      bell.ask(writer)
      await bell.wait(rung, askAgainMs)
    }
  }
}
