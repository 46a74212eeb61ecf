import { DrizzleQueryError } from 'drizzle-orm'
import { innermostOf } from '../../domain/fault-text.ts'
import { Overtaken } from '../rows/statements.ts'
import { unavailable } from '../trouble.ts'

/** Two connections come to one of the server, or one to several: a pooler stands between. */
export class TransactionPooling extends Error {
  static readonly found = 'A pooler stands before PostgreSQL and hands its connections around between transactions.'
  static readonly hint = 'Say so with ?pooling=transaction in the URL, or give the URL of the server itself.'
  constructor() {
    super(`${TransactionPooling.found} ${TransactionPooling.hint}`)
  }
}

/** A server or a database that this release does not work on. */
export class UnfitServer extends Error {}

/** The oldest server this release works on, as servers number themselves, and the only encoding that holds every name. */
export const neededOfServer = { version: 150_000, encoding: 'UTF8' }

/** Throws `UnfitServer`, with what to do. */
export function refuseUnfitServer({ version, encoding }: { readonly version: number; readonly encoding: string }): void {
  if (version < neededOfServer.version)
    throw new UnfitServer(`PostgreSQL ${Math.floor(version / 10_000)} is too old: this release works on 15 and later.`)
  if (encoding !== neededOfServer.encoding)
    throw new UnfitServer(`Its encoding is ${encoding}. Make it anew: create database … encoding 'UTF8' template template0.`)
}

/** The connection is gone or of no use: shut down, lost, or to a server that takes no writes any more. */
const lostConnections = /^(08|57P0|25006|25P03|ERR_POSTGRES_(?!SERVER_ERROR))/

/**
 * Faults of the database, not of the work: connections, disk and memory, a shutdown, a call cut off, the system below, a lock not
 * given in time, and rivals who were always first.
 */
const passingFaults = /^(08|40|53|57|58|25006|25P03|55P03|ERR_POSTGRES_(?!SERVER_ERROR))/

/**
 * Greatest number of times that a transaction is done again: for two rivals in each other's way, and for a row that
 * another inserted meanwhile.
 */
const mostRetries = { rivals: 5, twins: 2 }

/**
 * Translates a fault of the database for callers: `unavailable` when it may pass, else the fault itself, without the
 * values in it.
 */
export function translatePostgres(fault: unknown): unknown {
  return passingFaults.test(postgresCodeOf(fault)) ? unavailable(fault) : withoutValues(fault)
}

/** Drizzle quotes what a statement was to write, which may be a customer's: what the server said and the statement are enough. */
function withoutValues(fault: unknown): unknown {
  if (!(fault instanceof DrizzleQueryError)) return fault
  return new Error(`${innermostOf(fault)} (${fault.query})`, { cause: fault.cause })
}

/** Says in the stack of a fault where `asked` was made: the client makes its own when an answer comes, outside of any call. */
export function placeAt(fault: unknown, asked: Error): void {
  const isFrame = (line: string) => line.startsWith('    at ')
  if (!(fault instanceof Error) || fault.stack?.split('\n').some(isFrame)) return
  const frames = asked.stack?.split('\n').filter(isFrame) ?? []
  fault.stack = [`${fault.name}: ${fault.message}`, ...frames].join('\n')
}

/** Whether nothing more can be asked over the connection that told of this. */
export function isConnectionLost(fault: unknown): boolean {
  return lostConnections.test(postgresCodeOf(fault))
}

/** Whether a lock was not given in the time set for it, or two waited for each other. */
export function isLockRefused(fault: unknown): boolean {
  return /^(55P03|40P01)$/.test(postgresCodeOf(fault))
}

/** Whether a transaction that failed so, for the `attempt`th time, would fare better if it were done again. */
export function mayRetry(fault: unknown, attempt: number): boolean {
  if (fault instanceof Overtaken || postgresCodeOf(fault).startsWith('40')) return attempt <= mostRetries.rivals
  return postgresCodeOf(fault) === '23505' && attempt <= mostRetries.twins
}

/** Whether the server is there and refuses what the URL says: the user and what they may, the database, how to be encrypted. */
export function isUrlAtFault(fault: unknown): boolean {
  return /^(28|3D000|3F000|42501|ERR_POSTGRES_(TLS|UN\w+_AUTHENTICATION)|ERR_TLS|CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(
    postgresCodeOf(fault),
  )
}

/** Regular expression of the client's names for its own faults, and for those of certificates. */
const clientFaults = /^(ERR_POSTGRES|ERR_TLS|CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)_/

/** The SQLSTATE, or what the client calls a fault of its own; Drizzle wraps either. */
function postgresCodeOf(fault: unknown): string {
  if (!(fault instanceof Error)) return ''
  const { errno, code } = fault as { errno?: unknown; code?: unknown }
  if (typeof errno === 'string') return errno
  if (typeof code === 'string' && clientFaults.test(code)) return code
  return fault.cause === undefined ? '' : postgresCodeOf(fault.cause)
}
