import { version } from '../../package.json'
import type { Config } from '../config.ts'
import { SchemaNewer } from '../storage/migrating/schema-newer.ts'
import { findDatabaseAddress } from './database.ts'

/** Milliseconds between a running server's checks for a later release's schema. */
const lookEveryMs = 10_000

/**
 * Resolves once a later release has written a schema that this release must not use, and otherwise never. On SQLite the lock on
 * the data folder excludes other releases.
 */
export async function waitUntilOutdated(config: Config): Promise<SchemaNewer> {
  const database = findDatabaseAddress(config)
  const { promise, resolve } = Promise.withResolvers<SchemaNewer>()
  if (database.kind === 'sqlite') return promise
  const { listPendingPostgres } = await import('../storage/postgres/migrate.ts')
  const look = () =>
    listPendingPostgres(database.url, version).catch((fault) => {
      if (fault instanceof SchemaNewer) resolve(fault)
    })
  const timer = setInterval(look, lookEveryMs).unref()
  return promise.finally(() => clearInterval(timer))
}
