import type { Storage } from '../storage.ts'
import { ConnectionPool } from './connection-pool.ts'
import { type DueChannel, type Hearing, hearOthers } from './due-channel.ts'
import { translatePostgres } from './faults.ts'
import { refuseTransactionPooling } from './pooling.ts'
import { scourPostgres } from './scour.ts'
import { addressIn } from './server.ts'
import { readOn, sizeOn, transactOn, versionOn } from './transactions.ts'

export type PostgresLimits = {
  /** Greatest number of connections at once. One alone cannot find out whether a pooler hands connections around. */
  readonly connections?: number
  /** Milliseconds that a caller waits for a connection, and a statement for a lock. */
  readonly waitsMs?: number
  /** Milliseconds for which the server may be silent in the middle of a statement. */
  readonly answersMs?: number
  /** Channel on which other nodes hear of due work; null where there are none. */
  readonly channel?: DueChannel | null
  /** Clock (ms) by which the log of what happened is dated. */
  readonly clock?: () => number
}

/** The server ends by itself what its client has given up (ms): a statement, and a transaction in which nothing happens. */
const limits = { statement: 30_000, idleTransaction: 15_000 }

/**
 * Opens a migrated PostgreSQL database; the URL says how its certificate is checked. `?pooling=transaction` in it says that a pooler
 * hands connections around. Throws `TransactionPooling` where one does and the URL does not say so; refuses `unavailable`, with what the server
 * said as its cause.
 */
export async function openPostgres(
  url: string,
  { connections: most = 8, waitsMs = 5_000, answersMs = 10_000, channel = null, clock = Date.now }: PostgresLimits = {},
): Promise<Storage> {
  const { server, isPooled } = addressIn(url)
  const pool = new ConnectionPool(server, {
    most,
    waitsMs,
    answersMs,
    greeting: isPooled ? '' : settingsOf(waitsMs, 'set'),
    local: isPooled ? settingsOf(waitsMs, 'set local') : '',
    prepares: !isPooled,
    channel,
  })
  // A pooler hands on no notices: who is behind one looks for themselves.
  const mayHear = channel?.isHearing === true && !isPooled
  let hearing: Hearing | null = null
  try {
    if (!isPooled && most > 1) await refuseTransactionPooling(pool)
    if (mayHear) hearing = await hearOthers(server, channel.origin, (work) => pool.tellDue(work))
  } catch (fault) {
    await pool.close()
    throw translatePostgres(fault)
  }
  return {
    read: (work) => readOn(pool, work),
    version: () => versionOn(pool),
    transact: (work) => transactOn(pool, work, clock),
    onDue: (listener) => pool.onDue(listener),
    scour: () => scourPostgres(server, waitsMs),
    get hearsOthers() {
      return hearing?.isHearing() === true
    },
    size: () => sizeOn(pool),
    close: async () => {
      await Promise.all([pool.close(), hearing?.stop()])
    },
  }
}

/** Settings by which the server plans statements. */
export const planning = {
  // Joins would be planned anew at each call: half of the server's share of a list.
  plan_cache_mode: 'force_generic_plan',
  // Where no disk has to be moved to, a row found by an index costs as much as any other. With the usual 4 some thousand rows are read whole.
  random_page_cost: 1.1,
}

/** Said by statements, as a pooler may drop what is said when a connection is opened. */
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
