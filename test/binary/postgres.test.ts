import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { maskVersion } from '../../src/domain/masked-itinerary.ts'
import { lockOfMigrating } from '../../src/storage/postgres/migrate.ts'
import { runExecutable, runExecutableJson } from '../support/command-line.ts'
import { eventually } from '../support/eventually.ts'
import { type Folder, makeFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { ok, openMarket } from '../support/market.ts'
import { makePostgresDatabase, postgresUrl, runOnPostgresServer } from '../support/postgres.ts'
import { codeBlocksIn } from '../support/repository-pages.ts'
import { startServer } from '../support/server.ts'

/** The names of all migrations of PostgreSQL, in order. */
const steps = readdirSync(join(import.meta.dir, '../../drizzle/postgres'))
  .filter((name) => name.endsWith('.sql'))
  .map((name) => name.replace('.sql', ''))
  .sort()

const dales = ['operator', 'create', '--name', 'Dales Coaches', '--currency', 'GBP', '--timezone', 'Europe/London']

/** Folder and settings of a node, on a database that nodes can share. */
function nodeIn(folder: Folder, name: string, url: string, more: Record<string, string> = {}) {
  return { dataDir: folder.at(name), env: { CHARABANC_DATABASE_URL: url, CHARABANC_LISTEN: '127.0.0.1:0', ...more } }
}

/** Opens a connection, and resolves once the server accepts it. */
async function connectTo(port: number): Promise<void> {
  const socket = await Bun.connect({ hostname: '127.0.0.1', port, socket: { data() {} } })
  socket.end()
}

function withQuery(url: string, name: string, value: string): string {
  const changed = new URL(url)
  changed.searchParams.set(name, value)
  return changed.href
}

describe('an unusable database URL', () => {
  type Failure = readonly [exitCode: number, sentence: string]

  // Only `serve` checks the URL itself. The other commands report the fault of the database client.
  test.each<[string, string, Failure, Failure]>([
    [
      'nothing listens there',
      '/charabanc',
      [75, 'The database charabanc at 127.0.0.1:1 cannot be reached'],
      [75, 'The database charabanc at 127.0.0.1:1 cannot be reached'],
    ],
    [
      'it names no database',
      '',
      [2, 'CHARABANC_DATABASE_URL must name a database'],
      [75, 'The database postgres at 127.0.0.1:1 cannot be reached'],
    ],
    ['sslmode is unknown', '/x?sslmode=sure', [2, 'CHARABANC_DATABASE_URL: sslmode must be one of'], [1, 'sslmode']],
    [
      'its certificate is missing',
      '/x?sslmode=verify-full&sslrootcert=/none.pem',
      [2, 'CHARABANC_DATABASE_URL: /none.pem (sslrootcert) cannot be read'],
      [1, 'caFile'],
    ],
  ])('is reported without its password if %s, and no key or database is created', async (_, place, ofServe, ofOthers) => {
    using folder = makeFolder()
    const node = nodeIn(folder, 'node', `postgres://me:hunter2@127.0.0.1:1${place}`)
    for (const words of [['serve'], ['migrate'], dales]) {
      const [exitCode, sentence] = words[0] === 'serve' ? ofServe : ofOthers
      const outcome = await runExecutable(words, node)
      expect({ words, ...outcome }).toMatchObject({ words, exitCode, stdout: '', stderr: expect.stringContaining(sentence) })
      expect(outcome.stderr).not.toContain('hunter2')
      const created = existsSync(node.dataDir) ? readdirSync(node.dataDir) : []
      expect(created.filter((name) => !/^charabanc\.(lock|pid)/.test(name))).toEqual([])
    }
  })

  test('is rejected as a direct URL without a main URL, or through a pooler', async () => {
    const direct = 'postgres://me:hunter2@127.0.0.1/x'
    const alone = await runExecutable(['config', 'check'], { env: { CHARABANC_DATABASE_DIRECT_URL: direct } })
    expect(alone).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('has no effect without CHARABANC_DATABASE_URL') })
    const pooled = { CHARABANC_DATABASE_URL: direct, CHARABANC_DATABASE_DIRECT_URL: `${direct}?pooling=transaction` }
    const through = await runExecutable(['config', 'check'], { env: pooled })
    expect(through).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('must not use a pooler') })
  })

  test('needs a direct URL beside a transaction pooler, also in config check', async () => {
    using folder = makeFolder()
    const node = nodeIn(folder, 'node', 'postgres://me:hunter2@127.0.0.1:1/x?pooling=transaction')
    const stderr = expect.stringContaining(
      'A schema change needs a connection without the pooler. Set CHARABANC_DATABASE_DIRECT_URL to the URL of the server itself.',
    )
    for (const words of [['config', 'check'], ['serve'], ['migrate'], ['operator', 'list']])
      expect({ words, ...(await runExecutable(words, node)) }).toMatchObject({ words, exitCode: 5, stdout: '', stderr })
  })

  test.each([
    ['db.invalid', '', 'The connection to db.invalid is not encrypted (sslmode=disable).'],
    [
      'db.invalid',
      '?sslmode=require',
      'The connection to db.invalid is encrypted, but the certificate is not checked (sslmode=require).',
    ],
    ['db.invalid', '?sslmode=verify-full', null],
    ['127.0.0.1:1', '', null],
    ['[::1]:1', '', null],
    ['localhost:1', '?host=/nowhere', null],
  ])('is checked for encryption and a server by config check: %s%s', async (host, query, sentence) => {
    const env = { CHARABANC_DATABASE_URL: `postgres://me:hunter2@${host}/charabanc${query}` }
    const { exitCode, stderr, stdout } = await runExecutable(['config', 'check'], { env })
    const warnings = stderr.split('\n').filter((line) => line.startsWith('The connection to'))
    expect({ exitCode, stdout, warnings }).toEqual({
      exitCode: 75,
      stdout: '',
      warnings: sentence === null ? [] : [`${sentence} Set sslmode=verify-full in CHARABANC_DATABASE_URL.`],
    })
    expect(stderr).toContain('cannot be reached')
    expect(stderr).not.toContain('hunter2')
  })
})

test('refuses serve --no-migrate on SQLite before a migration, and creates no database', async () => {
  using folder = makeFolder()
  const node = { dataDir: folder.at('data'), env: { CHARABANC_LISTEN: '127.0.0.1:0' } }
  const refused = await runExecutable(['serve', '--no-migrate'], node)
  expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('`charabanc migrate` applies them') })
  expect(readdirSync(node.dataDir)).not.toContain('charabanc.sqlite')
  await runExecutableJson(['migrate'], node)
  await using server = await startServer({ isFile: true, dataDir: node.dataDir, words: ['serve', '--no-migrate'] })
  expect((await server.fetch('/readyz')).status).toBe(200)
})

if (postgresUrl !== null) {
  describe('a node on PostgreSQL', () => {
    test('creates its tables and key at the first start, and keeps no database in its folder', async () => {
      await using database = await makePostgresDatabase('empty')
      const env = { CHARABANC_METRICS_TOKEN: 'metrics', CHARABANC_DATABASE_URL: database.url }
      await using server = await startServer({ isFile: true, env })
      const names = readdirSync(server.dataDir).filter((name) => !name.startsWith('charabanc.lock'))
      expect(names.sort()).toEqual(['charabanc.pid', 'master.key', 'node-name'])
      await eventually(() => server.stderr.includes('"msg":"next"'))
      expect(server.stderr).toContain('Created the tables in charabanc_test_')
      expect(server.stderr).toContain("Backups: use PostgreSQL's own tools")
      expect(server.stderr).not.toContain('Migrating')

      const asked = await server.fetch('/metrics', { headers: { Authorization: 'Bearer metrics' } })
      const [, bytes] = /^charabanc_database_bytes (\S+)$/m.exec(await asked.text()) ?? []
      const [size] = await database.ask('select pg_database_size(current_database()) as bytes')
      expect(Number(bytes) / Number(size?.bytes)).toBeWithin(0.5, 2)
      expect(await database.ask("select 1 from scheduler where kind = 'backup'")).toEqual([])
      expect(await (await server.fetch('/metrics', { headers: { Authorization: 'Bearer metrics' } })).text()).not.toMatch(
        /^charabanc_backup_age_seconds \d/m,
      )

      const second = await server.cli(['serve'])
      expect(second).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('already uses the data folder') })
      for (const words of [['backup'], ['restore', join(server.dataDir, 'master.key')]]) {
        expect(await server.cli(words)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('pg_dump') })
      }
      const shown = await server.cli(['config', 'show', '--json'])
      expect(shown.stdout).toContain('CHARABANC_DATABASE_URL')
      expect(shown.stdout).not.toContain('charabanc_test_')
    })

    test('refuses to start without the shared key or with another key, and creates no key', async () => {
      using folder = makeFolder()
      await using database = await makePostgresDatabase('empty')
      await runExecutableJson(dales, nodeIn(folder, 'first', database.url))
      const missing = await runExecutable(['serve'], nodeIn(folder, 'second', database.url))
      expect(missing).toMatchObject({ exitCode: 5, stderr: expect.stringContaining('Restore the key from your separate copy') })
      expect(readdirSync(folder.at('second'))).not.toContain('master.key')

      const other = { CHARABANC_MASTER_KEY: Buffer.alloc(32, 5).toString('base64') }
      for (const words of [['serve'], ['operator', 'list']]) {
        const refused = await runExecutable(words, nodeIn(folder, 'second', database.url, other))
        expect(refused).toMatchObject({ exitCode: 5, stderr: expect.stringContaining('a key other than CHARABANC_MASTER_KEY') })
      }

      const key = await Bun.file(folder.at('first/master.key')).text()
      const same = nodeIn(folder, 'second', database.url, { CHARABANC_MASTER_KEY: key.trim() })
      expect(await runExecutableJson<{ data: unknown[] }>(['operator', 'list'], same)).toMatchObject({
        data: [{ name: 'Dales Coaches' }],
      })
    })

    test('creates no tables in a database that lost them, unless started with --fresh', async () => {
      using folder = makeFolder()
      await using database = await makePostgresDatabase('empty')
      const node = nodeIn(folder, 'node', database.url)
      await using server = await startServer({ isFile: true, dataDir: node.dataDir, env: node.env })
      await server.stop()
      await database.ask('drop schema public cascade')
      await database.ask('create schema public')
      for (const words of [['serve'], ['operator', 'list'], ['migrate']]) {
        const { exitCode, stderr } = await runExecutable(words, node)
        expect({ words, exitCode }).toEqual({ words, exitCode: 6 })
        expect(stderr).toContain('has no tables, but this folder was a node of a database with tables')
        expect(stderr).toContain('`charabanc serve --fresh` creates a new database.')
      }
      expect(await database.ask("select tablename from pg_tables where schemaname = 'public'")).toEqual([])
      expect((await runExecutable(['doctor'], node)).stdout).toMatch(
        /^fail +schema +.* has no tables, but this folder was a node/m,
      )
      expect(await runExecutable(['config', 'check'], node)).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining('has no tables'),
      })
      await using _fresh = await startServer({ isFile: true, dataDir: node.dataDir, env: node.env, words: ['serve', '--fresh'] })
    })

    test('refuses serve --no-migrate before a migration, and migrates through the direct URL', async () => {
      using folder = makeFolder()
      await using database = await makePostgresDatabase('empty')
      const pooled = withQuery(database.url, 'pooling', 'transaction')
      for (const url of [pooled, database.url]) {
        expect(await runExecutable(['serve', '--no-migrate'], nodeIn(folder, 'node', url))).toMatchObject({
          exitCode: 1,
          stderr: expect.stringContaining('`charabanc migrate` applies them'),
        })
      }
      expect(await runExecutable(['migrate'], nodeIn(folder, 'node', pooled))).toMatchObject({
        exitCode: 5,
        stderr: expect.stringContaining('CHARABANC_DATABASE_DIRECT_URL'),
      })

      const both = nodeIn(folder, 'node', pooled, { CHARABANC_DATABASE_DIRECT_URL: database.url })
      expect(await runExecutableJson(['migrate'], both)).toMatchObject({
        applied: steps,
        backup: null,
      })
      expect(await runExecutableJson(['migrate'], both)).toMatchObject({ applied: [], backup: null })
      await runExecutableJson(dales, both)
      await using server = await startServer({ isFile: true, ...both, words: ['serve', '--no-migrate'] })
      expect((await server.fetch('/readyz')).status).toBe(200)
      expect((await server.fetch('/api/v1/me', { headers: { Authorization: 'Bearer cb_nothing' } })).status).toBe(401)
    })

    test('answers requests received while it waited for another node’s migration', async () => {
      using folder = makeFolder()
      await using database = await makePostgresDatabase('empty')
      await runExecutableJson(['migrate'], nodeIn(folder, 'node', database.url))
      const release = await database.hold(`select pg_advisory_xact_lock(${lockOfMigrating})`)
      const port = freePort()
      const node = nodeIn(folder, 'node', database.url, { CHARABANC_LISTEN: `127.0.0.1:${port}` })
      const starting = startServer({ isFile: true, ...node })
      await eventually(() => database.countWaiting())
      let isAnswered = false
      const answer = fetch(`http://127.0.0.1:${port}/readyz`).finally(() => {
        isAnswered = true
      })
      // A later connection that is accepted shows that the request was accepted too, and waits.
      await connectTo(port)
      expect(isAnswered).toBe(false)
      await release()
      expect((await answer).status).toBe(200)
      await using server = await starting
      await eventually(() => server.stderr.includes('Another node is migrating the schema; waiting for it.'))
    })

    test('rebuilds the masked itineraries of an earlier release', async () => {
      await using market = await openMarket()
      const desk = await market.operator()
      const trip = await market.trip([desk])
      const before = await market.server.ask('select masked_itinerary, mask_version from trips')
      await market.server.stop()
      await market.server.change("update trips set masked_itinerary = '[[[]],[]]', mask_version = 0")
      await market.server.start()
      expect(await market.server.ask('select masked_itinerary, mask_version from trips')).toEqual(before)
      expect(before).toMatchObject([{ mask_version: maskVersion }])
      expect(ok(await desk.job(trip)).ref).toBe(trip.ref)
    })

    test('works in a database created by the steps of the handbook', async () => {
      using folder = makeFolder()
      const name = `charabanc_test_${process.pid}_handbook`
      const [sql = ''] = codeBlocksIn('docs/operating.md', 'sql')
      const statements = sql
        .replaceAll(/\bcharabanc\b/g, name)
        .split(';')
        .map((one) => one.trim())
      expect(statements.filter(Boolean)).toHaveLength(2)
      try {
        for (const statement of statements.filter(Boolean)) await runOnPostgresServer(statement)
        const url = new URL(postgresUrl ?? '')
        url.username = name
        url.pathname = `/${name}`
        const node = nodeIn(folder, 'node', url.href)
        await runExecutableJson(dales, node)
        await using server = await startServer({ isFile: true, ...node })
        expect((await server.fetch('/readyz')).status).toBe(200)
      } finally {
        await runOnPostgresServer(`drop database if exists ${name} with (force)`)
        await runOnPostgresServer(`drop user if exists ${name}`)
      }
    })

    test('exits with 2 if the server does not know the database', async () => {
      using folder = makeFolder()
      const absent = new URL(postgresUrl ?? '')
      absent.pathname = '/charabanc_test_nowhere'
      const refused = await runExecutable(['serve'], nodeIn(folder, 'node', absent.href))
      expect(refused).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining('database "charabanc_test_nowhere" does not exist'),
      })
    })
  })

  describe('the doctor', () => {
    type Report = { ok: boolean; checks: { check: string; state: string; found: string }[] }

    test('reports no failure on a working node', async () => {
      await using server = await startServer()
      const report = await server.cliJson<Report>(['doctor'])
      expect(report.checks.filter(({ state }) => state === 'fail')).toEqual([])
      const states = Object.fromEntries(report.checks.map(({ check, state }) => [check, state]))
      expect(states).toMatchObject({
        database: 'ok',
        schema: 'ok',
        encryption: 'ok',
        pooling: 'ok',
        clock: 'ok',
        connections: 'ok',
        privileges: 'ok',
        'shared key': 'ok',
        payments: 'ok',
      })
      expect(await server.cli(['config', 'check'])).toMatchObject({ exitCode: 0, stderr: '' })
    })

    test('names each fault of a database, its user and its key', async () => {
      using folder = makeFolder()
      await using database = await makePostgresDatabase('empty')
      const doctor = async (node: ReturnType<typeof nodeIn>) => {
        const { stdout } = await runExecutable(['doctor', '--json'], node)
        const { checks } = JSON.parse(stdout) as Report
        return Object.fromEntries(checks.map(({ check, state, found }) => [check, `${state}: ${found}`]))
      }
      expect(await doctor(nodeIn(folder, 'node', database.url))).toMatchObject({
        schema: expect.stringMatching(new RegExp(`^warn: .*Pending migrations: ${steps.join(', ')}\\.`)),
      })
      await runExecutableJson(dales, nodeIn(folder, 'node', database.url))

      const name = new URL(database.url).pathname.slice(1)
      const poor = `${name}_poor`
      await runOnPostgresServer(`create role ${poor} login connection limit 6`)
      try {
        await database.ask(`grant select on master_key, schema_migrations, messages, payments, trips to ${poor}`)
        const asPoor = new URL(database.url)
        asPoor.username = poor
        expect(await doctor(nodeIn(folder, 'node', asPoor.href))).toMatchObject({
          schema: 'ok: It is the schema of this release.',
          connections: expect.stringMatching(/^fail: This user can have 6 connections to /),
          privileges: expect.stringMatching(/^fail: This user cannot read and write /),
        })
        expect(await runExecutable(['config', 'check'], nodeIn(folder, 'node', asPoor.href))).toMatchObject({
          exitCode: 2,
          stderr: expect.stringContaining('This user cannot read and write'),
        })
        await database.ask(`alter role ${poor} set default_transaction_read_only = on`)
        expect(await doctor(nodeIn(folder, 'node', asPoor.href))).toMatchObject({
          database: expect.stringMatching(/^fail: .*It is read-only/),
        })
      } finally {
        await database.ask(`drop owned by ${poor}`)
        await runOnPostgresServer(`drop role ${poor}`)
      }

      rmSync(folder.at('node/master.key'))
      expect(await doctor(nodeIn(folder, 'node', database.url))).toMatchObject({
        'shared key': expect.stringMatching(/^fail: The secrets in the database are encrypted, but/),
      })
      writeFileSync(folder.at('node/master.key'), Buffer.alloc(32, 9).toString('base64'), { mode: 0o600 })
      expect(await doctor(nodeIn(folder, 'node', database.url))).toMatchObject({
        'shared key': expect.stringMatching(/^fail: The secrets in the database are encrypted with a key other than/),
      })
      await database.ask("insert into schema_migrations (name, applied_at, readable_from) values ('9999_later', 0, '99.0.0')")
      expect(await doctor(nodeIn(folder, 'node', database.url))).toMatchObject({
        schema: expect.stringMatching(/^fail: The database has schema 9999_later/),
      })
      expect(await runExecutable(['serve'], nodeIn(folder, 'node', database.url))).toMatchObject({ exitCode: 4 })
      expect(await doctor(nodeIn(folder, 'node', 'postgres://me:hunter2@127.0.0.1:1/charabanc'))).toMatchObject({
        database: expect.stringMatching(/^fail: The database charabanc at 127.0.0.1:1 cannot be reached/),
      })
    })
  })
}
