import type { Config } from '../config.ts'
import type { Operator } from '../storage/queries/operators.ts'
import { findOperatorByRef } from '../storage/queries/operators.ts'
import type { Reader } from '../storage/storage.ts'
import { clockOf } from './clock.ts'
import { type DataFolder, openDataFolder } from './data-folder.ts'
import { databaseOf } from './database.ts'
import { CliFailure, exit } from './exit.ts'
import { lockDataFolder } from './lock.ts'
import { explainDamage } from './lost-database.ts'
import { makeProgress } from './progress.ts'
import { awaitsUpgrade } from './upgrade.ts'

/**
 * Opens the data folder for one command, beside a running server if there is one, and closes it whatever happens. A SQLite file of an
 * earlier release is migrated only when no server of that release is at work on it; else this fails with 3.
 */
export async function withDataFolder<T>(config: Config, work: (folder: DataFolder, now: number) => Promise<T>): Promise<T> {
  const now = clockOf(config)()
  const database = databaseOf(config)
  try {
    using lock = database.kind === 'sqlite' && awaitsUpgrade(database.path) ? lockDataFolder(config.dataDir) : null
    const folder = await openDataFolder(config, { now, lock, say: makeProgress().say })
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
