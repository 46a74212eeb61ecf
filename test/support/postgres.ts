import { SQL } from 'bun'
import { migratePostgres } from '../../src/storage/postgres/migrate.ts'

/** The server that tests may make databases on, as its superuser; null where there is none. */
export const postgresUrl = process.env.CHARABANC_TEST_POSTGRES_URL ?? null

/** A database there with the schema of this release, which others are copied from; null where each is migrated. */
const template = process.env.CHARABANC_TEST_POSTGRES_TEMPLATE ?? null

/** How many nodes a server on PostgreSQL is, unless its test says so. */
export const nodeCount = postgresUrl === null ? 1 : Number(process.env.CHARABANC_TEST_NODES ?? 1)

/** A database that lives as long as a test. */
export interface PostgresDatabase extends AsyncDisposable {
  readonly url: string
  /** Asks as somebody else: on connections of its own. */
  ask(text: string): Promise<Record<string, unknown>[]>
  /** Begins a transaction with this and leaves it open; answers how to end it. */
  hold(text: string): Promise<() => Promise<void>>
  /** How many connections wait for a lock here; what waits in databases of other tests is not among them. */
  countWaiting(): Promise<number>
}

let number = 0

/** Makes a database with the schema of this release, or an empty one. */
export async function makePostgresDatabase(kind: 'empty' | 'migrated' = 'migrated'): Promise<PostgresDatabase> {
  const name = `charabanc_test_${process.pid}_${number++}`
  const isCopied = kind === 'migrated' && template !== null
  await runOnPostgresServer(`create database ${name}${isCopied ? ` template ${template} strategy file_copy` : ''}`)
  const url = urlOf(name)
  if (kind === 'migrated' && !isCopied) await migratePostgres(url, '0.1.0', 0)
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

/** The port that a URL names, or leaves to be the usual one. */
export function postgresPortOf(url: URL): string {
  return url.port || '5432'
}

/** What the server calls its socket in the folder that is `host` in the URL: after its port, though none is opened. */
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
