import type { DueChannel } from './postgres/due-channel.ts'
import { openSqlite } from './sqlite/open.ts'
import { WriterBell } from './sqlite/writer-bell.ts'
import type { Storage } from './storage.ts'

/** The address of a database. It is plain data, so that it can be posted to another thread. */
export type DatabaseAddress = SqliteAddress | PostgresAddress

type SqliteAddress = {
  readonly kind: 'sqlite'
  readonly path: string
  /** Rung by every writer of this process. */
  readonly writerBell: SharedArrayBuffer
}

export type PostgresAddress = {
  readonly kind: 'postgres'
  readonly url: string
  /** URL over which the schema is changed: past a pooler, if there is one. */
  readonly directUrl: string
  /** Tells this process apart from every other on the database. */
  readonly origin: string
}

/**
 * Users of a storage, each with its share of PostgreSQL: connections at once and, where others would give up long
 * before, less patience (ms). A node says on a connection of its own that it lives, so that it says so however many
 * calls wait for the others.
 */
const shares = {
  front: { connections: 8 },
  worker: { connections: 3 },
  dispatcher: { connections: 2 },
  membership: { connections: 1, waitsMs: 2_500, answersMs: 2_500 },
} as const

export type StorageUser = keyof typeof shares

/** One on which a node hears the others, and one that comes and goes: for changing the schema, and for looking whether another did. */
const besidesShares = 2

/** Greatest number of connections that a node has open. */
export const connectionsOfNode = Object.values(shares).reduce((sum, { connections }) => sum + connections, besidesShares)

/**
 * A checkpoint of SQLite holds its thread up for milliseconds. The worker makes one at a quarter of this, and callers are made to wait
 * for one only where the worker has nothing to write. One block of the log's index knows 4,062 pages.
 */
const frontCheckpointPages = 4_000

/** Names every loop with due work: a caller who does not say which loops others should hear of has them hear of all. */
const allLoops: DueChannel['loopsToTell'] = (work) => [...work.keys()]

/**
 * Opens a migrated database. What PostgreSQL needs is loaded with the first of its kind; `clock` is what the log of what happened goes
 * by. Fails as `openPostgres` does.
 */
export async function openStorage(
  database: DatabaseAddress,
  user: StorageUser,
  loopsToTell = allLoops,
  clock: () => number = Date.now,
): Promise<Storage> {
  if (database.kind === 'sqlite') {
    const bell = new WriterBell(database.writerBell)
    return openSqlite(database.path, { bell, clock, ...(user === 'front' && { checkpointPages: frontCheckpointPages }) })
  }
  const { openPostgres } = await import('./postgres/open.ts')
  const channel = { origin: database.origin, loopsToTell, isHearing: user === 'worker' }
  return openPostgres(database.url, { ...shares[user], channel, clock })
}
