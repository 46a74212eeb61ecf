import { version } from '../../package.json'
import type { Config } from '../config.ts'
import { claimKeyFingerprint } from '../storage/master-key.postgres.ts'
import { migratePostgres, pendingPostgres, postgresMigrations } from '../storage/migrate.postgres.ts'
import type { PostgresAddress } from '../storage/open.ts'
import { keyFingerprint } from '../storage/secret-box.ts'
import { mustLeadPastPooler } from './database.ts'
import { CliFailure, exit } from './exit.ts'
import { fingerprintAtHand, keyOrNew, whereKeyIs } from './master-key.ts'
import { type Bringing, mustNotLack, type Ready } from './upgrade.ts'

/**
 * Brings a database on PostgreSQL to this release's schema, while other nodes use it, and makes the key where it is the first of
 * them. Fails with 5 where the nodes of this database share another key, or where no URL leads past the pooler, with 1 where
 * `mayMigrate` forbids it, and as `migratePostgres` does.
 */
export async function bringPostgresUpToDate(config: Config, database: PostgresAddress, bringing: Bringing): Promise<Ready> {
  const applied = await migrate(database, bringing)
  const wasEmpty = isFirst(applied[0])
  return { upgrade: { applied, backup: null, wasEmpty }, key: await sharedKey(config, database) }
}

async function migrate({ url, directUrl }: PostgresAddress, { now, say, mayMigrate = true }: Bringing): Promise<string[]> {
  if (!mayMigrate) {
    mustNotLack(await pendingPostgres(url, version))
    return []
  }
  mustLeadPastPooler(directUrl)
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

/** The key that all nodes share: made where none of them had one before, and else the one whose fingerprint the first of them told. */
async function sharedKey(config: Config, { url }: PostgresAddress): Promise<Uint8Array> {
  const claimed = await claimKeyFingerprint(url, fingerprintAtHand(config))
  const key = keyOrNew(config, () => claimed !== null)
  const shared = claimed ?? (await claimKeyFingerprint(url, keyFingerprint(key)))
  if (shared === keyFingerprint(key)) return key
  const hint = 'All nodes share the key of the first one: bring that one here.'
  throw new CliFailure(
    exit.settingMissing,
    `What is sealed in the database needs another key than ${whereKeyIs(config)}. ${hint}`,
  )
}
