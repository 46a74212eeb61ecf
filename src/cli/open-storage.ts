import type { Config } from '../config.ts'
import type { Operator } from '../storage/queries/operators.ts'
import { findOperatorByRef } from '../storage/queries/operators.ts'
import type { Reader } from '../storage/storage.ts'
import { createConfiguredClock } from './clock.ts'
import { type DataFolder, openDataFolder, requireInstalled } from './data-folder.ts'
import { findDatabaseAddress } from './database.ts'
import { CliFailure, exit } from './exit.ts'
import { lockDataFolder } from './lock.ts'
import { toDamageFailure } from './lost-database.ts'
import { makeProgress } from './progress.ts'
import { isUpgradePending } from './upgrade.ts'

type FolderWork<T> = (folder: DataFolder, now: number) => Promise<T>

/**
 * Opens the data folder for one command, also beside a running server, and always closes it. Migrates a SQLite file of an earlier
 * release only if no server of that release uses it; else fails with 3. Fails with 2 without a charabanc database, and creates
 * nothing.
 */
export async function runWithDataFolder<T>(config: Config, work: FolderWork<T>): Promise<T> {
  await requireInstalled(config)
  return runWithFolder(config, work, false)
}

/** Like `runWithDataFolder`, for a command that can be the first. Creates the folder and the database if necessary. */
export function runWithNewDataFolder<T>(config: Config, work: FolderWork<T>): Promise<T> {
  return runWithFolder(config, work, true)
}

async function runWithFolder<T>(config: Config, work: FolderWork<T>, mayCreate: boolean): Promise<T> {
  const now = createConfiguredClock(config)()
  const database = findDatabaseAddress(config)
  try {
    using lock = database.kind === 'sqlite' && isUpgradePending(database.path) ? lockDataFolder(config.dataDir) : null
    const folder = await openDataFolder(config, { now, lock, mayCreate, reportSentence: makeProgress().printSentence })
    try {
      return await work(folder, now)
    } finally {
      await folder.storage.close()
    }
  } catch (fault) {
    throw toDamageFailure(fault, config, database)
  }
}

/** The operator with this ref. Fails without one. */
export async function requireOperatorByRef(db: Reader, ref: string): Promise<Operator> {
  const operator = await findOperatorByRef(db, ref)
  if (operator === null)
    throw new CliFailure(exit.failure, `There is no operator ${ref}. List operators with \`charabanc operator list\`.`)
  return operator
}
