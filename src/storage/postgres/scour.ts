import { getTableName } from 'drizzle-orm'
import { translatePostgres } from './faults.ts'
import { createServerClient, runOnServer } from './server.ts'
import { postgresTables as t } from './tables.ts'

/** Tables that an erasure deletes from or overwrites. */
const erased = [
  t.assignments,
  t.bookings,
  t.credentials,
  t.customers,
  t.devices,
  t.drivers,
  t.incidents,
  t.locations,
  t.messages,
  t.offers,
  t.ownCustomers,
  t.payouts,
  t.privacyRequests,
  t.quoteRevisions,
  t.quotes,
  t.scheduler,
  t.signInCodes,
  t.signInLinks,
  t.storedResponses,
  t.tripEvents,
  t.trips,
  t.vehicleChecks,
]

const names = erased.map(getTableName)

/** An SQL query for the tables above without the right to VACUUM, which the server skips without a fault. */
const barred = `
  select relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where nspname = current_schema() and relname in (${names.map((name) => `'${name}'`).join()})
    and not pg_has_role(relowner, 'usage')
    and not (select pg_has_role(datdba, 'usage') from pg_database where datname = current_database())
    and not case when current_setting('server_version_num')::int >= 170000
      then has_table_privilege(pg_class.oid, 'maintain') else false end
  order by relname`

/** Advice for the right to VACUUM without owning the tables. */
export const barredHint =
  'Make it a member of the role that owns them (grant OWNER to USER). From PostgreSQL 17 on, grant maintain on them is enough.'

/**
 * Frees the space of deleted rows for new rows; readers and writers continue. The server's log, replicas and backups keep their
 * copies until they expire. Throws with a solution if the user lacks the right; refuses `unavailable`.
 */
export async function scourPostgres(url: string, waitsMs: number): Promise<void> {
  const client = createServerClient(url, { max: 1, connectionTimeout: Math.ceil(waitsMs / 1000) })
  try {
    const { length: count } = await client.unsafe(barred)
    if (count > 0) throw new Error(`This user cannot run VACUUM on ${count} tables with erased data. ${barredHint}`)
    await client.unsafe(`set statement_timeout = 0; set lock_timeout = ${waitsMs}`)
    await client.unsafe(`vacuum ${names.join(', ')}`)
  } catch (fault) {
    throw translatePostgres(fault)
  } finally {
    await client.close({ timeout: 1 })
  }
}

/** The tables whose space this user cannot free after an erasure. Refuses `unavailable`. */
export function listUnscouredTables(url: string): Promise<string[]> {
  return runOnServer(url, async (connection) => {
    const tables: { name: string }[] = await connection.unsafe(barred)
    return tables.map(({ name }) => name)
  })
}
