import { Database, type SQLQueryBindings } from 'bun:sqlite'
import { readFileSync } from 'node:fs'

const pageBytes = 4_096

/** Pages of a SQLite file that a statement reads on a new connection, by the kernel's count for this process. */
export function pagesReadBy(path: string, sql: string, values: readonly SQLQueryBindings[]): number {
  using database = new Database(path, { readonly: true, strict: true })
  // The cache is large enough for every page to be read only once.
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
