import { statSync } from 'node:fs'
import { type Config, findBackupFolder } from '../config.ts'
import { isOwnCopy } from '../domain/backup.ts'
import { type FolderLock, lockFolder } from '../gateways/folder-lock.ts'
import { removeCutOff } from '../storage/sqlite/backup.ts'

/**
 * Removes files of interrupted copies with charabanc's names, and reports them. The caller has the sole right to the data folder,
 * and thus to all copies except those of `backup`. The latter are removed if no `backup` runs on the folder of the backups.
 */
export function removeStaleCopies(places: Pick<Config, 'backupDir' | 'dataDir'>, say: (sentence: string) => void): void {
  const folder = findBackupFolder(places)
  using sole = lockIfFree(lockFolder(folder, 'sole'))
  const gone = [
    ...removeCutOff(folder, (name) => isOwnCopy(name) && (sole !== null || !name.startsWith('charabanc-'))),
    ...removeCutOff(places.dataDir, (name) => /^charabanc\.sqlite(\.restored)?$/.test(name)),
  ]
  if (gone.length > 0) say(`Removed files of interrupted copies: ${gone.join(', ')}.`)
}

/** Protects the copy of a running `backup` from removal at a start; null without such locks. */
export function lockForCopy(folder: string, dataDir: string): FolderLock | null {
  // The process with the sole right to the folder could not get the lock.
  return isSameFile(folder, dataDir) ? null : lockIfFree(lockFolder(folder, 'shared'))
}

function lockIfFree(lock: ReturnType<typeof lockFolder>): FolderLock | null {
  return lock === 'held' ? null : lock
}

function isSameFile(one: string, other: string): boolean {
  const [here, there] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }))
  return here !== undefined && here.ino === there?.ino && here.dev === there.dev
}
