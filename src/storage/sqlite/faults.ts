import { codeOf } from '../../domain/fault-text.ts'
import { Refusal } from '../../domain/refusal.ts'
import { unavailable } from '../trouble.ts'

/** Faults of the file, not of the work: nothing was written, and trying again later is right. */
const passingFaults = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|PROTOCOL|NOMEM)/

/** Translates a fault for callers: `unavailable` because of it when it may pass, else the fault itself. */
export function translateSqlite(fault: unknown): unknown {
  return fault instanceof Refusal || !passingFaults.test(sqliteCode(fault)) ? fault : unavailable(fault)
}

/**
 * Translates a fault as `translateSqlite` does, and damage to `unavailable` too: a server at work goes on beside it.
 */
export function translateAtWork(fault: unknown): unknown {
  return !(fault instanceof Refusal) && isDamage(fault) ? unavailable(fault) : translateSqlite(fault)
}

/** The damage that a thread tells of in the words in which it died, as who asks a server hears of it; null where it tells of none. */
export function damageToldIn(words: string): Refusal | null {
  const code = /^\s*code: "(SQLITE_(?:CORRUPT|NOTADB)\w*)"/m.exec(words)?.[1]
  return code === undefined ? null : unavailable(Object.assign(new Error('the thread died of it'), { code }))
}

/** Whether somebody else holds the lock. */
export function isBusy(fault: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(sqliteCode(fault))
}

/** Whether what the file holds is at fault: pages that are damaged, or no database at all. */
export function isDamage(fault: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(sqliteCode(fault))
}

/** Whether the file cannot be opened or written; most often it is another user's. */
export function isForbidden(fault: unknown): boolean {
  return /^SQLITE_(CANTOPEN|READONLY)/.test(sqliteCode(fault))
}

/** Drizzle wraps what the database said. */
function sqliteCode(fault: unknown): string {
  const own = codeOf(fault)
  if (own?.startsWith('SQLITE_')) return own
  return fault instanceof Error && fault.cause !== undefined ? sqliteCode(fault.cause) : ''
}
