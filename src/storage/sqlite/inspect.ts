import { Database } from 'bun:sqlite'
import type { Coordinates } from '../../domain/road-distance.ts'
import {
  type DepotRow,
  depotsQuery,
  type FailedMessages,
  type FailedRow,
  failedIn,
  failedMessagesQuery,
  firstLocated,
  mailServerQuery,
  placeIn,
  type UnreachableOperator,
  unreachableOperatorsQuery,
  workAheadQuery,
} from '../inspect-queries.ts'
import { SchemaNewer } from '../migrating/schema-newer.ts'
import type { MailServerPlace } from '../tables/settings.ts'
import { holdsBytes } from './manifest.ts'
import { holdsTables, pendingSteps } from './migrate.ts'
import { schemaOf } from './verify.ts'

/** Facts that can be told of a database without changing it. */
export type Inspection = {
  readonly schema: string | null
  /** The steps this release would apply; null where a later release wrote to it. */
  readonly pending: readonly string[] | null
  /** The youngest instant among what was written (ms), or null. */
  readonly youngestAt: number | null
  /** Reason why the last daily backup failed, while that is so. */
  readonly backupFailure: string | null
  /** The trips of which a payment is in doubt, oldest doubt first. */
  readonly tripsInDoubt: readonly string[]
  readonly failedMessages: FailedMessages
  readonly unreachableOperators: readonly UnreachableOperator[]
  /** Number of pieces of work that lie further ahead than their kind ever may. */
  readonly workAhead: number
}

const patienceMs = 2_000

/** Looks at a database at `now` (ms) while other processes use it. Throws what SQLite says where it cannot be read. */
export function inspectSqlite(path: string, now: number): Inspection {
  using database = new Database(path, { readonly: true })
  database.run(`PRAGMA busy_timeout = ${patienceMs}`)
  const backup = one<{ last_error: string | null }>(database, "SELECT last_error FROM scheduler WHERE kind = 'backup'")
  return {
    schema: schemaOf(database),
    pending: pendingIn(database),
    youngestAt: youngestIn(database),
    backupFailure: backup?.last_error ?? null,
    tripsInDoubt: all<{ ref: string }>(
      database,
      `SELECT ref FROM payments JOIN trips ON trips.id = payments.trip_id WHERE payments.status = 'in_doubt' ORDER BY payments.id`,
    ).map(({ ref }) => ref),
    unreachableOperators: all<UnreachableOperator>(database, unreachableOperatorsQuery),
    failedMessages: failedIn(one<FailedRow>(database, failedMessagesQuery)),
    workAhead: one<{ ahead: number }>(database, workAheadQuery(now))?.ahead ?? 0,
  }
}

/**
 * Whether there is no database in a file: it is gone, or holds no byte or no table. One without a byte is not opened, because SQLite would
 * throw its log away, which may be all there is.
 */
export function isEmptied(path: string): boolean {
  if (!holdsBytes(path)) return true
  try {
    using database = new Database(path, { readonly: true })
    return !holdsTables(database)
  } catch {
    return false
  }
}

/** Tables (of one, some rows) in which a database that was only just made has nothing. */
const entries = ['operators', 'trips', 'users', "server_settings WHERE name = 'mail_server'"]

/** Whether anybody entered anything in a database, such as a backup: accounts, trips, people, also of the marketplace, or a mail server. */
export function holdsEntries(path: string): boolean {
  try {
    using database = new Database(path, { readonly: true })
    return entries.some((rows) => one(database, `SELECT 1 AS found FROM ${rows} LIMIT 1`) !== null)
  } catch {
    return false
  }
}

/** The place of the mail server entered in a browser; null where none was, and in an earlier release's database. */
export function mailServerIn(path: string): MailServerPlace | null {
  if (!holdsBytes(path)) return null
  try {
    using database = new Database(path, { readonly: true })
    database.run(`PRAGMA busy_timeout = ${patienceMs}`)
    return placeIn(one<{ value: string }>(database, mailServerQuery))
  } catch {
    return null
  }
}

/** The first depot with coordinates; null where no operator has entered one, and in an earlier release's database. */
export function depotIn(path: string): Coordinates | null {
  if (!holdsBytes(path)) return null
  try {
    using database = new Database(path, { readonly: true })
    database.run(`PRAGMA busy_timeout = ${patienceMs}`)
    return firstLocated(all<DepotRow>(database, depotsQuery))
  } catch {
    return null
  }
}

function pendingIn(database: Database): string[] | null {
  try {
    return pendingSteps(database)
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

/** An earlier schema may not have the table yet. */
function all<T>(database: Database, query: string): T[] {
  try {
    return database.query<T, []>(query).all()
  } catch (fault) {
    if (fault instanceof Error && fault.message.startsWith('no such')) return []
    throw fault
  }
}
