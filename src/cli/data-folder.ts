import { mkdirSync } from 'node:fs'
import { phoneHashOf } from '../actions/people/sign-in-codes.ts'
import { backupFolderOf, type Config } from '../config.ts'
import { driveFinder } from '../domain/road-distance.ts'
import { type DatabaseAddress, openStorage } from '../storage/open.ts'
import { fillDistances } from '../storage/rows/distances.ts'
import { fillKnownCustomers } from '../storage/rows/known-customers.ts'
import { refreshMasks } from '../storage/rows/masks.ts'
import { fillPhoneHashes } from '../storage/rows/phone-hashes.ts'
import { fillPlaces } from '../storage/rows/places.ts'
import { fillSearchTexts } from '../storage/rows/search-texts.ts'
import { createSecretBox, type SecretBox } from '../storage/secret-box.ts'
import { isEmptied } from '../storage/sqlite/inspect.ts'
import type { Storage } from '../storage/storage.ts'
import { loopsToWake } from '../worker/loop.ts'
import { clockOf } from './clock.ts'
import { databaseOf, explainPostgres, mustLeadPastPooler, nameOf } from './database.ts'
import { type CliFailure, usage } from './exit.ts'
import { explainDamage, lostDatabase, mustNotBeLost } from './lost-database.ts'
import { closeToOthers } from './privacy.ts'
import { roadFiguresIn } from './road-settings.ts'
import { sweepCopies } from './sweep-copies.ts'
import { type Bringing, mustNotLack, pendingUpgrade, type Ready, type Upgrade, upgrade } from './upgrade.ts'

export type DataFolder = {
  readonly database: DatabaseAddress
  readonly storage: Storage
  readonly secretBox: SecretBox
  readonly key: Uint8Array
  /** Changes that this opening made to the schema. */
  readonly upgrade: Upgrade
  readonly isNew: boolean
}

/**
 * Opens the data folder and the database that belongs to it, at this release's schema, and the key to what is encrypted in it; all of
 * the folder closed to others and, for who has it alone, without what was left of copies that were cut off. Fails with 4 (newer schema), 5
 * (the key of the database is gone or another), 6 (the database is damaged or lost), 6 or 1 (the backup before a migration failed), 2
 * (PostgreSQL refuses what the URL says), 1 (a schema that may not be migrated), 75 (no server).
 */
export async function openDataFolder(config: Config, bringing: Bringing): Promise<DataFolder> {
  const database = databaseOf(config)
  if (bringing.mayCreate !== false) mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  for (const sentence of closeToOthers(config)) bringing.say(sentence)
  if (bringing.lock !== null) sweepCopies(config, bringing.say)
  try {
    const { upgrade, key } = await bringUpToDate(config, database, bringing)
    const clock = clockOf(config)
    const storage = await openStorage(database, 'front', (work) => loopsToWake(work, clock()), clock)
    await refreshMasks(storage)
    await fillDistances(storage, driveFinder(roadFiguresIn(config)), clock())
    await fillPlaces(storage, clock())
    await fillSearchTexts(storage)
    await fillKnownCustomers(storage, clock())
    const secretBox = createSecretBox(key)
    const hashing = { secretBox, phoneCountry: config.phoneCountry }
    await fillPhoneHashes(storage, (phone, operator) => phoneHashOf(hashing, phone, operator), clock())
    const isNew = upgrade.wasEmpty && upgrade.applied.length > 0
    return { database, storage, secretBox, key, upgrade, isNew }
  } catch (fault) {
    throw database.kind === 'sqlite' ? explainDamage(fault, config, database) : explainPostgres(fault, database)
  }
}

/**
 * Fails with 2 where no charabanc has been installed, with 6 where its database is lost, and as `openDataFolder` does where the database
 * cannot be reached. Makes nothing.
 */
export async function mustBeInstalled(config: Config): Promise<void> {
  const database = databaseOf(config)
  if (database.kind === 'sqlite') {
    mustNotBeLost(lostDatabase(config, database.path))
    if (isEmptied(database.path)) throw notInstalled(config.dataDir)
    return
  }
  mustLeadPastPooler(database.directUrl)
  const { mustHaveTables } = await import('./upgrade.postgres.ts')
  const isThere = await mustHaveTables(config, database).catch((fault) => {
    throw explainPostgres(fault, database)
  })
  if (!isThere) throw notInstalled(nameOf(database))
}

function notInstalled(place: string): CliFailure {
  return usage(`There is no charabanc in ${place}.`)
}

/** Brings the database to this release's schema, as `upgrade` promises on SQLite and `migratePostgres` on PostgreSQL. */
async function bringUpToDate(config: Config, database: DatabaseAddress, bringing: Bringing): Promise<Ready> {
  if (database.kind === 'sqlite') return bringSqliteUpToDate(config, database.path, bringing)
  const { bringPostgresUpToDate } = await import('./upgrade.postgres.ts')
  return bringPostgresUpToDate(config, database, bringing)
}

function bringSqliteUpToDate(config: Config, databasePath: string, bringing: Bringing): Ready {
  const { now, say, mayMigrate = true, isFresh = false } = bringing
  if (!isFresh) mustNotBeLost(lostDatabase(config, databasePath))
  if (!mayMigrate) mustNotLack(pendingUpgrade(databasePath))
  return upgrade({ databasePath, backupFolder: backupFolderOf(config), keyPlace: config, now, say })
}
