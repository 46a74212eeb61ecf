import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { clauseOf, innermostOf } from '../domain/fault-text.ts'
import { Refusal } from '../domain/refusal.ts'
import { SchemaNewer } from '../storage/migrating/schema-newer.ts'
import type { DatabaseAddress } from '../storage/open.ts'
import { isUrlAtFault, TransactionPooling, UnfitServer } from '../storage/postgres/faults.ts'
import { WriterBell } from '../storage/sqlite/writer-bell.ts'
import { CliFailure, exit, usage } from './exit.ts'

type DataPlace = Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseDirectUrl'>

/** The database that the configuration names: the only place where that is decided. */
export function databaseOf({ dataDir, databaseUrl, databaseDirectUrl }: DataPlace): DatabaseAddress {
  if (databaseUrl !== null)
    return { kind: 'postgres', url: databaseUrl, directUrl: databaseDirectUrl ?? databaseUrl, origin: Bun.randomUUIDv7() }
  return { kind: 'sqlite', path: join(dataDir, 'charabanc.sqlite'), writerBell: new WriterBell().shared }
}

/** The file of a database on SQLite, for what only a file can do. Fails with 2 and `otherwise` where the data is elsewhere. */
export function mustBeFile(config: DataPlace, otherwise: string): string {
  const database = databaseOf(config)
  if (database.kind === 'postgres') throw usage(`The data is in PostgreSQL (CHARABANC_DATABASE_URL). ${otherwise}`)
  return database.path
}

/** The name of a database as a person would write it, without user and password. */
export function nameOf(database: DatabaseAddress): string {
  if (database.kind === 'sqlite') return database.path
  const { hostname, port, pathname, searchParams } = new URL(database.url)
  return `${pathname.slice(1) || 'postgres'} at ${searchParams.get('host') ?? `${hostname}:${port || 5432}`}`
}

/** Whether the certificate of the server must be its own, by name and authority. */
export function isChecked(url: string): boolean {
  return new URL(url).searchParams.get('sslmode') === 'verify-full'
}

/**
 * A sentence on how weakly the way to the server is protected. Null where nothing leaves this machine, or the server's
 * certificate is checked.
 */
export function doubtAboutTls(url: string): string | null {
  const { hostname, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? hostname
  const isHere = host.startsWith('/') || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host)
  const mode = searchParams.get('sslmode') ?? 'disable'
  if (isHere || mode === 'verify-full') return null
  return `What goes to ${host} is ${mode === 'disable' ? 'not encrypted' : 'encrypted for whoever answers there'} (sslmode=${mode}).`
}

const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full']

/** Faults in where the data is to be kept, a sentence each. */
export function databaseFaults({ databaseUrl, databaseDirectUrl, origins }: Config): string[] {
  return [
    ...(origins.databaseUrl.source === 'default' && databaseDirectUrl !== null
      ? ['CHARABANC_DATABASE_DIRECT_URL is of use only beside CHARABANC_DATABASE_URL.']
      : []),
    ...faultsIn('CHARABANC_DATABASE_URL', databaseUrl),
    ...faultsIn('CHARABANC_DATABASE_DIRECT_URL', databaseDirectUrl),
    ...(databaseDirectUrl !== null && isPooled(databaseDirectUrl)
      ? ['CHARABANC_DATABASE_DIRECT_URL must go past the pooler, without ?pooling=transaction.']
      : []),
  ]
}

/** Whether a pooler before the server hands connections around. */
export function isPooled(url: string): boolean {
  return new URL(url).searchParams.get('pooling') === 'transaction'
}

/** Finding and hint where the schema would be changed through a pooler that hands connections around. */
export const pastPooler = {
  found: 'Changing the schema goes past the pooler.',
  hint: 'Set CHARABANC_DATABASE_DIRECT_URL to the URL of the server itself.',
}

/** Fails with 5 where the URL by which the schema is changed leads to such a pooler. */
export function mustLeadPastPooler(directUrl: string): void {
  if (isPooled(directUrl)) throw new CliFailure(exit.settingMissing, `${pastPooler.found} ${pastPooler.hint}`)
}

/** Faults of a URL that show without asking the server, a sentence each; `name` is where it was given. */
export function faultsIn(name: string, url: string | null): string[] {
  if (url === null) return []
  const { hostname, pathname, searchParams } = new URL(url)
  const [mode, certificate, pooling] = ['sslmode', 'sslrootcert', 'pooling'].map((one) => searchParams.get(one))
  return [
    ...(hostname.includes(',')
      ? [`${name} must name one host: where servers take over, an address that moves with the primary.`]
      : []),
    ...(pathname.length > 1 ? [] : [`${name} must name a database: postgres://host/name.`]),
    ...(mode == null || sslModes.includes(mode) ? [] : [`${name}: sslmode must be one of ${sslModes.join(', ')}.`]),
    ...(pooling == null || ['session', 'transaction'].includes(pooling)
      ? []
      : [`${name}: pooling must be session or transaction.`]),
    ...(certificate == null || canBeRead(certificate) ? [] : [`${name}: ${certificate} (sslrootcert) cannot be read.`]),
  ]
}

function canBeRead(path: string): boolean {
  try {
    readFileSync(path)
    return true
  } catch {
    return false
  }
}

/** A fault of PostgreSQL at a start, as a sentence: 2 where the URL is at fault, 4 where the schema is newer, 75 where no server is there. */
export function explainPostgres(fault: unknown, database: DatabaseAddress): unknown {
  const why = clauseOf(innermostOf(fault))
  if (fault instanceof TransactionPooling) return usage(`CHARABANC_DATABASE_URL: ${fault.message}`)
  if (fault instanceof UnfitServer) return usage(`CHARABANC_DATABASE_URL: ${nameOf(database)} cannot be used: ${fault.message}`)
  if (isUrlAtFault(fault)) return usage(`CHARABANC_DATABASE_URL: ${nameOf(database)} refuses this: ${why}.`)
  if (fault instanceof SchemaNewer) return new CliFailure(exit.schemaNewer, `${fault.message} Use a newer charabanc.`)
  if (fault instanceof Refusal && fault.code === 'unavailable')
    return new CliFailure(exit.busy, `The database ${nameOf(database)} cannot be reached: ${why}.`)
  return fault
}
