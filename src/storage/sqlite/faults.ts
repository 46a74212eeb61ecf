import { findFaultCode } from '../../domain/fault-text.ts'
import { Refusal } from '../../domain/refusal.ts'
import { databaseUnavailable } from '../trouble.ts'

/** Faults of the file and not of the work: nothing was written, and a retry can succeed. */
const passingFaults = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|PROTOCOL|NOMEM)/

/** Translates a fault for callers: `databaseUnavailable` if it can pass, otherwise the fault itself. */
export function translateSqlite(fault: unknown): unknown {
  return fault instanceof Refusal || !passingFaults.test(sqliteCode(fault)) ? fault : databaseUnavailable(fault)
}

/** Translates a fault as `translateSqlite` does, and also damage to `databaseUnavailable`: a running server continues. */
export function translateAtWork(fault: unknown): unknown {
  return !(fault instanceof Refusal) && isDamage(fault) ? databaseUnavailable(fault) : translateSqlite(fault)
}

/** The damage in the message of a crashed thread, worded for callers; null without damage. */
export function findDamageIn(words: string): Refusal | null {
  const code = /^\s*code: "(SQLITE_(?:CORRUPT|NOTADB)\w*)"/m.exec(words)?.[1]
  return code === undefined ? null : databaseUnavailable(Object.assign(new Error('the thread crashed'), { code }))
}

/** Whether another process holds the lock. */
export function isDatabaseBusy(fault: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(sqliteCode(fault))
}

/** Whether the content of the file is at fault: damaged pages, or no database. */
export function isDamage(fault: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(sqliteCode(fault))
}

/** Whether the file cannot be opened or written, usually because it belongs to another user. */
export function isForbidden(fault: unknown): boolean {
  return /^SQLITE_(CANTOPEN|READONLY)/.test(sqliteCode(fault))
}

/** The code of SQLite's fault, which Drizzle wraps. */
function sqliteCode(fault: unknown): string {
  const own = findFaultCode(fault)
  if (own?.startsWith('SQLITE_')) return own
  return fault instanceof Error && fault.cause !== undefined ? sqliteCode(fault.cause) : ''
}
