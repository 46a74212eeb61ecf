import { Database } from 'bun:sqlite'
import { areCountsRight, type CountsSeen, countAnew, triggersOf, wrongCountsQuery } from '../lists/recount.ts'
import { translateSqlite } from './faults.ts'
import { migrations } from './migrate.ts'

const patienceMs = 5_000

/** Counts the lists of a database again while others use it; null in one of an earlier release, which counted none. */
export function lookAtCounts(path: string): CountsSeen | null {
  using database = new Database(path, { readonly: true })
  database.run(`PRAGMA busy_timeout = ${patienceMs}`)
  return seenIn(database)
}

/**
 * Puts right how long the lists of a database are, and the triggers that count them; answers what was wrong, and null where nothing was.
 * Refuses `unavailable`.
 */
export function mendCountsIn(path: string): CountsSeen | null {
  using database = new Database(path, { readwrite: true, create: false })
  database.run(`PRAGMA busy_timeout = ${patienceMs}`)
  return mendCountsOf(database)
}

/** Puts right what `mendCountsIn` does, on a connection that no one else uses. */
export function mendCountsOf(database: Database): CountsSeen | null {
  try {
    return database.transaction(() => mendWithin(database)).immediate()
  } catch (fault) {
    throw translateSqlite(fault)
  }
}

function mendWithin(database: Database): CountsSeen | null {
  const seen = seenIn(database)
  if (seen === null || areCountsRight(seen)) return null
  const triggers = triggersFor(database)
  for (const name of seen.missingTriggers) database.run(triggers.get(name) ?? '')
  for (const statement of countAnew) database.run(statement)
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
  return triggersOf(migrations.filter(({ name }) => applied.some((one) => one.name === name)))
}
