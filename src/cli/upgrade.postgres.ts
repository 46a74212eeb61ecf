import { version } from '../../package.json'
import type { Config } from '../config.ts'
import type { PostgresAddress } from '../storage/open.ts'
import { claimKeyFingerprint, readSharedFingerprint } from '../storage/postgres/master-key.ts'
import { listPendingPostgres, migratePostgres, postgresMigrations } from '../storage/postgres/migrate.ts'
import { computeKeyFingerprint } from '../storage/secret-box.ts'
import { requireDirectUrl } from './database.ts'
import { findLostTables, requireNotLost } from './lost-database.ts'
import { createWrongKeyFailure, readKeyFingerprint, readOrCreateKey } from './master-key.ts'
import { type Ready, requireMigrated, type UpgradeOptions } from './upgrade.ts'

/**
 * Migrates a database on PostgreSQL to this release's schema while other nodes use it, and creates the key on the first node.
 * Fails with 5 if the nodes share another key, or if no URL avoids the pooler. Fails with 6 if the database has no tables
 * although this folder was a node of it. Fails with 1 if `mayMigrate` forbids a step, and as `migratePostgres` does.
 */
export async function upgradePostgres(config: Config, database: PostgresAddress, bringing: UpgradeOptions): Promise<Ready> {
  if (bringing.mayMigrate !== false) requireDirectUrl(database.directUrl)
  const pending = await listPendingPostgres(database.url, version)
  if (pending.length === postgresMigrations.length && !bringing.isFresh) requireNotLost(findLostTables(config, database))
  const shared = await readSharedFingerprint(database.url)
  if (shared !== null && shared !== readKeyFingerprint(config)) throw createWrongKeyFailure(config)
  const applied = await migratePostgresAtStart(database, pending, bringing)
  const key = readOrCreateKey(config)
  // Another node can be first, with another key.
  const claimed = shared ?? (await claimKeyFingerprint(database.url, computeKeyFingerprint(key)))
  if (claimed !== computeKeyFingerprint(key)) throw createWrongKeyFailure(config)
  return { upgrade: { applied, backup: null, wasEmpty: isFirst(applied[0]) }, key }
}

/**
 * Whether the database has tables. Fails with 6 if it has none although this folder was a node of it, and with 5 if the nodes
 * share another key.
 */
export async function requireTables(config: Config, database: PostgresAddress): Promise<boolean> {
  if ((await listPendingPostgres(database.url, version)).length === postgresMigrations.length) {
    requireNotLost(findLostTables(config, database))
    return false
  }
  const shared = await readSharedFingerprint(database.url)
  if (shared !== null && shared !== readKeyFingerprint(config)) throw createWrongKeyFailure(config)
  return true
}

async function migratePostgresAtStart(
  { directUrl }: PostgresAddress,
  pending: readonly string[],
  { now, reportSentence: say, mayMigrate = true }: UpgradeOptions,
): Promise<string[]> {
  if (!mayMigrate) {
    requireMigrated(pending)
    return []
  }
  let wasEmpty = false
  const tell = (name: string) => {
    wasEmpty ||= isFirst(name)
    if (!wasEmpty) say(`Migrating to ${name}.`)
  }
  const tellWaiting = () => say('Another node is migrating the schema; waiting for it.')
  return migratePostgres(directUrl, version, now, { tell, reportWaiting: tellWaiting })
}

/** Whether this is the first step of an empty database. */
function isFirst(step: string | undefined): boolean {
  return step === postgresMigrations[0]?.name
}
