import { computePatienceLeft, runCountingWait } from '../patience.ts'
import { readCurrentAuthor } from '../rows/authors.ts'
import { runLogged } from '../rows/logged-work.ts'
import type { Reader, Writer } from '../storage.ts'
import { databaseUnavailable, unavailableWithCause } from '../trouble.ts'
import type { Connection } from './connection.ts'
import type { ConnectionPool } from './connection-pool.ts'
import { isConnectionLost, isRetryAllowed, isStandbyFault, translatePostgres } from './faults.ts'

/** Growth (ms) of the pause before each retry. */
const pauseMs = 4

/** Milliseconds between two checks of a COMMIT's result. */
const askAgainMs = 100

/**
 * A transaction's own name, null if it wrote nothing and undefined if it never reported one, and whether it was lost at its
 * COMMIT.
 */
type CommitEnd = { readonly id: string | null | undefined; readonly isLost: boolean }

/**
 * Runs `work` as a transaction, and again after a conflict, so `work` must have no outside effects. Refuses `unavailable` after
 * repeated conflicts, without a connection, and if the server is lost.
 */
export function transactOn<T>(
  pool: ConnectionPool,
  work: (tx: Writer) => Promise<T>,
  clock: () => number = Date.now,
): Promise<T> {
  return repeatAfterConflicts(() => attemptOn(pool, work, clock))
}

/**
 * Runs `work`, which writes with one statement, without a transaction around it. Repeats after conflicts as `transactOn`, and
 * refuses `unavailable` on a standby.
 */
export function writeOneOn<T>(pool: ConnectionPool, work: (tx: Writer) => Promise<T>): Promise<T> {
  return repeatAfterConflicts(() =>
    onConnection(pool, async (connection) => {
      connection.beginOne()
      try {
        return await work(connection.writer)
      } catch (fault) {
        if (!isStandbyFault(fault)) throw fault
        connection.giveUp()
        throw databaseUnavailable(fault)
      }
    }),
  )
}

function repeatAfterConflicts<T>(attemptOnce: () => Promise<T>): Promise<T> {
  return runCountingWait(async () => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await attemptOnce()
      } catch (fault) {
        if (!isRetryAllowed(fault, attempt)) throw translatePostgres(fault)
        await Bun.sleep(Math.random() * pauseMs * attempt)
      }
    }
  })
}

/** Runs `work` on a snapshot. The result does not wait for the end of the transaction. */
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

/** Runs `work`, which reads with one statement, without a transaction around it. */
export async function readOneOn<T>(pool: ConnectionPool, work: (db: Reader) => Promise<T>): Promise<T> {
  try {
    return await onConnection(pool, (connection) => {
      connection.beginOne()
      return work(connection.reader)
    })
  } catch (fault) {
    throw translatePostgres(fault)
  }
}

/** A number for the current snapshot. Each commit changes it. */
export async function readVersionOn(pool: ConnectionPool): Promise<number> {
  try {
    const text = 'select pg_current_snapshot()::text as snapshot'
    const [row] = await onConnection(pool, (connection) => connection.ask<{ snapshot: string }>(text))
    return Number(Bun.hash.xxHash64(row?.snapshot ?? '') & BigInt(Number.MAX_SAFE_INTEGER))
  } catch (fault) {
    throw translatePostgres(fault)
  }
}

/** Size of the database on the server, in bytes. */
export async function readSizeOn(pool: ConnectionPool): Promise<number> {
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
    const result = await runLogged(connection.writer, { notes: changes, author: readCurrentAuthor(), clock }, work)
    const ending = await commitTransaction(connection, pool.noticeOn(connection))
    if (!ending.isLost) notes.commit()
    return { result, ending, notes }
  })
  if (ending.isLost) {
    // The connection has been returned: the result of its COMMIT is checked on another.
    await clearUp(pool, ending.id)
    notes.commit()
  }
  return result
}

/** Runs `work` with a connection, or with another one if the server had closed it while idle. */
function onConnection<T>(pool: ConnectionPool, work: (connection: Connection) => Promise<T>): Promise<T> {
  return runCountingWait(() => onFreshConnection(pool, work))
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

/** Commits a transaction, which reports its name first, so that another connection can check its result. */
async function commitTransaction(connection: Connection, notice: ReturnType<ConnectionPool['noticeOn']>): Promise<CommitEnd> {
  let id: string | null | undefined
  // If this fails, so does the COMMIT after it.
  const naming = 'pg_current_xact_id_if_assigned()::text as id'
  const [text, values] = notice === null ? [`select ${naming}`, []] : [`select ${naming}, pg_notify($1, $2)`, notice]
  connection
    .ask<{ id: string | null }>(text, [...values])
    .then(([row]) => {
      id = row?.id
    })
    .catch(() => {})
  try {
    const { command } = await connection.ask('commit')
    if (command !== 'COMMIT') throw new Error('A statement failed in the transaction, but the transaction continued.')
    return { id, isLost: false }
  } catch (fault) {
    if (!isConnectionLost(fault)) throw fault
    return { id, isLost: true }
  }
}

/** Throws unless the transaction of this name was committed or wrote nothing. */
async function clearUp(pool: ConnectionPool, id: CommitEnd['id']): Promise<void> {
  const outcome = id === null ? 'committed' : id === undefined ? 'unknown' : await outcomeOf(pool, id)
  if (outcome === 'aborted') throw Object.assign(new Error('The server was lost before it committed.'), { errno: '40000' })
  if (outcome !== 'committed') {
    const lost = new Error('The connection was lost at a COMMIT.')
    throw unavailableWithCause(lost, 'Storage was lost at the last moment; look whether this was done.')
  }
}

async function outcomeOf(pool: ConnectionPool, id: string): Promise<string> {
  const deadline = performance.now() + computePatienceLeft(pool.waitsMs)
  for (;;) {
    const status = await readTransactionStatus(pool, id)
    if (status !== 'in progress') return status
    if (performance.now() > deadline) return 'unknown'
    await Bun.sleep(askAgainMs)
  }
}

/** The server's status of a transaction. It is `in progress` if a restarting server cannot answer, and is checked again. */
async function readTransactionStatus(pool: ConnectionPool, id: string): Promise<string> {
  try {
    const [row] = await onConnection(pool, (connection) =>
      connection.ask<{ status: string | null }>('select pg_xact_status($1::xid8) as status', [id]),
    )
    return row?.status ?? 'unknown'
  } catch {
    return 'in progress'
  }
}
