import type { DueChannel } from './postgres/due-channel.ts'
import { openSqlite } from './sqlite/open.ts'
import { WriterBell } from './sqlite/writer-bell.ts'
import type { Storage } from './storage.ts'

/** The address of a database. It is plain data, so that it can be posted to another thread. */
export type DatabaseAddress = SqliteAddress | PostgresAddress

type SqliteAddress = {
  readonly kind: 'sqlite'
  readonly path: string
  /** Bell of the writers of this process. */
  readonly writerBell: SharedArrayBuffer
}

export type PostgresAddress = {
  readonly kind: 'postgres'
  readonly url: string
  /** URL for schema changes, which bypasses a pooler. */
  readonly directUrl: string
  /** Differs for every process on the database. */
  readonly origin: string
}

/**
 * Users of a storage, each with its share of PostgreSQL: connections, and less patience (ms) for users whose callers give up long
 * before. A node sends its beat on a separate connection, so that waiting calls do not delay it.
 */
const shares = {
  front: { connections: 8 },
  worker: { connections: 3 },
  dispatcher: { connections: 2 },
  membership: { connections: 1, waitsMs: 2_500, answersMs: 2_500 },
} as const

export type StorageUser = keyof typeof shares

/** One connection on which a node listens to the others, and a temporary one for migrations and for checking the schema. */
const besidesShares = 2

/** Greatest number of connections that a node has open. */
export const connectionsOfNode = Object.values(shares).reduce((sum, { connections }) => sum + connections, besidesShares)

/**
 * A checkpoint of SQLite blocks its thread for milliseconds. The worker makes one at 25 % of this, and callers wait for one only
 * if the worker has nothing to write. One block of the log's index holds 4,062 pages.
 */
const frontCheckpointPages = 4_000

/** Names every loop with due work, for a caller without its own choice. */
const allLoops: DueChannel['loopsToNotify'] = (work) => [...work.keys()]

/**
 * Opens a migrated database. PostgreSQL's modules are loaded with its first database; `clock` dates the activity log. Fails as
 * `openPostgres` does.
 */
export async function openStorage(
  database: DatabaseAddress,
  user: StorageUser,
  loopsToNotify = allLoops,
  clock: () => number = Date.now,
): Promise<Storage> {
  if (database.kind === 'sqlite') {
    const bell = new WriterBell(database.writerBell)
    return openSqlite(database.path, { bell, clock, ...(user === 'front' && { checkpointPages: frontCheckpointPages }) })
  }
  const { openPostgres } = await import('./postgres/open.ts')
  const channel = { origin: database.origin, loopsToNotify, isHearing: user === 'worker' }
  return openPostgres(database.url, { ...shares[user], channel, clock })
}
