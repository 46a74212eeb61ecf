import { Database, type SQLQueryBindings } from 'bun:sqlite'
import { readFileSync } from 'node:fs'

const pageBytes = 4_096

/** Pages of a SQLite file that a statement reads on a connection that has read nothing before, by what the kernel counts for this process. */
export function pagesReadBy(path: string, sql: string, values: readonly SQLQueryBindings[]): number {
  using database = new Database(path, { readonly: true, strict: true })
  // No page is read twice.
  database.run('PRAGMA cache_size = -200000')
  const statement = database.prepare(sql)
  const before = bytesRead()
  statement.all(...values)
  const pages = Math.floor((bytesRead() - before) / pageBytes)
  statement.finalize()
  return pages
}

function bytesRead(): number {
  return Number(/^rchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1])
}
