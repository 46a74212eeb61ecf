import { Database } from 'bun:sqlite'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { codeOf, reasonOf } from '../domain/fault-text.ts'
import { lockFolder } from '../gateways/folder-lock.ts'
import { isBusy, isDamage, isForbidden } from '../storage/sqlite/faults.ts'
import { CliFailure, exit } from './exit.ts'
import { shellQuoted } from './output.ts'

/** The process that has a data folder, and where it listens; null where that is not known. */
type Holder = { readonly pid: number | null; readonly url: string | null }

/** The sole right to a data folder. */
export interface Lock extends Disposable {
  /** Tells a second process where the first can be found. */
  announce(url: string): void
  /**
   * Notes which file in the folder is used. The answer, asked at any later time, rejects with 1 once that file or the folder has been
   * moved, removed or replaced under this process, and never resolves.
   */
  watch(file: string): () => Promise<never>
}

/** Milliseconds between a running server's looks at whether its folder and its file are still there. */
const lookEveryMs = 2_000

/**
 * Takes the data folder for this process, or fails with exit code 3 and names who has it. The operating system ends both holds
 * together with the process, however that dies: one on the folder itself, which nothing can take away that is removed in it, and SQLite's
 * own lock on a file, which earlier releases look for and which every system has. No other handle on that file may exist in this process:
 * closing one would end the hold.
 */
export function lockDataFolder(folder: string): Lock {
  makeFolder(folder)
  const own = lockFolder(folder, 'sole')
  if (own === 'held') throw occupied(folder)
  const holder = holderPathOf(folder)
  const database = hold(folder)
  const tell = (url: string | null) => writeFileSync(holder, `${JSON.stringify({ pid: process.pid, url })}\n`)
  tell(null)
  return {
    announce: tell,
    watch(file) {
      const used = identityOf(file)
      const lostNow = () => {
        if (own?.isInPlace() === false) return `data folder ${folder}`
        return used === null || identityOf(file) !== used ? `database ${file}` : null
      }
      return () => untilLost(lostNow)
    },
    [Symbol.dispose]() {
      if (own?.isInPlace() !== false) rmSync(holder, { force: true })
      database.close()
      own?.[Symbol.dispose]()
    },
  }
}

function untilLost(lostNow: () => string | null): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  const look = () => {
    const thing = lostNow()
    if (thing !== null) reject(lost(thing))
  }
  const timer = setInterval(look, lookEveryMs).unref()
  return promise.finally(() => clearInterval(timer))
}

/** By what one file is told from another of the same name; null where there is none. It is not opened, which would end SQLite's own locks. */
function identityOf(file: string): string | null {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false })
  return stat === undefined ? null : `${stat.dev}:${stat.ino}`
}

function lost(thing: string): CliFailure {
  const what = `The ${thing} was moved or removed while this server used it`
  return new CliFailure(exit.failure, `${what}, so that it stopped at once: nothing more would be kept.`)
}

/** Fails as `lockDataFolder` does where another process has the folder, and neither takes nor makes anything. */
export function mustBeFree(folder: string): void {
  const own = lockFolder(folder, 'shared')
  if (own === 'held') throw occupied(folder)
  own?.[Symbol.dispose]()
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

function hold(folder: string): Database {
  const path = lockPathOf(folder)
  if (isFolder(path)) throw unreadable(path)
  let database: Database | null = null
  try {
    database = new Database(path, { create: true })
    database.run('PRAGMA busy_timeout = 0')
    database.run('BEGIN EXCLUSIVE')
    return database
  } catch (fault) {
    database?.close()
    if (isBusy(fault)) throw occupied(folder)
    if (isForbidden(fault)) throw forbidden(path)
    throw isDamage(fault) ? unreadable(path) : fault
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

function unreadable(path: string): CliFailure {
  const remove = isFolder(path) ? 'rm -r' : 'rm'
  const what = `The lock ${path} is not what charabanc made. It holds no data, and no charabanc has it`
  return new CliFailure(exit.occupied, `${what}: remove it (${remove} ${shellQuoted(path)}) and start again.`)
}

function forbidden(path: string): CliFailure {
  const hint = `It must belong to them: sudo chown ${process.getuid?.() ?? 'USER'} ${shellQuoted(path)}`
  return new CliFailure(exit.occupied, `The lock ${path} cannot be opened by this user. ${hint}`)
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

/**
 * The address of the server, for links and examples that a command prints. It is as configured, else where one serves
 * this data folder, else where one would.
 */
export function serverAddress(config: Config): string {
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
    return codeOf(fault) === 'EPERM'
  }
}

/** The process that says it has the folder; one that was killed may still seem to. */
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
    const reason = reasonOf(fault)
    const hint = `sudo chown -R ${process.getuid?.() ?? 'USER'} ${folder}`
    throw new CliFailure(
      exit.occupied,
      `The data folder ${folder} cannot be written (${reason}). It must belong to this user: ${hint}`,
    )
  }
}
