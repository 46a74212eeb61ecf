import type { ReservedSQL } from 'bun'
import { findFaultMessage } from '../../domain/fault-text.ts'
import { listMovedTables, type MovedTable, MoveFault, type RowSource, type RowTarget, rowsAtOnce } from '../migrating/moving.ts'
import { SchemaNewer } from '../migrating/schema-newer.ts'
import { computeKeyFingerprint } from '../secret-box.ts'
import { isConnectionLost } from './faults.ts'
import { migratePostgres, postgresMigrations } from './migrate.ts'
import { parseServerAddress, runOnServer } from './server.ts'

/** Tables of a charabanc database that are not copied. */
const bookkeeping = new Set(['master_key', 'schema_migrations'])

/**
 * Runs `work` on a snapshot of a database. Throws a MoveFault if another charabanc is connected or the schema is earlier,
 * `SchemaNewer` if it is later; refuses `unavailable`.
 */
export function readPostgres<T>(url: string, work: (source: RowSource) => Promise<T>): Promise<T> {
  return runOnServer(url, async (connection) => {
    await refuseInUse(connection)
    await beginMove(connection, 'isolation level repeatable read, read only')
    await refuseOtherSchema(connection)
    const result = await work({ ...rowsOn(connection), isItsKey: (key) => isKeyOfPostgres(connection, key) })
    // A copy would lose the writes of a node that started meanwhile.
    await refuseInUse(connection)
    return result
  })
}

type Arrival = {
  readonly release: string
  readonly now: number
  /** Key of the encrypted values in the rows; null without one. */
  readonly key: Uint8Array | null
}

/**
 * Migrates an empty database to this release's schema and fills it in one transaction with all rows of `fill`, or none. From
 * then on it needs this key. Throws a MoveFault if it is not empty, if another charabanc is connected, and for a pooler;
 * refuses `unavailable`.
 */
export function fillPostgres<T>(
  url: string,
  { release, now, key }: Arrival,
  fill: (target: RowTarget) => Promise<T>,
): Promise<T> {
  if (parseServerAddress(url).isPooled)
    throw new MoveFault('pooled', 'An import needs the URL of the server itself, without a pooler.')
  return runOnServer(url, async (connection) => {
    await refuseInUse(connection)
    await requireEmptyDatabase(connection)
    await migratePostgres(url, release, now)
    const tables = listMovedTables().map(({ name }) => `"${name}"`)
    await beginMove(connection, 'isolation level read committed, read write')
    await connection.unsafe(`lock table ${tables.join()} in access exclusive mode`)
    await requireEmptyDatabase(connection)
    // The copy includes the rows that triggers write.
    for (const table of tables) await connection.unsafe(`alter table ${table} disable trigger user`)
    const result = await fill({ ...rowsOn(connection), ...createPostgresWriter(connection) })
    for (const table of tables) await connection.unsafe(`alter table ${table} enable trigger user`)
    await replaceKeyFingerprint(connection, key)
    await commitMove(connection)
    await connection.unsafe(`analyze ${tables.join()}`)
    return result
  })
}

async function beginMove(connection: ReservedSQL, how: string): Promise<void> {
  const settings = ['statement_timeout = 0', 'lock_timeout = 0', 'idle_in_transaction_session_timeout = 0']
  await connection.unsafe(`begin ${how}; ${settings.map((one) => `set local ${one}`).join('; ')}`)
}

async function commitMove(connection: ReservedSQL): Promise<void> {
  try {
    const { command } = await connection.unsafe('commit')
    if (command !== 'COMMIT') throw new Error('A statement failed in the transaction, but the transaction continued.')
  } catch (fault) {
    if (!isConnectionLost(fault)) throw fault
    const hint = 'Run the command again. If all rows are there, it is refused.'
    throw new MoveFault('lost', `The connection was lost during the commit. ${hint}`)
  }
}

/** Milliseconds for PostgreSQL to close the connections of a process that has just ended. */
const closingPatienceMs = 3_000

async function refuseInUse(connection: ReservedSQL): Promise<void> {
  const until = performance.now() + closingPatienceMs
  while ((await countOthers(connection)) > 0) {
    if (performance.now() < until) await Bun.sleep(100)
    else {
      const hint = 'Stop every node first. Restart a pooler to close its connections.'
      throw new MoveFault('in_use', `Another charabanc is connected to the database. ${hint}`)
    }
  }
}

/** The number of other connections of charabanc. A transaction reads each of them once unless its snapshot is cleared. */
async function countOthers(connection: ReservedSQL): Promise<number> {
  await connection.unsafe('select pg_stat_clear_snapshot()')
  const [found] = await connection.unsafe(
    `select count(*)::int as others from pg_stat_activity
     where datname = current_database() and application_name = 'charabanc' and pid <> pg_backend_pid()`,
  )
  return found.others
}

async function requireEmptyDatabase(connection: ReservedSQL): Promise<void> {
  const tables: { name: string }[] = await connection.unsafe(
    'select tablename as name from pg_tables where schemaname = current_schema() order by tablename',
  )
  const names = tables.map(({ name }) => name)
  const others = names.filter((name) => !bookkeeping.has(name))
  const isOurs = names.includes('schema_migrations')
  const filled = isOurs ? await firstFilled(connection, others) : others[0]
  if (filled === undefined) return
  throw new MoveFault('filled', `The database is not empty (${filled}). Create an empty database.`)
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

/** Whether the key belongs to the database. A database records its first key. */
async function isKeyOfPostgres(connection: ReservedSQL, key: Uint8Array | null): Promise<boolean> {
  const [held] = await connection.unsafe('select fingerprint from master_key')
  return held === undefined || (key !== null && held.fingerprint === computeKeyFingerprint(key))
}

async function replaceKeyFingerprint(connection: ReservedSQL, key: Uint8Array | null): Promise<void> {
  await connection.unsafe('delete from master_key')
  if (key !== null) await connection.unsafe('insert into master_key (fingerprint) values ($1)', [computeKeyFingerprint(key)])
}

/** Queried without values, so that a pooler works. */
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
      // By the table's key and not its text form, so that numbers are ordered by size.
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

function createPostgresWriter(connection: ReservedSQL): Pick<RowTarget, 'insert' | 'numberAfter'> {
  return {
    async insert(table, rows) {
      const values = table.columns.map(({ kind }, nth) =>
        connection.array(
          rows.map((row) => row[nth] ?? null),
          types[kind],
        ),
      )
      try {
        await connection.unsafe(buildPostgresInsert(table), values)
      } catch (fault) {
        throw new Error(`${table.name} cannot be moved: ${findFaultMessage(fault)}`, { cause: fault })
      }
    },
    /** Unlike `setval`, it is undone with its transaction. */
    async numberAfter({ name, key }, last) {
      await connection.unsafe(`alter table "${name}" alter column "${key}" restart with ${BigInt(last) + 1n}`)
    },
  }
}

function buildPostgresInsert({ name, columns }: MovedTable): string {
  const names = columns.map((column) => `"${column.name}"`).join()
  const arrays = columns.map(({ kind }, nth) => `$${nth + 1}::${types[kind].toLowerCase()}[]`).join()
  return `insert into "${name}" (${names}) select * from unnest(${arrays})`
}
