import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { describeFaultClause, findInnermostMessage } from '../domain/fault-text.ts'
import { Refusal } from '../domain/refusal.ts'
import { SchemaNewer } from '../storage/migrating/schema-newer.ts'
import type { DatabaseAddress } from '../storage/open.ts'
import { isUrlAtFault, TransactionPooling, UnfitServer } from '../storage/postgres/faults.ts'
import { WriterBell } from '../storage/sqlite/writer-bell.ts'
import { CliFailure, createUsageFailure, exit } from './exit.ts'

type DataPlace = Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseDirectUrl'>

/** The configured database. No other code decides this. */
export function findDatabaseAddress({ dataDir, databaseUrl, databaseDirectUrl }: DataPlace): DatabaseAddress {
  if (databaseUrl !== null)
    return { kind: 'postgres', url: databaseUrl, directUrl: databaseDirectUrl ?? databaseUrl, origin: Bun.randomUUIDv7() }
  return { kind: 'sqlite', path: join(dataDir, 'charabanc.sqlite'), writerBell: new WriterBell().shared }
}

/** The file of a SQLite database. Fails with 2 and `otherwise` if the data is elsewhere. */
export function requireSqliteDatabase(config: DataPlace, otherwise: string): string {
  const database = findDatabaseAddress(config)
  if (database.kind === 'postgres') throw createUsageFailure(`The data is in PostgreSQL (CHARABANC_DATABASE_URL). ${otherwise}`)
  return database.path
}

/** The name of a database for people, without user and password. */
export function formatDatabaseName(database: DatabaseAddress): string {
  if (database.kind === 'sqlite') return database.path
  const { hostname, port, pathname, searchParams } = new URL(database.url)
  return `${pathname.slice(1) || 'postgres'} at ${searchParams.get('host') ?? `${hostname}:${port || 5432}`}`
}

/** Whether the connection verifies the server's certificate, by name and authority. */
export function isTlsVerified(url: string): boolean {
  return new URL(url).searchParams.get('sslmode') === 'verify-full'
}

/** A sentence about a weakly protected connection. Null if the connection stays on this machine or verifies the certificate. */
export function describeTlsRisk(url: string): string | null {
  const { hostname, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? hostname
  const isHere = host.startsWith('/') || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host)
  const mode = searchParams.get('sslmode') ?? 'disable'
  if (isHere || mode === 'verify-full') return null
  return `The connection to ${host} is ${mode === 'disable' ? 'not encrypted' : 'encrypted, but the certificate is not checked'} (sslmode=${mode}).`
}

const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full']

/** Faults in the configured place of the data, a sentence each. */
export function listDatabaseFaults({ databaseUrl, databaseDirectUrl, origins }: Config): string[] {
  return [
    ...(origins.databaseUrl.source === 'default' && databaseDirectUrl !== null
      ? ['CHARABANC_DATABASE_DIRECT_URL has no effect without CHARABANC_DATABASE_URL.']
      : []),
    ...listUrlFaults('CHARABANC_DATABASE_URL', databaseUrl),
    ...listUrlFaults('CHARABANC_DATABASE_DIRECT_URL', databaseDirectUrl),
    ...(databaseDirectUrl !== null && isPooled(databaseDirectUrl)
      ? ['CHARABANC_DATABASE_DIRECT_URL must not use a pooler. Remove ?pooling=transaction.']
      : []),
  ]
}

/** Whether a pooler in front of the server shares connections between transactions. */
export function isPooled(url: string): boolean {
  return new URL(url).searchParams.get('pooling') === 'transaction'
}

/** Finding and hint if a schema change would use a pooler that shares connections. */
export const pastPooler = {
  found: 'A schema change needs a connection without the pooler.',
  hint: 'Set CHARABANC_DATABASE_DIRECT_URL to the URL of the server itself.',
}

/** Fails with 5 if the URL for schema changes leads to such a pooler. */
export function requireDirectUrl(directUrl: string): void {
  if (isPooled(directUrl)) throw new CliFailure(exit.settingMissing, `${pastPooler.found} ${pastPooler.hint}`)
}

/** Faults of a URL that are visible without asking the server, a sentence each. `name` is the source of the URL. */
export function listUrlFaults(name: string, url: string | null): string[] {
  if (url === null) return []
  const { hostname, pathname, searchParams } = new URL(url)
  const [mode, certificate, pooling] = ['sslmode', 'sslrootcert', 'pooling'].map((one) => searchParams.get(one))
  return [
    ...(hostname.includes(',') ? [`${name} must name one host. For failover, use an address that moves with the primary.`] : []),
    ...(pathname.length > 1 ? [] : [`${name} must name a database: postgres://host/name.`]),
    ...(mode == null || sslModes.includes(mode) ? [] : [`${name}: sslmode must be one of ${sslModes.join(', ')}.`]),
    ...(pooling == null || ['session', 'transaction'].includes(pooling)
      ? []
      : [`${name}: pooling must be session or transaction.`]),
    ...(certificate == null || isFileReadable(certificate) ? [] : [`${name}: ${certificate} (sslrootcert) cannot be read.`]),
  ]
}

function isFileReadable(path: string): boolean {
  try {
    readFileSync(path)
    return true
  } catch {
    return false
  }
}

/** A fault of PostgreSQL at a start, as a failure: 2 for a wrong URL, 4 for a newer schema, 75 for a missing server. */
export function toPostgresFailure(fault: unknown, database: DatabaseAddress): unknown {
  const why = describeFaultClause(findInnermostMessage(fault))
  if (fault instanceof TransactionPooling) return createUsageFailure(`CHARABANC_DATABASE_URL: ${fault.message}`)
  if (fault instanceof UnfitServer)
    return createUsageFailure(`CHARABANC_DATABASE_URL: ${formatDatabaseName(database)} cannot be used: ${fault.message}`)
  if (isUrlAtFault(fault))
    return createUsageFailure(`CHARABANC_DATABASE_URL: ${formatDatabaseName(database)} refuses the connection: ${why}.`)
  if (fault instanceof SchemaNewer) return new CliFailure(exit.schemaNewer, `${fault.message} Use a newer charabanc.`)
  if (fault instanceof Refusal && fault.code === 'unavailable')
    return new CliFailure(exit.busy, `The database ${formatDatabaseName(database)} cannot be reached: ${why}.`)
  return fault
}
