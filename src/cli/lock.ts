import { Database } from 'bun:sqlite'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { describeFault, findFaultCode } from '../domain/fault-text.ts'
import { lockFolder } from '../gateways/folder-lock.ts'
import { isDamage, isDatabaseBusy, isForbidden } from '../storage/sqlite/faults.ts'
import { CliFailure, exit } from './exit.ts'
import { quoteForShell } from './output.ts'

/** The process with the sole right to a data folder, and its address; null if unknown. */
type Holder = { readonly pid: number | null; readonly url: string | null }

/** The sole right to a data folder. */
export interface Lock extends Disposable {
  /** Records the address of this process for a second process. */
  announce(url: string): void
  /**
   * Watches a file in the folder. The returned promise never resolves. It rejects with 1 after the file or the folder is moved,
   * deleted or replaced.
   */
  watch(file: string): () => Promise<never>
}

/** Milliseconds between a running server's checks of its folder and file. */
const lookEveryMs = 2_000

/**
 * Locks the data folder for this process, or fails with exit code 3 and names the other process. The operating system releases
 * both locks when the process ends. One lock is on the folder itself and cannot be deleted within it. The other is SQLite's lock
 * on a file, which earlier releases check and which every system has. This process must have no other handle on that file:
 * closing a second handle would release the lock.
 */
export function lockDataFolder(folder: string): Lock {
  makeFolder(folder)
  const own = lockFolder(folder, 'sole')
  if (own === 'held') throw createOccupiedFailure(folder)
  const holder = buildHolderPath(folder)
  const database = holdLock(folder)
  const tell = (url: string | null) => writeFileSync(holder, `${JSON.stringify({ pid: process.pid, url })}\n`)
  tell(null)
  return {
    announce: tell,
    watch(file) {
      const used = findFileIdentity(file)
      const lostNow = () => {
        if (own?.isInPlace() === false) return `data folder ${folder}`
        return used === null || findFileIdentity(file) !== used ? `database ${file}` : null
      }
      return () => waitUntilLost(lostNow)
    },
    [Symbol.dispose]() {
      if (own?.isInPlace() !== false) rmSync(holder, { force: true })
      database.close()
      own?.[Symbol.dispose]()
    },
  }
}

function waitUntilLost(lostNow: () => string | null): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  const look = () => {
    const thing = lostNow()
    if (thing !== null) reject(createLostFailure(thing))
  }
  const timer = setInterval(look, lookEveryMs).unref()
  return promise.finally(() => clearInterval(timer))
}

/**
 * The identity of a file, which differs between files of the same name; null without a file. The file is not opened, because that
 * would release SQLite's locks.
 */
function findFileIdentity(file: string): string | null {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false })
  return stat === undefined ? null : `${stat.dev}:${stat.ino}`
}

function createLostFailure(thing: string): CliFailure {
  const what = `The ${thing} was moved or deleted while this server used it`
  return new CliFailure(exit.failure, `${what}. The server stopped, because new data would be lost.`)
}

/** Fails as `lockDataFolder` does if another process has the folder. Locks and creates nothing. */
export function requireFreeFolder(folder: string): void {
  const own = lockFolder(folder, 'shared')
  if (own === 'held') throw createOccupiedFailure(folder)
  own?.[Symbol.dispose]()
  const path = lockPathOf(folder)
  if (!existsSync(path)) return
  try {
    using database = new Database(path, { readonly: true })
    database.run('PRAGMA busy_timeout = 0')
    database.query('SELECT count(*) FROM sqlite_master').get()
  } catch (fault) {
    if (isDatabaseBusy(fault)) throw createOccupiedFailure(folder)
  }
}

function holdLock(folder: string): Database {
  const path = lockPathOf(folder)
  if (isFolder(path)) throw createUnreadableFailure(path)
  let database: Database | null = null
  try {
    database = new Database(path, { create: true })
    database.run('PRAGMA busy_timeout = 0')
    database.run('BEGIN EXCLUSIVE')
    return database
  } catch (fault) {
    database?.close()
    if (isDatabaseBusy(fault)) throw createOccupiedFailure(folder)
    if (isForbidden(fault)) throw createForbiddenFailure(path)
    throw isDamage(fault) ? createUnreadableFailure(path) : fault
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

function createUnreadableFailure(path: string): CliFailure {
  const remove = isFolder(path) ? 'rm -r' : 'rm'
  const what = `charabanc did not create the lock ${path}. It contains no data, and no charabanc uses it`
  return new CliFailure(exit.occupied, `${what}. Delete it (${remove} ${quoteForShell(path)}) and start again.`)
}

function createForbiddenFailure(path: string): CliFailure {
  const hint = `Make this user its owner: sudo chown ${process.getuid?.() ?? 'USER'} ${quoteForShell(path)}`
  return new CliFailure(exit.occupied, `This user cannot open the lock ${path}. ${hint}`)
}

function lockPathOf(folder: string): string {
  return join(folder, 'charabanc.lock')
}

function buildHolderPath(folder: string): string {
  return join(folder, 'charabanc.pid')
}

function createOccupiedFailure(folder: string): CliFailure {
  const { pid, url } = readHolder(folder)
  const who = pid === null ? 'Another charabanc' : `Process ${pid}`
  const where = url === null ? '' : ` at ${url}`
  return new CliFailure(exit.occupied, `${who}${where} already uses the data folder ${folder}.`)
}

/**
 * The address of the server, for links and examples that a command prints: as configured, else of the running server, else of the
 * next one.
 */
export function findServerAddress(config: Config): string {
  return config.baseUrl ?? readHolder(config.dataDir).url ?? `http://${config.listen.host}:${config.listen.port}`
}

/** The running process of this data folder, and its address; null without one. */
export function findRunningHolder(folder: string): { readonly pid: number; readonly url: string | null } | null {
  const { pid, url } = readHolder(folder)
  return pid !== null && isAlive(pid) ? { pid, url } : null
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (fault) {
    return findFaultCode(fault) === 'EPERM'
  }
}

/** The process recorded in the folder. A killed process can still be recorded. */
function readHolder(folder: string): Holder {
  try {
    const { pid, url } = JSON.parse(readFileSync(buildHolderPath(folder), 'utf8'))
    return { pid: typeof pid === 'number' ? pid : null, url: typeof url === 'string' ? url : null }
  } catch {
    return { pid: null, url: null }
  }
}

/** The folder can contain secrets, so only its owner has access. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (fault) {
    const reason = describeFault(fault)
    const hint = `sudo chown -R ${process.getuid?.() ?? 'USER'} ${folder}`
    throw new CliFailure(
      exit.occupied,
      `The data folder ${folder} is not writable (${reason}). Make this user its owner: ${hint}`,
    )
  }
}
