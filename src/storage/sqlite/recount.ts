import { Database } from 'bun:sqlite'
import { type CountsSeen, hasRightCounts, listTriggers, recountStatements, wrongCountsQuery } from '../lists/recount.ts'
import { translateSqlite } from './faults.ts'
import { migrations } from './migrate.ts'

const patienceMs = 5_000

/** Recounts the lists of a database while others use it; null for an earlier release without counts. */
export function inspectCounts(path: string): CountsSeen | null {
  using database = new Database(path, { readonly: true })
  database.run(`PRAGMA busy_timeout = ${patienceMs}`)
  return seenIn(database)
}

/**
 * Corrects the stored lengths of lists in a database file, and their triggers. Returns the faults, null for none. Refuses
 * `unavailable`.
 */
export function correctCountsIn(path: string): CountsSeen | null {
  using database = new Database(path, { readwrite: true, create: false })
  database.run(`PRAGMA busy_timeout = ${patienceMs}`)
  return correctCountsOf(database)
}

/** Does the work of `correctCountsIn` on an exclusive connection. */
export function correctCountsOf(database: Database): CountsSeen | null {
  try {
    return database.transaction(() => correctCountsWithin(database)).immediate()
  } catch (fault) {
    throw translateSqlite(fault)
  }
}

function correctCountsWithin(database: Database): CountsSeen | null {
  const seen = seenIn(database)
  if (seen === null || hasRightCounts(seen)) return null
  const triggers = triggersFor(database)
  for (const name of seen.missingTriggers) database.run(triggers.get(name) ?? '')
  for (const statement of recountStatements) database.run(statement)
  return seen
}

function seenIn(database: Database): CountsSeen | null {
  if (database.query("SELECT 1 FROM sqlite_schema WHERE name = 'list_counts'").get() === null) return null
  const there = database.query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all()
  return {
    wrong: database.query<{ wrong: number }, []>(wrongCountsQuery).get()?.wrong ?? 0,
    missingTriggers: [...triggersFor(database).keys()].filter((name) => there.every((one) => one.name !== name)),
  }
}

/** The triggers that the schema of this database has, by name. */
function triggersFor(database: Database): ReadonlyMap<string, string> {
  const applied = database.query<{ name: string }, []>('SELECT name FROM schema_migrations').all()
  return listTriggers(migrations.filter(({ name }) => applied.some((one) => one.name === name)))
}
