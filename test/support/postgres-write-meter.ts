import { readFileSync } from 'node:fs'
import { SQL } from 'bun'
import type { DatabaseQuery } from './database.ts'
import type { PostgresServer } from './postgres-server.ts'
import type { WriteMeter } from './write-meter.ts'

/** The statements and commits of writing transactions on a PostgreSQL server, and the growth of its log. */
export interface SentAndLogged {
  /**
   * The number of statements in these transactions. Transactions that only read are not counted: the worker looks for work all
   * the time.
   */
  readonly statements: number
  /** The number of these transactions. */
  readonly commits: number
  readonly walBytes: number
}

/** Settings of a server with a log that grows mostly by the writes of clients, and that contains their statements. */
export const countingSettings = {
  full_page_writes: 'off',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  checkpoint_timeout: '1h',
  max_wal_size: '4GB',
  log_statement: 'all',
  // Process, virtual transaction, and the number of a transaction after its first write, or 0.
  log_line_prefix: '%p %v %x ',
  log_checkpoints: 'off',
} as const

/** Counts by the server's write-ahead log and by its log of statements. */
export async function openPostgresWriteMeter(server: PostgresServer): Promise<WriteMeter<SentAndLogged> & AsyncDisposable> {
  const client = new SQL(server.url, { max: 1, bigint: true })
  const ask: DatabaseQuery = async <T>(query: string, ...values: readonly (number | string)[]) => {
    let nth = 0
    const rows = await client.unsafe(
      query.replaceAll('?', () => `$${++nth}`),
      [...values],
    )
    return [...rows].map(withNumbers) as T[]
  }
  const [own] = await ask<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const position = async () =>
    (await ask<{ at: number }>(`SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint AS at`))[0]?.at ?? 0
  let [wal, said] = [0, 0]
  return {
    ask,
    begin: async () => {
      said = readFileSync(server.log, 'utf8').length
      wal = await position()
    },
    length: position,
    counts: async () => {
      const walBytes = (await position()) - wal
      const sent = statementsIn(readFileSync(server.log, 'utf8').slice(said)).filter(({ pid }) => pid !== own?.pid)
      const transactions = [...Map.groupBy(sent, ({ transaction }) => transaction).values()]
      const writing = transactions.filter(
        (said) => said.some(({ wrote }) => wrote) && !said.some(({ text }) => isOfNode.test(text)),
      )
      const statements = writing.flat().filter(({ text }) => !/^(begin|commit)\b/i.test(text))
      return { statements: statements.length, commits: writing.length, walBytes }
    },
    [Symbol.asyncDispose]: () => client.close({ timeout: 1 }),
  }
}

/** A statement that a node sends regularly to report that it is alive, or to keep the right to send webhooks. */
const isOfNode = /"(nodes|leases)"/

/** Every statement in a server's log, with its process and transaction. */
function statementsIn(log: string) {
  const lines = log.matchAll(/^(\d+) (\S*) (\d+) LOG: {2}(?:statement|execute [^:]*): (.*)$/gm)
  return [...lines].map(([, pid, transaction, number, text = '']) => ({
    pid: Number(pid),
    transaction: `${pid} ${transaction}`,
    wrote: number !== '0',
    text,
  }))
}

function withNumbers(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [key, typeof value === 'bigint' ? Number(value) : value]))
}
