import type { Config } from '../config.ts'
import type { Operator } from '../storage/queries/operators.ts'
import { findOperatorByRef } from '../storage/queries/operators.ts'
import type { Reader } from '../storage/storage.ts'
import { clockOf } from './clock.ts'
import { type DataFolder, mustBeInstalled, openDataFolder } from './data-folder.ts'
import { databaseOf } from './database.ts'
import { CliFailure, exit } from './exit.ts'
import { lockDataFolder } from './lock.ts'
import { explainDamage } from './lost-database.ts'
import { makeProgress } from './progress.ts'
import { awaitsUpgrade } from './upgrade.ts'

type FolderWork<T> = (folder: DataFolder, now: number) => Promise<T>

/**
 * Opens the data folder for one command, beside a running server if there is one, and closes it whatever happens. A SQLite file of an
 * earlier release is migrated only when no server of that release is at work on it; else this fails with 3. Fails with 2 where there is
 * no charabanc, and makes nothing.
 */
export async function withDataFolder<T>(config: Config, work: FolderWork<T>): Promise<T> {
  await mustBeInstalled(config)
  return opened(config, work, false)
}

/** Does as `withDataFolder` for a command that may be the first, and makes the folder and the database where there are none. */
export function withNewDataFolder<T>(config: Config, work: FolderWork<T>): Promise<T> {
  return opened(config, work, true)
}

async function opened<T>(config: Config, work: FolderWork<T>, mayCreate: boolean): Promise<T> {
  const now = clockOf(config)()
  const database = databaseOf(config)
  try {
    using lock = database.kind === 'sqlite' && awaitsUpgrade(database.path) ? lockDataFolder(config.dataDir) : null
    const folder = await openDataFolder(config, { now, lock, mayCreate, say: makeProgress().say })
    try {
      return await work(folder, now)
    } finally {
      await folder.storage.close()
    }
  } catch (fault) {
    throw explainDamage(fault, config, database)
  }
}

/** The operator of this ref, or a failure that says so. */
export async function mustFindOperator(db: Reader, ref: string): Promise<Operator> {
  const operator = await findOperatorByRef(db, ref)
  if (operator === null)
    throw new CliFailure(exit.failure, `There is no operator ${ref}; \`charabanc operator list\` shows them.`)
  return operator
}
