import type { ReservedSQL } from 'bun'
import { areCountsRight, type CountsSeen, countAnew, triggersOf, wrongCountsQuery } from '../lists/recount.ts'
import { postgresMigrations } from './migrate.ts'
import { onServer } from './server.ts'

const triggers = triggersOf(postgresMigrations)

/** Counts the lists of a database of this release's schema again while nodes use it. Refuses `unavailable`. */
export function lookAtCountsOn(url: string): Promise<CountsSeen> {
  return onServer(url, seenOn)
}

/**
 * Puts right how long its lists are, and the triggers that count them; answers what was wrong, and null where nothing was. Nodes go on,
 * and wait to write meanwhile. Refuses `unavailable`.
 */
export function mendCountsOn(url: string): Promise<CountsSeen | null> {
  return onServer(url, async (connection) => {
    if (areCountsRight(await seenOn(connection))) return null
    await connection.unsafe('begin')
    await connection.unsafe('lock table offers, bookings, payouts, list_counts in share row exclusive mode')
    const seen = await seenOn(connection)
    for (const name of seen.missingTriggers) await makeAgain(connection, name)
    for (const statement of countAnew) await connection.unsafe(statement)
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

/** One that is switched off is in the way. */
async function makeAgain(connection: ReservedSQL, name: string): Promise<void> {
  const making = triggers.get(name) ?? ''
  const [, table] = / ON "?(\w+)"? FOR EACH ROW/.exec(making) ?? []
  await connection.unsafe(`drop trigger if exists ${name} on ${table}`)
  await connection.unsafe(making)
}
