import { CsvRecords } from '../../domain/csv-records.ts'
import {
  chooseReader,
  PostcodeFileFault,
  type PostcodePoint,
  type PostcodeReader,
  type PostcodeSource,
} from '../../domain/postcode-file.ts'
import type { PostcodeSpan } from '../../domain/postcode-number.ts'
import { convertFromGrid } from '../../gateways/national-grid.ts'
import { readTextLines } from '../../gateways/text-lines.ts'
import {
  countPostcodes,
  dropPostcodeSet,
  dropPostcodes,
  findPostcodeSet,
  listSpansOutside,
  savePostcodes,
  usePostcodeSet,
} from '../../storage/queries/postcodes.ts'
import type { Storage, Writer } from '../../storage/storage.ts'
import { type ImportTransact, runInTurn } from './import-turn.ts'

/** Rows of one transaction. */
const rowsAtOnce = 50_000

/** Rows of one statement. */
const rowsOfStatement = 500

/** Length of the rest after a statement on a database server, as a multiple of its time. Callers use the same processor. */
const restShare = 2

/** Greatest number of bad rows that are named. */
const mostNamed = 10

type PostcodeFile = { readonly path: string; readonly name: string }

/** A bad row: its file, the number of its line, and the reason. */
type BadRow = { readonly file: string; readonly line: number; readonly reason: string }

/** The counts of an import. `changed` counts the postcodes that are new or have another point than before. */
type ImportCounts = { stored: number; changed: number; bad: number; terminated: number; readonly badRows: BadRow[] }

export type PostcodeImport = Readonly<ImportCounts> & { readonly source: PostcodeSource }

type ImportOrder = {
  readonly files: readonly PostcodeFile[]
  /** The kind of the files; null to recognise it. */
  readonly source: PostcodeSource | null
  /** Whether these postcodes replace all others. */
  readonly isReplacing: boolean
  /** Receives the bytes that were read. */
  readonly tell: (bytes: number) => void
  readonly reportWaiting: () => void
  readonly clock: () => number
}

/**
 * Saves the postcodes of some files, 50,000 rows in a transaction. Readers find the postcodes before a replacing import until it
 * is complete. After a kill, the next import removes what a replacing one left, and completes another. Throws a PostcodeFileFault
 * for files of another kind, and if a replacement would be empty; then no postcode changed. Throws `ImportRunning`.
 */
export async function importPostcodes(storage: Storage, order: ImportOrder): Promise<PostcodeImport> {
  const readers = await chooseReaders(order)
  const [{ source }] = readers
  return runInTurn({ storage, ...order }, async (transact) => {
    const before = await storage.read(findPostcodeSet)
    await dropOtherSets(transact, before?.id ?? null)
    const isNewSet = before === null || order.isReplacing
    const set = isNewSet ? (before?.id ?? 0) + 1 : before.id
    const counts: ImportCounts = { stored: 0, changed: 0, bad: 0, terminated: 0, badRows: [] }
    // On SQLite other writers would wait for the rests of a transaction.
    const rests = !storage.sharesCommits
    const save = async (points: ReadonlyMap<number, PostcodePoint>) => {
      const sorted = [...points.values()].sort((one, other) => one.number - other.number)
      counts.changed += await transact((tx) => saveInParts(tx, set, sorted, rests))
      counts.stored += points.size
    }
    await readPostcodes(order, readers, counts, save)
    if (order.isReplacing && counts.stored === 0)
      throw new PostcodeFileFault('The file has no postcodes, so it cannot replace others. Nothing was changed.')
    if (counts.changed > 0) await transact((tx) => usePostcodeSet(tx, { id: set, source, importedAt: order.clock() }))
    if (isNewSet) {
      counts.stored = await storage.read((db) => countPostcodes(db, set))
      await dropOtherSets(transact, set)
    }
    return { source, ...counts }
  })
}

/** Saves postcodes in several statements. Returns the number of those that changed. */
async function saveInParts(tx: Writer, set: number, points: readonly PostcodePoint[], rests: boolean): Promise<number> {
  let changed = 0
  for (let from = 0; from < points.length; from += rowsOfStatement) {
    const startedAt = performance.now()
    changed += await savePostcodes(tx, set, points.slice(from, from + rowsOfStatement))
    if (rests) await Bun.sleep((performance.now() - startedAt) * restShare)
  }
  return changed
}

type Readers = readonly [PostcodeReader, ...PostcodeReader[]]

/** The way to read each file, from its first row. */
async function chooseReaders({ files, source }: ImportOrder): Promise<Readers> {
  const readers: PostcodeReader[] = []
  for (const { path, name } of files) {
    const first = await readFirstRow(path)
    if (first === null) throw new PostcodeFileFault(`${name} is empty. Nothing was changed.`)
    try {
      readers.push(chooseReader(first, source ?? readers[0]?.source ?? null, convertFromGrid))
    } catch (fault) {
      throw fault instanceof PostcodeFileFault ? new PostcodeFileFault(`${name}: ${fault.message} Nothing was changed.`) : fault
    }
  }
  const [first, ...others] = readers
  if (first === undefined) throw new PostcodeFileFault('The folder has no CSV files. Nothing was changed.')
  return [first, ...others]
}

async function readFirstRow(path: string): Promise<readonly string[] | null> {
  const rows: (readonly string[])[] = []
  const records = new CsvRecords((cells) => cells !== null && !isBlank(cells) && rows.push(cells))
  for await (const { lines } of readTextLines(path)) {
    for (const line of lines) {
      records.addLine(line)
      if (rows[0] !== undefined) return rows[0]
    }
  }
  records.end()
  return rows[0] ?? null
}

function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '')
}

type SavePoints = (points: ReadonlyMap<number, PostcodePoint>) => Promise<void>

/** Reads the files in their order, and saves up to 50,000 postcodes at a time, each once. Counts all other rows. */
async function readPostcodes(order: ImportOrder, readers: Readers, counts: ImportCounts, save: SavePoints): Promise<void> {
  let points = new Map<number, PostcodePoint>()
  let rows = 0
  let bytesBefore = 0
  for (const [nth, { path, name }] of order.files.entries()) {
    const reader = readers[nth] ?? readers[0]
    let isHeading = reader.hasHeading
    const records = new CsvRecords((cells, line) => {
      if (cells !== null && isBlank(cells)) return
      if (isHeading) {
        isHeading = false
        return
      }
      rows++
      const row = cells === null ? { fault: 'a quote does not end' } : reader.readRow(cells)
      if ('point' in row) points.set(row.point.number, row.point)
      else if ('fault' in row) countBadRow(counts, { file: name, line, reason: row.fault })
      else counts.terminated++
    })
    let read = 0
    for await (const { lines, bytes } of readTextLines(path)) {
      read = bytes
      for (const line of lines) {
        records.addLine(line)
        if (rows < rowsAtOnce) continue
        await save(points)
        points = new Map()
        rows = 0
      }
      order.tell(bytesBefore + read)
    }
    records.end()
    bytesBefore += read
  }
  if (points.size > 0) await save(points)
}

function countBadRow(counts: ImportCounts, row: BadRow): void {
  counts.bad++
  if (counts.badRows.length < mostNamed) counts.badRows.push(row)
}

/** Deletes all postcodes outside a set, 50,000 at a time: those of an earlier set, and of an import that was killed. */
async function dropOtherSets(transact: ImportTransact, set: number | null): Promise<void> {
  for (const span of listSpansOutside(set)) {
    let from: number | null = span.from
    while (from !== null) {
      const rest: PostcodeSpan = { ...span, from }
      from = await transact((tx) => dropPostcodes(tx, rest, rowsAtOnce))
    }
  }
}

/** The stored postcodes: their number, and the source and instant (ms) of the latest import that changed any; null without. */
export type PostcodesState = {
  readonly postcodes: number
  readonly source: PostcodeSource | null
  readonly importedAt: number | null
}

export function readPostcodesState({ read }: Pick<Storage, 'read'>): Promise<PostcodesState> {
  return read(async (db) => {
    const set = await findPostcodeSet(db)
    const postcodes = set === null ? 0 : await countPostcodes(db, set.id)
    // A restore by the tools of PostgreSQL can leave the set without its rows.
    if (set === null || postcodes === 0) return { postcodes: 0, source: null, importedAt: null }
    return { postcodes, source: set.source, importedAt: set.importedAt }
  })
}

/** Deletes all postcodes and returns their number. Searches find none from the first moment. Throws `ImportRunning`. */
export function deletePostcodes(
  storage: Storage,
  turn: { readonly clock: () => number; readonly reportWaiting: () => void },
): Promise<number> {
  return runInTurn({ storage, ...turn }, async (transact) => {
    const { postcodes } = await readPostcodesState(storage)
    await transact(dropPostcodeSet)
    await dropOtherSets(transact, null)
    return postcodes
  })
}
