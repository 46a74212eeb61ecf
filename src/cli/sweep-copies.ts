import { statSync } from 'node:fs'
import { backupFolderOf, type Config } from '../config.ts'
import { isOwnCopy } from '../domain/backup.ts'
import { type FolderLock, lockFolder } from '../gateways/folder-lock.ts'
import { removeCutOff } from '../storage/sqlite/backup.ts'

/**
 * Removes what copies left that were cut off under names of charabanc's own, and says so; for who has the data folder alone, and with it all
 * copies but those of `backup`. These are removed while no such command is at work on the folder of the backups.
 */
export function sweepCopies(places: Pick<Config, 'backupDir' | 'dataDir'>, say: (sentence: string) => void): void {
  const folder = backupFolderOf(places)
  using sole = given(lockFolder(folder, 'sole'))
  const gone = [
    ...removeCutOff(folder, (name) => isOwnCopy(name) && (sole !== null || !name.startsWith('charabanc-'))),
    ...removeCutOff(places.dataDir, (name) => /^charabanc\.sqlite(\.restored)?$/.test(name)),
  ]
  if (gone.length > 0) say(`What copies left that were cut off is removed: ${gone.join(', ')}.`)
}

/** Keeps starts from taking a copy for one that was cut off while `backup` makes it; null where there are no such locks. */
export function lockForCopy(folder: string, dataDir: string): FolderLock | null {
  // Who has the data folder alone would be kept from it.
  return isSameFile(folder, dataDir) ? null : given(lockFolder(folder, 'shared'))
}

function given(lock: ReturnType<typeof lockFolder>): FolderLock | null {
  return lock === 'held' ? null : lock
}

function isSameFile(one: string, other: string): boolean {
  const [here, there] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }))
  return here !== undefined && here.ino === there?.ino && here.dev === there.dev
}
