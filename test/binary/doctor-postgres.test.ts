import { describe, expect, test } from 'bun:test'
import { copyFileSync, mkdirSync } from 'node:fs'
import { openPostgres } from '../../src/storage/postgres/open.ts'
import { mendCountsOn } from '../../src/storage/postgres/recount.ts'
import { makeAuthority } from '../support/certificates.ts'
import { nodeNameOf, openCluster } from '../support/cluster.ts'
import { runExecutable, runExecutableJson } from '../support/command-line.ts'
import { eventually } from '../support/eventually.ts'
import { fillEveryTable } from '../support/filled-tables.ts'
import { makeFolder } from '../support/folder.ts'
import { makePostgresDatabase, type PostgresDatabase, postgresUrl, runOnPostgresServer } from '../support/postgres.ts'
import { pgBouncerPath, startPgBouncer, startTlsPostgres } from '../support/postgres-tls-and-pooler.ts'
import { type Server, startServer } from '../support/server.ts'

type Finding = { readonly check: string; readonly state: string; readonly found: string; readonly mend: string | null }

const masterKey = Buffer.alloc(32, 7).toString('base64')
const settingsFor = (url: string, more: Readonly<Record<string, string>> = {}) => ({
  CHARABANC_DATABASE_URL: url,
  CHARABANC_MASTER_KEY: masterKey,
  CHARABANC_LISTEN: '127.0.0.1:0',
  ...more,
})

/** What the doctor says of one thing, on a machine where no node runs, and how a check of the settings leaves. */
async function examine(url: string, check: string, more: Readonly<Record<string, string>> = {}) {
  using folder = makeFolder()
  const node = { dataDir: folder.at('node'), env: settingsFor(url, more) }
  const { exitCode, stdout } = await runExecutable(['doctor', '--json'], node)
  const { checks } = JSON.parse(stdout) as { checks: Finding[] }
  const checked = await runExecutable(['config', 'check'], node)
  return {
    doctor: exitCode,
    told: checks.filter((finding) => finding.check === check).map(({ state, found }) => `${state}: ${found}`),
    mend: checks.filter((finding) => finding.check === check).map(({ mend }) => mend),
    check: checked.exitCode,
    said: checked.stderr,
  }
}

/** Has the server say something else than it would: what is in the schema of ours is found before what is its own. */
async function pretend(database: PostgresDatabase, called: string, body: string): Promise<void> {
  await database.ask(`create function ${called} language sql as $$ ${body} $$`)
  await database.ask(`alter database ${new URL(database.url).pathname.slice(1)} set search_path = public, pg_catalog`)
}

const older = "select case $1 when 'server_version_num' then '140011' else pg_catalog.current_setting($1) end"
const clockOff = (by: string) => `select pg_catalog.clock_timestamp() + interval '${by}'`
/** Of this database alone: other tests have locks of theirs on the same server. */
const advisoryLocks =
  "select 1 from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())"

if (postgresUrl !== null) {
  describe('the doctor, and the check of the settings with it, tell of', () => {
    test.each<[string, string, RegExp, number, (database: PostgresDatabase) => Promise<unknown>]>([
      [
        'a server and its size',
        'database',
        /^ok: PostgreSQL \d+\.\d+: charabanc_test_\w+ at \/\S+, [\d.]+ MB\.$/,
        0,
        async () => {},
      ],
      [
        'a server that is too old',
        'database',
        /^fail: PostgreSQL 14\.11: /,
        2,
        (database) => pretend(database, 'current_setting(text) returns text', older),
      ],
      [
        'a clock that is off',
        'clock',
        /^warn: It is \d+ ms behind the server's, give or take/,
        0,
        (database) => pretend(database, 'clock_timestamp() returns timestamptz', clockOff('1500 ms')),
      ],
      [
        'a clock that is of no use',
        'clock',
        /^fail: It is \d+ ms ahead of the server's, give or take/,
        2,
        (database) => pretend(database, 'clock_timestamp() returns timestamptz', clockOff('-1 hour')),
      ],
      [
        'a payment in doubt',
        'payments',
        /^warn: In doubt whether the provider took the money: 2 \(ref 1, ref 2\)\.$/,
        0,
        async ({ url, ask }) => {
          const storage = await openPostgres(url)
          await storage.transact(fillEveryTable)
          await storage.close()
          await mendCountsOn(url)
          await ask("update payments set provider = 'manual'")
        },
      ],
    ])('%s', async (_, check, told, exitCode, spoil) => {
      await using database = await makePostgresDatabase()
      await spoil(database)
      const found = await examine(database.url, check)
      expect(found).toMatchObject({ doctor: exitCode === 0 ? 0 : 1, told: [expect.stringMatching(told)], check: exitCode })
    })

    test('payments that were begun with another provider', async () => {
      await using database = await makePostgresDatabase()
      const storage = await openPostgres(database.url)
      await storage.transact(fillEveryTable)
      await storage.close()
      await database.ask("update payments set provider = 'sandbox'")
      expect(await examine(database.url, 'payments')).toMatchObject({
        doctor: 1,
        told: [
          expect.stringMatching(/^warn: In doubt/),
          expect.stringMatching(/^fail: .*begun with sandbox are not over: ref 1, ref 2\./),
        ],
        check: 2,
        said: expect.stringContaining('charabanc: CHARABANC_PAYMENTS is manual'),
      })
    })

    test('a database that cannot hold every text', async () => {
      const name = `charabanc_test_${process.pid}_ascii`
      await runOnPostgresServer(`create database ${name} encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C' template template0`)
      try {
        const url = new URL(postgresUrl ?? '')
        url.pathname = name
        expect(await examine(url.href, 'database')).toMatchObject({
          doctor: 1,
          told: [expect.stringMatching(/^fail: .*Its encoding is SQL_ASCII\.$/)],
          check: 2,
        })
      } finally {
        await runOnPostgresServer(`drop database ${name} with (force)`)
      }
    })

    test('a schema that this user may not bring up to date', async () => {
      await using database = await makePostgresDatabase('empty')
      const poor = `${new URL(database.url).pathname.slice(1)}_poor`
      await runOnPostgresServer(`create role ${poor} login`)
      try {
        const url = new URL(database.url)
        url.username = poor
        expect(await examine(url.href, 'schema')).toMatchObject({
          doctor: 1,
          told: [expect.stringMatching(/^fail: .*_first must be applied\. This user may not\.$/)],
          check: 2,
        })
      } finally {
        await runOnPostgresServer(`drop role ${poor}`)
      }
    })

    test('a database that is not there, or a user who is not let in: the URL is at fault', async () => {
      const url = new URL(postgresUrl ?? '')
      url.pathname = '/charabanc_test_nowhere'
      expect(await examine(url.href, 'database')).toMatchObject({
        doctor: 1,
        told: [expect.stringMatching(/^fail: .*database "charabanc_test_nowhere" does not exist\.$/)],
        check: 2,
      })
    })
  })

  if (pgBouncerPath !== null) {
    describe('a pooler', () => {
      test('that hands connections around is refused with what to do, until the URL says so', async () => {
        await using database = await makePostgresDatabase()
        await using pooler = await startPgBouncer(database.url, 'transaction')
        const sentence = 'A pooler stands before PostgreSQL and hands its connections around between transactions.'
        const hint = 'Say so with ?pooling=transaction in the URL, or give the URL of the server itself.'
        expect(await examine(pooler.url.href, 'pooling')).toMatchObject({
          doctor: 1,
          told: [`fail: ${sentence}`],
          mend: [hint],
          check: 2,
          said: expect.stringContaining(`${sentence} ${hint}`),
        })
        using folder = makeFolder()
        const serving = await runExecutable(['serve'], { dataDir: folder.path, env: settingsFor(pooler.url.href) })
        expect(serving).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(`${sentence} ${hint}`) })
        // The pooler would keep the connection and its lock, for which every later start waits.
        expect(await database.ask(advisoryLocks)).toEqual([])

        pooler.url.searchParams.set('pooling', 'transaction')
        expect(await examine(pooler.url.href, 'pooling')).toMatchObject({
          doctor: 1,
          told: ['fail: Changing the schema goes past the pooler.'],
          mend: ['Set CHARABANC_DATABASE_DIRECT_URL to the URL of the server itself.'],
          check: 5,
        })
        const direct = { CHARABANC_DATABASE_DIRECT_URL: database.url }
        expect(await examine(pooler.url.href, 'pooling', direct)).toMatchObject({
          doctor: 0,
          told: ['ok: A pooler hands connections around, as the URL says; nothing is prepared.'],
          check: 0,
        })
      })

      test('that keeps a connection for each client is as good as none', async () => {
        await using database = await makePostgresDatabase()
        await using pooler = await startPgBouncer(database.url, 'session')
        expect(await examine(pooler.url.href, 'pooling')).toMatchObject({
          doctor: 0,
          told: ['ok: Each connection comes to one of the server.'],
          check: 0,
        })
      })
    })
  }

  test('the certificate of the server is checked, name and authority, whatever the environment says of certificates', async () => {
    using folder = makeFolder()
    using elsewhere = makeFolder()
    const authority = await makeAuthority(folder)
    const foreign = await makeAuthority(elsewhere)
    await using server = await startTlsPostgres(await authority.sign('DNS:localhost'))
    const urlWith = (host: string, query: string) => {
      const url = new URL(`${server.url.href}?${query}`)
      url.hostname = host
      return url.href
    }
    const trusted = urlWith('localhost', `sslmode=verify-full&sslrootcert=${authority.path}`)
    const refused: Record<string, string> = {
      'another name': urlWith('127.0.0.1', `sslmode=verify-full&sslrootcert=${authority.path}`),
      'a foreign authority': urlWith('localhost', `sslmode=verify-full&sslrootcert=${foreign.path}`),
      'an authority no one named': urlWith('localhost', 'sslmode=verify-full'),
    }
    for (const env of [{}, { NODE_TLS_REJECT_UNAUTHORIZED: '0' }]) {
      expect(await examine(trusted, 'encryption', env)).toMatchObject({
        told: ["ok: The server's certificate is checked."],
        check: 0,
      })
      for (const [what, url] of Object.entries(refused)) {
        const found = await examine(url, 'database', env)
        expect({ what, env, ...found }).toMatchObject({
          doctor: 1,
          told: [expect.stringMatching(/^fail: CHARABANC_DATABASE_URL: postgres at \S+ refuses this: .*certificate/i)],
          check: 2,
        })
        const started = await runExecutable(['operator', 'list'], { dataDir: folder.at('node'), env: settingsFor(url, env) })
        expect({ what, env, ...started }).toMatchObject({ exitCode: 2, stdout: '' })
      }
    }
    const unchecked = await examine(urlWith('localhost', 'sslmode=require'), 'encryption')
    expect(unchecked).toMatchObject({ told: ['ok: Nothing leaves this machine.'], check: 0 })
    const served = { dataDir: folder.at('node'), env: settingsFor(trusted) }
    expect((await runExecutable(['migrate'], served)).exitCode).toBe(0)
    expect(await runExecutableJson<{ data: unknown[] }>(['operator', 'list'], served)).toMatchObject({ data: [] })
  })

  describe('of the nodes the doctor tells', () => {
    const doctorOn = async (server: Server) => {
      const { stdout } = await server.cli(['doctor', '--json'])
      const { checks } = JSON.parse(stdout) as { checks: Finding[] }
      return checks.filter(({ check }) => check === 'nodes').map(({ state, found }) => `${state}: ${found}`)
    }

    test('who lives, which release each has, and who has other settings than here', async () => {
      await using cluster = await openCluster(2)
      const { market, servers, settings } = cluster
      const [one, other] = (await Promise.all(servers.map(nodeNameOf))) as [string, string]
      expect(await doctorOn(market.server)).toEqual([`ok: 2 live: 0.1.0 on ${one}, ${other}.`])

      await using third = await startServer({ isFile: true, env: { ...settings, CHARABANC_PHONE_COUNTRY: 'DE' } })
      const odd = await nodeNameOf(third)
      expect(await doctorOn(market.server)).toEqual([
        `ok: 3 live: 0.1.0 on ${one}, ${other}, ${odd}.`,
        `warn: Other settings than here are those of ${odd}.`,
      ])
      await third.stop()

      await market.server.change(`update nodes set release = '0.0.9' where node = '${other}'`)
      expect(await doctorOn(market.server)).toEqual([`warn: 2 live, of several releases: 0.1.0 on ${one}; 0.0.9 on ${other}.`])
    })

    test('who is not heard of any more, until it has started again', async () => {
      await using cluster = await openCluster(2)
      const { market, servers } = cluster
      const other = servers[1] as Server
      const [one, name] = (await Promise.all(servers.map(nodeNameOf))) as [string, string]
      await other.kill()
      await market.server.change(`update nodes set beat_at = beat_at - 10000 where node = '${name}'`)
      const alone = `ok: 1 lives: 0.1.0 on ${one}.`
      const missing = expect.stringMatching(new RegExp(`^warn: ${name} did not stop, and was last heard of at 2\\d{3}-\\S+Z\\.$`))
      expect(await doctorOn(market.server)).toEqual([alone, missing])
      await eventually(() => market.server.stderr.includes('nodes were not heard of and are declared dead'))
      expect(await doctorOn(market.server)).toEqual([alone, missing])

      await other.start()
      expect(await doctorOn(market.server)).toEqual([`ok: 2 live: 0.1.0 on ${one}, ${name}.`])
      await other.stop()
      expect(await doctorOn(market.server)).toEqual([alone])
    })

    test('that a data folder was copied: of two processes of one name the earlier does nothing', async () => {
      await using cluster = await openCluster(2)
      using folder = makeFolder()
      const { market, servers, settings } = cluster
      const original = servers[1] as Server
      const name = await nodeNameOf(original)
      const copied = folder.at('copied')
      mkdirSync(copied, { mode: 0o700 })
      copyFileSync(`${original.dataDir}/node-name`, `${copied}/node-name`)
      await using copy = await startServer({ isFile: true, dataDir: copied, env: settings })

      await eventually(async () => (await doctorOn(market.server)).length === 2)
      expect(await doctorOn(market.server)).toEqual([
        expect.stringMatching(/^ok: 2 live: /),
        `fail: Several processes run as ${name}: the last one works, and the others do nothing.`,
      ])
      expect([(await original.fetch('/readyz')).status, (await copy.fetch('/readyz')).status]).toEqual([503, 200])
      await original.stop()
      expect(await doctorOn(market.server)).toEqual([expect.stringMatching(/^ok: 2 live: /)])
    })
  })
}
