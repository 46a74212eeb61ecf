import type { ReservedSQL } from 'bun'
import { getTableName } from 'drizzle-orm'
import type { Coordinates } from '../../domain/road-distance.ts'
import {
  depotsQuery,
  type FailedMessages,
  failedIn,
  failedMessagesQuery,
  firstLocated,
  mailServerQuery,
  placeIn,
  type UnreachableOperator,
  unreachableOperatorsQuery,
  workAheadQuery,
} from '../inspect-queries.ts'
import type { MailServerPlace } from '../tables/settings.ts'
import { onServer } from './server.ts'
import { postgresTables } from './tables.ts'

/** Facts about a database on PostgreSQL that do not depend on its rows. */
export type ServerInspection = {
  /** Version as the server numbers it: 150018 is 15.18. */
  readonly version: number
  readonly encoding: string
  /** True where nothing can be written: a standby, or by a setting. */
  readonly isReadOnly: boolean
  readonly isEncrypted: boolean
  /** Greatest number of connections that the server lets this user have at once. */
  readonly connectionLimit: number
  /** Number of further connections that this user could open now. */
  readonly connectionsLeft: number
  /** Whether this user may change the schema. */
  readonly mayMigrate: boolean
  /** The tables that this user may not read and write. */
  readonly closedTables: readonly string[]
  readonly bytes: number
}

/** Facts about a database on PostgreSQL and its rows, read without changing it. */
export type PostgresInspection = ServerInspection & {
  /** Milliseconds by which this machine's clock is ahead of the server's, and by how many that may be off. */
  readonly aheadMs: number
  readonly unsureMs: number
  /** The trips of which a payment is in doubt, oldest doubt first. */
  readonly tripsInDoubt: readonly string[]
  readonly failedMessages: FailedMessages
  readonly unreachableOperators: readonly UnreachableOperator[]
  /** Number of pieces of work that lie further ahead than their kind ever may. */
  readonly workAhead: number
}

const facts = `
  select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding,
    current_setting('transaction_read_only') as read_only,
    coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as encrypted,
    has_schema_privilege(current_schema(), 'create') as may_migrate,
    pg_database_size(current_database()) as bytes,
    least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
      (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user and not rolsuper),
      (select nullif(datconnlimit, -1) from pg_database, pg_roles
        where datname = current_database() and rolname = current_user and not rolsuper)
    ) as connection_limit,
    least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - (select count(*) from pg_stat_activity where backend_type = 'client backend'),
      (select nullif(rolconnlimit, -1) - (select count(*) from pg_stat_activity where usename = current_user)
        from pg_roles where rolname = current_user),
      (select nullif(datconnlimit, -1) - (select count(*) from pg_stat_activity where datname = current_database())
        from pg_database where datname = current_database())
    ) as connections_left`

/** Names of the tables of this release. Others in the same schema do not matter. */
const ownTables: ReadonlySet<string> = new Set(Object.values(postgresTables).map((table) => getTableName(table)))

const closedTables = `
  select tablename as name from pg_tables, unnest(array['select', 'insert', 'update', 'delete']) as what
  where schemaname = current_schema() and not has_table_privilege(quote_ident(schemaname) || '.' || quote_ident(tablename), what)
  group by tablename order by tablename`

/** Inspects the server of a database. Throws the server's own fault if it refuses the connection, and refuses `unavailable`. */
export function inspectServer(url: string): Promise<ServerInspection> {
  return onServer(url, serverFacts)
}

/** Inspects a database at `now` (ms) while nodes use it. Throws and refuses as `inspectServer` does. */
export function inspectPostgres(url: string, now: number): Promise<PostgresInspection> {
  return onServer(url, async (connection) => {
    return {
      ...(await serverFacts(connection)),
      ...(await compareClocks(connection)),
      tripsInDoubt: await tripsInDoubt(connection),
      unreachableOperators: await unreachableOperators(connection),
      failedMessages: await failedMessages(connection),
      workAhead: await workAhead(connection, now),
    }
  })
}

async function serverFacts(connection: ReservedSQL): Promise<ServerInspection> {
  const [found] = await connection.unsafe(facts)
  const closed: { name: string }[] = await connection.unsafe(closedTables)
  return {
    version: Number(found.version),
    encoding: found.encoding,
    isReadOnly: found.read_only === 'on',
    isEncrypted: found.encrypted,
    connectionLimit: Number(found.connection_limit),
    connectionsLeft: Number(found.connections_left),
    mayMigrate: found.may_migrate,
    closedTables: closed.map(({ name }) => name).filter((name) => ownTables.has(name)),
    bytes: Number(found.bytes),
  }
}

/** The place of the mail server that was entered in a browser; null where none was, and where that cannot be told. */
export function mailServerOn(url: string): Promise<MailServerPlace | null> {
  return onServer(url, async (connection) => {
    const [found] = await connection.unsafe(mailServerQuery)
    return placeIn(found ?? null)
  }).catch(() => null)
}

/** The first depot with coordinates; null where no operator has entered one, and where that cannot be told. */
export function depotOn(url: string): Promise<Coordinates | null> {
  return onServer(url, async (connection) => firstLocated(await connection.unsafe(depotsQuery))).catch(() => null)
}

/** The server's time is taken to be that of the middle of the question. */
async function compareClocks(connection: ReservedSQL): Promise<Pick<PostgresInspection, 'aheadMs' | 'unsureMs'>> {
  const askedAt = Date.now()
  const [{ now }] = await connection.unsafe('select extract(epoch from clock_timestamp())::float8 * 1000 as now')
  const unsureMs = (Date.now() - askedAt) / 2
  return { aheadMs: askedAt + unsureMs - now, unsureMs }
}

async function failedMessages(connection: ReservedSQL): Promise<FailedMessages> {
  const [{ is_there: isThere }] = await connection.unsafe("select to_regclass('messages') is not null as is_there")
  const [found] = isThere ? await connection.unsafe(failedMessagesQuery) : []
  return failedIn(found ?? null)
}

async function unreachableOperators(connection: ReservedSQL): Promise<UnreachableOperator[]> {
  const [{ may_read: mayRead }] = await connection.unsafe(
    "select has_table_privilege(to_regclass('operators')::oid, 'select') as may_read",
  )
  return mayRead ? connection.unsafe(unreachableOperatorsQuery) : []
}

/** None where the table is not there yet, or is not to be read, which is told by itself. */
async function workAhead(connection: ReservedSQL, now: number): Promise<number> {
  const [{ may_read: mayRead }] = await connection.unsafe(
    "select has_table_privilege(to_regclass('scheduler')::oid, 'select') as may_read",
  )
  const [found] = mayRead ? await connection.unsafe(workAheadQuery(now)) : []
  return Number(found?.ahead ?? 0)
}

/** None where the tables are not there yet. */
async function tripsInDoubt(connection: ReservedSQL): Promise<string[]> {
  const [{ is_there: isThere }] = await connection.unsafe("select to_regclass('payments') is not null as is_there")
  if (!isThere) return []
  const found: { ref: string }[] = await connection.unsafe(
    "select ref from payments join trips on trips.id = payments.trip_id where payments.status = 'in_doubt' order by payments.id",
  )
  return found.map(({ ref }) => ref)
}
