import { Database } from 'bun:sqlite'
import { closeSync, existsSync, openSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { BackupFault, type CopyFacts, type Manifest, type ReportProgress, toPartPath } from '../../domain/backup.ts'
import { describeFaultClause, findFaultCode } from '../../domain/fault-text.ts'
import { isDamage } from './faults.ts'
import { computeSha256, hasBytes, listFolderNames, syncFile, syncFolderOf, writeManifest } from './manifest.ts'
import { readFingerprintIn } from './master-key.ts'
import { dropPostcodesIn, hasPostcodes } from './postcodes.ts'
import { checkSqlite } from './verify.ts'

/** Free space on the disk of backups that stays for the database. */
const spareBytes = 16 * 1024 * 1024

const patienceMs = 5_000

type CopyOptions = { readonly tell?: ReportProgress; readonly withPostcodes?: boolean | undefined }

/**
 * Copies a database into one file, including every acknowledged write, while other processes use it. Imported postcodes are
 * omitted unless asked for. Verifies the copy and writes a manifest. The copy gets its name only when it is complete and on the
 * disk. Blocks its thread. Throws a BackupFault, after which no file remains.
 */
export function copySqlite(
  source: string,
  target: string,
  facts: CopyFacts,
  { tell = () => {}, withPostcodes = false }: CopyOptions = {},
): Manifest {
  if (!hasBytes(source)) throw new BackupFault(`There is no database at ${source}.`, false)
  if (existsSync(target)) throw new BackupFault(`${target} already exists. charabanc does not overwrite a backup.`, false)
  const part = toPartPath(target)
  dropParts(part)
  try {
    copyInto(source, part, tell, withPostcodes)
    tell('checking', 0, null)
    const schema = checkSqlite(part, target)
    const bytes = statSync(part).size
    const sha256 = computeSha256(part, (done) => tell('hashing', done, bytes))
    const manifest: Manifest = {
      sha256,
      bytes,
      schema,
      ...facts,
      keyFingerprint: readFingerprintIn(part) ?? facts.keyFingerprint,
    }
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
      : new BackupFault(`${target} cannot be written: ${describeFaultClause(fault)}.`, isUnsound(fault))
  }
}

/** Removes the files of an interrupted copy, including SQLite's. */
export function dropParts(part: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm', '-lean', '-lean-journal']) rmSync(`${part}${suffix}`, { force: true })
}

/**
 * Removes files of interrupted copies to one of these names in a folder, and manifests without a backup. Returns the removed
 * names. Files that must not be removed stay.
 */
export function removeCutOff(folder: string, isOver: (name: string) => boolean): string[] {
  return listNamesIfReadable(folder).filter((name) => {
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

function listNamesIfReadable(folder: string): string[] {
  try {
    return listFolderNames(folder)
  } catch {
    return []
  }
}

function copyInto(source: string, part: string, tell: ReportProgress, withPostcodes: boolean): void {
  const database = new Database(source, { readonly: true })
  try {
    database.run(`PRAGMA busy_timeout = ${patienceMs}`)
    const bytes = bytesIn(database)
    const isLean = !withPostcodes && hasPostcodes(database)
    refuseWithoutRoom(part, isLean ? 2 * bytes : bytes)
    // Created with access for its owner only, because it contains customers' data.
    closeSync(openSync(part, 'wx', 0o600))
    tell('copying', 0, bytes)
    database.run('VACUUM INTO ?', [part])
    if (isLean) omitPostcodes(part)
  } finally {
    database.close()
  }
}

/** Deletes the postcodes of a copy, and their pages by another copy. */
function omitPostcodes(part: string): void {
  const lean = `${part}-lean`
  const database = new Database(part, { readwrite: true, create: false })
  try {
    // A copy that is cut off is made again.
    database.run('PRAGMA journal_mode = OFF')
    dropPostcodesIn(database)
    closeSync(openSync(lean, 'wx', 0o600))
    database.run('VACUUM INTO ?', [lean])
  } finally {
    database.close()
  }
  renameSync(lean, part)
}

function bytesIn(database: Database): number {
  const pages = database.query<{ pages: number; free: number; size: number }, []>(
    `SELECT page_count AS pages, freelist_count AS free, page_size AS size
     FROM pragma_page_count, pragma_freelist_count, pragma_page_size`,
  )
  const { pages: all, free, size } = pages.get() ?? { pages: 0, free: 0, size: 0 }
  return (all - free) * size
}

/** Refuses a backup that would fill the disk of the database. */
function refuseWithoutRoom(part: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(dirname(part))
  if (bavail * bsize >= bytes + spareBytes) return
  const room = Math.floor((bavail * bsize) / 1_000_000)
  throw new BackupFault(
    `There is not enough space in ${dirname(part)}: ${room} MB are free, the copy needs ${Math.ceil(bytes / 1_000_000)} MB.`,
    false,
  )
}

/** Whether the content of the copy is at fault, including rows that break constraints. */
function isUnsound(fault: unknown): boolean {
  return isDamage(fault) || findFaultCode(fault)?.startsWith('SQLITE_CONSTRAINT') === true
}
