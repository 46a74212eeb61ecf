import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { SQL } from 'bun'
import { refuseUnfitServer } from '../../src/storage/postgres/faults.ts'
import { runExecutable, runExecutableJson } from '../support/command-line.ts'
import { signInDriver } from '../support/driver-client.ts'
import { eventually } from '../support/eventually.ts'
import { makeFolder } from '../support/folder.ts'
import { days, hours, ok, openMarket } from '../support/market.ts'
import { makePostgresDatabase, postgresUrl, runOnPostgresServer } from '../support/postgres.ts'
import { startServer } from '../support/server.ts'

const contact = ['--phone', '0113 496 0000', '--email', 'office@dales.example', '--licence', 'PB1234567']
const dales = ['operator', 'create', '--name', 'Łódź Coaches', '--currency', 'GBP', '--timezone', 'Europe/London', ...contact]

/** Creates a database with these options, for a user who is not a superuser. */
async function makeOdd(making: string, ...then: readonly string[]) {
  const name = `charabanc_odd_${process.pid}`
  const url = new URL(postgresUrl ?? '')
  url.pathname = name
  await runOnPostgresServer(`create role ${name} login`)
  await runOnPostgresServer(`create database ${name} template template0 ${making}`)
  for (const statement of then) await runOnPostgresServer(statement.replaceAll('odd', name), url.href)
  url.username = name
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      await runOnPostgresServer(`drop database ${name} with (force)`)
      await runOnPostgresServer(`drop role ${name}`)
    },
  }
}

/** Creates the tables as the server's superuser, and grants reads and writes to the user of `url`. */
async function migrateFor(url: string, dataDir: string) {
  const owner = new URL(url)
  const user = owner.username
  owner.username = new URL(postgresUrl ?? '').username
  await runExecutableJson(['migrate'], { dataDir, env: { CHARABANC_DATABASE_URL: owner.href } })
  await runOnPostgresServer(`grant select, insert, update, delete on all tables in schema public to ${user}`, owner.href)
  return { user, owner: owner.href }
}

test('refuses a server before PostgreSQL 15, and accepts later ones', () => {
  expect(() => refuseUnfitServer({ version: 140_012, encoding: 'UTF8' })).toThrow('PostgreSQL 14 is too old')
  expect(refuseUnfitServer({ version: 150_000, encoding: 'UTF8' })).toBeUndefined()
})

test.each([
  ['import --from .', '--to'],
  ['export --to home', '--from'],
])('rejects an invalid URL with exit code 2 in %s', async (words, flag) => {
  using folder = makeFolder()
  await Bun.write(folder.at('charabanc.sqlite'), '')
  for (const [url, sentence] of [
    ['postgres://me@one,two/charabanc', `${flag} must name one host`],
    ['postgres://me@one/charabanc?sslmode=verifyfull', `${flag}: sslmode must be one of`],
    ['postgres://me@one', `${flag} must name a database`],
  ] as const) {
    const refused = await runExecutable([...words.split(' '), flag, url], { cwd: folder.path, dataDir: folder.path })
    expect(refused).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining(sentence) })
  }
})

test.each([
  ['import --from .', '--to'],
  ['export --to home', '--from'],
])('warns about an unencrypted connection in %s, wherever the URL was set', async (words, flag) => {
  using folder = makeFolder()
  await Bun.write(folder.at('charabanc.sqlite'), '')
  const plain = 'postgres://me@db.invalid/charabanc'
  const stderrOf = async (given: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    (await runExecutable([...words.split(' '), ...given], { cwd: folder.path, dataDir: folder.path, env })).stderr
  const warning = 'The connection to db.invalid is not encrypted (sslmode=disable). Set sslmode=verify-full in'
  expect(await stderrOf([flag, plain])).toStartWith(`${warning} ${flag}.\n`)
  expect(await stderrOf([], { CHARABANC_DATABASE_URL: plain })).toStartWith(`${warning} CHARABANC_DATABASE_URL.\n`)
  expect(await stderrOf([flag, `${plain}?sslmode=verify-full`])).not.toContain('The connection to')
})

if (postgresUrl !== null) {
  describe('a database unlike the handbook’s', () => {
    test.each([
      ['another encoding', "encoding 'LATIN1' locale 'C'", [], 'Its encoding is LATIN1. Create a new database'],
      ['no right to create tables', "encoding 'UTF8'", [], 'permission denied for schema public'],
      [
        'no schema for tables',
        "encoding 'UTF8'",
        ['alter database odd set search_path = nowhere'],
        'no schema has been selected to create in',
      ],
    ])('is refused with exit code 2 by serve, migrate and import if it has %s', async (_, making, then, sentence) => {
      using folder = makeFolder()
      await using odd = await makeOdd(making, ...then)
      const source = folder.at('source')
      await runExecutableJson(dales, { dataDir: source })
      const env = { CHARABANC_DATABASE_URL: odd.url, CHARABANC_LISTEN: '127.0.0.1:0' }
      for (const words of [['serve'], ['migrate'], ['import', '--from', source]]) {
        const refused = await runExecutable(words, { dataDir: folder.at('node'), env })
        expect({ words, ...refused }).toMatchObject({ words, exitCode: 2, stderr: expect.stringContaining(sentence) })
      }
    })

    test.each([
      ['too few connections for its user', 'alter role odd connection limit 7', 'This user can have 7 connections to'],
      ['too few connections', 'alter database odd connection limit 7', 'This user can have 7 connections to'],
      ['one connection for its user', 'alter role odd connection limit 1', 'This user can have 1 connection to'],
      ['no write access', 'alter database odd set default_transaction_read_only = on', 'It is read-only. Name the primary'],
    ])('is refused with exit code 2 by config check and serve if it has %s', async (_, statement, sentence) => {
      using folder = makeFolder()
      await using odd = await makeOdd("encoding 'UTF8'", 'grant create on schema public to odd', statement)
      const env = { CHARABANC_DATABASE_URL: odd.url, CHARABANC_LISTEN: '127.0.0.1:0' }
      for (const words of [['config', 'check'], ['serve']]) {
        const refused = await runExecutable(words, { dataDir: folder.at('node'), env })
        expect({ words, ...refused }).toMatchObject({ words, exitCode: 2, stdout: '', stderr: expect.stringContaining(sentence) })
      }
    })

    test('stays empty after commands that find no charabanc in it', async () => {
      using folder = makeFolder()
      await using database = await makePostgresDatabase('empty')
      const name = new URL(database.url).pathname.slice(1)
      for (const line of [
        'operator list',
        'key list --operator OP-7GQ2M',
        'user link --email jo@dales.example',
        'setup link',
        'payments list',
        'webhook list --operator OP-7GQ2M',
      ]) {
        const env = { CHARABANC_DATABASE_URL: database.url }
        const refused = await runExecutable(line.split(' '), { dataDir: folder.at('node'), env })
        const stderr = expect.stringMatching(new RegExp(`^charabanc: There is no charabanc database in ${name} at .*\\.\n$`))
        expect({ line, ...refused }).toEqual({ line, exitCode: 2, stdout: '', stderr })
      }
      expect(await database.ask("select tablename from pg_tables where schemaname = 'public'")).toEqual([])
      expect(existsSync(folder.at('node'))).toBe(false)
    })

    test('works with its tables in a schema other than public', async () => {
      using folder = makeFolder()
      await using odd = await makeOdd("encoding 'UTF8'", 'create schema odd authorization odd')
      const node = { dataDir: folder.at('node'), env: { CHARABANC_DATABASE_URL: odd.url } }
      await runExecutableJson(dales, node)
      const { data } = await runExecutableJson<{ data: { name: string }[] }>(['operator', 'list'], node)
      expect(data.map(({ name }) => name)).toEqual(['Łódź Coaches'])
      expect(await runExecutable(['config', 'check'], node)).toMatchObject({ exitCode: 0, stderr: '' })
    })
  })

  test('serves as a user without the right to create tables, after another user migrates', async () => {
    using folder = makeFolder()
    await using odd = await makeOdd("encoding 'UTF8'")
    await migrateFor(odd.url, folder.at('node'))
    const node = { dataDir: folder.at('node'), env: { CHARABANC_DATABASE_URL: odd.url } }
    expect(await runExecutable(['config', 'check'], node)).toMatchObject({ exitCode: 0, stderr: '' })
    await runExecutableJson(dales, node)
    await using server = await startServer({ isFile: true, ...node })
    expect((await server.fetch('/readyz')).status).toBe(200)
  })

  test('keeps an erasure due if the user cannot VACUUM, and the log and doctor explain the fix', async () => {
    using folder = makeFolder()
    await using odd = await makeOdd("encoding 'UTF8'")
    const { user, owner } = await migrateFor(odd.url, folder.at('node'))
    const env = { CHARABANC_DATA_DIR: folder.at('node'), CHARABANC_DATABASE_URL: odd.url }
    await using market = await openMarket({ isFile: true, isAlone: true, env })
    const pat = await signInDriver(await market.operator())
    const erasuresIn = async () => {
      const { checks } = JSON.parse((await market.server.cli(['doctor', '--json'])).stdout)
      return checks.find(({ check }: { check: string }) => check === 'erasures')
    }
    const hint = 'Make it a member of the role that owns them (grant OWNER to USER)'
    expect(await erasuresIn()).toMatchObject({
      state: 'warn',
      found: expect.stringMatching(
        /^This user cannot run VACUUM on assignments, bookings, credentials and \d+ more, so deletes free no space\.$/,
      ),
      mend: expect.stringContaining(hint),
    })
    ok(await pat.call('POST', '/privacy/erasure', { confirm: true }))
    await market.advance(days(15))
    await eventually(() => market.server.stderr.match(/^\{"level":"warn".*This user cannot run VACUUM on .*"due work failed"/m))
    expect(market.server.stderr).toContain(hint)
    const asked = new SQL(owner, { max: 1 })
    const due = () => asked.unsafe("select last_error from scheduler where kind = 'erasure'").then((rows) => rows.length)
    try {
      expect(await due()).toBe(1)

      await asked.unsafe(`grant ${new URL(owner).username} to ${user}`)
      expect(await erasuresIn()).toMatchObject({ state: 'ok' })
      await market.advance(hours(1))
      await eventually(async () => (await due()) === 0)
    } finally {
      await asked.close({ timeout: 1 })
    }
  })

  test('does not print the values of a failed statement', async () => {
    using folder = makeFolder()
    await using database = await makePostgresDatabase()
    const node = { dataDir: folder.at('node'), env: { CHARABANC_DATABASE_URL: database.url, CHARABANC_LOG_LEVEL: 'debug' } }
    await database.ask("alter table operators add constraint short check (name = '')")
    const { exitCode, stderr } = await runExecutable(dales, node)
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.stringContaining('violates check constraint "short"') })
    expect(stderr).not.toContain('Łódź')
  })

  test('logs the source line of a statement that the server refused', async () => {
    await using market = await openMarket()
    await market.server.change("alter table operators add constraint short check (name = '')")
    const account = { name: 'Łódź Coaches', currency_code: 'GBP', timezone: 'Europe/London' }
    expect((await market.platform('POST', '/operators', account)).status).toBe(500)
    const line = await eventually(() => market.server.stderr.match(/^.*"request failed".*$/m)?.[0])
    expect(JSON.parse(line).fault).toMatchObject({
      message: expect.stringContaining('violates check constraint "short"'),
      at: expect.arrayContaining([expect.stringMatching(/^at \w+ \(src\/actions\/office\/operators\.ts:\d+:\d+\)$/)]),
    })
    expect(line).not.toContain('Łódź')
  })
}
