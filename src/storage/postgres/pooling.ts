import { randomUUID } from 'node:crypto'
import type { Connection } from './connection.ts'
import type { ConnectionPool } from './connection-pool.ts'
import { TransactionPooling } from './faults.ts'

/**
 * Leaves a mark on each of two connections and checks whether each finds its own again. Under a pooler that shares connections, a
 * statement prepared on one would answer on another. Throws `TransactionPooling`.
 */
export async function refuseTransactionPooling(pool: Pick<ConnectionPool, 'give' | 'take'>): Promise<void> {
  const taken = await Promise.allSettled([pool.take(), pool.take()])
  const lent = taken.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  try {
    for (const one of taken) if (one.status === 'rejected') throw one.reason
    const marks = new Map<Connection, string>()
    for (const connection of [...lent, ...lent]) {
      for (const [marked, mark] of marks) if ((await readConnectionMark(marked)) !== mark) throw new TransactionPooling()
      if (!marks.has(connection) && (await readConnectionMark(connection)) !== '') throw new TransactionPooling()
      const mark = randomUUID()
      await connection.ask(`select set_config('charabanc.connection', '${mark}', false)`)
      marks.set(connection, mark)
    }
  } finally {
    for (const connection of lent) pool.give(connection)
  }
}

async function readConnectionMark(connection: Connection): Promise<string> {
  const [row] = await connection.ask<{ mark: string | null }>("select current_setting('charabanc.connection', true) as mark")
  return row?.mark ?? ''
}
