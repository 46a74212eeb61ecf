import { mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { version } from '../../package.json'
import { formatBackupStamp } from '../domain/backup.ts'
import { describeFaultClause } from '../domain/fault-text.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Migration } from '../storage/migrating/migration-files.ts'
import { SchemaNewer } from '../storage/migrating/schema-newer.ts'
import { computeKeyFingerprint, createSecretBox } from '../storage/secret-box.ts'
import { copySqlite } from '../storage/sqlite/backup.ts'
import { findFreePath, hasBytes, listBackups, removeBackup } from '../storage/sqlite/manifest.ts'
import { isKeyNeeded, isKeyOfSqlite, saveKeyFingerprint } from '../storage/sqlite/master-key.ts'
import { hasTables, listPendingSqlite, migrateSqlite, migrations } from '../storage/sqlite/migrate.ts'
import { connectSqlite } from '../storage/sqlite/open.ts'
import { CliFailure, exit } from './exit.ts'
import type { Lock } from './lock.ts'
import { createWrongKeyFailure, type KeyPlace, readMasterKey, readOrCreateKey } from './master-key.ts'

/** The result of a migration to this release's schema. */
export type Upgrade = {
  readonly applied: readonly string[]
  /** The backup before the migration; null if there was no data or no step. */
  readonly backup: string | null
  /** Whether the database had no table before. */
  readonly wasEmpty: boolean
}

/** Terms of a migration to this release's schema. `reportSentence` receives a sentence on each change. */
export type UpgradeOptions = {
  readonly now: number
  readonly reportSentence: (sentence: string) => void
  /** The sole right to the data folder, if this process has it. */
  readonly lock: Lock | null
  /** False if the data folder must not be created. */
  readonly mayCreate?: boolean
  /** False if another schema than this release's is refused. */
  readonly mayMigrate?: boolean
  /** True to create a new database although there was one. */
  readonly isFresh?: boolean
}

/** A database with this release's schema, and the key of its encrypted data. */
export type Ready = { readonly upgrade: Upgrade; readonly key: Uint8Array }

export type UpgradePlan = {
  readonly databasePath: string
  readonly backupFolder: string
  /** Place of the key, which is created if there is none. */
  readonly keyPlace: KeyPlace
  readonly now: number
  /** Called at the beginning of each step. */
  readonly say: (sentence: string) => void
  readonly steps?: readonly Migration[]
}

/**
 * Migrates a database to this release's schema. A database with data is first copied and verified into the backups. The key is
 * created after the database. Fails with 4 for a later release's schema, and with 5 if the key is missing or another. Fails with
 * 6 or 1 if the copy failed, and with 1 if a step failed. Each step is applied completely or not at all.
 */
export function upgradeDatabase(plan: UpgradePlan): Ready {
  const { databasePath, keyPlace, now, say, steps = migrations } = plan
  const database = connectSqlite(databasePath, 'write')
  try {
    const pending = listPendingSqlite(database, steps)
    const wasEmpty = !hasTables(database)
    // Checked first: another first start creates the key before the database records it.
    const isOwned = !wasEmpty && isKeyNeeded(database)
    const held = readMasterKey(keyPlace)
    // A missing or wrong key is reported before anything is created.
    if (isOwned && (held === null || !isKeyOfSqlite(database, held))) throw createWrongKeyFailure(keyPlace)
    const backup = !wasEmpty && pending.length > 0 ? backUpBeforeUpgrade(pending[0] ?? '', plan, held) : null
    const tell = (name: string) => (wasEmpty ? undefined : say(`Migrating to ${name}.`))
    const secretBox = () => createSecretBox(readOrCreateKey(keyPlace))
    const applied = migrateSqliteAtStart(() => migrateSqlite(database, now, steps, tell, secretBox), backup)
    const key = readOrCreateKey(keyPlace)
    saveKeyFingerprint(database, key, now)
    // Another process can be first, with another key.
    if (!isKeyOfSqlite(database, key)) throw createWrongKeyFailure(keyPlace)
    return { upgrade: { applied, backup, wasEmpty }, key }
  } catch (fault) {
    throw fault instanceof SchemaNewer ? createTooNewFailure(fault, plan) : fault
  } finally {
    database.close()
  }
}

/** Whether opening this database would migrate a schema with data. */
export function isUpgradePending(databasePath: string): boolean {
  if (!hasBytes(databasePath)) return false
  using database = connectSqlite(databasePath, 'write')
  return hasTables(database) && listPendingSteps(database).length > 0
}

/** Fails with 1 if a start without the right to migrate finds another schema. */
export function requireMigrated(pending: readonly string[]): void {
  if (pending.length === 0) return
  const what = `The database lacks ${pending.length} of this release's migrations, from ${pending[0]} on`
  throw new CliFailure(exit.failure, `${what}; \`charabanc migrate\` applies them.`)
}

/** The steps that opening this database would apply. */
export function listPendingUpgrade(databasePath: string): string[] {
  if (!hasBytes(databasePath)) return migrations.map(({ name }) => name)
  using database = connectSqlite(databasePath, 'write')
  return listPendingSteps(database)
}

/** A later release's database needs no step. Opening it reports the newer schema. */
function listPendingSteps(database: ReturnType<typeof connectSqlite>): string[] {
  try {
    return listPendingSqlite(database)
  } catch (fault) {
    if (fault instanceof SchemaNewer) return []
    throw fault
  }
}

/**
 * Backs up the database before a migration, and returns the path. Only the newest backup of each migration is kept, so that a
 * start that fails repeatedly does not fill the disk.
 */
function backUpBeforeUpgrade(migration: string, plan: UpgradePlan, key: Uint8Array | null): string {
  const { databasePath, backupFolder, now, say } = plan
  const begins = `before-${migration}-`
  const target = findFreePath(join(backupFolder, `${begins}${formatBackupStamp(now)}.sqlite`))
  say(`Backed up the database to ${target} before the migration.`)
  mkdirSync(backupFolder, { recursive: true, mode: 0o700 })
  const earlier = listBackups(backupFolder, now).filter(({ path }) => basename(path).startsWith(begins))
  copySqlite(databasePath, target, {
    madeAt: now,
    release: version,
    keyFingerprint: key === null ? null : computeKeyFingerprint(key),
  })
  for (const { path } of earlier) removeBackup(path)
  return target
}

function migrateSqliteAtStart(work: () => string[], backup: string | null): string[] {
  try {
    return work()
  } catch (fault) {
    if (backup === null || fault instanceof Refusal || fault instanceof SchemaNewer) throw fault
    const what = `A migration failed and was undone (${describeFaultClause(fault)}). The earlier steps remain applied.`
    throw new CliFailure(exit.failure, `${what} Backup of the database before all steps: ${backup}`)
  }
}

function createTooNewFailure({ found, known }: SchemaNewer, { backupFolder, now }: UpgradePlan): CliFailure {
  const readable = listBackups(backupFolder, now).find(({ schema }) => schema <= known)
  const wayBack =
    readable === undefined
      ? `There is no backup with schema ${known} or older in ${backupFolder}.`
      : `The newest readable backup is ${readable.path} (schema ${readable.schema}).`
  const what = `The database has schema ${found}. This release supports schemas up to ${known}. Use a newer charabanc.`
  return new CliFailure(exit.schemaNewer, `${what} ${wayBack}`)
}
