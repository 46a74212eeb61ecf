import { DrizzleQueryError } from 'drizzle-orm'
import { findInnermostMessage } from '../../domain/fault-text.ts'
import { Overtaken } from '../rows/statements.ts'
import { databaseUnavailable } from '../trouble.ts'

/** Two connections that share a session, or one with several: a pooler is in front of the server. */
export class TransactionPooling extends Error {
  static readonly found = 'A pooler in front of PostgreSQL shares connections between transactions.'
  static readonly hint = 'Add ?pooling=transaction to the URL, or use the URL of the server itself.'
  constructor() {
    super(`${TransactionPooling.found} ${TransactionPooling.hint}`)
  }
}

/** A server or a database that this release does not support. */
export class UnfitServer extends Error {}

/** The oldest supported server version, in PostgreSQL's numbering, and the only encoding that stores every name. */
export const neededOfServer = { version: 150_000, encoding: 'UTF8' }

/** Throws `UnfitServer` with a solution. */
export function refuseUnfitServer({ version, encoding }: { readonly version: number; readonly encoding: string }): void {
  if (version < neededOfServer.version)
    throw new UnfitServer(`PostgreSQL ${Math.floor(version / 10_000)} is too old. This release requires PostgreSQL 15 or later.`)
  if (encoding !== neededOfServer.encoding)
    throw new UnfitServer(
      `Its encoding is ${encoding}. Create a new database: create database … encoding 'UTF8' template template0.`,
    )
}

/** The connection is lost or useless: shut down, or to a server that is now read-only. */
const lostConnections = /^(08|57P0|25006|25P03|ERR_POSTGRES_(?!SERVER_ERROR))/

/**
 * Faults of the database and not of the work: connections, disk and memory, a shutdown, a cancelled call, the operating system, a
 * lock timeout, and repeated conflicts.
 */
const passingFaults = /^(08|40|53|57|58|25006|25P03|55P03|ERR_POSTGRES_(?!SERVER_ERROR))/

/** Greatest number of retries of a transaction: after a conflict, and after an insert of the same row. */
const mostRetries = { rivals: 5, twins: 2 }

/**
 * Translates a fault of the database for callers: `databaseUnavailable` if it can pass, otherwise the fault itself, without its values.
 */
export function translatePostgres(fault: unknown): unknown {
  return passingFaults.test(postgresCodeOf(fault)) ? databaseUnavailable(fault) : stripStatementValues(fault)
}

/**
 * Removes the values of a statement, which Drizzle quotes and which can be a customer's. The server's message and the statement
 * remain.
 */
function stripStatementValues(fault: unknown): unknown {
  if (!(fault instanceof DrizzleQueryError)) return fault
  return new Error(`${findInnermostMessage(fault)} (${fault.query})`, { cause: fault.cause })
}

/** Adds the place of `asked` to the stack of a fault, because the client creates faults outside of any call. */
export function addFaultPlace(fault: unknown, asked: Error): void {
  const isFrame = (line: string) => line.startsWith('    at ')
  if (!(fault instanceof Error) || fault.stack?.split('\n').some(isFrame)) return
  const frames = asked.stack?.split('\n').filter(isFrame) ?? []
  fault.stack = [`${fault.name}: ${fault.message}`, ...frames].join('\n')
}

/** Whether the connection of this fault can no longer be used. */
export function isConnectionLost(fault: unknown): boolean {
  return lostConnections.test(postgresCodeOf(fault))
}

/** Whether a single write failed because the server is a standby, which reports an unlogged table with a code of its own. */
export function isStandbyFault(fault: unknown): boolean {
  return /^(25006|0A000)$/.test(postgresCodeOf(fault))
}

/** Whether a lock timed out, or two transactions waited for each other. */
export function isLockRefused(fault: unknown): boolean {
  return /^(55P03|40P01)$/.test(postgresCodeOf(fault))
}

/** Whether a transaction that failed with this fault at the `attempt`th time should be retried. */
export function isRetryAllowed(fault: unknown, attempt: number): boolean {
  if (fault instanceof Overtaken || postgresCodeOf(fault).startsWith('40')) return attempt <= mostRetries.rivals
  return postgresCodeOf(fault) === '23505' && attempt <= mostRetries.twins
}

/** Whether the server is running and refuses the URL: the user, the rights, the database or the encryption. */
export function isUrlAtFault(fault: unknown): boolean {
  return /^(28|3D000|3F000|42501|ERR_POSTGRES_(TLS|UN\w+_AUTHENTICATION)|ERR_TLS|CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(
    postgresCodeOf(fault),
  )
}

/** Regular expression for the client's own faults, and for faults of certificates. */
const clientFaults = /^(ERR_POSTGRES|ERR_TLS|CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)_/

/** The SQLSTATE, or the client's name for its own fault. Drizzle wraps both. */
function postgresCodeOf(fault: unknown): string {
  if (!(fault instanceof Error)) return ''
  const { errno, code } = fault as { errno?: unknown; code?: unknown }
  if (typeof errno === 'string') return errno
  if (typeof code === 'string' && clientFaults.test(code)) return code
  return fault.cause === undefined ? '' : postgresCodeOf(fault.cause)
}
