import { Database } from 'bun:sqlite'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { isBusy } from '../storage/sqlite-faults.ts'
import { CliFailure, exit } from './exit.ts'

/** Who has a data folder. */
type Holder = { readonly pid: number | null; readonly url: string | null }

/** The sole right to a data folder. */
export interface Lock extends Disposable {
  /** Tells a second process where the first can be found. */
  announce(url: string): void
}

/**
 * Takes the data folder for this process, or fails with exit code 3 and names who has it. The operating system ends the hold
 * together with the process, however that dies, because what is held is SQLite's own lock on a file of its own. No other handle on
 * that file may exist in this process: closing one would end the hold.
 */
export function lockDataFolder(folder: string): Lock {
  makeFolder(folder)
  const holder = holderPathOf(folder)
  const database = hold(lockPathOf(folder), () => occupied(folder))
  const tell = (url: string | null) => writeFileSync(holder, `${JSON.stringify({ pid: process.pid, url })}\n`)
  tell(null)
  return {
    announce: tell,
    [Symbol.dispose]() {
      rmSync(holder, { force: true })
      database.close()
    },
  }
}

/** Fails as `lockDataFolder` does where another process has the folder, and neither takes nor makes anything. */
export function mustBeFree(folder: string): void {
  const path = lockPathOf(folder)
  if (!existsSync(path)) return
  try {
    using database = new Database(path, { readonly: true })
    database.run('PRAGMA busy_timeout = 0')
    database.query('SELECT count(*) FROM sqlite_master').get()
  } catch (fault) {
    if (isBusy(fault)) throw occupied(folder)
  }
}

function hold(path: string, taken: () => CliFailure): Database {
  const database = new Database(path, { create: true })
  try {
    database.run('PRAGMA busy_timeout = 0')
    database.run('BEGIN EXCLUSIVE')
    return database
  } catch (fault) {
    database.close()
    throw isBusy(fault) ? taken() : fault
  }
}

function lockPathOf(folder: string): string {
  return join(folder, 'charabanc.lock')
}

function holderPathOf(folder: string): string {
  return join(folder, 'charabanc.pid')
}

function occupied(folder: string): CliFailure {
  const { pid, url } = announcedHolder(folder)
  const who = pid === null ? 'Another charabanc' : `Process ${pid}`
  const where = url === null ? '' : ` at ${url}`
  return new CliFailure(exit.occupied, `${who}${where} already uses the data folder ${folder}.`)
}

/** Where the server is found, for links and examples that a command prints: as configured, or where one serves this data folder, or where one would. */
export function addressOf(config: Config): string {
  return config.baseUrl ?? announcedHolder(config.dataDir).url ?? `http://${config.listen.host}:${config.listen.port}`
}

/** The living process that says it has this data folder, and where it listens; null where none does. */
export function livingHolder(folder: string): { readonly pid: number; readonly url: string | null } | null {
  const { pid, url } = announcedHolder(folder)
  return pid !== null && isAlive(pid) ? { pid, url } : null
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (fault) {
    return fault instanceof Error && 'code' in fault && fault.code === 'EPERM'
  }
}

/** Who says to have the folder; one that was killed may still seem to. */
function announcedHolder(folder: string): Holder {
  try {
    const { pid, url } = JSON.parse(readFileSync(holderPathOf(folder), 'utf8'))
    return { pid: typeof pid === 'number' ? pid : null, url: typeof url === 'string' ? url : null }
  } catch {
    return { pid: null, url: null }
  }
}

/** The folder may hold secrets, so it is for its owner alone. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (fault) {
    const reason = fault instanceof Error && 'code' in fault ? String(fault.code) : String(fault)
    const hint = `sudo chown -R ${process.getuid?.() ?? 'USER'} ${folder}`
    throw new CliFailure(
      exit.occupied,
      `The data folder ${folder} cannot be written (${reason}). It must belong to this user: ${hint}`,
    )
  }
}
