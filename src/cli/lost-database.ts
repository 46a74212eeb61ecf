import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Config, findBackupFolder } from '../config.ts'
import type { Backup } from '../domain/backup.ts'
import { describeFaultClause, findInnermostMessage } from '../domain/fault-text.ts'
import { toInstant } from '../domain/instant.ts'
import type { DatabaseAddress } from '../storage/open.ts'
import { isDamage } from '../storage/sqlite/faults.ts'
import { hasEntries, isEmptied } from '../storage/sqlite/inspect.ts'
import { hasBytes, listBackups } from '../storage/sqlite/manifest.ts'
import { createConfiguredClock } from './clock.ts'
import { formatDatabaseName } from './database.ts'
import { CliFailure, exit } from './exit.ts'
import { buildKeyPath } from './master-key.ts'
import { quoteForShell } from './output.ts'

/** A problem with a database, and its solution. */
type Trouble = { readonly found: string; readonly hint: string }

const freshHint = '`charabanc serve --fresh` creates a new database.'

/**
 * The problem of a missing or empty database, if a key, a log or backups show that there was one. Null if the database exists,
 * and before the first start. A first start creates the database before the key, so an interrupted first start leaves no such
 * trace.
 */
export function findLostDatabase(config: Config, path: string): Trouble | null {
  const trace = findDatabaseTrace(config, path)
  if (trace === null || !isEmptied(path)) return null
  const state = existsSync(path) ? 'is empty' : 'is missing'
  const found = `${path} ${state}, but there was a database: ${trace}. No new database was created.`
  return { found, hint: `${describeRestore(config)} ${freshHint}` }
}

/** The trouble of a PostgreSQL database without tables, if this folder was a node of one with tables. Null otherwise. */
export function findLostTables(config: Config, database: DatabaseAddress): Trouble | null {
  const trace = buildNodeNamePath(config)
  if (!existsSync(trace)) return null
  const was = `this folder was a node of a database with tables: ${trace} exists`
  const found = `${formatDatabaseName(database)} has no tables, but ${was}. No tables were created.`
  const hint = `Check CHARABANC_DATABASE_URL, or restore the database from PostgreSQL's own backups. ${freshHint}`
  return { found, hint }
}

/** Fails with 6 if a database is lost. */
export function requireNotLost(lost: Trouble | null): void {
  if (lost !== null) throw new CliFailure(exit.verificationFailed, `${lost.found} ${lost.hint}`)
}

/** Path of the file with the node's name on PostgreSQL, which exists from the first time it joined. */
export function buildNodeNamePath({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'node-name')
}

/** A fault as a failure with 6 if the database file is damaged, else unchanged. */
export function toDamageFailure(fault: unknown, config: Config, database: DatabaseAddress): unknown {
  if (database.kind !== 'sqlite' || !isDamage(fault)) return fault
  const why = describeFaultClause(findInnermostMessage(fault))
  return new CliFailure(exit.verificationFailed, `${database.path} is damaged (${why}). ${describeRestore(config)}`)
}

/** The way to restore a database, in words: the newest backup with data, and the command that restores it. */
export function describeRestore(config: Config): string {
  const folder = findBackupFolder(config)
  const backups = listBackups(folder, createConfiguredClock(config)())
  const newest = backups.find(({ path }) => hasEntries(path)) ?? backups[0]
  if (newest === undefined) return `There is no backup in ${folder}. Restore another one with \`charabanc restore FILE\`.`
  return `The newest backup is of ${toInstant(newest.madeAt)}. Restore it with \`${formatRestoreCommand(config, newest)}\`.`
}

function formatRestoreCommand({ dataDir, origins }: Config, { path }: Backup): string {
  const where = origins.dataDir.source === 'default' ? '' : ` --data-dir ${quoteForShell(resolve(dataDir))}`
  return `charabanc restore ${quoteForShell(path)}${where}`
}

/** A trace of an earlier database, in words; null without one. */
function findDatabaseTrace(config: Config, path: string): string | null {
  const [key, log, folder] = [buildKeyPath(config), `${path}-wal`, findBackupFolder(config)]
  if (existsSync(key)) return `its key is in ${key}`
  // A first start also writes to the log, but not before the database file.
  if (!hasBytes(path) && hasBytes(log)) return `its log is in ${log}`
  return listBackups(folder, createConfiguredClock(config)()).length > 0 ? `backups are in ${folder}` : null
}
