import { Database } from 'bun:sqlite'
import { constants, copyFileSync, existsSync, linkSync, mkdirSync, renameSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { CountsSeen } from '../lists/recount.ts'
import { isDatabaseBusy } from './faults.ts'
import { readFilePieces, syncFile, syncFolderOf } from './manifest.ts'
import { correctCountsOf } from './recount.ts'

/** Signals that another process has the database open. */
export class DatabaseInUse extends Error {}

const patienceMs = 1_000

/**
 * Replaces the database by `incoming` from the same folder, and moves the old one into the folder `aside`. A whole database has
 * the name at every moment: the old one gets its second name before the new one takes its first. Returns whether an old one
 * existed, and whether it could be closed properly. Throws `DatabaseInUse`.
 */
export function replaceSqlite(path: string, incoming: string, aside: string): { wasThere: boolean; wasSound: boolean } {
  if (!existsSync(path)) {
    putAside([`${path}-wal`, `${path}-shm`], aside)
    renameSync(incoming, path)
    syncFolderOf(path)
    return { wasThere: false, wasSound: false }
  }
  const wasSound = foldLogIn(path)
  mkdirSync(aside, { mode: 0o700 })
  keepSecondName(path, join(aside, basename(path)))
  putAside([`${path}-wal`, `${path}-shm`], aside)
  syncFolderOf(join(aside, basename(path)))
  renameSync(incoming, path)
  syncFolderOf(path)
  return { wasThere: true, wasSound }
}

/**
 * Prepares a copy of a backup to become the database. It corrects wrong stored lengths of lists, and returns the difference or
 * null. It also notes that the database was restored, unless such a note exists. A release without card payments has no place
 * for it.
 */
export function makeReady(path: string, now: number): CountsSeen | null {
  using database = new Database(path, { readwrite: true, create: false })
  // The file is renamed without its log.
  database.run('PRAGMA journal_mode = DELETE')
  const mended = correctCountsOf(database)
  const isKnown = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'server_settings'"
  if (database.query(isKnown).get() === null) return mended
  const note = `INSERT INTO server_settings (name, value, updated_at) VALUES ('restored', '{"since":null}', ?) ON CONFLICT DO NOTHING`
  database.run(note, [now])
  // The time since the backup is not a change of the clock.
  database.run("DELETE FROM server_settings WHERE name = 'clock'")
  return mended
}

/** Writes the log into the database, so that it is one file. False if the database is too damaged for that. */
function foldLogIn(path: string): boolean {
  // SQLite deletes the log of an empty file, which may contain all the data.
  if (!isSqliteFile(path)) return false
  try {
    using database = new Database(path, { readwrite: true, create: false })
    database.run(`PRAGMA busy_timeout = ${patienceMs}`)
    const mode = database.query<{ journal_mode: string }, []>('PRAGMA journal_mode = DELETE').get()?.journal_mode
    return mode === 'delete'
  } catch (fault) {
    if (isDatabaseBusy(fault)) throw new DatabaseInUse()
    return false
  }
}

/** Whether a file begins as every SQLite database does. */
export function isSqliteFile(path: string): boolean {
  const [first] = readFilePieces(path)
  return first !== undefined && Buffer.from(first.subarray(0, 16)).toString('latin1') === 'SQLite format 3\0'
}

function keepSecondName(path: string, second: string): void {
  try {
    linkSync(path, second)
  } catch {
    // Some file systems allow a file only one name.
    copyFileSync(path, second, constants.COPYFILE_EXCL)
    syncFile(second)
  }
}

function putAside(paths: readonly string[], aside: string): void {
  for (const path of paths.filter((one) => existsSync(one))) {
    mkdirSync(aside, { recursive: true, mode: 0o700 })
    renameSync(path, join(aside, basename(path)))
  }
}
