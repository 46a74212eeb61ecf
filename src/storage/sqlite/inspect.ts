import { Database } from 'bun:sqlite'
import type { Coordinates } from '../../domain/road-distance.ts'
import {
  buildWorkAheadQuery,
  type DepotRow,
  depotsQuery,
  type FailedMessages,
  type FailedRow,
  failedMessagesQuery,
  findFirstLocated,
  mailServerQuery,
  readFailedMessages,
  readMailServerPlace,
  type UnreachableOperator,
  unreachableOperatorsQuery,
} from '../inspect-queries.ts'
import { SchemaNewer } from '../migrating/schema-newer.ts'
import type { MailServerPlace } from '../tables/settings.ts'
import { hasBytes } from './manifest.ts'
import { hasTables, listPendingSqlite } from './migrate.ts'
import { readSchemaName } from './verify.ts'

/** Facts about a database. */
export type Inspection = {
  readonly schema: string | null
  /** The steps this release would apply; null if a later release wrote to it. */
  readonly pending: readonly string[] | null
  /** The latest written instant (ms), or null. */
  readonly youngestAt: number | null
  /** Reason for the failure of the last daily backup; null if it succeeded. */
  readonly backupFailure: string | null
  /** The trips with a payment in doubt, oldest doubt first. */
  readonly tripsInDoubt: readonly string[]
  readonly failedMessages: FailedMessages
  readonly unreachableOperators: readonly UnreachableOperator[]
  /** Number of tasks that are further ahead than their kind allows. */
  readonly workAhead: number
}

const patienceMs = 2_000

/** Inspects a database at `now` (ms) while other processes use it. Throws SQLite's fault if it cannot be read. */
export function inspectSqlite(path: string, now: number): Inspection {
  using database = new Database(path, { readonly: true })
  database.run(`PRAGMA busy_timeout = ${patienceMs}`)
  const backup = one<{ last_error: string | null }>(database, "SELECT last_error FROM scheduler WHERE kind = 'backup'")
  return {
    schema: readSchemaName(database),
    pending: pendingIn(database),
    youngestAt: youngestIn(database),
    backupFailure: backup?.last_error ?? null,
    tripsInDoubt: all<{ ref: string }>(
      database,
      `SELECT ref FROM payments JOIN trips ON trips.id = payments.trip_id WHERE payments.status = 'in_doubt' ORDER BY payments.id`,
    ).map(({ ref }) => ref),
    unreachableOperators: all<UnreachableOperator>(database, unreachableOperatorsQuery),
    failedMessages: readFailedMessages(one<FailedRow>(database, failedMessagesQuery)),
    workAhead: one<{ ahead: number }>(database, buildWorkAheadQuery(now))?.ahead ?? 0,
  }
}

/**
 * Whether a file contains no database: it is missing, or has no byte or no table. An empty file is not opened, because SQLite
 * would delete its log, which may contain all the data.
 */
export function isEmptied(path: string): boolean {
  if (!hasBytes(path)) return true
  try {
    using database = new Database(path, { readonly: true })
    return !hasTables(database)
  } catch {
    return false
  }
}

/** Tables (of one, some rows) that are empty in a new database. */
const entries = ['operators', 'trips', 'users', "server_settings WHERE name = 'mail_server'"]

/**
 * Whether a database, such as a backup, contains entered data: accounts, trips, people, also of the marketplace, or a mail
 * server.
 */
export function hasEntries(path: string): boolean {
  try {
    using database = new Database(path, { readonly: true })
    return entries.some((rows) => one(database, `SELECT 1 AS found FROM ${rows} LIMIT 1`) !== null)
  } catch {
    return false
  }
}

/** The place of the entered mail server; null without one, and in an earlier release's database. */
export function findMailServerIn(path: string): MailServerPlace | null {
  if (!hasBytes(path)) return null
  try {
    using database = new Database(path, { readonly: true })
    database.run(`PRAGMA busy_timeout = ${patienceMs}`)
    return readMailServerPlace(one<{ value: string }>(database, mailServerQuery))
  } catch {
    return null
  }
}

/** The first depot with coordinates; null without one, and in an earlier release's database. */
export function findDepotIn(path: string): Coordinates | null {
  if (!hasBytes(path)) return null
  try {
    using database = new Database(path, { readonly: true })
    database.run(`PRAGMA busy_timeout = ${patienceMs}`)
    return findFirstLocated(all<DepotRow>(database, depotsQuery))
  } catch {
    return null
  }
}

function pendingIn(database: Database): string[] | null {
  try {
    return listPendingSqlite(database)
  } catch (fault) {
    if (fault instanceof SchemaNewer) return null
    throw fault
  }
}

function youngestIn(database: Database): number | null {
  const instants = ['trips', 'credentials', 'webhook_deliveries'].flatMap(
    (table) => one<{ at: number }>(database, `SELECT created_at AS at FROM ${table} ORDER BY rowid DESC LIMIT 1`)?.at ?? [],
  )
  return instants.length === 0 ? null : Math.max(...instants)
}

function one<T>(database: Database, query: string): T | null {
  return all<T>(database, query)[0] ?? null
}

/** The rows of a query; none if an earlier schema lacks the table. */
function all<T>(database: Database, query: string): T[] {
  try {
    return database.query<T, []>(query).all()
  } catch (fault) {
    if (fault instanceof Error && fault.message.startsWith('no such')) return []
    throw fault
  }
}
