import { randomUUID } from 'node:crypto'
import type { Connection } from './connection.ts'
import type { ConnectionPool } from './connection-pool.ts'
import { TransactionPooling } from './faults.ts'

/**
 * Leaves a mark on each of two connections and looks whether each finds its own again. Under a pooler that shares its own, a statement
 * prepared on one would answer on another. Throws `TransactionPooling`.
 */
export async function refuseTransactionPooling(pool: Pick<ConnectionPool, 'give' | 'take'>): Promise<void> {
  const [one, other] = await Promise.all([pool.take(), pool.take()])
  try {
    const marks = new Map<Connection, string>()
    for (const connection of [one, other, one, other]) {
      for (const [marked, mark] of marks) if ((await markOf(marked)) !== mark) throw new TransactionPooling()
      if (!marks.has(connection) && (await markOf(connection)) !== '') throw new TransactionPooling()
      const mark = randomUUID()
      await connection.ask(`select set_config('charabanc.connection', '${mark}', false)`)
      marks.set(connection, mark)
    }
  } finally {
    pool.give(one)
    pool.give(other)
  }
}

async function markOf(connection: Connection): Promise<string> {
  const [row] = await connection.ask<{ mark: string | null }>("select current_setting('charabanc.connection', true) as mark")
  return row?.mark ?? ''
}
