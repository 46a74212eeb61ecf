import { findInnermostMessage } from '../domain/fault-text.ts'
import { Refusal } from '../domain/refusal.ts'

/** The reason of a database's refusal: its own code (null without one), a name for people, and its own words. */
export type StorageTrouble = { readonly code: string | null; readonly trouble: string; readonly said: string }

/** The refusal for a database fault that can pass. Its cause is for the operator of the machine. */
export function databaseUnavailable(cause?: unknown): Refusal {
  return unavailableWithCause(cause, 'The database is busy or full. Nothing was saved. Try again.')
}

/** The refusal `databaseUnavailable` with these words, and with its cause if there is one. */
export function unavailableWithCause(cause: unknown, words: string): Refusal {
  return Object.assign(new Refusal('unavailable', words, {}, 1), cause !== undefined && { cause })
}

/** The database trouble that caused a refusal, otherwise null. Never contains a value of a statement. */
export function findStorageTrouble(refused: unknown): StorageTrouble | null {
  if (!(refused instanceof Refusal) || refused.code !== 'unavailable' || refused.cause === undefined) return null
  const code = storageCodeOf(refused.cause)
  const trouble = troubles.find(([codes]) => codes.test(code ?? ''))?.[1] ?? 'unreachable'
  return { code, trouble, said: findInnermostMessage(refused.cause) }
}

const troubles: readonly (readonly [codes: RegExp, words: string])[] = [
  [/^(SQLITE_FULL|53100|ENOSPC)/, 'disk full'],
  [/^(SQLITE_IOERR|58)/, 'disk fails'],
  [/^(SQLITE_READONLY|25006)/, 'read-only'],
  [/^SQLITE_CANTOPEN/, 'file cannot be opened'],
  [/^SQLITE_(CORRUPT|NOTADB)/, 'file damaged'],
  [/^(SQLITE_(BUSY|LOCKED|PROTOCOL)|55P03|40001|40P01)/, 'locked by another process'],
  [/^(SQLITE_NOMEM|53200)/, 'out of memory'],
  [/^53300/, 'too many connections'],
  [/^57014/, 'too slow'],
]

/** SQLite's name for a fault, the SQLSTATE of PostgreSQL, or the name of the client or the machine. Drizzle wraps each. */
function storageCodeOf(fault: unknown): string | null {
  if (!(fault instanceof Error)) return null
  const { errno, code } = fault as { errno?: unknown; code?: unknown }
  const own = [errno, code].find((one) => typeof one === 'string')
  return typeof own === 'string' ? own : storageCodeOf(fault.cause)
}
