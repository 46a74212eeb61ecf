import type { Config } from '../config.ts'
import { MoveFault, type MoveObstacle, type TableDigest } from '../storage/migrating/moving.ts'
import { SchemaNewer } from '../storage/migrating/schema-newer.ts'
import type { DatabaseAddress } from '../storage/open.ts'
import { databaseOf, doubtAboutTls, explainPostgres, faultsIn, nameOf } from './database.ts'
import { CliFailure, type ExitCode, exit, usage } from './exit.ts'
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

/** Does the work of a move; what stands in its way becomes a failure with its exit code. */
export async function moving<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (fault) {
    if (fault instanceof MoveFault) throw new CliFailure(exitCodes[fault.obstacle], fault.message)
    if (fault instanceof SchemaNewer) throw new CliFailure(exit.schemaNewer, `${fault.message} Use a newer charabanc.`)
    throw fault
  }
}

/** Asks this database of PostgreSQL; where it cannot be asked, a sentence says why. */
export async function onPostgres<T>(
  url: string,
  work: (postgres: typeof import('../storage/postgres/moving.ts')) => Promise<T>,
): Promise<T> {
  try {
    return await work(await import('../storage/postgres/moving.ts'))
  } catch (fault) {
    throw fault instanceof SchemaNewer ? fault : explainPostgres(fault, addressOf(url))
  }
}

/** The report of every command on what it moved, as an answer and as a sentence. */
export function reportOf(from: string, to: string, tables: readonly TableDigest[]) {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const said = `${rows.toLocaleString('en')} rows of ${tables.length} tables went from ${from} to ${to}; each was read back and compared.`
  return { answer: { from, to, rows, tables }, said }
}

/**
 * The database on PostgreSQL that a flag names, or else the configuration, past its pooler. Remarks where the way there is not
 * protected; fails with 2 where neither is of use.
 */
export async function urlIn(
  flag: string,
  given: string | null,
  { databaseUrl, databaseDirectUrl }: Pick<Config, 'databaseUrl' | 'databaseDirectUrl'>,
  out: Output,
): Promise<string> {
  const url = given ?? databaseDirectUrl ?? databaseUrl
  if (url === null) throw usage(`${flag} URL is missing, and CHARABANC_DATABASE_URL is not set.`)
  const name = given !== null ? flag : databaseDirectUrl !== null ? 'CHARABANC_DATABASE_DIRECT_URL' : 'CHARABANC_DATABASE_URL'
  const faults = faultsIn(name, url)
  if (faults.length > 0) throw usage(faults.join(' '))
  const doubt = doubtAboutTls(url)
  if (doubt !== null) await out.remark(`${doubt} Say sslmode=verify-full in ${name}.`)
  return url
}

/** A database of PostgreSQL as a person would name it. */
export function nameOfUrl(url: string): string {
  return nameOf(addressOf(url))
}

function addressOf(url: string): DatabaseAddress {
  return databaseOf({ dataDir: '', databaseUrl: url, databaseDirectUrl: null })
}
