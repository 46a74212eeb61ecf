import type { BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite'
import type { Caller } from '../domain/caller.ts'
import type { DueWork, WorkLoop } from '../domain/due-work.ts'
import type { LoggedTable } from './rows/change-notes.ts'
import { mapRowsFast } from './rows/row-mapper.ts'
import type { Tables } from './tables.ts'

/** A handle queries speak to, with the tables in its own dialect. */
export type Reader = {
  readonly dialect: 'postgres' | 'sqlite'
  /** Typed as the SQLite one, whichever it is: what queries say of it is understood by both. */
  readonly db: BunSQLiteDatabase
  readonly t: Tables
}

/** A handle that may write; it exists only inside `transact`. */
export type Writer = Reader & {
  /** Undoes what `work` wrote when it throws, and only that; the surrounding transaction goes on. */
  savepoint<T>(work: () => Promise<T>): Promise<T>
  /** Says that something for this loop of the worker falls due at `dueAt` (ms). What is undone takes it back. */
  noteDue(loop: WorkLoop, dueAt: number): void
  /** Says that a row became another, for the log of what happened; those that `inserter` and `saver` write are noted by them. */
  noteChange<K extends LoggedTable>(
    table: K,
    before: Tables[K]['$inferSelect'] | null,
    after: Tables[K]['$inferSelect'] | null,
  ): void
}

/** Thrown by work in a snapshot that needs to write. The caller repeats the work in a transaction. */
export class NeedsWriter extends Error {}

/** Returns the handle as a writer. Throws `NeedsWriter` in a snapshot. */
export function writerOf(db: Reader): Writer {
  if ('savepoint' in db) return db as Writer
  throw new NeedsWriter('Only a transaction can write this.')
}

/**
 * The seam between the folders above and the database below. Inside `work` await nothing but the handle: a
 * network call there would hold everyone's turn.
 */
export type Storage = {
  /**
   * Runs `work` on one consistent snapshot that cannot be written to. Where all share a connection, callers are served in turn, each by
   * credential; what is read for none of them in particular goes first, and must be short.
   */
  read<T>(work: (db: Reader) => Promise<T>, caller?: Caller): Promise<T>
  /** A number that stays the same while no one writes, in whatever process: what was read before still stands. */
  version(): Promise<number>
  /**
   * Runs `work` as a transaction of its own: what it wrote is durable when the promise resolves and gone when it
   * rejects. It may run more than once, and so changes nothing outside. Refuses `unavailable` when storage is busy, full or damaged; then
   * nothing was written, unless the refusal says that this is not known.
   */
  transact<T>(work: (tx: Writer) => Promise<T>): Promise<T>
  /**
   * Lets `listener` hear after each commit through this handle what it left to be done; commits that leave nothing are not told
   * of. It may be lost with the process: who works must look for themselves as well.
   */
  onDue(listener: (work: DueWork) => void): void
  /** Whether the listener hears as well what other nodes leave, so that it need not look so often. */
  readonly hearsOthers: boolean
  /** Sees to it that no trace is left of what was deleted. Takes as long as reading everything; refuses `unavailable`. */
  scour(): Promise<void>
  /** Number of bytes that the database takes, with its log where that is a file beside it. */
  size(): Promise<number>
  /** Finishes what is waiting and lets go of the database. */
  close(): Promise<void>
}

type Build<P> = (handle: Reader) => { prepare(name?: never): P }

/** Every statement that is prepared, by name, so that a database can be asked how it would go about each of them. */
export const statements: { readonly name: string; readonly build: Build<unknown> }[] = []

/** Prepares a statement once per handle, under a name that a database which keeps names may know it by. */
export function prepared<P>(name: string, build: Build<P>): (handle: Reader) => P {
  statements.push({ name, build })
  return preparedOnce(name, build)
}

/** Prepares one shape of a statement, which `statements` knows already, once per handle. */
export function preparedOnce<P>(name: string, build: Build<P>): (handle: Reader) => P {
  const known = new WeakMap<Reader['db'], P>()
  return (handle) => {
    const before = known.get(handle.db)
    if (before !== undefined) return before
    const statement = mapRowsFast(build(handle).prepare(name as never))
    known.set(handle.db, statement)
    return statement
  }
}
