import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { backupFolderOf, type Config } from '../config.ts'
import type { Backup } from '../domain/backup.ts'
import { clauseOf, innermostOf } from '../domain/fault-text.ts'
import { toInstant } from '../domain/instant.ts'
import type { DatabaseAddress } from '../storage/open.ts'
import { isDamage } from '../storage/sqlite/faults.ts'
import { holdsEntries, isEmptied } from '../storage/sqlite/inspect.ts'
import { holdsBytes, listBackups } from '../storage/sqlite/manifest.ts'
import { clockOf } from './clock.ts'
import { nameOf } from './database.ts'
import { CliFailure, exit } from './exit.ts'
import { keyPathOf } from './master-key.ts'
import { shellQuoted } from './output.ts'

/** Trouble with a database, and what to do about it. */
type Trouble = { readonly found: string; readonly hint: string }

const anew = '`charabanc serve --fresh` begins a new one.'

/**
 * The trouble where there is no database, or one without a table, although a key, a log or backups say that there was
 * one. Null where there is one, and before the first start. A first start makes the database before the key, so that
 * one which was cut short leaves nothing that would say so.
 */
export function lostDatabase(config: Config, path: string): Trouble | null {
  const trace = traceOf(config, path)
  if (trace === null || !isEmptied(path)) return null
  const state = existsSync(path) ? 'is empty' : 'is gone'
  const found = `${path} ${state}, but there was a database: ${trace}. Nothing was made in its place.`
  return { found, hint: `${wayBack(config)} ${anew}` }
}

/**
 * The trouble of a database on PostgreSQL without tables, where this folder was a node of one that had some. Null where
 * it never was.
 */
export function lostTables(config: Config, database: DatabaseAddress): Trouble | null {
  const trace = nodeNamePathOf(config)
  if (!existsSync(trace)) return null
  const was = `this folder was a node of a database that had: ${trace} is there`
  const found = `${nameOf(database)} has no tables, but ${was}. Nothing was made in their place.`
  const hint = `Look whether CHARABANC_DATABASE_URL names the right one, or restore it from PostgreSQL's own backups. ${anew}`
  return { found, hint }
}

/** Fails with 6 where a database is lost. */
export function mustNotBeLost(lost: Trouble | null): void {
  if (lost !== null) throw new CliFailure(exit.verificationFailed, `${lost.found} ${lost.hint}`)
}

/** Path of the file in which a node on PostgreSQL keeps its name, from the first time that it joined the others. */
export function nodeNamePathOf({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'node-name')
}

/** A fault as a failure with 6 where the file of the database is damaged, and else as it is. */
export function explainDamage(fault: unknown, config: Config, database: DatabaseAddress): unknown {
  if (database.kind !== 'sqlite' || !isDamage(fault)) return fault
  const why = clauseOf(innermostOf(fault))
  return new CliFailure(exit.verificationFailed, `${database.path} is damaged (${why}). ${wayBack(config)}`)
}

/**
 * The way back to a database, in words: the newest backup that anybody entered anything in, with the line that puts it
 * in place.
 */
export function wayBack(config: Config): string {
  const folder = backupFolderOf(config)
  const backups = listBackups(folder, clockOf(config)())
  const newest = backups.find(({ path }) => holdsEntries(path)) ?? backups[0]
  if (newest === undefined) return `There is no backup in ${folder}; put another in its place with \`charabanc restore FILE\`.`
  return `The newest backup is of ${toInstant(newest.madeAt)}: \`${restoreLine(config, newest)}\` puts it in its place.`
}

function restoreLine({ dataDir, origins }: Config, { path }: Backup): string {
  const where = origins.dataDir.source === 'default' ? '' : ` --data-dir ${shellQuoted(resolve(dataDir))}`
  return `charabanc restore ${shellQuoted(path)}${where}`
}

/** A trace that says there was a database, in words; null without one. */
function traceOf(config: Config, path: string): string | null {
  const [key, log, folder] = [keyPathOf(config), `${path}-wal`, backupFolderOf(config)]
  if (existsSync(key)) return `its key lies in ${key}`
  // A first start writes into the log too, but not before the file.
  if (!holdsBytes(path) && holdsBytes(log)) return `its log lies in ${log}`
  return listBackups(folder, clockOf(config)()).length > 0 ? `backups lie in ${folder}` : null
}
