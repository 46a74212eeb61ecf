import { Database } from 'bun:sqlite'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, show } from './figures.ts'
import { makeHistory } from './history.ts'
import { executable } from './process.ts'

// Measures the benefit and the cost of `list_counts` in one run: `bun run bench counting [jobs …]`. It reads the length of an
// account's whole list and the ids of its middle page. One way uses the days that triggers count; the other counts and skips rows
// in the covering index. Then an offer leaves the list, with the triggers and without.
const sizes = process.argv.length > 3 ? process.argv.slice(3).map(Number) : [10_000, 100_000, 1_000_000]
const dayMs = 86_400_000
const perPage = 25
const turns = 31

const listed = "operator_id = 1 AND (outcome IS NULL OR outcome <> 'won')"
const inOrder = 'ORDER BY offered_at DESC, id DESC'
const folder = mkdtempSync(join(tmpdir(), 'charabanc-counting-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const row = (cells: readonly string[]) => process.stdout.write(`${cells.map((cell) => cell.padStart(16)).join('')}\n`)
row(['jobs', 'length, days', 'length, rows', 'page, days', 'page, rows', 'write, triggers', 'write, none'])
for (const jobs of sizes) {
  const place = join(folder, String(jobs))
  mkdirSync(place)
  const { dataDir } = await makeHistory(executable(), place, jobs)
  using database = new Database(join(dataDir, 'charabanc.sqlite'))
  const newest = newestOffer(database)
  if (lengthByDays(database) !== lengthByRows(database)) throw new Error('The two lengths differ.')
  const figures = [
    timed(() => lengthByDays(database)),
    timed(() => lengthByRows(database)),
    timed(() => middlePageByDays(database)),
    timed(() => middlePageByRows(database)),
    timed(() => moveOut(database, newest)),
  ]
  const triggers = database.query<{ name: string }, []>("SELECT name FROM sqlite_master WHERE type = 'trigger'").all()
  for (const { name } of triggers) database.run(`DROP TRIGGER ${name}`)
  figures.push(timed(() => moveOut(database, newest)))
  row([show(jobs), ...figures.map((us) => `${show(us)} µs`)])
}

/** Median microseconds of a piece of work. */
function timed(work: () => unknown): number {
  work()
  const times = Array.from({ length: turns }, () => {
    const startedAt = performance.now()
    work()
    return (performance.now() - startedAt) * 1_000
  })
  return median(times)
}

function lengthByDays(database: Database): number {
  const sum = "SELECT sum(total) AS total FROM list_counts WHERE operator_id = 1 AND list IN ('jobs', 'expired_jobs')"
  return database.query<{ total: number }, []>(sum).get()?.total ?? 0
}

function lengthByRows(database: Database): number {
  return database.query<{ total: number }, []>(`SELECT count(*) AS total FROM offers WHERE ${listed}`).get()?.total ?? 0
}

/** The ids of the middle page: finds its day by the counts, then skips only rows of that day. */
function middlePageByDays(database: Database): unknown {
  const days = database
    .query<{ day: number; total: number }, []>(
      "SELECT day, sum(total) AS total FROM list_counts WHERE operator_id = 1 AND list IN ('jobs', 'expired_jobs') GROUP BY day ORDER BY day DESC",
    )
    .all()
  let left = Math.floor(days.reduce((sum, { total }) => sum + total, 0) / 2)
  const found = days.find(({ total }) => {
    if (left < total) return true
    left -= total
    return false
  })
  const page = `SELECT id FROM offers WHERE ${listed} AND offered_at < ? ${inOrder} LIMIT ${perPage} OFFSET ?`
  return database.query(page).all(((found?.day ?? 0) + 1) * dayMs, left)
}

function middlePageByRows(database: Database): unknown {
  const offset = Math.floor(lengthByRows(database) / 2)
  return database.query(`SELECT id FROM offers WHERE ${listed} ${inOrder} LIMIT ${perPage} OFFSET ?`).all(offset)
}

/**
 * Moves an offer out of the list in a transaction that is rolled back: the work of its indexes and triggers, without the disk's.
 */
function moveOut(database: Database, id: number): void {
  database.run('BEGIN')
  database.query("UPDATE offers SET outcome = 'won' WHERE id = ?").run(id)
  database.run('ROLLBACK')
}

function newestOffer(database: Database): number {
  return database.query<{ id: number }, []>(`SELECT id FROM offers WHERE ${listed} ${inOrder} LIMIT 1`).get()?.id ?? 0
}
