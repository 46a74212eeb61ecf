import type { Config } from '../config.ts'
import { MoveFault, type MoveObstacle, type TableDigest } from '../storage/migrating/moving.ts'
import { SchemaNewer } from '../storage/migrating/schema-newer.ts'
import type { DatabaseAddress } from '../storage/open.ts'
import { describeTlsRisk, findDatabaseAddress, formatDatabaseName, listUrlFaults, toPostgresFailure } from './database.ts'
import { CliFailure, createUsageFailure, type ExitCode, exit } from './exit.ts'
import type { Output } from './output.ts'

const exitCodes: Readonly<Record<MoveObstacle, ExitCode>> = {
  absent: exit.usage,
  differs: exit.verificationFailed,
  filled: exit.failure,
  in_use: exit.occupied,
  lost: exit.busy,
  older: exit.failure,
  pooled: exit.usage,
  unread: exit.busy,
  unwritten: exit.failure,
}

/** Runs a copy between databases and converts a fault into a failure with its exit code. */
export async function runMove<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (fault) {
    if (fault instanceof MoveFault) throw new CliFailure(exitCodes[fault.obstacle], fault.message)
    if (fault instanceof SchemaNewer) throw new CliFailure(exit.schemaNewer, `${fault.message} Use a newer charabanc.`)
    throw fault
  }
}

/** Queries this PostgreSQL database. Fails with a sentence if that is not possible. */
export async function runOnPostgres<T>(
  url: string,
  work: (postgres: typeof import('../storage/postgres/moving.ts')) => Promise<T>,
): Promise<T> {
  try {
    return await work(await import('../storage/postgres/moving.ts'))
  } catch (fault) {
    throw fault instanceof SchemaNewer ? fault : toPostgresFailure(fault, readMoveAddress(url))
  }
}

/** The report of a copy between databases, as an answer and as a sentence. */
export function formatMoveReport(from: string, to: string, tables: readonly TableDigest[]) {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const said = `Copied and compared ${rows.toLocaleString('en')} rows of ${tables.length} tables from ${from} to ${to}.`
  return { answer: { from, to, rows, tables }, said }
}

/**
 * The PostgreSQL database of a flag or of the configuration, without its pooler. Warns about an unprotected connection. Fails
 * with 2 if there is none.
 */
export async function readPostgresUrl(
  flag: string,
  given: string | null,
  { databaseUrl, databaseDirectUrl }: Pick<Config, 'databaseUrl' | 'databaseDirectUrl'>,
  out: Output,
): Promise<string> {
  const url = given ?? databaseDirectUrl ?? databaseUrl
  if (url === null) throw createUsageFailure(`${flag} URL is missing, and CHARABANC_DATABASE_URL is not set.`)
  const name = given !== null ? flag : databaseDirectUrl !== null ? 'CHARABANC_DATABASE_DIRECT_URL' : 'CHARABANC_DATABASE_URL'
  const faults = listUrlFaults(name, url)
  if (faults.length > 0) throw createUsageFailure(faults.join(' '))
  const doubt = describeTlsRisk(url)
  if (doubt !== null) await out.remark(`${doubt} Set sslmode=verify-full in ${name}.`)
  return url
}

/** The name of a PostgreSQL database for people. */
export function formatUrlName(url: string): string {
  return formatDatabaseName(readMoveAddress(url))
}

function readMoveAddress(url: string): DatabaseAddress {
  return findDatabaseAddress({ dataDir: '', databaseUrl: url, databaseDirectUrl: null })
}
