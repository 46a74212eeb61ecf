import type { Storage } from '../storage.ts'
import { ConnectionPool } from './connection-pool.ts'
import { type DueChannel, listenToNodes, type NodeListener } from './due-channel.ts'
import { translatePostgres } from './faults.ts'
import { refuseTransactionPooling } from './pooling.ts'
import { scourPostgres } from './scour.ts'
import { parseServerAddress } from './server.ts'
import { readOn, readOneOn, readSizeOn, readVersionOn, transactOn, writeOneOn } from './transactions.ts'

export type PostgresLimits = {
  /** Greatest number of connections. A single one cannot detect a pooler in transaction mode. */
  readonly connections?: number
  /** Milliseconds that a caller waits for a connection, and a statement for a lock. */
  readonly waitsMs?: number
  /** Milliseconds for which the server may be silent in the middle of a statement. */
  readonly answersMs?: number
  /** Channel on which other nodes are notified of due work; null without other nodes. */
  readonly channel?: DueChannel | null
  /** Clock (ms) that dates the activity log. */
  readonly clock?: () => number
}

/** Limits (ms) after which the server itself ends a statement, and a transaction without activity. */
const limits = { statement: 30_000, idleTransaction: 15_000 }

/**
 * Opens a migrated PostgreSQL database; the URL says how its certificate is checked. `?pooling=transaction` in it declares a
 * pooler in transaction mode. Throws `TransactionPooling` for an undeclared one; refuses `unavailable`, with the server's error
 * as its cause.
 */
export async function openPostgres(
  url: string,
  { connections: most = 8, waitsMs = 5_000, answersMs = 10_000, channel = null, clock = Date.now }: PostgresLimits = {},
): Promise<Storage> {
  const { server, isPooled } = parseServerAddress(url)
  const pool = new ConnectionPool(server, {
    most,
    waitsMs,
    answersMs,
    greeting: isPooled ? '' : settingsOf(waitsMs, 'set'),
    local: isPooled ? settingsOf(waitsMs, 'set local') : '',
    prepares: !isPooled,
    channel,
  })
  // A pooler forwards no notices: nodes behind one read the database instead.
  const mayHear = channel?.isHearing === true && !isPooled
  let hearing: NodeListener | null = null
  try {
    if (!isPooled && most > 1) await refuseTransactionPooling(pool)
    if (mayHear) hearing = await listenToNodes(server, channel.origin, (work) => pool.notifyDue(work))
  } catch (fault) {
    await pool.close()
    throw translatePostgres(fault)
  }
  return {
    read: (work) => readOn(pool, work),
    // A pooler in transaction mode forgets settings, so that each transaction begins with them.
    readOne: (work) => (isPooled ? readOn(pool, work) : readOneOn(pool, work)),
    version: () => readVersionOn(pool),
    transact: (work) => transactOn(pool, work, clock),
    writeOne: (work) => (isPooled ? transactOn(pool, work, clock) : writeOneOn(pool, work)),
    onDue: (listener) => pool.onDue(listener),
    scour: () => scourPostgres(server, waitsMs),
    sharesCommits: false,
    get listensToNodes() {
      return hearing?.isHearing() === true
    },
    size: () => readSizeOn(pool),
    close: async () => {
      await Promise.all([pool.close(), hearing?.stop()])
    },
  }
}

/** Settings by which the server plans statements. */
export const planning = {
  // Otherwise joins would be planned at each call, which is 50 % of the server's share of a list.
  plan_cache_mode: 'force_generic_plan',
  // Without seeks, a row found by an index costs as much as any other. With the usual 4, tables of some thousand rows are read
  // whole.
  random_page_cost: 1.1,
}

/** Set by statements, because a pooler may drop startup parameters. */
function settingsOf(waitsMs: number, set: 'set' | 'set local'): string {
  const settings = {
    statement_timeout: limits.statement,
    lock_timeout: waitsMs,
    idle_in_transaction_session_timeout: limits.idleTransaction,
    ...planning,
    synchronous_commit: 'on',
  }
  return Object.entries(settings)
    .map(([name, value]) => `${set} ${name} = ${value}`)
    .join('; ')
}
