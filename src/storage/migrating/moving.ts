import { type AnyColumn, getTableColumns, getTableName } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { TellProgress } from '../../domain/backup.ts'
import { sqliteTables } from '../tables.ts'

type MovedColumn = { readonly name: string; readonly kind: 'boolean' | 'number' | 'text' }

/** A table as both databases know it: its columns in one order, and the key its rows are read by. */
export type MovedTable = {
  readonly name: string
  readonly key: string
  readonly columns: readonly MovedColumn[]
  /** Whether the database gives its rows their numbers. */
  readonly isNumbered: boolean
}

/** A row as both databases spell it: numbers in digits, yes and no as 1 and 0, text as it stands. */
export type MovedRow = readonly (string | null)[]

/** A database at one moment. */
export type RowSource = {
  count(table: MovedTable): Promise<number>
  /** All rows in the order of their key, some at a time. */
  rows(table: MovedTable): AsyncIterable<readonly MovedRow[]> | Iterable<readonly MovedRow[]>
  /** The highest number a row of it ever had, in digits. */
  lastNumber(table: MovedTable): Promise<string>
  /** Whether this key opens what is encrypted there; with null, whether nothing is. */
  isItsKey(key: Uint8Array | null): Promise<boolean>
}

/** An empty database that is being filled, and counts for nothing before all of it is there. */
export type RowTarget = Omit<RowSource, 'isItsKey'> & {
  insert(table: MovedTable, rows: readonly MovedRow[]): Promise<void>
  /** Lets the numbers of new rows begin after this one. */
  numberAfter(table: MovedTable, last: string): Promise<void>
}

/**
 * The digest of a table: the number of its rows and a hash of their bytes. Equal rows give an equal one, whichever
 * database they were read from.
 */
export type TableDigest = { readonly name: string; readonly rows: number; readonly sha256: string }

/**
 * A reason why rows were not moved. One of the two databases is not fit for it, what arrived is not what was sent, or
 * no one knows.
 */
export type MoveObstacle = 'absent' | 'differs' | 'filled' | 'in_use' | 'lost' | 'older' | 'pooled' | 'unread' | 'unwritten'

export class MoveFault extends Error {
  override readonly name = 'MoveFault'
  constructor(
    readonly obstacle: MoveObstacle,
    sentence: string,
  ) {
    super(sentence)
  }
}

/** Number of rows that are read, and written by one statement. */
export const rowsAtOnce = 2_000

/**
 * Tables about the processes that ran there, which are not moved: who does what only one may do, who lives, and who
 * called lately.
 */
const leftBehind = new Set(['leases', 'nodes', 'rate_limits'])

/** Each after those it refers to. */
export function movedTables(): MovedTable[] {
  return Object.values(sqliteTables)
    .filter((table) => !leftBehind.has(getTableName(table)))
    .map((table) => {
      const columns = Object.entries<AnyColumn>(getTableColumns(table)).map(([key, column]) => ({
        name: toSnakeCase(key),
        kind: kindOf(column),
        isKey: column.primary,
      }))
      const key = columns.find(({ isKey }) => isKey)
      if (key === undefined) throw new Error(`${getTableName(table)} has no key`)
      return { name: getTableName(table), key: key.name, columns, isNumbered: key.kind === 'number' }
    })
}

/**
 * Moves every row and the numbers of those to come, then reads all of it back and compares. Throws a MoveFault where what arrived is
 * not what was sent; the target is then to be given up.
 */
export async function moveRows(source: RowSource, target: RowTarget, tell: TellProgress): Promise<TableDigest[]> {
  const tables = movedTables()
  const total = (await Promise.all(tables.map((table) => source.count(table)))).reduce((sum, count) => sum + count, 0)
  const sent: TableDigest[] = []
  let done = 0
  tell('moving', done, total)
  for (const table of tables) {
    const digest = await digestOf(table, source, async (rows) => {
      await target.insert(table, rows)
      done += rows.length
      tell('moving', done, total)
    })
    if (table.isNumbered) await target.numberAfter(table, await source.lastNumber(table))
    sent.push(digest)
  }
  await compare(source, target, sent, (compared) => tell('comparing', compared, total))
  return sent
}

async function compare(
  source: RowSource,
  target: RowTarget,
  sent: readonly TableDigest[],
  tell: (compared: number) => void,
): Promise<void> {
  let compared = 0
  tell(compared)
  for (const table of movedTables()) {
    const expected = sent.find(({ name }) => name === table.name)
    const arrived = await digestOf(table, target, (rows) => {
      compared += rows.length
      tell(compared)
    })
    if (expected?.rows !== arrived.rows || expected.sha256 !== arrived.sha256)
      throw new MoveFault('differs', `What arrived of ${table.name} is not what was sent. Nothing was kept of it.`)
    if (table.isNumbered && (await source.lastNumber(table)) !== (await target.lastNumber(table)))
      throw new MoveFault('differs', `New rows of ${table.name} would not be numbered as before. Nothing was kept of it.`)
  }
}

async function digestOf(
  table: MovedTable,
  { rows }: Pick<RowSource, 'rows'>,
  each: (rows: readonly MovedRow[]) => unknown,
): Promise<TableDigest> {
  const hasher = new Bun.CryptoHasher('sha256')
  let count = 0
  for await (const some of rows(table)) {
    hasher.update(some.map((row) => `${JSON.stringify(row)}\n`).join(''))
    count += some.length
    await each(some)
  }
  return { name: table.name, rows: count, sha256: hasher.digest('hex') }
}

function kindOf({ dataType }: AnyColumn): MovedColumn['kind'] {
  return dataType === 'number' || dataType === 'boolean' ? dataType : 'text'
}
