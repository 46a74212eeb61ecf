import { describe, expect, test } from 'bun:test'
import { copyFileSync, mkdirSync } from 'node:fs'
import { version } from '../../package.json'
import { openPostgres } from '../../src/storage/postgres/open.ts'
import { correctCountsOn } from '../../src/storage/postgres/recount.ts'
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

/** Runs the doctor and `config check` without a node, and returns the findings of one check and both exit codes. */
async function examine(url: string, check: string, more: Readonly<Record<string, string>> = {}) {
  using folder = makeFolder()
  const node = { dataDir: folder.at('node'), env: settingsFor(url, more) }
  const { exitCode, stdout } = await runExecutable(['doctor', '--json'], node)
  const { checks } = JSON.parse(stdout) as { checks: Finding[] }
  const checked = await runExecutable(['config', 'check'], node)
  return {
    doctor: exitCode,
    lines: checks.filter((finding) => finding.check === check).map(({ state, found }) => `${state}: ${found}`),
    mend: checks.filter((finding) => finding.check === check).map(({ mend }) => mend),
    check: checked.exitCode,
    stderr: checked.stderr,
  }
}

/** Replaces a function of the server by one in the public schema, which the search path finds first. */
async function pretend(database: PostgresDatabase, signature: string, body: string): Promise<void> {
  await database.ask(`create function ${signature} language sql as $$ ${body} $$`)
  await database.ask(`alter database ${new URL(database.url).pathname.slice(1)} set search_path = public, pg_catalog`)
}

const older = "select case $1 when 'server_version_num' then '140011' else pg_catalog.current_setting($1) end"
const clockOff = (by: string) => `select pg_catalog.clock_timestamp() + interval '${by}'`
/** Selects the locks of this database only, since other tests hold locks on the same server. */
const advisoryLocks =
  "select 1 from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())"

if (postgresUrl !== null) {
  describe('the doctor and config check', () => {
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
        /^warn: The clock is \d+ ms behind the server's, ± /,
        0,
        (database) => pretend(database, 'clock_timestamp() returns timestamptz', clockOff('1500 ms')),
      ],
      [
        'a clock an hour off',
        'clock',
        /^fail: The clock is \d+ ms ahead of the server's, ± /,
        2,
        (database) => pretend(database, 'clock_timestamp() returns timestamptz', clockOff('-1 hour')),
      ],
      [
        'a payment in doubt',
        'payments',
        /^warn: Payments in doubt: 2 \(ref 1, ref 2\)\. The provider has not confirmed the result\.$/,
        0,
        async ({ url, ask }) => {
          const storage = await openPostgres(url)
          await storage.transact(fillEveryTable)
          await storage.close()
          await correctCountsOn(url)
          await ask("update payments set provider = 'manual'")
        },
      ],
    ])('report %s', async (_, check, lines, exitCode, spoil) => {
      await using database = await makePostgresDatabase()
      await spoil(database)
      const found = await examine(database.url, check)
      expect(found).toMatchObject({ doctor: exitCode === 0 ? 0 : 1, lines: [expect.stringMatching(lines)], check: exitCode })
    })

    test('report open payments of another provider', async () => {
      await using database = await makePostgresDatabase()
      const storage = await openPostgres(database.url)
      await storage.transact(fillEveryTable)
      await storage.close()
      await database.ask("update payments set provider = 'sandbox'")
      expect(await examine(database.url, 'payments')).toMatchObject({
        doctor: 1,
        lines: [
          expect.stringMatching(/^warn: Payments in doubt: 2/),
          expect.stringMatching(/^fail: CHARABANC_PAYMENTS is manual, but sandbox has open payments: ref 1, ref 2\./),
        ],
        check: 2,
        stderr: expect.stringContaining('charabanc: CHARABANC_PAYMENTS is manual'),
      })
    })

    test('report a database that cannot store every text', async () => {
      const name = `charabanc_test_${process.pid}_ascii`
      await runOnPostgresServer(`create database ${name} encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C' template template0`)
      try {
        const url = new URL(postgresUrl ?? '')
        url.pathname = name
        expect(await examine(url.href, 'database')).toMatchObject({
          doctor: 1,
          lines: [expect.stringMatching(/^fail: .*Its encoding is SQL_ASCII\.$/)],
          check: 2,
        })
      } finally {
        await runOnPostgresServer(`drop database ${name} with (force)`)
      }
    })

    test('report a schema that this user may not migrate', async () => {
      await using database = await makePostgresDatabase('empty')
      const poor = `${new URL(database.url).pathname.slice(1)}_poor`
      await runOnPostgresServer(`create role ${poor} login`)
      try {
        const url = new URL(database.url)
        url.username = poor
        expect(await examine(url.href, 'schema')).toMatchObject({
          doctor: 1,
          lines: [expect.stringMatching(/^fail: Pending migrations: .*_first(, \d{4}_\w+)*\. This user lacks the rights\.$/)],
          check: 2,
        })
      } finally {
        await runOnPostgresServer(`drop role ${poor}`)
      }
    })

    test('report a database that does not exist', async () => {
      const url = new URL(postgresUrl ?? '')
      url.pathname = '/charabanc_test_nowhere'
      expect(await examine(url.href, 'database')).toMatchObject({
        doctor: 1,
        lines: [expect.stringMatching(/^fail: .*database "charabanc_test_nowhere" does not exist\.$/)],
        check: 2,
      })
    })
  })

  if (pgBouncerPath !== null) {
    describe('a pooler', () => {
      test('is refused with a hint when it shares connections, until the URL selects that mode', async () => {
        await using database = await makePostgresDatabase()
        await using pooler = await startPgBouncer(database.url, 'transaction')
        const sentence = 'A pooler in front of PostgreSQL shares connections between transactions.'
        const hint = 'Add ?pooling=transaction to the URL, or use the URL of the server itself.'
        expect(await examine(pooler.url.href, 'pooling')).toMatchObject({
          doctor: 1,
          lines: [`fail: ${sentence}`],
          mend: [hint],
          check: 2,
          stderr: expect.stringContaining(`${sentence} ${hint}`),
        })
        using folder = makeFolder()
        const serving = await runExecutable(['serve'], { dataDir: folder.path, env: settingsFor(pooler.url.href) })
        expect(serving).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(`${sentence} ${hint}`) })
        // A pooler keeps the connection with its lock, and every later start would wait for it.
        expect(await database.ask(advisoryLocks)).toEqual([])

        pooler.url.searchParams.set('pooling', 'transaction')
        expect(await examine(pooler.url.href, 'pooling')).toMatchObject({
          doctor: 1,
          lines: ['fail: A schema change needs a connection without the pooler.'],
          mend: ['Set CHARABANC_DATABASE_DIRECT_URL to the URL of the server itself.'],
          check: 5,
        })
        const direct = { CHARABANC_DATABASE_DIRECT_URL: database.url }
        expect(await examine(pooler.url.href, 'pooling', direct)).toMatchObject({
          doctor: 0,
          lines: ['ok: The URL selects transaction pooling, so charabanc uses no prepared statements.'],
          check: 0,
        })
      })

      test('is accepted when it keeps a connection for each client', async () => {
        await using database = await makePostgresDatabase()
        await using pooler = await startPgBouncer(database.url, 'session')
        expect(await examine(pooler.url.href, 'pooling')).toMatchObject({
          doctor: 0,
          lines: ['ok: Each connection is a session of the server.'],
          check: 0,
        })
      })
    })
  }

  test('checks the server’s certificate, name and authority, whatever NODE_TLS_REJECT_UNAUTHORIZED says', async () => {
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
      'an authority that is not configured': urlWith('localhost', 'sslmode=verify-full'),
    }
    for (const env of [{}, { NODE_TLS_REJECT_UNAUTHORIZED: '0' }]) {
      expect(await examine(trusted, 'encryption', env)).toMatchObject({
        lines: ["ok: The server's certificate is checked."],
        check: 0,
      })
      for (const [what, url] of Object.entries(refused)) {
        const found = await examine(url, 'database', env)
        expect({ what, env, ...found }).toMatchObject({
          doctor: 1,
          lines: [expect.stringMatching(/^fail: CHARABANC_DATABASE_URL: postgres at \S+ refuses the connection: .*certificate/i)],
          check: 2,
        })
        const started = await runExecutable(['operator', 'list'], { dataDir: folder.at('node'), env: settingsFor(url, env) })
        expect({ what, env, ...started }).toMatchObject({ exitCode: 2, stdout: '' })
      }
    }
    const unchecked = await examine(urlWith('localhost', 'sslmode=require'), 'encryption')
    expect(unchecked).toMatchObject({ lines: ['ok: The connection stays on this machine.'], check: 0 })
    const served = { dataDir: folder.at('node'), env: settingsFor(trusted) }
    expect((await runExecutable(['migrate'], served)).exitCode).toBe(0)
    expect(await runExecutableJson<{ data: unknown[] }>(['operator', 'list'], served)).toMatchObject({ data: [] })
  })

  describe('the doctor’s check of nodes', () => {
    const doctorOn = async (server: Server) => {
      const { stdout } = await server.cli(['doctor', '--json'])
      const { checks } = JSON.parse(stdout) as { checks: Finding[] }
      return checks.filter(({ check }) => check === 'nodes').map(({ state, found }) => `${state}: ${found}`)
    }

    test('reports live nodes with their releases, and nodes with different settings', async () => {
      await using cluster = await openCluster(2)
      const { market, servers, settings } = cluster
      const [one, other] = (await Promise.all(servers.map(nodeNameOf))) as [string, string]
      expect(await doctorOn(market.server)).toEqual([`ok: Running: 2 (${version} on ${one}, ${other}).`])

      await using third = await startServer({ isFile: true, env: { ...settings, CHARABANC_PHONE_COUNTRY: 'DE' } })
      const odd = await nodeNameOf(third)
      expect(await doctorOn(market.server)).toEqual([
        `ok: Running: 3 (${version} on ${one}, ${other}, ${odd}).`,
        `warn: These nodes have different settings: ${odd}.`,
      ])
      await third.stop()

      await market.server.change(`update nodes set release = '0.0.9' where node = '${other}'`)
      expect(await doctorOn(market.server)).toEqual([
        `warn: Running: 2, with different releases (${version} on ${one}; 0.0.9 on ${other}).`,
      ])
    })

    test('reports a node that was killed, until it has started again', async () => {
      await using cluster = await openCluster(2)
      const { market, servers } = cluster
      const other = servers[1] as Server
      const [one, name] = (await Promise.all(servers.map(nodeNameOf))) as [string, string]
      await other.kill()
      await market.server.change(`update nodes set beat_at = beat_at - 10000 where node = '${name}'`)
      const alone = `ok: Running: 1 (${version} on ${one}).`
      const missing = expect.stringMatching(
        new RegExp(`^warn: ${name} was not stopped, and its last heartbeat was at 2\\d{3}-\\S+Z\\.$`),
      )
      expect(await doctorOn(market.server)).toEqual([alone, missing])
      await eventually(() => market.server.stderr.includes('declared silent nodes dead'))
      expect(await doctorOn(market.server)).toEqual([alone, missing])

      await other.start()
      expect(await doctorOn(market.server)).toEqual([`ok: Running: 2 (${version} on ${one}, ${name}).`])
      await other.stop()
      expect(await doctorOn(market.server)).toEqual([alone])
    })

    test('reports two processes with one node name, of which the earlier stops working', async () => {
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
        expect.stringMatching(/^ok: Running: 2 /),
        `fail: Several processes use the node name ${name}. Only the last one works.`,
      ])
      expect([(await original.fetch('/readyz')).status, (await copy.fetch('/readyz')).status]).toEqual([503, 200])
      await original.stop()
      expect(await doctorOn(market.server)).toEqual([expect.stringMatching(/^ok: Running: 2 /)])
    })
  })
}
