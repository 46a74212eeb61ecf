import { countingWait, patienceLeft } from '../patience.ts'
import { currentAuthor } from '../rows/authors.ts'
import { doLogged } from '../rows/logged-work.ts'
import type { Reader, Writer } from '../storage.ts'
import { unavailableFor } from '../trouble.ts'
import type { Connection } from './connection.ts'
import type { ConnectionPool } from './connection-pool.ts'
import { isConnectionLost, mayRetry, translatePostgres } from './faults.ts'

/** A pause before the work is done again grows by up to this much with each attempt (ms). */
const pauseMs = 4

/** Milliseconds between two questions about what became of a COMMIT. */
const askAgainMs = 100

/** A transaction's own name, null where it wrote nothing and undefined where it never told; whether it was lost at its COMMIT. */
type CommitEnd = { readonly id: string | null | undefined; readonly isLost: boolean }

/**
 * Runs `work` as a transaction, and again where rivals were in each other's way: nothing outside it may be changed by `work`. Refuses
 * `unavailable` when they always are, when there is no connection, and when the server is lost.
 */
export function transactOn<T>(
  pool: ConnectionPool,
  work: (tx: Writer) => Promise<T>,
  clock: () => number = Date.now,
): Promise<T> {
  return countingWait(async () => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await attemptOn(pool, work, clock)
      } catch (fault) {
        if (!mayRetry(fault, attempt)) throw translatePostgres(fault)
        await Bun.sleep(Math.random() * pauseMs * attempt)
      }
    }
  })
}

/** Runs `work` on one moment. Nothing waits for the end of the transaction. */
export async function readOn<T>(pool: ConnectionPool, work: (db: Reader) => Promise<T>): Promise<T> {
  try {
    return await onConnection(pool, async (connection) => {
      connection.begin('isolation level repeatable read, read only')
      const result = await work(connection.reader)
      connection.rollback()
      return result
    })
  } catch (fault) {
    throw translatePostgres(fault)
  }
}

/** A number for what a snapshot would see now: whatever is committed changes which transactions that is. */
export async function versionOn(pool: ConnectionPool): Promise<number> {
  try {
    const text = 'select pg_current_snapshot()::text as snapshot'
    const [row] = await onConnection(pool, (connection) => connection.ask<{ snapshot: string }>(text))
    return Number(Bun.hash.xxHash64(row?.snapshot ?? '') & BigInt(Number.MAX_SAFE_INTEGER))
  } catch (fault) {
    throw translatePostgres(fault)
  }
}

/** Bytes that the database takes on the server. */
export async function sizeOn(pool: ConnectionPool): Promise<number> {
  try {
    const text = 'select pg_database_size(current_database()) as bytes'
    const [row] = await onConnection(pool, (connection) => connection.ask<{ bytes: string }>(text))
    return Number(row?.bytes)
  } catch (fault) {
    throw translatePostgres(fault)
  }
}

async function attemptOn<T>(pool: ConnectionPool, work: (tx: Writer) => Promise<T>, clock: () => number): Promise<T> {
  const { result, ending, notes } = await onConnection(pool, async (connection) => {
    const { notes, changes } = connection
    connection.begin('isolation level read committed, read write')
    const result = await doLogged(connection.writer, { notes: changes, author: currentAuthor(), clock }, work)
    const ending = await commit(connection, pool.noticeOn(connection))
    if (!ending.isLost) notes.commit()
    return { result, ending, notes }
  })
  if (ending.isLost) {
    // It has been given back: what became of its COMMIT is asked on another.
    await clearUp(pool, ending.id)
    notes.commit()
  }
  return result
}

/** Lends a connection to `work`, and another one when the server had hung up on it while it was idle. */
function onConnection<T>(pool: ConnectionPool, work: (connection: Connection) => Promise<T>): Promise<T> {
  return countingWait(() => onFreshConnection(pool, work))
}

async function onFreshConnection<T>(pool: ConnectionPool, work: (connection: Connection) => Promise<T>): Promise<T> {
  for (let left = pool.most; ; left--) {
    const connection = await pool.take()
    try {
      return await work(connection)
    } catch (fault) {
      connection.rollback()
      if (!connection.isStale || left === 0) throw fault
    } finally {
      pool.give(connection)
    }
  }
}

/** A transaction tells its name before it ends, so that another connection can be asked what became of it. */
async function commit(connection: Connection, notice: ReturnType<ConnectionPool['noticeOn']>): Promise<CommitEnd> {
  let id: string | null | undefined
  // Where that fails, so does the COMMIT behind it.
  if (notice !== null) connection.ask(...notice).catch(() => {})
  connection
    .ask<{ id: string | null }>('select pg_current_xact_id_if_assigned()::text as id')
    .then(([row]) => {
      id = row?.id
    })
    .catch(() => {})
  try {
    const { command } = await connection.ask('commit')
    if (command !== 'COMMIT') throw new Error('A statement failed in the transaction, and its work went on.')
    return { id, isLost: false }
  } catch (fault) {
    if (!isConnectionLost(fault)) throw fault
    return { id, isLost: true }
  }
}

/** Throws unless the transaction of this name was committed or had nothing to write. */
async function clearUp(pool: ConnectionPool, id: CommitEnd['id']): Promise<void> {
  const outcome = id === null ? 'committed' : id === undefined ? 'unknown' : await outcomeOf(pool, id)
  if (outcome === 'aborted') throw Object.assign(new Error('The server was lost before it committed.'), { errno: '40000' })
  if (outcome !== 'committed') {
    const lost = new Error('The connection was lost at a COMMIT.')
    throw unavailableFor(lost, 'Storage was lost at the last moment; look whether this was done.')
  }
}

async function outcomeOf(pool: ConnectionPool, id: string): Promise<string> {
  const deadline = performance.now() + patienceLeft(pool.waitsMs)
  for (;;) {
    const status = await statusOf(pool, id)
    if (status !== 'in progress') return status
    if (performance.now() > deadline) return 'unknown'
    await Bun.sleep(askAgainMs)
  }
}

/**
 * The status of a transaction as the server tells it. It is `in progress` where a server cannot be asked that restarts:
 * it is asked again.
 */
async function statusOf(pool: ConnectionPool, id: string): Promise<string> {
  try {
    const [row] = await onConnection(pool, (connection) =>
      connection.ask<{ status: string | null }>('select pg_xact_status($1::xid8) as status', [id]),
    )
    return row?.status ?? 'unknown'
  } catch {
    return 'in progress'
  }
}
