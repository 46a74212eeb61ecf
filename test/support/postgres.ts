import { SQL } from 'bun'
import { version } from '../../package.json'
import { migratePostgres } from '../../src/storage/postgres/migrate.ts'

/** The server on which tests may make databases, as its superuser; null if there is none. */
export const postgresUrl = process.env.CHARABANC_TEST_POSTGRES_URL ?? null

/** A database there with this release's schema, to copy; null if each database is migrated instead. */
const template = process.env.CHARABANC_TEST_POSTGRES_TEMPLATE ?? null

/** The number of nodes of a server on PostgreSQL, unless its test sets another. */
export const nodeCount = postgresUrl === null ? 1 : Number(process.env.CHARABANC_TEST_NODES ?? 1)

/** A database that exists for one test. */
export interface PostgresDatabase extends AsyncDisposable {
  readonly url: string
  /** Asks on connections of its own. */
  ask(text: string): Promise<Record<string, unknown>[]>
  /** Begins a transaction with this statement and leaves it open; returns the function that ends it. */
  hold(text: string): Promise<() => Promise<void>>
  /** The number of connections that wait for a lock in this database only. */
  countWaiting(): Promise<number>
}

let number = 0

/** Makes a database with the schema of this release, or an empty one. */
export async function makePostgresDatabase(kind: 'empty' | 'migrated' = 'migrated'): Promise<PostgresDatabase> {
  const name = `charabanc_test_${process.pid}_${number++}`
  const isCopied = kind === 'migrated' && template !== null
  await runOnPostgresServer(`create database ${name}${isCopied ? ` template ${template} strategy file_copy` : ''}`)
  const url = urlOf(name)
  if (kind === 'migrated' && !isCopied) await migratePostgres(url, version, 0)
  const client = new SQL(url, { max: 4 })
  const ask = async (text: string) => [...(await client.unsafe(text))]
  return {
    url,
    ask,
    countWaiting: async () =>
      (await ask("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")).length,
    hold: async (text) => {
      const line = await client.reserve()
      await line.unsafe(`begin; ${text}`)
      return async () => {
        await line.unsafe('commit')
        await line.release()
      }
    },
    async [Symbol.asyncDispose]() {
      await client.close({ timeout: 1 })
      await runOnPostgresServer(`drop database ${name} with (force)`)
    },
  }
}

function urlOf(database: string): string {
  const url = new URL(postgresUrl ?? '')
  url.pathname = database
  return url.href
}

/** The port in a URL, or the usual one. */
export function postgresPortOf(url: URL): string {
  return url.port || '5432'
}

/** The name of the server's socket in the folder `host` of the URL: it contains the port, although no port is open. */
export function postgresSocketNameOf(url: URL): string {
  return `.s.PGSQL.${postgresPortOf(url)}`
}

export async function runOnPostgresServer(text: string, url = postgresUrl): Promise<void> {
  const client = new SQL(url ?? '', { max: 1 })
  try {
    await client.unsafe(text)
  } finally {
    await client.close({ timeout: 1 })
  }
}
