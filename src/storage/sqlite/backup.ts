import { Database } from 'bun:sqlite'
import { closeSync, existsSync, openSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { BackupFault, type CopyFacts, type Manifest, partOf, type TellProgress } from '../../domain/backup.ts'
import { clauseOf, codeOf } from '../../domain/fault-text.ts'
import { isDamage } from './faults.ts'
import { holdsBytes, namesIn, sha256Of, syncFile, syncFolderOf, writeManifest } from './manifest.ts'
import { fingerprintIn } from './master-key.ts'
import { checkSqlite } from './verify.ts'

/** The database keeps at least this much for itself on a disk that backups share with it. */
const spareBytes = 16 * 1024 * 1024

const patienceMs = 5_000

/**
 * Copies a database into one file as it stands at this moment, everything acknowledged included, while others read and write it;
 * checks the copy and puts a manifest beside it. The copy appears under its name only when all of that is done and on the disk.
 * Blocks its thread meanwhile. Throws a BackupFault, and then nothing is left.
 */
export function copySqlite(source: string, target: string, facts: CopyFacts, tell: TellProgress = () => {}): Manifest {
  if (!holdsBytes(source)) throw new BackupFault(`There is no database at ${source}.`, false)
  if (existsSync(target)) throw new BackupFault(`${target} is there already, and no backup is written over another.`, false)
  const part = partOf(target)
  dropParts(part)
  try {
    copyInto(source, part, tell)
    tell('checking', 0, null)
    const schema = checkSqlite(part, target)
    const bytes = statSync(part).size
    const sha256 = sha256Of(part, (done) => tell('hashing', done, bytes))
    const manifest: Manifest = { sha256, bytes, schema, ...facts, keyFingerprint: fingerprintIn(part) ?? facts.keyFingerprint }
    syncFile(part)
    writeManifest(target, manifest)
    renameSync(part, target)
    syncFolderOf(target)
    return manifest
  } catch (fault) {
    dropParts(part)
    if (!existsSync(target)) rmSync(`${target}.json`, { force: true })
    throw fault instanceof BackupFault
      ? fault
      : new BackupFault(`${target} cannot be written: ${clauseOf(fault)}.`, isUnsound(fault))
  }
}

/** Removes what an interrupted copy left, and what SQLite kept beside it. */
export function dropParts(part: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(`${part}${suffix}`, { force: true })
}

/**
 * Removes what copies to one of these files left in a folder that were cut off, and a manifest without its backup; names what it removed.
 * What may not be removed stays.
 */
export function removeCutOff(folder: string, isOver: (name: string) => boolean): string[] {
  return namesOf(folder).filter((name) => {
    const [, target] = /^(.+\.sqlite(?:\.restored)?)(?:\.json)?\.part(?:-\w+)?$/.exec(name) ?? []
    if (target === undefined || !isOver(target)) return false
    try {
      rmSync(join(folder, name), { force: true })
      if (!existsSync(join(folder, target))) rmSync(join(folder, `${target}.json`), { force: true })
      return true
    } catch {
      return false
    }
  })
}

function namesOf(folder: string): string[] {
  try {
    return namesIn(folder)
  } catch {
    return []
  }
}

function copyInto(source: string, part: string, tell: TellProgress): void {
  const database = new Database(source, { readonly: true })
  try {
    database.run(`PRAGMA busy_timeout = ${patienceMs}`)
    const bytes = bytesIn(database)
    refuseWithoutRoom(part, bytes)
    // It is made here because its maker decides who may read it, and there are customers in it.
    closeSync(openSync(part, 'wx', 0o600))
    tell('copying', 0, bytes)
    database.run('VACUUM INTO ?', [part])
  } finally {
    database.close()
  }
}

function bytesIn(database: Database): number {
  const pages = database.query<{ pages: number; free: number; size: number }, []>(
    `SELECT page_count AS pages, freelist_count AS free, page_size AS size
     FROM pragma_page_count, pragma_freelist_count, pragma_page_size`,
  )
  const { pages: all, free, size } = pages.get() ?? { pages: 0, free: 0, size: 0 }
  return (all - free) * size
}

/** A backup that fills the disk would take the database's own space. */
function refuseWithoutRoom(part: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(dirname(part))
  if (bavail * bsize >= bytes + spareBytes) return
  const room = Math.floor((bavail * bsize) / 1_000_000)
  throw new BackupFault(
    `There is no room in ${dirname(part)}: ${room} MB are free, the copy takes ${Math.ceil(bytes / 1_000_000)} MB.`,
    false,
  )
}

/** Whether what the copy holds is at fault, as a row that breaks its constraints is too. */
function isUnsound(fault: unknown): boolean {
  return isDamage(fault) || codeOf(fault)?.startsWith('SQLITE_CONSTRAINT') === true
}
