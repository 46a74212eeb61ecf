import type { BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite'
import type { Caller } from '../domain/caller.ts'
import type { DueWork, WorkLoop } from '../domain/due-work.ts'
import type { LoggedTable } from './rows/change-notes.ts'
import { mapRowsFast } from './rows/row-mapper.ts'
import type { Tables } from './tables.ts'

/** A handle for queries, with the tables in its dialect. */
export type Reader = {
  readonly dialect: 'postgres' | 'sqlite'
  /** Typed as SQLite on both databases, which understand the same queries. */
  readonly db: BunSQLiteDatabase
  readonly t: Tables
}

/** A handle for writes, which exists only inside `transact`. */
export type Writer = Reader & {
  /** Undoes only the writes of `work` if it throws; the surrounding transaction continues. */
  savepoint<T>(work: () => Promise<T>): Promise<T>
  /** Notes that work for this loop of the worker falls due at `dueAt` (ms). A rollback drops the note. */
  noteDue(loop: WorkLoop, dueAt: number): void
  /** Notes a change of a row for the activity log; inserters and savers note their own. */
  noteChange<K extends LoggedTable>(
    table: K,
    before: Tables[K]['$inferSelect'] | null,
    after: Tables[K]['$inferSelect'] | null,
  ): void
}

/** Thrown in a snapshot by work that must write. The caller repeats the work in a transaction. */
export class NeedsWriter extends Error {}

/** Returns the handle as a writer. Throws `NeedsWriter` in a snapshot. */
export function requireWriter(db: Reader): Writer {
  if ('savepoint' in db) return db as Writer
  throw new NeedsWriter('Only a transaction can write this.')
}

/**
 * The interface between the folders above and the database below. Inside `work` await only the handle: a network call would
 * block all other callers.
 */
export type Storage = {
  /**
   * Runs `work` on one consistent read-only snapshot. On a shared connection callers alternate, by credential; reads without a
   * caller go first, and must be short.
   */
  read<T>(work: (db: Reader) => Promise<T>, caller?: Caller): Promise<T>
  /** Runs `work`, which reads with exactly one statement. PostgreSQL needs no transaction for it. */
  readOne<T>(work: (db: Reader) => Promise<T>): Promise<T>
  /** A number that changes with every write of any process. Earlier reads are valid while it is the same. */
  version(): Promise<number>
  /**
   * Runs `work` as a separate transaction: its writes are durable when the promise resolves and undone when it rejects. It may
   * run more than once, so it must not have outside effects. Refuses `unavailable` when storage is busy, full or damaged; then
   * nothing was written, unless the refusal calls the result unknown.
   */
  transact<T>(work: (tx: Writer) => Promise<T>): Promise<T>
  /**
   * Runs `work`, which writes with exactly one statement. PostgreSQL needs no transaction for it. The statement may note no due
   * work and no change. It must name the state that it replaces, because a lost connection leaves open whether it was done, and
   * it is then repeated.
   */
  writeOne<T>(work: (tx: Writer) => Promise<T>): Promise<T>
  /**
   * Calls `listener` after each commit with due work through this handle. A call can be lost with the process, so workers must
   * also look for due work.
   */
  onDue(listener: (work: DueWork) => void): void
  /** Whether transactions that begin in one turn of the event loop share a commit. */
  readonly sharesCommits: boolean
  /** Whether the listener is also called for other nodes, so that a worker can look less often. */
  readonly listensToNodes: boolean
  /** Removes every trace of deleted data. Takes as long as reading the whole database; refuses `unavailable`. */
  scour(): Promise<void>
  /** Size of the database in bytes, with its log if that is a separate file. */
  size(): Promise<number>
  /** Finishes queued work and closes the database. */
  close(): Promise<void>
}

type Build<P> = (handle: Reader) => { prepare(name?: never): P }

/** Every prepared statement, by name, so that its plan can be checked. */
export const statements: { readonly name: string; readonly build: Build<unknown> }[] = []

/** Prepares a statement once per handle, under a name for databases that name statements. */
export function prepareStatement<P>(name: string, build: Build<P>): (handle: Reader) => P {
  statements.push({ name, build })
  return prepareShape(name, build)
}

/** Prepares one variant of a known statement, once per handle. */
export function prepareShape<P>(name: string, build: Build<P>): (handle: Reader) => P {
  const known = new WeakMap<Reader['db'], P>()
  return (handle) => {
    const before = known.get(handle.db)
    if (before !== undefined) return before
    const statement = mapRowsFast(build(handle).prepare(name as never))
    known.set(handle.db, statement)
    return statement
  }
}
