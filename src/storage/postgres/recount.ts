import type { ReservedSQL } from 'bun'
import { type CountsSeen, hasRightCounts, listTriggers, recountStatements, wrongCountsQuery } from '../lists/recount.ts'
import { postgresMigrations } from './migrate.ts'
import { runOnServer } from './server.ts'

const triggers = listTriggers(postgresMigrations)

/** Recounts the lists of a database of this release's schema while nodes use it. Refuses `unavailable`. */
export function inspectCountsOn(url: string): Promise<CountsSeen> {
  return runOnServer(url, seenOn)
}

/**
 * Corrects the stored lengths of lists, and their triggers. Returns the faults, null for none. Nodes keep running, and their
 * writes wait meanwhile. Refuses `unavailable`.
 */
export function correctCountsOn(url: string): Promise<CountsSeen | null> {
  return runOnServer(url, async (connection) => {
    if (hasRightCounts(await seenOn(connection))) return null
    await connection.unsafe('begin')
    await connection.unsafe('lock table offers, bookings, payouts, list_counts in share row exclusive mode')
    const seen = await seenOn(connection)
    for (const name of seen.missingTriggers) await makeAgain(connection, name)
    for (const statement of recountStatements) await connection.unsafe(statement)
    await connection.unsafe('commit')
    return seen
  })
}

async function seenOn(connection: ReservedSQL): Promise<CountsSeen> {
  const [found] = await connection.unsafe(wrongCountsQuery)
  const there: { name: string }[] = await connection.unsafe(
    `select tgname as name from pg_trigger join pg_class on pg_class.oid = tgrelid
     where relnamespace = current_schema()::regnamespace and not tgisinternal and tgenabled <> 'D'`,
  )
  return {
    wrong: Number(found.wrong),
    missingTriggers: [...triggers.keys()].filter((name) => there.every((one) => one.name !== name)),
  }
}

/** Makes a trigger again. A disabled trigger is dropped first. */
async function makeAgain(connection: ReservedSQL, name: string): Promise<void> {
  const making = triggers.get(name) ?? ''
  const [, table] = / ON "?(\w+)"? FOR EACH ROW/.exec(making) ?? []
  await connection.unsafe(`drop trigger if exists ${name} on ${table}`)
  await connection.unsafe(making)
}
