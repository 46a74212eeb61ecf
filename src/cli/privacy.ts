import { chmodSync, lstatSync, realpathSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { backupFolderOf, type Config } from '../config.ts'
import { namesIn } from '../storage/sqlite/manifest.ts'
import { shellQuoted } from './output.ts'

type PrivateFolders = Pick<Config, 'dataDir' | 'backupDir' | 'mailDir'>

const othersMay = 0o077
const mostNamed = 8

/**
 * Takes what the data folder holds of ours from everybody but its owner, and says so, one sentence for what was changed and one for
 * what this user may not change. Links, what is behind them and what somebody else put there stay as they are, and so does the
 * folder itself, which may be a volume. On Windows nothing happens.
 */
export function closeToOthers(places: PrivateFolders): string[] {
  const open = openToOthers(places)
  const closed = open.filter(close)
  const stubborn = open.filter((path) => !closed.includes(path))
  return [
    ...(closed.length === 0 ? [] : [`Others could read ${listed(closed, places)}; now only the owner can.`]),
    ...(stubborn.length === 0
      ? []
      : [`Others can read ${listed(stubborn, places)}, and this user may not change that: sudo ${chmodLine(stubborn, places)}`]),
  ]
}

/** The paths of what `closeToOthers` would change. */
export function openToOthers({ dataDir, ...others }: PrivateFolders): string[] {
  if (process.platform === 'win32') return []
  const names = namesOrNone(dataDir)
  const aside = names.filter((name) => name.startsWith('before-restore-')).map((name) => join(dataDir, name))
  const folders = [join(dataDir, 'sandbox-ledger'), backupFolderOf({ dataDir, ...others }), others.mailDir ?? dataDir, ...aside]
  const inside = [...new Set(folders)].filter((path) => liesInside(path, dataDir))
  const files = [
    ...names.filter((name) => /\.sqlite|^master\.key|^charabanc\.(lock|pid)/.test(name)).map((name) => join(dataDir, name)),
    ...inside.flatMap((folder) => namesOrNone(folder).map((name) => join(folder, name))),
  ]
  return [...inside, ...files.filter(isFile)].filter(isOpen)
}

/** The command line that closes these paths to others; of many in one folder, such as mails, it names the folder. */
export function chmodLine(paths: readonly string[], { dataDir }: Pick<PrivateFolders, 'dataDir'>): string {
  const named = paths.map((path) => (dirname(path) === dataDir || !isFile(path) ? path : dirname(path)))
  return `chmod -R go-rwx ${[...new Set(named)].map(shellQuoted).join(' ')}`
}

/** The paths as a person would name them: from the data folder on, and only the first of many. */
export function listed(paths: readonly string[], { dataDir }: Pick<PrivateFolders, 'dataDir'>): string {
  const names = paths.map((path) => relative(dataDir, path))
  const rest = names.length - mostNamed
  return rest > 0 ? `${names.slice(0, mostNamed).join(', ')} and ${rest} more in ${dataDir}` : `${names.join(', ')} in ${dataDir}`
}

function liesInside(path: string, folder: string): boolean {
  try {
    return realpathSync(path) === join(realpathSync(folder), relative(folder, path)) && path.startsWith(`${folder}${sep}`)
  } catch {
    return false
  }
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true
}

function isOpen(path: string): boolean {
  return ((lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0) & othersMay) !== 0
}

function close(path: string): boolean {
  try {
    chmodSync(path, lstatSync(path).mode & 0o700)
    return true
  } catch {
    return false
  }
}

function namesOrNone(folder: string): string[] {
  try {
    return namesIn(folder)
  } catch {
    return []
  }
}
