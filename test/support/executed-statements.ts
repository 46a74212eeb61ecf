import { Database } from 'bun:sqlite'
import { spyOn } from 'bun:test'
import { openSqlite } from '../../src/storage/sqlite/open.ts'
import type { Reader } from '../../src/storage/storage.ts'

/** The statements that a read executes on a handle of its own, with their values. */
export async function statementsExecutedBy(path: string, work: (db: Reader) => Promise<unknown>) {
  const executed: { readonly sql: string; readonly values: readonly unknown[] }[] = []
  const fresh = openSqlite(path)
  const prepare = Database.prototype.prepare
  const spy = spyOn(Database.prototype, 'prepare').mockImplementation(function (
    this: Database,
    ...given: Parameters<typeof prepare>
  ) {
    const statement = prepare.apply(this, given)
    for (const way of ['all', 'values'] as const) {
      const execute = statement[way].bind(statement) as (...values: unknown[]) => never
      statement[way] = (...values: unknown[]) => {
        executed.push({ sql: given[0], values })
        return execute(...values)
      }
    }
    return statement
  } as typeof prepare)
  try {
    await fresh.read(work)
    return executed
  } finally {
    spy.mockRestore()
    await fresh.close()
  }
}
