import { innermostOf } from '../domain/fault-text.ts'
import { Refusal } from '../domain/refusal.ts'

/** The reason why a database refuses: its own code (null for none), what people call it, and its own words. */
export type StorageTrouble = { readonly code: string | null; readonly trouble: string; readonly said: string }

/** The refusal for a fault of the database that may pass. Its cause is for those who look after the machine. */
export function unavailable(cause?: unknown): Refusal {
  return unavailableFor(cause, 'Storage cannot take this right now; nothing was written.')
}

/** The refusal `unavailable` in these words, with its cause where one is given. */
export function unavailableFor(cause: unknown, words: string): Refusal {
  return Object.assign(new Refusal('unavailable', words, {}, 1), cause !== undefined && { cause })
}

/** The trouble of a database that is why something was refused, else null. Never tells a value of a statement. */
export function storageTroubleOf(refused: unknown): StorageTrouble | null {
  if (!(refused instanceof Refusal) || refused.code !== 'unavailable' || refused.cause === undefined) return null
  const code = storageCodeOf(refused.cause)
  const trouble = troubles.find(([codes]) => codes.test(code ?? ''))?.[1] ?? 'out of reach'
  return { code, trouble, said: innermostOf(refused.cause) }
}

const troubles: readonly (readonly [codes: RegExp, words: string])[] = [
  [/^(SQLITE_FULL|53100|ENOSPC)/, 'disk full'],
  [/^(SQLITE_IOERR|58)/, 'disk fails'],
  [/^(SQLITE_READONLY|25006)/, 'read-only'],
  [/^SQLITE_CANTOPEN/, 'file cannot be opened'],
  [/^SQLITE_(CORRUPT|NOTADB)/, 'file damaged'],
  [/^(SQLITE_(BUSY|LOCKED|PROTOCOL)|55P03|40001|40P01)/, 'held by others'],
  [/^(SQLITE_NOMEM|53200)/, 'out of memory'],
  [/^53300/, 'too many connections'],
  [/^57014/, 'too slow'],
]

/** SQLite's name for a fault, the SQLSTATE of PostgreSQL, or what a client or the machine calls it; Drizzle wraps each. */
function storageCodeOf(fault: unknown): string | null {
  if (!(fault instanceof Error)) return null
  const { errno, code } = fault as { errno?: unknown; code?: unknown }
  const own = [errno, code].find((one) => typeof one === 'string')
  return typeof own === 'string' ? own : storageCodeOf(fault.cause)
}
