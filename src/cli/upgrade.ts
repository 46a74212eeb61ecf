import { mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { version } from '../../package.json'
import { stampOf } from '../domain/backup.ts'
import { clauseOf } from '../domain/fault-text.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Migration } from '../storage/migrating/migration-files.ts'
import { SchemaNewer } from '../storage/migrating/schema-newer.ts'
import { createSecretBox, keyFingerprint } from '../storage/secret-box.ts'
import { copySqlite } from '../storage/sqlite/backup.ts'
import { freePath, holdsBytes, listBackups, removeBackup } from '../storage/sqlite/manifest.ts'
import { isItsKey, needsKey, noteKey } from '../storage/sqlite/master-key.ts'
import { holdsTables, migrateSqlite, migrations, pendingSteps } from '../storage/sqlite/migrate.ts'
import { connectSqlite } from '../storage/sqlite/open.ts'
import { CliFailure, exit } from './exit.ts'
import type { Lock } from './lock.ts'
import { type KeyPlace, keyAtHand, keyOrNew, wrongKeyFailure } from './master-key.ts'

/** The result of bringing a database to this release's schema. */
export type Upgrade = {
  readonly applied: readonly string[]
  /** The backup made before, or null where there was nothing to lose or nothing to do. */
  readonly backup: string | null
  /** Whether there was no table before. */
  readonly wasEmpty: boolean
}

/** Terms on which a database is brought to this release's schema. `say` hears what is done to what was there. */
export type Bringing = {
  readonly now: number
  readonly say: (sentence: string) => void
  /** The sole right to the data folder, where this process has it. */
  readonly lock: Lock | null
  /** False where the data folder is not to be made. */
  readonly mayCreate?: boolean
  /** False where a schema that is not this release's is to be refused. */
  readonly mayMigrate?: boolean
  /** True where a database is to be made although there was one. */
  readonly isFresh?: boolean
}

/** A database at this release's schema, with the key to what is encrypted in it. */
export type Ready = { readonly upgrade: Upgrade; readonly key: Uint8Array }

export type UpgradePlan = {
  readonly databasePath: string
  readonly backupFolder: string
  /** Place of the key, which is made where there is none. */
  readonly keyPlace: KeyPlace
  readonly now: number
  /** Hears each step as it begins. */
  readonly say: (sentence: string) => void
  readonly steps?: readonly Migration[]
}

/**
 * Brings a database to this release's schema, and one that holds anything not before a verified copy of it lies in the backups. The key
 * is made after the database. Fails with 4 where a later release has written to it, with 5 where its key is gone or another, with 6 or 1
 * where that copy failed, and with 1 where a step did; each step is done whole or not at all.
 */
export function upgrade(plan: UpgradePlan): Ready {
  const { databasePath, keyPlace, now, say, steps = migrations } = plan
  const database = connectSqlite(databasePath, 'write')
  try {
    const pending = pendingSteps(database, steps)
    const wasEmpty = !holdsTables(database)
    // Asked first: another process that starts for the first time too makes the key before the database remembers it.
    const isOwned = !wasEmpty && needsKey(database)
    const held = keyAtHand(keyPlace)
    // A key that is gone or another is told before anything is made.
    if (isOwned && (held === null || !isItsKey(database, held))) throw wrongKeyFailure(keyPlace)
    const backup = !wasEmpty && pending.length > 0 ? backUpBefore(pending[0] ?? '', plan, held) : null
    const tell = (name: string) => (wasEmpty ? undefined : say(`Migrating to ${name}.`))
    const secretBox = () => createSecretBox(keyOrNew(keyPlace))
    const applied = migrate(() => migrateSqlite(database, now, steps, tell, secretBox), backup)
    const key = keyOrNew(keyPlace)
    noteKey(database, key, now)
    // Another process may have been first, with another key.
    if (!isItsKey(database, key)) throw wrongKeyFailure(keyPlace)
    return { upgrade: { applied, backup, wasEmpty }, key }
  } catch (fault) {
    throw fault instanceof SchemaNewer ? tooNew(fault, plan) : fault
  } finally {
    database.close()
  }
}

/** Whether opening this database would change its schema although there is something in it. */
export function awaitsUpgrade(databasePath: string): boolean {
  if (!holdsBytes(databasePath)) return false
  using database = connectSqlite(databasePath, 'write')
  return holdsTables(database) && lackedBy(database).length > 0
}

/** Fails with 1 where a start without the right to migrate finds a schema that is not its own. */
export function mustNotLack(pending: readonly string[]): void {
  if (pending.length === 0) return
  const what = `The database lacks ${pending.length} of this release's migrations, from ${pending[0]} on`
  throw new CliFailure(exit.failure, `${what}; \`charabanc migrate\` applies them.`)
}

/** The steps that opening this database would apply. */
export function pendingUpgrade(databasePath: string): string[] {
  if (!holdsBytes(databasePath)) return migrations.map(({ name }) => name)
  using database = connectSqlite(databasePath, 'write')
  return lackedBy(database)
}

/** A database of a later release lacks nothing; that it is one is told when it is opened. */
function lackedBy(database: ReturnType<typeof connectSqlite>): string[] {
  try {
    return pendingSteps(database)
  } catch (fault) {
    if (fault instanceof SchemaNewer) return []
    throw fault
  }
}

/**
 * Backs the database up before a migration, and answers the path. Of each migration only the newest such backup stays:
 * a start that fails again and again must not fill the disk.
 */
function backUpBefore(migration: string, plan: UpgradePlan, key: Uint8Array | null): string {
  const { databasePath, backupFolder, now, say } = plan
  const begins = `before-${migration}-`
  const target = freePath(join(backupFolder, `${begins}${stampOf(now)}.sqlite`))
  say(`The database is backed up to ${target} before it is migrated.`)
  mkdirSync(backupFolder, { recursive: true, mode: 0o700 })
  const earlier = listBackups(backupFolder, now).filter(({ path }) => basename(path).startsWith(begins))
  copySqlite(databasePath, target, {
    madeAt: now,
    release: version,
    keyFingerprint: key === null ? null : keyFingerprint(key),
  })
  for (const { path } of earlier) removeBackup(path)
  return target
}

function migrate(work: () => string[], backup: string | null): string[] {
  try {
    return work()
  } catch (fault) {
    if (backup === null || fault instanceof Refusal || fault instanceof SchemaNewer) throw fault
    const what = `A migration failed and was undone (${clauseOf(fault)}); the steps before it stand.`
    throw new CliFailure(exit.failure, `${what} The database as it was before all of them: ${backup}`)
  }
}

function tooNew({ found, known }: SchemaNewer, { backupFolder, now }: UpgradePlan): CliFailure {
  const readable = listBackups(backupFolder, now).find(({ schema }) => schema <= known)
  const wayBack =
    readable === undefined
      ? `There is no backup with schema ${known} or older in ${backupFolder}.`
      : `The newest backup this release can read is ${readable.path} (schema ${readable.schema}).`
  const what = `The database has schema ${found}; this release knows up to ${known}. Use a newer charabanc.`
  return new CliFailure(exit.schemaNewer, `${what} ${wayBack}`)
}
