import type { ReservedSQL } from 'bun'
import { getTableName } from 'drizzle-orm'
import type { Coordinates } from '../../domain/road-distance.ts'
import {
  buildWorkAheadQuery,
  depotsQuery,
  type FailedMessages,
  failedMessagesQuery,
  findFirstLocated,
  mailServerQuery,
  readFailedMessages,
  readMailServerPlace,
  type UnreachableOperator,
  unreachableOperatorsQuery,
} from '../inspect-queries.ts'
import type { MailServerPlace } from '../tables/settings.ts'
import { runOnServer } from './server.ts'
import { postgresTables } from './tables.ts'

/** Facts about a database on PostgreSQL that do not depend on its rows. */
export type ServerInspection = {
  /** Version in PostgreSQL's numbering: 150018 is 15.18. */
  readonly version: number
  readonly encoding: string
  /** True if the database is read-only: a standby, or by a setting. */
  readonly isReadOnly: boolean
  readonly isEncrypted: boolean
  /** Greatest number of connections that the server allows this user. */
  readonly connectionLimit: number
  /** Number of further connections that this user could open now. */
  readonly connectionsLeft: number
  /** Whether this user may change the schema. */
  readonly mayMigrate: boolean
  /** The tables without read or write access for this user. */
  readonly closedTables: readonly string[]
  readonly bytes: number
}

/** Facts about a database on PostgreSQL and its rows. */
export type PostgresInspection = ServerInspection & {
  /** Milliseconds by which this machine's clock is ahead of the server's, and the uncertainty of that. */
  readonly aheadMs: number
  readonly unsureMs: number
  /** The trips with a payment in doubt, oldest doubt first. */
  readonly tripsInDoubt: readonly string[]
  readonly failedMessages: FailedMessages
  readonly unreachableOperators: readonly UnreachableOperator[]
  /** Number of tasks that are further ahead than their kind allows. */
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

/** Names of the tables of this release. Others in the same schema are ignored. */
const ownTables: ReadonlySet<string> = new Set(Object.values(postgresTables).map((table) => getTableName(table)))

const closedTables = `
  select tablename as name from pg_tables, unnest(array['select', 'insert', 'update', 'delete']) as what
  where schemaname = current_schema() and not has_table_privilege(quote_ident(schemaname) || '.' || quote_ident(tablename), what)
  group by tablename order by tablename`

/** Inspects the server of a database. Throws the server's own fault if it refuses the connection, and refuses `unavailable`. */
export function inspectServer(url: string): Promise<ServerInspection> {
  return runOnServer(url, serverFacts)
}

/** Inspects a database at `now` (ms) while nodes use it. Throws and refuses as `inspectServer` does. */
export function inspectPostgres(url: string, now: number): Promise<PostgresInspection> {
  return runOnServer(url, async (connection) => {
    return {
      ...(await serverFacts(connection)),
      ...(await compareClocks(connection)),
      tripsInDoubt: await tripsInDoubt(connection),
      unreachableOperators: await unreachableOperators(connection),
      failedMessages: await findFailedMessages(connection),
      workAhead: await countWorkAhead(connection, now),
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

/** The place of the entered mail server; null without one, and if it is unreadable. */
export function findMailServerOn(url: string): Promise<MailServerPlace | null> {
  return runOnServer(url, async (connection) => {
    const [found] = await connection.unsafe(mailServerQuery)
    return readMailServerPlace(found ?? null)
  }).catch(() => null)
}

/** The first depot with coordinates; null without one, and if it is unreadable. */
export function findDepotOn(url: string): Promise<Coordinates | null> {
  return runOnServer(url, async (connection) => findFirstLocated(await connection.unsafe(depotsQuery))).catch(() => null)
}

/** Compares the clocks. The server's time counts for the middle of the round trip. */
async function compareClocks(connection: ReservedSQL): Promise<Pick<PostgresInspection, 'aheadMs' | 'unsureMs'>> {
  const askedAt = Date.now()
  const [{ now }] = await connection.unsafe('select extract(epoch from clock_timestamp())::float8 * 1000 as now')
  const unsureMs = (Date.now() - askedAt) / 2
  return { aheadMs: askedAt + unsureMs - now, unsureMs }
}

async function findFailedMessages(connection: ReservedSQL): Promise<FailedMessages> {
  const [{ is_there: isThere }] = await connection.unsafe("select to_regclass('messages') is not null as is_there")
  const [found] = isThere ? await connection.unsafe(failedMessagesQuery) : []
  return readFailedMessages(found ?? null)
}

async function unreachableOperators(connection: ReservedSQL): Promise<UnreachableOperator[]> {
  const [{ may_read: mayRead }] = await connection.unsafe(
    "select has_table_privilege(to_regclass('operators')::oid, 'select') as may_read",
  )
  return mayRead ? connection.unsafe(unreachableOperatorsQuery) : []
}

/** Counts the tasks too far ahead. 0 if the table is missing or unreadable, which is reported separately. */
async function countWorkAhead(connection: ReservedSQL, now: number): Promise<number> {
  const [{ may_read: mayRead }] = await connection.unsafe(
    "select has_table_privilege(to_regclass('scheduler')::oid, 'select') as may_read",
  )
  const [found] = mayRead ? await connection.unsafe(buildWorkAheadQuery(now)) : []
  return Number(found?.ahead ?? 0)
}

/** The trips with a payment in doubt; none without the tables. */
async function tripsInDoubt(connection: ReservedSQL): Promise<string[]> {
  const [{ is_there: isThere }] = await connection.unsafe("select to_regclass('payments') is not null as is_there")
  if (!isThere) return []
  const found: { ref: string }[] = await connection.unsafe(
    "select ref from payments join trips on trips.id = payments.trip_id where payments.status = 'in_doubt' order by payments.id",
  )
  return found.map(({ ref }) => ref)
}
