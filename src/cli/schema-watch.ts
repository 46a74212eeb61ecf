import { version } from '../../package.json'
import type { Config } from '../config.ts'
import { SchemaNewer } from '../storage/migrating/schema-newer.ts'
import { databaseOf } from './database.ts'

/** Milliseconds between a running server's looks at whether a later release has changed the schema. */
const lookEveryMs = 10_000

/**
 * Resolves once a later release has left a schema that this one must not work on, and else never. On SQLite the lock on the data folder
 * keeps every other release out.
 */
export async function untilOutdated(config: Config): Promise<SchemaNewer> {
  const database = databaseOf(config)
  const { promise, resolve } = Promise.withResolvers<SchemaNewer>()
  if (database.kind === 'sqlite') return promise
  const { pendingPostgres } = await import('../storage/postgres/migrate.ts')
  const look = () =>
    pendingPostgres(database.url, version).catch((fault) => {
      if (fault instanceof SchemaNewer) resolve(fault)
    })
  const timer = setInterval(look, lookEveryMs).unref()
  return promise.finally(() => clearInterval(timer))
}
