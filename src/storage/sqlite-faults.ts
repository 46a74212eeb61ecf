import { Refusal } from '../domain/refusal.ts'

/** Faults of the file, not of the work: nothing was written, and trying again later is right. */
const passingFaults = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|PROTOCOL|NOMEM)/

/** What callers hear of a fault of the database: `unavailable` when it may pass, else the fault itself. */
export function translateSqlite(fault: unknown): unknown {
  if (!passingFaults.test(sqliteCode(fault))) return fault
  return new Refusal('unavailable', 'Storage cannot take this right now; nothing was written.', {}, 1)
}

/** Whether somebody else holds the lock. */
export function isBusy(fault: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(sqliteCode(fault))
}

/** Drizzle wraps what the database said. */
function sqliteCode(fault: unknown): string {
  const own = fault instanceof Error && 'code' in fault ? fault.code : undefined
  if (typeof own === 'string' && own.startsWith('SQLITE_')) return own
  return fault instanceof Error && fault.cause !== undefined ? sqliteCode(fault.cause) : ''
}
