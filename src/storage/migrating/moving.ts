import { type AnyColumn, getTableColumns, getTableName } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { ReportProgress } from '../../domain/backup.ts'
import { sqliteTables } from '../tables.ts'

type MovedColumn = { readonly name: string; readonly kind: 'boolean' | 'number' | 'text' }

/** A table in both databases: its columns in a common order, and its key. */
export type MovedTable = {
  readonly name: string
  readonly key: string
  readonly columns: readonly MovedColumn[]
  /** Whether the database numbers its rows. */
  readonly isNumbered: boolean
}

/** A row in the common notation of both databases: numbers in digits, yes and no as 1 and 0, text unchanged. */
export type MovedRow = readonly (string | null)[]

/** A snapshot of a database. */
export type RowSource = {
  count(table: MovedTable): Promise<number>
  /** All rows in the order of their key, in parts. */
  rows(table: MovedTable): AsyncIterable<readonly MovedRow[]> | Iterable<readonly MovedRow[]>
  /** The highest number that the table ever gave to a row, in digits. */
  lastNumber(table: MovedTable): Promise<string>
  /** Whether this key decrypts its secrets; for null, whether it has none. */
  isItsKey(key: Uint8Array | null): Promise<boolean>
}

/** An empty database to fill. It is invalid until it has all rows. */
export type RowTarget = Omit<RowSource, 'isItsKey'> & {
  insert(table: MovedTable, rows: readonly MovedRow[]): Promise<void>
  /** Sets the numbers of new rows to follow this one. */
  numberAfter(table: MovedTable, last: string): Promise<void>
}

/** The digest of a table: the number of its rows and a hash of their bytes. Equal rows have equal digests in both databases. */
export type TableDigest = { readonly name: string; readonly rows: number; readonly sha256: string }

/** The reason for a failed copy: an unsuitable database, a difference between the copied rows, or an unknown result. */
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

/** Number of rows of one statement. */
export const rowsAtOnce = 2_000

/** Tables about processes, which are not copied: leases, nodes, and recent callers. */
const leftBehind = new Set(['leases', 'nodes', 'rate_limits'])

/** The tables to copy, each after those it refers to. */
export function listMovedTables(): MovedTable[] {
  return Object.values(sqliteTables)
    .filter((table) => !leftBehind.has(getTableName(table)))
    .map((table) => {
      const columns = Object.entries<AnyColumn>(getTableColumns(table)).map(([key, column]) => ({
        name: toSnakeCase(key),
        kind: findColumnKind(column),
        isKey: column.primary,
      }))
      const key = columns.find(({ isKey }) => isKey)
      if (key === undefined) throw new Error(`${getTableName(table)} has no key`)
      return { name: getTableName(table), key: key.name, columns, isNumbered: key.kind === 'number' }
    })
}

/**
 * Moves every row and the next ids, then reads everything back and compares. Throws a MoveFault if the copy differs; the target
 * must then be discarded.
 */
export async function moveRows(source: RowSource, target: RowTarget, tell: ReportProgress): Promise<TableDigest[]> {
  const tables = listMovedTables()
  const total = (await Promise.all(tables.map((table) => source.count(table)))).reduce((sum, count) => sum + count, 0)
  const sent: TableDigest[] = []
  let done = 0
  tell('moving', done, total)
  for (const table of tables) {
    const digest = await computeTableDigest(table, source, async (rows) => {
      await target.insert(table, rows)
      done += rows.length
      tell('moving', done, total)
    })
    if (table.isNumbered) await target.numberAfter(table, await source.lastNumber(table))
    sent.push(digest)
  }
  await compareTables(source, target, sent, (compared) => tell('comparing', compared, total))
  return sent
}

async function compareTables(
  source: RowSource,
  target: RowTarget,
  sent: readonly TableDigest[],
  tell: (compared: number) => void,
): Promise<void> {
  let compared = 0
  tell(compared)
  for (const table of listMovedTables()) {
    const expected = sent.find(({ name }) => name === table.name)
    const arrived = await computeTableDigest(table, target, (rows) => {
      compared += rows.length
      tell(compared)
    })
    if (expected?.rows !== arrived.rows || expected.sha256 !== arrived.sha256)
      throw new MoveFault('differs', `The copied rows of ${table.name} differ from the source. Nothing was saved.`)
    if (table.isNumbered && (await source.lastNumber(table)) !== (await target.lastNumber(table)))
      throw new MoveFault('differs', `New rows of ${table.name} would get wrong numbers. Nothing was saved.`)
  }
}

async function computeTableDigest(
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

function findColumnKind({ dataType }: AnyColumn): MovedColumn['kind'] {
  return dataType === 'number' || dataType === 'boolean' ? dataType : 'text'
}
