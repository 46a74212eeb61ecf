import type { Database } from 'bun:sqlite'
import { buildSqliteSchema, listMigrations } from '../migrating/migration-files.ts' with { type: 'macro' }
import type { Migration, WholeSchema } from '../migrating/migration-files.ts'
import { SchemaNewer } from '../migrating/schema-newer.ts'
import type { SecretBox } from '../secret-box.ts'
import { packItineraries } from './compact-trips.ts'
import { encryptAddresses } from './encrypt-addresses.ts'
import { translateSqlite } from './faults.ts'
import { rewriteItineraries } from './plain-itineraries.ts'
import { scourAtStart } from './scour.ts'
import { readSchemaName } from './verify.ts'

/** The work of a step apart from its SQL: before its transaction, or within it. */
type StepWork = {
  readonly before?: (database: Database) => void
  readonly within?: (database: Database, secretBox: () => SecretBox) => void
}

/** Milliseconds that a step waits for another process that holds the file. */
const patienceMs = 10_000

/** Step work, by the names of steps without their numbers. A step that scours also clears the free pages of earlier steps. */
const tasks = new Map<string, StepWork>([
  ['seal_addresses', { within: encryptAddresses }],
  ['plain_itineraries', { within: rewriteItineraries }],
  ['compact_trips', { within: packItineraries }],
  ['scour', { before: (database) => scourAtStart(database, patienceMs) }],
])

/** Every file of drizzle/sqlite, embedded when the executable is built; numbered, and never edited after a release. */
export const migrations: readonly Migration[] = listMigrations('sqlite')

/** The schema after all steps. Its statements run in a tenth of the time. */
const whole: WholeSchema = buildSqliteSchema()

/**
 * Migrates the file to this release's schema, each step whole or not at all, and returns the applied steps. A file without
 * tables gets all of them in one transaction, so that no other process mistakes a partial schema for an earlier release. Steps
 * that encrypt something call `secretBox`. Throws `SchemaNewer`; refuses `unavailable` if another process locks the file.
 */
export function migrateSqlite(
  database: Database,
  now: number,
  steps: readonly Migration[] = migrations,
  tell: (name: string) => void = () => {},
  secretBox: () => SecretBox = noSecretBox,
): string[] {
  try {
    database.run(
      'CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY NOT NULL, applied_at integer NOT NULL) STRICT',
    )
    refuseNewer(database, steps)
    if (!hasTables(database)) return applyTogether(database, steps, now, tell)
    const applied: string[] = []
    for (const step of steps) {
      if (wasApplied(database, step.name)) continue
      tell(step.name)
      if (applySqliteMigration(database, step, now, secretBox)) applied.push(step.name)
    }
    return applied
  } catch (fault) {
    throw translateSqlite(fault)
  }
}

/** The missing steps of a file, which does not change. Throws `SchemaNewer`; refuses `unavailable` as `migrateSqlite` does. */
export function listPendingSqlite(database: Database, steps: readonly Migration[] = migrations): string[] {
  try {
    if (readSchemaName(database) === null) return steps.map(({ name }) => name)
    refuseNewer(database, steps)
    return steps.filter(({ name }) => !wasApplied(database, name)).map(({ name }) => name)
  } catch (fault) {
    throw translateSqlite(fault)
  }
}

/** Whether the file has a table other than those for migrating and replicating. */
export function hasTables(database: Database): boolean {
  const tables = database.query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  return tables.some(({ name }) => name !== 'schema_migrations' && !/^(sqlite_|_litestream_)/.test(name))
}

function noSecretBox(): never {
  throw new Error('there is something to encrypt, and no key')
}

function refuseNewer(database: Database, steps: readonly Migration[]): void {
  const latest = readSchemaName(database)
  const known = steps.at(-1)?.name ?? ''
  if (latest !== null && latest > known) throw new SchemaNewer(latest, known)
}

function wasApplied(database: Database, name: string): boolean {
  return database.query('SELECT 1 FROM schema_migrations WHERE name = ?').get(name) !== null
}

/**
 * Applies a step, unless another starting process has done so. A step may rebuild a table that others refer to, so references
 * are checked after it; that cannot be switched inside a transaction.
 */
function applySqliteMigration(database: Database, step: Migration, now: number, secretBox: () => SecretBox): boolean {
  const task = tasks.get(step.name.replace(/^\d+_/, ''))
  task?.before?.(database)
  return withoutReferences(database, () => {
    if (wasApplied(database, step.name)) return false
    runStep(database, step, now)
    task?.within?.(database, secretBox)
    const dangling = database.query<{ table: string }, []>('PRAGMA foreign_key_check').get()
    if (dangling !== null) throw new Error(`${step.name} leaves rows of ${dangling.table} that refer to nothing`)
    return true
  })
}

/** Applies all missing steps in one transaction and returns them. Without rows, a step has nothing to do apart from its SQL. */
function applyTogether(database: Database, steps: readonly Migration[], now: number, tell: (name: string) => void): string[] {
  return withoutReferences(database, () => {
    const pending = steps.filter(({ name }) => !wasApplied(database, name))
    const isWhole = steps === migrations && pending.length === steps.length && steps.at(-1)?.name === whole.after
    if (isWhole) for (const statement of whole.statements) database.run(statement)
    for (const step of pending) {
      tell(step.name)
      if (isWhole) noteApplied(database, step, now)
      else runStep(database, step, now)
    }
    return pending.map(({ name }) => name)
  })
}

function runStep(database: Database, step: Migration, now: number): void {
  for (const statement of step.sql.split('--> statement-breakpoint')) database.run(statement)
  noteApplied(database, step, now)
}

function noteApplied(database: Database, { name }: Migration, now: number): void {
  database.query('INSERT INTO schema_migrations (name, applied_at) VALUES (?, ?)').run(name, now)
}

function withoutReferences<T>(database: Database, work: () => T): T {
  database.run('PRAGMA foreign_keys = OFF')
  try {
    return database.transaction(work).immediate()
  } finally {
    database.run('PRAGMA foreign_keys = ON')
  }
}
