import { randomUUID } from 'node:crypto'
import { readFileSync, realpathSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, findBackupFolder } from '../config.ts'
import { describeFault } from '../domain/fault-text.ts'
import { hourMs } from '../domain/instant.ts'
import { listFolderNames } from '../storage/sqlite/manifest.ts'
import { createFailFinding, createOkFinding, createWarnFinding, type Finding } from './finding.ts'
import { buildKeyPath } from './master-key.ts'
import { describeFileSystemRisk, findMount } from './mounts.ts'
import { formatChmodCommand, formatSomePaths, listReadableByOthers } from './privacy.ts'
import { formatByteCount } from './progress.ts'

const leastRoom = 64_000_000
const strayAfterMs = hourMs

/** Findings on the data folder: writable, on a disk, with space, and a key that only its owner can read. */
export function examineFolder(config: Config, databaseBytes: number): Finding[] {
  const { dataDir } = config
  if (statSync(dataDir, { throwIfNoEntry: false }) === undefined)
    return [
      createWarnFinding(
        'data folder',
        `${dataDir} does not exist.`,
        'The first `charabanc serve` creates it. Or name your data folder with --data-dir.',
      ),
    ]
  return [
    ...checkFolderWritable(dataDir),
    ...checkFileSystem(dataDir),
    checkFreeSpace(dataDir, databaseBytes),
    ...checkKeyFile(config, databaseBytes > 0),
    ...checkStrayFiles(config),
  ]
}

function checkFolderWritable(folder: string): Finding[] {
  const probe = join(folder, `.doctor-${randomUUID()}`)
  const mode = statSync(folder).mode & 0o777
  const open =
    (mode & 0o007) === 0
      ? []
      : [createWarnFinding('data folder', `Everyone on this machine can read ${folder}.`, `chmod 700 ${folder}`)]
  try {
    writeFileSync(probe, 'x', { mode: 0o600 })
    rmSync(probe)
    return [createOkFinding('data folder', `${folder} is writable.`), ...open]
  } catch (fault) {
    rmSync(probe, { force: true })
    const why = describeFault(fault)
    const hint = why === 'ENOSPC' ? 'Free up space on its disk.' : `sudo chown -R ${process.getuid?.() ?? 'USER'} ${folder}`
    return [createFailFinding('data folder', `${folder} is not writable (${why}).`, hint), ...open]
  }
}

/** The finding on the file system of the data folder. Null without a table of mounts, which only Linux has. */
function checkFileSystem(folder: string): Finding[] {
  const table = readTextIfAny('/proc/mounts')
  const mount = table === null ? null : findMount(table, realpathSync(folder))
  if (mount === null) return []
  const doubt = describeFileSystemRisk(mount.type)
  if (doubt === null) return [createOkFinding('file system', `${mount.type} at ${mount.at}.`)]
  return [
    createWarnFinding(
      'file system',
      `The data folder is on ${doubt} (${mount.type} at ${mount.at}).`,
      'Move it to a disk of this machine, or mount a volume there.',
    ),
  ]
}

function checkFreeSpace(folder: string, databaseBytes: number): Finding {
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  const said = `${formatByteCount(free)} are free.`
  if (free < leastRoom)
    return createFailFinding('room', said, 'Free up disk space. The server answers 503 when the disk is full.')
  if (free < databaseBytes * 2 + leastRoom)
    return createWarnFinding(
      'room',
      `${said} The database needs ${formatByteCount(databaseBytes)}, and each backup needs the same.`,
      'Free up disk space, or set CHARABANC_BACKUP_DIR to another disk.',
    )
  return createOkFinding('room', said)
}

function checkKeyFile(config: Config, isDatabaseThere: boolean): Finding[] {
  if (config.masterKey !== null)
    return [createOkFinding('key', 'CHARABANC_MASTER_KEY is set. Backups do not contain the key: keep a separate copy.')]
  const path = buildKeyPath(config)
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) {
    if (!isDatabaseThere) return []
    return [
      createFailFinding(
        'key',
        `${path} is missing, and CHARABANC_MASTER_KEY is not set.`,
        'Restore the key. Without it, the secrets in the database cannot be decrypted.',
      ),
    ]
  }
  if ((stat.mode & 0o077) !== 0 && process.platform !== 'win32')
    return [createFailFinding('key', `Other users can read ${path}.`, `chmod 600 ${path}`)]
  return [createOkFinding('key', `Only its owner can read ${path}. Backups do not contain the key: keep a separate copy.`)]
}

/** Whether other users can read files in the data folder. The key has a separate finding. */
export function examineFiles(config: Config): Finding[] {
  if (process.platform === 'win32') return []
  const open = listReadableByOthers(config).filter((path) => path !== buildKeyPath(config))
  if (open.length === 0) return [createOkFinding('files', 'Only their owner can read them.')]
  return [
    createWarnFinding(
      'files',
      `Other users can read ${formatSomePaths(open, config)}. The next start restricts access.`,
      formatChmodCommand(open, config),
    ),
  ]
}

/** Findings on incomplete files and on databases that a restore replaced. */
function checkStrayFiles(config: Config): Finding[] {
  const folders = [config.dataDir, findBackupFolder(config)]
  const paths = folders.flatMap((folder) => listFolderNames(folder).map((name) => join(folder, name)))
  const parts = paths.filter((path) => /\.part(-\w+)?$/.test(path) && isOld(path))
  const aside = paths.filter((path) => /[\\/]before-restore-[\w-]+$/.test(path))
  return [
    ...(parts.length === 0 ? [createOkFinding('leftovers', 'There are no incomplete files.')] : []),
    ...parts.map((path) => createWarnFinding('leftovers', `${path} is incomplete.`, `rm ${path}`)),
    ...aside.map((path) =>
      createWarnFinding(
        'leftovers',
        `${path} contains a database that a restore replaced.`,
        `When you no longer need it: rm -r ${path}`,
      ),
    ),
  ]
}

/** A newer file can belong to a copy in progress. */
function isOld(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat !== undefined && Date.now() - stat.mtimeMs > strayAfterMs
}

function readTextIfAny(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
