import { closeSync, existsSync, fsyncSync, openSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../../package.json'
import type { Config } from '../config.ts'
import { BackupFault, formatBackupStamp, type Manifest, type ReportProgress, toPartPath } from '../domain/backup.ts'
import { formatCount } from '../domain/spoken.ts'
import { path } from '../setting-values.ts'
import { dropParts } from '../storage/sqlite/backup.ts'
import { computeSha256, findFreePath, readFilePieces, readManifest, writeManifest } from '../storage/sqlite/manifest.ts'
import { isKeyOf, readFingerprintIn } from '../storage/sqlite/master-key.ts'
import { migrations } from '../storage/sqlite/migrate.ts'
import { keepPostcodes } from '../storage/sqlite/postcodes.ts'
import { DatabaseInUse, makeReady, replaceSqlite } from '../storage/sqlite/restore.ts'
import { checkSqlite } from '../storage/sqlite/verify.ts'
import { backupsArePostgres } from './backup.ts'
import { createConfiguredClock } from './clock.ts'
import { defineConfiguredCommand } from './command.ts'
import { requireSqliteDatabase } from './database.ts'
import { CliFailure, exit } from './exit.ts'
import { defineOperand, defineToggle } from './flag.ts'
import { lockDataFolder } from './lock.ts'
import { buildKeyPath, createWrongKeyFailure, describeKeySource, readKeyFingerprint, readMasterKey } from './master-key.ts'
import { restrictFileAccess } from './privacy.ts'
import { formatByteCount, makeProgress } from './progress.ts'
import { describeCorrectedCounts } from './recount-lists.ts'

/** Replaces the database with a verified backup. */
export const restoreCommand = defineConfiguredCommand({
  words: 'restore',
  about:
    'Replaces the database with a backup, after checking the backup, and corrects wrong list counts. The ' +
    'previous database moves into a folder before-restore-… beside it. Imported postcodes stay as they are. Refuses while a ' +
    'server runs (3), and a backup that is damaged (6), from a later release (4) or encrypted with another key (5).',
  examples: ['restore charabanc-data/backups/daily-20260520T081102Z.sqlite', 'restore /mnt/litestream.sqlite --no-manifest'],
  flags: {
    file: defineOperand('FILE', 'The backup.', path),
    noManifest: defineToggle('Accepts a database file without a manifest and checks only the file itself.'),
    withPostcodes: defineToggle('Restores the postcodes of the backup instead of keeping the imported ones.'),
  },
  async run({ flags, config, out }) {
    const databasePath = requireSqliteDatabase(config, backupsArePostgres)
    const now = createConfiguredClock(config)()
    requireBackupFile(flags.file)
    using _lock = lockDataFolder(config.dataDir)
    const progress = makeProgress()
    for (const sentence of restrictFileAccess(config)) progress.printSentence(sentence)
    const manifest = flags.noManifest ? null : requireManifest(flags.file)
    refuseWrongKey(config, manifest)

    const incoming = toPartPath(`${databasePath}.restored`)
    let restored: Restored
    let kept: number | null
    try {
      const schema = importBackup(flags.file, incoming, manifest, progress.tell)
      const held = readMasterKey(config)
      if (held !== null && !isKeyOf(incoming, held)) throw createWrongKeyFailure(config)
      const mended = makeReady(incoming, now)
      if (mended !== null) progress.printSentence(describeCorrectedCounts(mended))
      kept = flags.withPostcodes ? 0 : keepPostcodes(incoming, databasePath)
      restored = replaceDatabase(databasePath, incoming, schema, config, now)
    } finally {
      progress.end()
      dropParts(incoming)
    }

    const { schema, bytes, aside, wayBack } = restored
    const answer = { restored: flags.file, database: databasePath, bytes, schema, moved_to: aside, way_back: wayBack }
    const lines = [`${databasePath} is now ${flags.file} (${formatByteCount(bytes)}, schema ${schema}, verified).`]
    if (aside !== null) lines.push(`The previous database is in ${aside}.`)
    if (wayBack !== null) lines.push(`To undo: ${wayBack}`)
    await out.answer(answer, lines.join('\n'))
    if (kept === null) await out.remark('Imported postcodes of the previous database cannot be read. Import them again.')
    if (kept !== null && kept > 0) await out.remark(`Kept ${formatCount(kept, 'imported postcode')}.`)
    for (const sentence of listRemarks(config, manifest, schema)) await out.remark(sentence)
  },
})

type Restored = {
  readonly schema: string
  readonly bytes: number
  readonly aside: string | null
  readonly wayBack: string | null
}

function requireBackupFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined) throw new BackupFault(`There is no file ${file}.`, false)
  if (!found.isFile()) throw new BackupFault(`${file} is not a file. Name the backup file.`, false)
}

function requireManifest(file: string): Manifest {
  const manifest = readManifest(file)
  if (manifest !== null) return manifest
  const hint = 'Copy the manifest too, or use --no-manifest for a file from another tool.'
  throw new BackupFault(`${file}.json, the manifest that verifies ${file}, does not exist. ${hint}`, true)
}

/** With another key the server would start, and fail at each encrypted value. */
function refuseWrongKey(config: Config, manifest: Manifest | null): void {
  const held = readKeyFingerprint(config)
  if (manifest === null || manifest.keyFingerprint === null || held === null || held === manifest.keyFingerprint) return
  const hint = 'Restore the key of the backup first.'
  throw new CliFailure(
    exit.settingMissing,
    `The secrets in this backup are encrypted with a key other than ${describeKeySource(config)}. ${hint}`,
  )
}

/** Copies the backup beside the database, checks the copy, and returns its schema. */
function importBackup(file: string, incoming: string, manifest: Manifest | null, tell: ReportProgress): string {
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)
    throw new BackupFault(`${file}-wal exists, so ${file} alone is not the whole database.`, true)
  dropParts(incoming)
  const sha256 = copyFile(file, incoming, tell)
  if (manifest !== null && sha256 !== manifest.sha256)
    throw new BackupFault(`${file} does not match its manifest: SHA-256 ${sha256} instead of ${manifest.sha256}.`, true)
  tell('checking', 0, null)
  const schema = checkSqlite(incoming, file)
  const known = migrations.at(-1)?.name ?? ''
  if (schema > known) {
    const sentence = `The backup has schema ${schema}. This release supports schemas up to ${known}. Use a newer charabanc.`
    throw new CliFailure(exit.schemaNewer, sentence)
  }
  return schema
}

function copyFile(from: string, to: string, tell: ReportProgress): string {
  const hasher = new Bun.CryptoHasher('sha256')
  const total = statSync(from).size
  const file = openSync(to, 'wx', 0o600)
  try {
    let done = 0
    for (const piece of readFilePieces(from)) {
      hasher.update(piece)
      for (let written = 0; written < piece.length; ) written += writeSync(file, piece, written)
      done += piece.length
      tell('copying', done, total)
    }
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return hasher.digest('hex')
}

/**
 * Replaces the database with a checked copy and moves the old database aside. A sound old database gets a manifest, so that it
 * can be restored like any backup.
 */
function replaceDatabase(databasePath: string, incoming: string, schema: string, config: Config, now: number): Restored {
  const bytes = statSync(incoming).size
  const aside = findFreePath(join(config.dataDir, `before-restore-${formatBackupStamp(now)}`))
  const { wasThere, wasSound } = replaceSqliteFile(databasePath, incoming, aside)
  if (!wasThere) return { schema, bytes, aside: existsSync(aside) ? aside : null, wayBack: null }
  const old = join(aside, 'charabanc.sqlite')
  const isWhole = wasSound && describeOld(old, config, now)
  const wayBack = isWhole ? `charabanc restore ${old}` : `charabanc restore ${old} --no-manifest (that database was damaged)`
  return { schema, bytes, aside, wayBack }
}

function replaceSqliteFile(databasePath: string, incoming: string, aside: string): { wasThere: boolean; wasSound: boolean } {
  try {
    return replaceSqlite(databasePath, incoming, aside)
  } catch (fault) {
    if (!(fault instanceof DatabaseInUse)) throw fault
    throw new CliFailure(exit.occupied, `Another process has ${databasePath} open. Stop it first. Nothing was changed.`)
  }
}

function describeOld(old: string, config: Config, now: number): boolean {
  try {
    const schema = checkSqlite(old)
    const facts = { madeAt: now, release: version, keyFingerprint: readFingerprintIn(old) ?? readKeyFingerprint(config) }
    writeManifest(old, { sha256: computeSha256(old), bytes: statSync(old).size, schema, ...facts })
    return true
  } catch (fault) {
    if (fault instanceof BackupFault) return false
    throw fault
  }
}

function listRemarks(config: Config, manifest: Manifest | null, schema: string): string[] {
  const remarks = []
  const known = migrations.at(-1)?.name ?? ''
  if (schema < known) remarks.push(`The next start migrates it from schema ${schema} to ${known}, after a backup.`)
  if (readKeyFingerprint(config) === null && manifest?.keyFingerprint !== null)
    remarks.push(
      `The key is missing. Copy it to ${buildKeyPath(config)} (mode 0600) or set CHARABANC_MASTER_KEY before the next start.`,
    )
  return remarks
}
