import { Database } from 'bun:sqlite'
import { BackupFault } from '../../domain/backup.ts'
import { clauseOf } from '../../domain/fault-text.ts'

/**
 * Reads every page of a database no one is writing to and answers its schema. Throws a BackupFault where anything is amiss, in which
 * the file goes by `name`.
 */
export function checkSqlite(path: string, name: string = path): string {
  const database = open(path, name)
  try {
    const complaints = database.query<{ integrity_check: string }, []>('PRAGMA integrity_check(3)').all()
    const found = complaints.map(({ integrity_check }) => integrity_check).filter((one) => one !== 'ok')
    if (found.length > 0) throw new BackupFault(`${name} is damaged: ${found.join('; ')}.`, true)
    const schema = schemaOf(database)
    if (schema === null) throw new BackupFault(`${name} is no database of charabanc.`, true)
    return schema
  } catch (fault) {
    throw fault instanceof BackupFault ? fault : new BackupFault(`${name} cannot be read: ${clauseOf(fault)}.`, true)
  } finally {
    database.close()
  }
}

/**
 * Looks at every page of a database while others use it, and returns what is amiss; nothing for a sound one. It
 * compares no index with its table. Throws what SQLite says where it cannot be read.
 */
export function damageIn(path: string): string[] {
  using database = new Database(path, { readonly: true })
  database.run('PRAGMA busy_timeout = 2000')
  const complaints = database.query<{ quick_check: string }, []>('PRAGMA quick_check(3)').all()
  return complaints.map(({ quick_check }) => quick_check).filter((one) => one !== 'ok')
}

/** The last migration a database has seen, or null where it has seen none. */
export function schemaOf(database: Database): string | null {
  if (database.query("SELECT 1 FROM sqlite_schema WHERE name = 'schema_migrations'").get() === null) return null
  const latest = 'SELECT name FROM schema_migrations ORDER BY name DESC LIMIT 1'
  return database.query<{ name: string }, []>(latest).get()?.name ?? null
}

function open(path: string, name: string): Database {
  try {
    return new Database(path, { readonly: true })
  } catch (fault) {
    throw new BackupFault(`${name} cannot be opened: ${clauseOf(fault)}.`, true)
  }
}
