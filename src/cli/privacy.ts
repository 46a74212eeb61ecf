import { chmodSync, lstatSync, realpathSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { type Config, findBackupFolder } from '../config.ts'
import { listFolderNames } from '../storage/sqlite/manifest.ts'
import { quoteForShell } from './output.ts'

type PrivateFolders = Pick<Config, 'dataDir' | 'backupDir' | 'mailDir'>

const othersMay = 0o077
const mostNamed = 8

/**
 * Restricts access to charabanc's files in the data folder to their owner. Reports a sentence for the changed files and a
 * sentence for the files that this user cannot change. Links, their targets and foreign files stay as they are, and so does the
 * folder itself, which can be a volume. Does nothing on Windows.
 */
export function restrictFileAccess(places: PrivateFolders): string[] {
  const open = listReadableByOthers(places)
  const closed = open.filter(removeOthersAccess)
  const stubborn = open.filter((path) => !closed.includes(path))
  return [
    ...(closed.length === 0 ? [] : [`Other users could read ${formatSomePaths(closed, places)}. Now only the owner can.`]),
    ...(stubborn.length === 0
      ? []
      : [
          `Other users can read ${formatSomePaths(stubborn, places)}, and this user cannot change that. Run: sudo ${formatChmodCommand(stubborn, places)}`,
        ]),
  ]
}

/** The paths that `restrictFileAccess` would change. */
export function listReadableByOthers({ dataDir, ...others }: PrivateFolders): string[] {
  if (process.platform === 'win32') return []
  const names = listNamesOrNone(dataDir)
  const aside = names.filter((name) => name.startsWith('before-restore-')).map((name) => join(dataDir, name))
  const folders = [join(dataDir, 'sandbox-ledger'), findBackupFolder({ dataDir, ...others }), others.mailDir ?? dataDir, ...aside]
  const inside = [...new Set(folders)].filter((path) => isInsideFolder(path, dataDir))
  const files = [
    ...names.filter((name) => /\.sqlite|^master\.key|^charabanc\.(lock|pid)/.test(name)).map((name) => join(dataDir, name)),
    ...inside.flatMap((folder) => listNamesOrNone(folder).map((name) => join(folder, name))),
  ]
  return [...inside, ...files.filter(isFile)].filter(isReadableByOthers)
}

/** The command that restricts access to these paths. For many files in one folder, such as emails, it names the folder. */
export function formatChmodCommand(paths: readonly string[], { dataDir }: Pick<PrivateFolders, 'dataDir'>): string {
  const named = paths.map((path) => (dirname(path) === dataDir || !isFile(path) ? path : dirname(path)))
  return `chmod -R go-rwx ${[...new Set(named)].map(quoteForShell).join(' ')}`
}

/** The paths for people: relative to the data folder, and only the first of many. */
export function formatSomePaths(paths: readonly string[], { dataDir }: Pick<PrivateFolders, 'dataDir'>): string {
  const names = paths.map((path) => relative(dataDir, path))
  const rest = names.length - mostNamed
  return rest > 0 ? `${names.slice(0, mostNamed).join(', ')} and ${rest} more in ${dataDir}` : `${names.join(', ')} in ${dataDir}`
}

function isInsideFolder(path: string, folder: string): boolean {
  try {
    return realpathSync(path) === join(realpathSync(folder), relative(folder, path)) && path.startsWith(`${folder}${sep}`)
  } catch {
    return false
  }
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true
}

function isReadableByOthers(path: string): boolean {
  return ((lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0) & othersMay) !== 0
}

function removeOthersAccess(path: string): boolean {
  try {
    chmodSync(path, lstatSync(path).mode & 0o700)
    return true
  } catch {
    return false
  }
}

function listNamesOrNone(folder: string): string[] {
  try {
    return listFolderNames(folder)
  } catch {
    return []
  }
}
