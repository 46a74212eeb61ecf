import { mkdirSync } from 'node:fs'
import { computePhoneHash } from '../actions/people/sign-in-codes.ts'
import { findLocator } from '../actions/trips/locators.ts'
import { type Config, findBackupFolder } from '../config.ts'
import type { PlaceInput } from '../domain/place.ts'
import type { PlaceLocator } from '../domain/place-filling.ts'
import { createDriveFinder } from '../domain/road-distance.ts'
import { openOwnGazetteer } from '../gateways/gazetteer.ts'
import { type DatabaseAddress, openStorage } from '../storage/open.ts'
import { fillCoordinates, fillDistances } from '../storage/rows/distances.ts'
import { fillKnownCustomers } from '../storage/rows/known-customers.ts'
import { refreshMasks } from '../storage/rows/masks.ts'
import { fillPhoneHashes } from '../storage/rows/phone-hashes.ts'
import { fillPlaces } from '../storage/rows/places.ts'
import { fillSearchTexts } from '../storage/rows/search-texts.ts'
import { createSecretBox, type SecretBox } from '../storage/secret-box.ts'
import { isEmptied } from '../storage/sqlite/inspect.ts'
import type { Reader, Storage } from '../storage/storage.ts'
import { listLoopsToWake } from '../worker/loop.ts'
import { createConfiguredClock } from './clock.ts'
import { findDatabaseAddress, formatDatabaseName, requireDirectUrl, toPostgresFailure } from './database.ts'
import { type CliFailure, createUsageFailure } from './exit.ts'
import { findLostDatabase, requireNotLost, toDamageFailure } from './lost-database.ts'
import { restrictFileAccess } from './privacy.ts'
import { readRoadFigures } from './road-settings.ts'
import { removeStaleCopies } from './sweep-copies.ts'
import { listPendingUpgrade, type Ready, requireMigrated, type Upgrade, type UpgradeOptions, upgradeDatabase } from './upgrade.ts'

export type DataFolder = {
  readonly database: DatabaseAddress
  readonly storage: Storage
  readonly secretBox: SecretBox
  readonly key: Uint8Array
  /** Schema changes made while opening the database. */
  readonly upgrade: Upgrade
  readonly isNew: boolean
}

/**
 * Opens the data folder with its database, migrated to this release's schema, and with its key. Restricts access to the folder
 * and, with the sole right to it, removes files of interrupted copies. Fails with 1 without the right to migrate, with 2 if
 * PostgreSQL refuses the URL, and with 4 for a newer schema. Fails with 5 if the key is missing or another, with 6 if the
 * database is damaged or lost, and with 75 without a server. Fails with 6 or 1 if the backup before a migration failed.
 */
export async function openDataFolder(config: Config, bringing: UpgradeOptions): Promise<DataFolder> {
  const database = findDatabaseAddress(config)
  if (bringing.mayCreate !== false) mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  for (const sentence of restrictFileAccess(config)) bringing.reportSentence(sentence)
  if (bringing.lock !== null) removeStaleCopies(config, bringing.reportSentence)
  try {
    const { upgrade, key } = await upgradeFolder(config, database, bringing)
    const clock = createConfiguredClock(config)
    const storage = await openStorage(database, 'front', (work) => listLoopsToWake(work, clock()), clock)
    await refreshMasks(storage)
    const find = createDriveFinder(readRoadFigures(config))
    await fillDistances(storage, find, clock())
    await fillCoordinates(storage, { findLocator: findUpgradeLocator, find }, clock())
    await fillPlaces(storage, clock())
    await fillSearchTexts(storage)
    await fillKnownCustomers(storage, clock())
    const secretBox = createSecretBox(key)
    const hashing = { secretBox, phoneCountry: config.phoneCountry }
    await fillPhoneHashes(storage, (phone, operator) => computePhoneHash(hashing, phone, operator), clock())
    const isNew = upgrade.wasEmpty && upgrade.applied.length > 0
    return { database, storage, secretBox, key, upgrade, isNew }
  } catch (fault) {
    throw database.kind === 'sqlite' ? toDamageFailure(fault, config, database) : toPostgresFailure(fault, database)
  }
}

/** Finds a locator as `findLocator` does. A start without trips to fill in does not read the towns. */
async function findUpgradeLocator(db: Reader, places: readonly PlaceInput[], timezone: string): Promise<PlaceLocator> {
  return findLocator(db, await openOwnGazetteer(), places, timezone)
}

/**
 * Fails with 2 if charabanc is not installed there, with 6 if the database is lost, and as `openDataFolder` does if the database
 * cannot be reached. Creates nothing.
 */
export async function requireInstalled(config: Config): Promise<void> {
  const database = findDatabaseAddress(config)
  if (database.kind === 'sqlite') {
    requireNotLost(findLostDatabase(config, database.path))
    if (isEmptied(database.path)) throw createNotInstalledFailure(config.dataDir)
    return
  }
  requireDirectUrl(database.directUrl)
  const { requireTables } = await import('./upgrade.postgres.ts')
  const isThere = await requireTables(config, database).catch((fault) => {
    throw toPostgresFailure(fault, database)
  })
  if (!isThere) throw createNotInstalledFailure(formatDatabaseName(database))
}

function createNotInstalledFailure(place: string): CliFailure {
  return createUsageFailure(`There is no charabanc database in ${place}.`)
}

/** Migrates the database to this release's schema: by `upgradeDatabase` on SQLite, by `migratePostgres` on PostgreSQL. */
async function upgradeFolder(config: Config, database: DatabaseAddress, bringing: UpgradeOptions): Promise<Ready> {
  if (database.kind === 'sqlite') return upgradeSqlite(config, database.path, bringing)
  const { upgradePostgres } = await import('./upgrade.postgres.ts')
  return upgradePostgres(config, database, bringing)
}

function upgradeSqlite(config: Config, databasePath: string, bringing: UpgradeOptions): Ready {
  const { now, reportSentence: say, mayMigrate = true, isFresh = false } = bringing
  if (!isFresh) requireNotLost(findLostDatabase(config, databasePath))
  if (!mayMigrate) requireMigrated(listPendingUpgrade(databasePath))
  return upgradeDatabase({ databasePath, backupFolder: findBackupFolder(config), keyPlace: config, now, say })
}
