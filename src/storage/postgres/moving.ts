import type { ReservedSQL } from 'bun'
import { messageOf } from '../../domain/fault-text.ts'
import { type MovedTable, MoveFault, movedTables, type RowSource, type RowTarget, rowsAtOnce } from '../migrating/moving.ts'
import { SchemaNewer } from '../migrating/schema-newer.ts'
import { keyFingerprint } from '../secret-box.ts'
import { isConnectionLost } from './faults.ts'
import { migratePostgres, postgresMigrations } from './migrate.ts'
import { addressIn, onServer } from './server.ts'

/** Tables that a database of ours has beside those with rows to move. */
const bookkeeping = new Set(['master_key', 'schema_migrations'])

/**
 * Lets `work` read a database at one moment. Throws a MoveFault where another charabanc is connected or the schema is an earlier one,
 * `SchemaNewer` where it is a later one; refuses `unavailable`.
 */
export function readPostgres<T>(url: string, work: (source: RowSource) => Promise<T>): Promise<T> {
  return onServer(url, async (connection) => {
    await refuseInUse(connection)
    await begin(connection, 'isolation level repeatable read, read only')
    await refuseOtherSchema(connection)
    const result = await work({ ...rowsOn(connection), isItsKey: (key) => isItsKey(connection, key) })
    // What a node wrote that was started meanwhile would be lost.
    await refuseInUse(connection)
    return result
  })
}

type Arrival = {
  readonly release: string
  readonly now: number
  /** Key to what is encrypted in the rows; null where nothing is. */
  readonly key: Uint8Array | null
}

/**
 * Brings an empty database to this release's schema and fills it in one transaction: all that `fill` inserts is there, or no row is.
 * From then on it is served with this key only. Throws a MoveFault where it holds anything, where another charabanc is connected and
 * where a pooler stands before it; refuses `unavailable`.
 */
export function fillPostgres<T>(
  url: string,
  { release, now, key }: Arrival,
  fill: (target: RowTarget) => Promise<T>,
): Promise<T> {
  if (addressIn(url).isPooled)
    throw new MoveFault('pooled', 'Moving in wants the URL of the server itself, without a pooler before it.')
  return onServer(url, async (connection) => {
    await refuseInUse(connection)
    await refuseFilled(connection)
    await migratePostgres(url, release, now)
    const tables = movedTables().map(({ name }) => `"${name}"`)
    await begin(connection, 'isolation level read committed, read write')
    await connection.unsafe(`lock table ${tables.join()} in access exclusive mode`)
    await refuseFilled(connection)
    // What triggers write comes along by itself.
    for (const table of tables) await connection.unsafe(`alter table ${table} disable trigger user`)
    const result = await fill({ ...rowsOn(connection), ...writesTo(connection) })
    for (const table of tables) await connection.unsafe(`alter table ${table} enable trigger user`)
    await noteKey(connection, key)
    await commit(connection)
    await connection.unsafe(`analyze ${tables.join()}`)
    return result
  })
}

async function begin(connection: ReservedSQL, how: string): Promise<void> {
  const settings = ['statement_timeout = 0', 'lock_timeout = 0', 'idle_in_transaction_session_timeout = 0']
  await connection.unsafe(`begin ${how}; ${settings.map((one) => `set local ${one}`).join('; ')}`)
}

async function commit(connection: ReservedSQL): Promise<void> {
  try {
    const { command } = await connection.unsafe('commit')
    if (command !== 'COMMIT') throw new Error('A statement failed in the transaction, and its work went on.')
  } catch (fault) {
    if (!isConnectionLost(fault)) throw fault
    const hint = 'Do it again: if all of it is there, that is refused.'
    throw new MoveFault('lost', `The server was lost at the last moment. ${hint}`)
  }
}

async function refuseInUse(connection: ReservedSQL): Promise<void> {
  const [found] = await connection.unsafe(
    `select count(*)::int as others from pg_stat_activity
     where datname = current_database() and application_name = 'charabanc' and pid <> pg_backend_pid()`,
  )
  if (found.others === 0) return
  const hint = 'Stop every node first; a pooler drops the connections it keeps when it is restarted.'
  throw new MoveFault('in_use', `Another charabanc is connected to the database. ${hint}`)
}

async function refuseFilled(connection: ReservedSQL): Promise<void> {
  const tables: { name: string }[] = await connection.unsafe(
    'select tablename as name from pg_tables where schemaname = current_schema() order by tablename',
  )
  const names = tables.map(({ name }) => name)
  const others = names.filter((name) => !bookkeeping.has(name))
  const isOurs = names.includes('schema_migrations')
  const filled = isOurs ? await firstFilled(connection, others) : others[0]
  if (filled === undefined) return
  throw new MoveFault('filled', `The database holds something already (${filled}). Make an empty one for what is to come.`)
}

async function firstFilled(connection: ReservedSQL, names: readonly string[]): Promise<string | undefined> {
  const looks = names.map((name) => `select '${name}' as name where exists (select from "${name}")`)
  if (looks.length === 0) return undefined
  const [found] = await connection.unsafe(looks.join(' union all '))
  return found?.name
}

async function refuseOtherSchema(connection: ReservedSQL): Promise<void> {
  const [found] = await connection.unsafe(
    "select current_database() as name, to_regclass('schema_migrations') is not null as is_there",
  )
  if (!found.is_there) throw new MoveFault('absent', `There is no charabanc in the database ${found.name}.`)
  const applied: { name: string }[] = await connection.unsafe('select name from schema_migrations')
  const known = postgresMigrations.map(({ name }) => name)
  const newer = applied.find(({ name }) => !known.includes(name))
  if (newer !== undefined) throw new SchemaNewer(newer.name, known.at(-1) ?? '')
  if (applied.length === known.length) return
  throw new MoveFault('older', 'The database has the schema of an earlier release. Run `charabanc migrate` on it first.')
}

/** A database knows of its key as soon as there was one. */
async function isItsKey(connection: ReservedSQL, key: Uint8Array | null): Promise<boolean> {
  const [held] = await connection.unsafe('select fingerprint from master_key')
  return held === undefined || (key !== null && held.fingerprint === keyFingerprint(key))
}

async function noteKey(connection: ReservedSQL, key: Uint8Array | null): Promise<void> {
  await connection.unsafe('delete from master_key')
  if (key !== null) await connection.unsafe('insert into master_key (fingerprint) values ($1)', [keyFingerprint(key)])
}

/** Asked without values, so that a pooler may stand in between. */
function rowsOn(connection: ReservedSQL): Pick<RowSource, 'count' | 'lastNumber' | 'rows'> {
  return {
    async count({ name }) {
      const [found] = await connection.unsafe(`select count(*) as count from "${name}"`)
      return Number(found.count)
    },
    async lastNumber({ name, key }) {
      const [{ sequence }] = await connection.unsafe(`select pg_get_serial_sequence('"${name}"', '${key}') as sequence`)
      const last = '(case when is_called then last_value else last_value - 1 end)::text'
      const [found] = await connection.unsafe(`select ${last} as last from ${sequence}`)
      return found.last
    },
    async *rows({ name, key, columns }) {
      const read = columns.map((column) => `"${column.name}"${spelled[column.kind]}`).join()
      // The key of the table, not the text that is made of it: numbers go by their size.
      await connection.unsafe(`declare moved cursor for select ${read} from "${name}" order by "${name}"."${key}"`)
      for (;;) {
        const rows = await connection.unsafe(`fetch ${rowsAtOnce} from moved`).values()
        if (rows.length === 0) break
        yield rows
      }
      await connection.unsafe('close moved')
    },
  }
}

const spelled = { boolean: '::int::text', number: '::text', text: '' } as const
const types = { boolean: 'BOOLEAN', number: 'BIGINT', text: 'TEXT' } as const

function writesTo(connection: ReservedSQL): Pick<RowTarget, 'insert' | 'numberAfter'> {
  return {
    async insert(table, rows) {
      const values = table.columns.map(({ kind }, nth) =>
        connection.array(
          rows.map((row) => row[nth] ?? null),
          types[kind],
        ),
      )
      try {
        await connection.unsafe(insertInto(table), values)
      } catch (fault) {
        throw new Error(`${table.name} cannot be moved: ${messageOf(fault)}`, { cause: fault })
      }
    },
    /** Unlike `setval`, it is undone with its transaction. */
    async numberAfter({ name, key }, last) {
      await connection.unsafe(`alter table "${name}" alter column "${key}" restart with ${BigInt(last) + 1n}`)
    },
  }
}

function insertInto({ name, columns }: MovedTable): string {
  const names = columns.map((column) => `"${column.name}"`).join()
  const arrays = columns.map(({ kind }, nth) => `$${nth + 1}::${types[kind].toLowerCase()}[]`).join()
  return `insert into "${name}" (${names}) select * from unnest(${arrays})`
}
