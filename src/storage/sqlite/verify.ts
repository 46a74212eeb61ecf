import { Database } from 'bun:sqlite'
import { BackupFault } from '../../domain/backup.ts'
import { describeFaultClause } from '../../domain/fault-text.ts'

/**
 * Reads every page of an idle database and returns its schema. Throws a BackupFault for any fault. `name` is the file's name in
 * it.
 */
export function checkSqlite(path: string, name: string = path): string {
  const database = openForCheck(path, name)
  try {
    const complaints = database.query<{ integrity_check: string }, []>('PRAGMA integrity_check(3)').all()
    const found = complaints.map(({ integrity_check }) => integrity_check).filter((one) => one !== 'ok')
    if (found.length > 0) throw new BackupFault(`${name} is damaged: ${found.join('; ')}.`, true)
    const schema = readSchemaName(database)
    if (schema === null) throw new BackupFault(`${name} is not a charabanc database.`, true)
    return schema
  } catch (fault) {
    throw fault instanceof BackupFault ? fault : new BackupFault(`${name} cannot be read: ${describeFaultClause(fault)}.`, true)
  } finally {
    database.close()
  }
}

/**
 * Checks every page of a database in use, and returns its faults. Does not compare indexes with tables. Throws SQLite's fault
 * if the database cannot be read.
 */
export function listDamage(path: string): string[] {
  using database = new Database(path, { readonly: true })
  database.run('PRAGMA busy_timeout = 2000')
  const complaints = database.query<{ quick_check: string }, []>('PRAGMA quick_check(3)').all()
  return complaints.map(({ quick_check }) => quick_check).filter((one) => one !== 'ok')
}

/** The last applied migration of a database; null without one. */
export function readSchemaName(database: Database): string | null {
  if (database.query("SELECT 1 FROM sqlite_schema WHERE name = 'schema_migrations'").get() === null) return null
  const latest = 'SELECT name FROM schema_migrations ORDER BY name DESC LIMIT 1'
  return database.query<{ name: string }, []>(latest).get()?.name ?? null
}

function openForCheck(path: string, name: string): Database {
  try {
    return new Database(path, { readonly: true })
  } catch (fault) {
    throw new BackupFault(`${name} cannot be opened: ${describeFaultClause(fault)}.`, true)
  }
}
