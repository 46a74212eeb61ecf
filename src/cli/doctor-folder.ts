import { randomUUID } from 'node:crypto'
import { readFileSync, realpathSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { backupFolderOf, type Config } from '../config.ts'
import { reasonOf } from '../domain/fault-text.ts'
import { hourMs } from '../domain/instant.ts'
import { namesIn } from '../storage/sqlite/manifest.ts'
import { type Finding, fail, ok, warn } from './finding.ts'
import { keyPathOf } from './master-key.ts'
import { doubtAbout, mountOf } from './mounts.ts'
import { chmodLine, listed, openToOthers } from './privacy.ts'
import { inBytes } from './progress.ts'

const leastRoom = 64_000_000
const strayAfterMs = hourMs

/** Whether the data folder can hold a database: written to, on a disk, with space, its key for the owner's eyes alone. */
export function examineFolder(config: Config, databaseBytes: number): Finding[] {
  const { dataDir } = config
  if (statSync(dataDir, { throwIfNoEntry: false }) === undefined)
    return [
      warn('data folder', `${dataDir} is not there.`, 'The first `charabanc serve` makes it; or name yours with --data-dir.'),
    ]
  return [
    ...writable(dataDir),
    ...fileSystem(dataDir),
    room(dataDir, databaseBytes),
    ...key(config, databaseBytes > 0),
    ...strays(config),
  ]
}

function writable(folder: string): Finding[] {
  const probe = join(folder, `.doctor-${randomUUID()}`)
  const mode = statSync(folder).mode & 0o777
  const open =
    (mode & 0o007) === 0 ? [] : [warn('data folder', `Everyone on this machine may look into ${folder}.`, `chmod 700 ${folder}`)]
  try {
    writeFileSync(probe, 'x', { mode: 0o600 })
    rmSync(probe)
    return [ok('data folder', `${folder} can be written.`), ...open]
  } catch (fault) {
    rmSync(probe, { force: true })
    const why = reasonOf(fault)
    const hint = why === 'ENOSPC' ? 'Make room on its disk.' : `sudo chown -R ${process.getuid?.() ?? 'USER'} ${folder}`
    return [fail('data folder', `${folder} cannot be written (${why}).`, hint), ...open]
  }
}

/** The finding on the file system of the data folder. None where no table of mounts tells of it: only Linux has one. */
function fileSystem(folder: string): Finding[] {
  const table = textOf('/proc/mounts')
  const mount = table === null ? null : mountOf(table, realpathSync(folder))
  if (mount === null) return []
  const doubt = doubtAbout(mount.type)
  if (doubt === null) return [ok('file system', `${mount.type} at ${mount.at}.`)]
  return [
    warn(
      'file system',
      `The data folder lies on ${doubt} (${mount.type} at ${mount.at}).`,
      'Move it to a disk of this machine, or mount a volume there.',
    ),
  ]
}

function room(folder: string, databaseBytes: number): Finding {
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  const said = `${inBytes(free)} are free.`
  if (free < leastRoom) return fail('room', said, 'Make room: a full disk is answered with 503.')
  if (free < databaseBytes * 2 + leastRoom)
    return warn(
      'room',
      `${said} The database takes ${inBytes(databaseBytes)}, and so does each backup.`,
      'Make room, or set CHARABANC_BACKUP_DIR to another disk.',
    )
  return ok('room', said)
}

function key(config: Config, isDatabaseThere: boolean): Finding[] {
  if (config.masterKey !== null)
    return [ok('key', 'CHARABANC_MASTER_KEY is set. No backup holds it: keep a copy apart from them.')]
  const path = keyPathOf(config)
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) {
    if (!isDatabaseThere) return []
    return [
      fail(
        'key',
        `${path} is gone, and CHARABANC_MASTER_KEY is not set.`,
        'Bring the key back; the secrets in the database cannot be read without it.',
      ),
    ]
  }
  if ((stat.mode & 0o077) !== 0 && process.platform !== 'win32')
    return [fail('key', `${path} can be read by others.`, `chmod 600 ${path}`)]
  return [ok('key', `${path} is for its owner alone. No backup holds it: keep a copy apart from them.`)]
}

/** Whether anything in the data folder stands open; the key has a finding of its own. */
export function examineFiles(config: Config): Finding[] {
  if (process.platform === 'win32') return []
  const open = openToOthers(config).filter((path) => path !== keyPathOf(config))
  if (open.length === 0) return [ok('files', 'They are for their owner alone.')]
  return [warn('files', `Others can read ${listed(open, config)}. The next start closes them.`, chmodLine(open, config))]
}

/** Findings on what interrupted work left, and on what restores put aside. */
function strays(config: Config): Finding[] {
  const folders = [config.dataDir, backupFolderOf(config)]
  const paths = folders.flatMap((folder) => namesIn(folder).map((name) => join(folder, name)))
  const parts = paths.filter((path) => /\.part(-\w+)?$/.test(path) && isOld(path))
  const aside = paths.filter((path) => /[\\/]before-restore-[\w-]+$/.test(path))
  return [
    ...(parts.length === 0 ? [ok('leftovers', 'Nothing was left half-done.')] : []),
    ...parts.map((path) => warn('leftovers', `${path} was left half-done.`, `rm ${path}`)),
    ...aside.map((path) =>
      warn('leftovers', `${path} holds a database that a restore replaced.`, `When you are content: rm -r ${path}`),
    ),
  ]
}

/** A younger one may belong to a copy that is still being made. */
function isOld(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat !== undefined && Date.now() - stat.mtimeMs > strayAfterMs
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
