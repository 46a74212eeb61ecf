import { version } from '../../package.json'
import type { Config } from '../config.ts'
import type { PostgresAddress } from '../storage/open.ts'
import { claimKeyFingerprint, sharedFingerprint } from '../storage/postgres/master-key.ts'
import { migratePostgres, pendingPostgres, postgresMigrations } from '../storage/postgres/migrate.ts'
import { keyFingerprint } from '../storage/secret-box.ts'
import { mustLeadPastPooler } from './database.ts'
import { lostTables, mustNotBeLost } from './lost-database.ts'
import { fingerprintAtHand, keyOrNew, wrongKeyFailure } from './master-key.ts'
import { type Bringing, mustNotLack, type Ready } from './upgrade.ts'

/**
 * Brings a database on PostgreSQL to this release's schema, while other nodes use it, and makes the key where it is the first of
 * them. Fails with 5 where the nodes of this database share another key, or where no URL leads past the pooler, with 6 where it has
 * no tables and this folder was a node's, with 1 where `mayMigrate` forbids it, and as `migratePostgres` does.
 */
export async function bringPostgresUpToDate(config: Config, database: PostgresAddress, bringing: Bringing): Promise<Ready> {
  if (bringing.mayMigrate !== false) mustLeadPastPooler(database.directUrl)
  const pending = await pendingPostgres(database.url, version)
  if (pending.length === postgresMigrations.length && !bringing.isFresh) mustNotBeLost(lostTables(config, database))
  const shared = await sharedFingerprint(database.url)
  if (shared !== null && shared !== fingerprintAtHand(config)) throw wrongKeyFailure(config)
  const applied = await migrate(database, pending, bringing)
  const key = keyOrNew(config)
  // Another node may have been first, with another key.
  const claimed = shared ?? (await claimKeyFingerprint(database.url, keyFingerprint(key)))
  if (claimed !== keyFingerprint(key)) throw wrongKeyFailure(config)
  return { upgrade: { applied, backup: null, wasEmpty: isFirst(applied[0]) }, key }
}

/**
 * Whether the database has tables. Fails with 6 where this folder was a node of one that had some, and with 5 where the nodes of this
 * database share another key.
 */
export async function mustHaveTables(config: Config, database: PostgresAddress): Promise<boolean> {
  if ((await pendingPostgres(database.url, version)).length === postgresMigrations.length) {
    mustNotBeLost(lostTables(config, database))
    return false
  }
  const shared = await sharedFingerprint(database.url)
  if (shared !== null && shared !== fingerprintAtHand(config)) throw wrongKeyFailure(config)
  return true
}

async function migrate(
  { directUrl }: PostgresAddress,
  pending: readonly string[],
  { now, say, mayMigrate = true }: Bringing,
): Promise<string[]> {
  if (!mayMigrate) {
    mustNotLack(pending)
    return []
  }
  let wasEmpty = false
  const tell = (name: string) => {
    wasEmpty ||= isFirst(name)
    if (!wasEmpty) say(`Migrating to ${name}.`)
  }
  const tellWaiting = () => say('Another node changes the schema; waiting for it.')
  return migratePostgres(directUrl, version, now, { tell, tellWaiting })
}

/** Whether this is the step that an empty database begins with. */
function isFirst(step: string | undefined): boolean {
  return step === postgresMigrations[0]?.name
}
