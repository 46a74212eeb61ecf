import { Database } from 'bun:sqlite'
import { constants, copyFileSync, existsSync, linkSync, mkdirSync, renameSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { CountsSeen } from '../lists/recount.ts'
import { isBusy } from './faults.ts'
import { piecesOf, syncFile, syncFolderOf } from './manifest.ts'
import { mendCountsOf } from './recount.ts'

/** Another process has the database open. */
export class DatabaseInUse extends Error {}

const patienceMs = 1_000

/**
 * Puts `incoming`, which lies in the same folder, in the database's place and what was there into the folder `aside`. At every
 * moment there is a whole database under the name: the old one gets its second name before the new one takes its first. Answers
 * whether anything was put aside, and whether it was sound enough to be closed in good order. Throws `DatabaseInUse`.
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
 * Makes a copy of a backup ready to become the database: counts its lists anew where they are not as long as they say, which is answered,
 * null where they are; and leaves word that it was restored, unless that stands there already. One of a release that knew no cards has no
 * place for it.
 */
export function makeReady(path: string, now: number): CountsSeen | null {
  using database = new Database(path, { readwrite: true, create: false })
  // Its name changes, and a log beside it would stay behind.
  database.run('PRAGMA journal_mode = DELETE')
  const mended = mendCountsOf(database)
  const isKnown = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'server_settings'"
  if (database.query(isKnown).get() === null) return mended
  const note = `INSERT INTO server_settings (name, value, updated_at) VALUES ('restored', '{"since":null}', ?) ON CONFLICT DO NOTHING`
  database.run(note, [now])
  // What has passed since the backup is no move of the clock.
  database.run("DELETE FROM server_settings WHERE name = 'clock'")
  return mended
}

/** Writes the log into the database, so that it is one file. False where the database is too damaged for that. */
function foldLogIn(path: string): boolean {
  // SQLite throws the log of an empty file away, and that log may be all there is.
  if (!isDatabase(path)) return false
  try {
    using database = new Database(path, { readwrite: true, create: false })
    database.run(`PRAGMA busy_timeout = ${patienceMs}`)
    const mode = database.query<{ journal_mode: string }, []>('PRAGMA journal_mode = DELETE').get()?.journal_mode
    return mode === 'delete'
  } catch (fault) {
    if (isBusy(fault)) throw new DatabaseInUse()
    return false
  }
}

function isDatabase(path: string): boolean {
  const [first] = piecesOf(path)
  return first !== undefined && Buffer.from(first.subarray(0, 16)).toString('latin1') === 'SQLite format 3\0'
}

function keepSecondName(path: string, second: string): void {
  try {
    linkSync(path, second)
  } catch {
    // Some file systems give a file one name only.
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
