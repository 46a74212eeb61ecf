import { describe, expect, test } from 'bun:test'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { listMovedTables, rowsAtOnce } from '../../src/storage/migrating/moving.ts'
import { openPostgres } from '../../src/storage/postgres/open.ts'
import { encryptSecret } from '../../src/storage/rows/encryption.ts'
import { createSecretBox } from '../../src/storage/secret-box.ts'
import { migrateSqlite } from '../../src/storage/sqlite/migrate.ts'
import { connectSqlite, openSqlite } from '../../src/storage/sqlite/open.ts'
import { runExecutable, runExecutableJson, spawnExecutable } from '../support/command-line.ts'
import { openCommitCuttingProxy } from '../support/commit-cutting-proxy.ts'
import { querySqliteFile, writeToSqliteFile } from '../support/database-rows.ts'
import { eventually } from '../support/eventually.ts'
import { fillableDisks } from '../support/fillable-disk.ts'
import { fillEveryTable, lastFilledId } from '../support/filled-tables.ts'
import { type Folder, makeFolder } from '../support/folder.ts'
import { goodCard, noRateLimits, openMarket } from '../support/market.ts'
import { makePostgresDatabase, type PostgresDatabase, postgresUrl } from '../support/postgres.ts'
import { startServer } from '../support/server.ts'

type Moved = { readonly rows: number; readonly tables: readonly { readonly name: string; readonly rows: number }[] }

const tables = listMovedTables()

/** Fills a data folder with rows in every table, including values that this program never writes. */
async function fillFolder(folder: Folder, name = 'data'): Promise<string> {
  const dataDir = folder.at(name)
  mkdirSync(dataDir, { mode: 0o700 })
  const key = crypto.getRandomValues(new Uint8Array(32))
  writeFileSync(`${dataDir}/master.key`, `${Buffer.from(key).toString('base64')}\n`, { mode: 0o600 })
  const path = `${dataDir}.filled.sqlite`
  using database = connectSqlite(path, 'write')
  migrateSqlite(database, 0)
  const storage = openSqlite(path)
  await storage.transact(fillEveryTable)
  await storage.close()
  for (const id of [1, 2])
    database
      .query('UPDATE webhook_subscriptions SET encrypted_secret = ? WHERE id = ?')
      .run(encryptSecret(createSecretBox(key), id, 'whsec'), id)
  database.run(`UPDATE trips SET cancellation = '{ "reason" :"\u2603 Ä", "a":1.0,"a":2}' WHERE id = 1`)
  database.run(`UPDATE drivers SET name = '{"O''Neil", NULL \\ 😀}', removed_at = 9007199254740993 WHERE id = 1`)
  // These ids have another order as text than as numbers.
  database.run('UPDATE consents SET id = 10 WHERE id = 1')
  database.run('UPDATE consents SET id = 9 WHERE id = 2')
  // More rows than two reads return.
  database.run(`WITH RECURSIVE n (nth) AS (SELECT 1 UNION ALL SELECT nth + 1 FROM n WHERE nth < ${2 * rowsAtOnce + 1})
    INSERT INTO messages (channel, recipient, encrypted, status, attempts, created_at) SELECT 'sms', nth, '', 'sent', 1, 0 FROM n`)
  database.run("UPDATE list_counts SET total = 7 WHERE list = 'jobs'")
  database.run("DELETE FROM sqlite_sequence WHERE name = 'dbs_readings'")
  database.run('DELETE FROM dbs_readings')
  // Bun can keep a closed connection and write the log into the file later, so the log is written before the copy.
  database.run('PRAGMA wal_checkpoint(TRUNCATE)')
  copyFileSync(path, `${dataDir}/charabanc.sqlite`)
  return dataDir
}

/** All rows that move as SQL literals, with the numbering and the triggers. */
function contentsOf(dataDir: string): Record<string, unknown> {
  const path = `${dataDir}/charabanc.sqlite`
  const literals = tables.map(({ name, key, columns }) => {
    const row = columns.map((column) => `quote("${column.name}")`).join(` || ',' || `)
    return [name, querySqliteFile<{ row: string }>(path, `SELECT ${row} AS row FROM "${name}" ORDER BY "${key}"`)]
  })
  const names = tables.map(({ name }) => `'${name}'`).join()
  const numbers = querySqliteFile(path, `SELECT name, seq FROM sqlite_sequence WHERE name IN (${names}) ORDER BY name`)
  return {
    ...Object.fromEntries(literals),
    numbers,
    triggers: querySqliteFile(path, "SELECT sql FROM sqlite_schema WHERE type = 'trigger'"),
  }
}

async function rowsIn(database: PostgresDatabase): Promise<number> {
  const counts = tables.map(({ name }) => `(select count(*) from "${name}")`).join(' + ')
  const [there] = await database.ask("select to_regclass('operators') is not null as schema")
  if (!there?.schema) return 0
  const [found] = await database.ask(`select ${counts} as rows`)
  return Number(found?.rows)
}

function insertInto(path: string, text: string): unknown[] {
  using database = connectSqlite(path, 'write')
  return database.query(text).all()
}

const waiting =
  'select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())'

/** Whether a process has a file of this name open. */
function hasOpen(pid: number, name: string): boolean {
  const folder = `/proc/${pid}/fd`
  return readdirSync(folder).some((number) => readlinkSync(`${folder}/${number}`).endsWith(`/${name}`))
}

const filesIn = (path: string) => (existsSync(path) ? readdirSync(path).sort() : [])
const toDatabase = (dataDir: string, { url }: PostgresDatabase) => ['import', '--from', dataDir, '--to', url]
const toFolder = (folder: string, { url }: PostgresDatabase) => ['export', '--from', url, '--to', folder]

if (postgresUrl !== null) {
  describe('import and export of the database', () => {
    test('moves every row to PostgreSQL and back byte for byte, and continues the numbering', async () => {
      using folder = makeFolder()
      await using database = await makePostgresDatabase('empty')
      const dataDir = await fillFolder(folder)
      const before = contentsOf(dataDir)

      const moved = await runExecutableJson<Moved>(toDatabase(dataDir, database))
      const empty = moved.tables.filter(({ rows }) => rows === 0).map(({ name }) => name)
      expect(empty).toEqual(['dbs_readings'])
      expect(moved.rows).toBe(await rowsIn(database))
      expect(await database.ask('select * from leases union all select null, null, null, null from rate_limits')).toEqual([])
      expect(
        await database.ask('select cancellation, removed_at::text from trips, drivers where trips.id = 1 and drivers.id = 1'),
      ).toEqual([{ cancellation: '{ "reason" :"☃ Ä", "a":1.0,"a":2}', removed_at: '9007199254740993' }])
      const home = folder.at('home')
      const back = await runExecutableJson<Moved & { key_file: string }>(toFolder(home, database), { dataDir })
      expect(back.key_file).toBe(`${home}/master.key`)
      expect(readFileSync(back.key_file)).toEqual(readFileSync(`${dataDir}/master.key`))
      for (const name of ['charabanc.sqlite', 'master.key']) expect(statSync(`${home}/${name}`).mode & 0o777).toBe(0o600)
      expect(filesIn(home)).toEqual(['charabanc.lock', 'charabanc.sqlite', 'master.key'])
      expect(contentsOf(home)).toEqual(before)

      expect(await database.ask("select tgname from pg_trigger where not tgisinternal and tgenabled <> 'O'")).toEqual([])
      const consent = "insert into consents (driver_id, purpose, granted, changed_at) values (1, '', true, 0) returning id"
      const [there, here] = [await database.ask(consent), insertInto(`${home}/charabanc.sqlite`, consent)]
      expect([Number(there[0]?.id), here]).toEqual([lastFilledId + 1, [{ id: lastFilledId + 1 }]])
    })

    test('serves the data from PostgreSQL, and after its export from SQLite, with the same key', async () => {
      using folder = makeFolder()
      await using database = await makePostgresDatabase('empty')
      const dataDir = folder.at('data')
      const env = { CHARABANC_DATABASE_URL: database.url }
      const account = ['--name', 'Dales Coaches', '--currency', 'GBP', '--timezone', 'Europe/London']
      const first = await runExecutableJson<{ operator_ref: string }>(['operator', 'create', ...account], { dataDir })
      const { token } = await runExecutableJson<{ token: string }>(['key', 'mint', '--platform', '--name', 'website'], {
        dataDir,
      })

      const plainly = await runExecutable(['import', '--from', dataDir], { env })
      expect(plainly).toMatchObject({
        exitCode: 0,
        stdout: expect.stringMatching(/^Copied and compared 8 rows of \d+ tables from \S+ to charabanc_test_/),
      })
      expect(plainly.stderr).toMatch(
        /^Moving 8 rows …\nComparing 8 rows …\nThe key was not copied\. Every node needs the key in /,
      )
      expect(plainly.stderr).toEndWith(
        '\nSet CHARABANC_DATABASE_URL for every command from now on. Without it, commands use the old file. ' +
          `Move ${dataDir}/charabanc.sqlite to the backups.\n`,
      )
      const there = await startServer({ dataDir, env, isFile: true })
      await using _ = there
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
      const operators = '/platform/v1/operators'
      const body = JSON.stringify({ name: 'Second', currency_code: 'GBP', timezone: 'Europe/London' })
      const made = await there.fetch(operators, { method: 'POST', headers: { ...headers, 'Idempotency-Key': 'one' }, body })
      const second = (await made.json()) as { data: { operator_ref: string } }
      expect(made.status).toBe(201)
      await there.stop()
      // A node with another key cannot read the moved data.
      const stranger = await runExecutable(['operator', 'list'], { dataDir: folder.at('stranger'), env })
      expect(stranger.exitCode).toBe(5)

      expect(await runExecutable(['export', '--to', folder.at('home')], { dataDir, env })).toMatchObject({ exitCode: 0 })
      await using home = await startServer({ dataDir: folder.at('home'), isFile: true })
      const listed = (await (await home.fetch(operators, { headers })).json()) as { data: { operator_ref: string }[] }
      expect(listed.data.map(({ operator_ref }) => operator_ref).sort()).toEqual(
        [first.operator_ref, second.data.operator_ref].sort(),
      )
    })
  })

  test('completes a charge of the previous server once, on the first node after the import', async () => {
    using folder = makeFolder()
    await using database = await makePostgresDatabase('empty')
    const dataDir = folder.at('data')
    const env = { CHARABANC_DATA_DIR: dataDir, CHARABANC_SANDBOX_DELAY: '3' }
    await using market = await openMarket({ isFile: true, env })
    const dales = await market.operator()
    const trip = await market.trip([dales])
    const paying = trip.book(await dales.makeQuote(trip, { availability: 'confirmed' }), goodCard).catch(() => null)
    await eventually(async () => (await market.server.ask("select 1 from payments where status = 'charging'")).length === 1)
    await market.server.kill()
    expect(await paying).toBeNull()
    await runExecutableJson(toDatabase(dataDir, database))
    expect(await database.ask('select status from payments')).toEqual([{ status: 'charging' }])
    expect(await database.ask('select 1 from nodes')).toEqual([])

    const settings = { ...noRateLimits, CHARABANC_PAYMENTS: 'sandbox', CHARABANC_DATABASE_URL: database.url }
    await using _node = await startServer({ isFile: true, dataDir, env: settings, startsAt: market.server.now() })
    await eventually(async () => (await database.ask("select 1 from bookings where status = 'active'")).length === 1)
    expect(await database.ask('select status from payments')).toEqual([{ status: 'succeeded' }])
    expect(await database.ask('select kind from sandbox_ledger')).toEqual([{ kind: 'charge' }])
  })

  describe('refused import or export', () => {
    test('writes nothing when the target has rows, other tables or a database file', async () => {
      using folder = makeFolder()
      await using filled = await makePostgresDatabase('empty')
      await using foreign = await makePostgresDatabase('empty')
      const dataDir = await fillFolder(folder)
      await runExecutableJson(toDatabase(dataDir, filled))
      await foreign.ask('create table theirs (id int)')
      const rows = await rowsIn(filled)

      expect(await runExecutable(toDatabase(dataDir, filled))).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining('(activities)'),
      })
      expect(await runExecutable(toDatabase(dataDir, foreign))).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining('(theirs)'),
      })
      expect(await rowsIn(filled)).toBe(rows)
      expect(await foreign.ask("select tablename from pg_tables where schemaname = 'public'")).toEqual([{ tablename: 'theirs' }])

      const before = contentsOf(dataDir)
      const back = await runExecutable(toFolder(dataDir, filled), { dataDir })
      expect(back).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining('charabanc.sqlite already exists and is not overwritten.'),
      })
      expect(contentsOf(dataDir)).toEqual(before)
      mkdirSync(folder.at('rest'))
      writeFileSync(folder.at('rest/charabanc.sqlite-wal'), '')
      expect(await runExecutable(toFolder(folder.at('rest'), filled), { dataDir })).toMatchObject({ exitCode: 1 })
      expect(filesIn(folder.at('rest'))).toEqual(['charabanc.sqlite-wal'])
    })

    test('writes nothing while a server uses the folder or a node is connected', async () => {
      using folder = makeFolder()
      await using database = await makePostgresDatabase('empty')
      await using server = await startServer({ isFile: true })
      const running = await runExecutable(toDatabase(server.dataDir, database))
      expect(running).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('already uses the data folder') })
      expect(await rowsIn(database)).toBe(0)
      await server.stop()

      await using migrated = await makePostgresDatabase()
      const node = await openPostgres(migrated.url)
      expect(await runExecutable(toDatabase(server.dataDir, migrated))).toMatchObject({
        exitCode: 3,
        stderr: expect.stringContaining('Another charabanc is connected'),
      })
      const { dataDir } = server
      expect(await runExecutable(toFolder(folder.at('home'), migrated), { dataDir })).toMatchObject({ exitCode: 3 })
      expect(existsSync(folder.at('home'))).toBe(false)
      // A command waits for connections that are just closing.
      const importing = runExecutable(toDatabase(dataDir, migrated))
      await node.close()
      expect(await importing).toMatchObject({ exitCode: 0 })
      await server.start()
      expect(await runExecutable(toFolder(dataDir, migrated), { dataDir })).toMatchObject({ exitCode: 3 })
    })

    test('writes nothing when the schema is earlier or later', async () => {
      using folder = makeFolder()
      await using database = await makePostgresDatabase()
      const dataDir = await fillFolder(folder)
      const path = `${dataDir}/charabanc.sqlite`
      const [latest] = querySqliteFile<{ name: string }>(path, 'SELECT max(name) AS name FROM schema_migrations')
      writeToSqliteFile(path, "INSERT INTO schema_migrations VALUES ('9999_later', 0)")
      expect(await runExecutable(toDatabase(dataDir, database))).toMatchObject({
        exitCode: 4,
        stderr: expect.stringContaining('9999_later'),
      })
      writeToSqliteFile(path, `DELETE FROM schema_migrations WHERE name IN ('9999_later', '${latest?.name}')`)
      const older = await runExecutable(toDatabase(dataDir, database))
      expect(older).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining('Run `charabanc migrate` on its folder first.'),
      })
      expect(await rowsIn(database)).toBe(0)

      const home = toFolder(folder.at('home'), database)
      await database.ask("insert into schema_migrations values ('9999_later', 0, '0.0.0')")
      expect(await runExecutable(home, { dataDir })).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('9999_later') })
      await database.ask('delete from schema_migrations')
      expect(await runExecutable(home, { dataDir })).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining('charabanc migrate'),
      })
      expect(existsSync(folder.at('home'))).toBe(false)
    })

    test('writes nothing without the key, with another key or beside another key', async () => {
      using folder = makeFolder()
      await using database = await makePostgresDatabase('empty')
      const dataDir = await fillFolder(folder)
      const key = readFileSync(`${dataDir}/master.key`, 'utf8').trim()
      const other = Buffer.alloc(32, 7).toString('base64')
      rmSync(`${dataDir}/master.key`)
      const isGone = `CHARABANC_MASTER_KEY is not set and ${dataDir}/master.key is missing.`
      const isOther = 'The secrets in the database are encrypted with a key other than CHARABANC_MASTER_KEY.'
      const advice = 'Restore the key from your separate copy. Backups do not contain it. Nothing was changed.'
      const wrongKey = (found: string) => ({ exitCode: 5, stderr: expect.stringContaining(`${found} ${advice}`) })
      expect(await runExecutable(toDatabase(dataDir, database))).toMatchObject(wrongKey(isGone))
      expect(await runExecutable(toDatabase(dataDir, database), { env: { CHARABANC_MASTER_KEY: other } })).toMatchObject(
        wrongKey(isOther),
      )
      expect(await rowsIn(database)).toBe(0)
      await runExecutableJson(toDatabase(dataDir, database), { env: { CHARABANC_MASTER_KEY: key } })

      const home = folder.at('home')
      const toHome = toFolder(home, database)
      expect(await runExecutable(toHome, { dataDir })).toMatchObject({ exitCode: 5 })
      expect(await runExecutable(toHome, { dataDir, env: { CHARABANC_MASTER_KEY: other } })).toMatchObject(wrongKey(isOther))
      expect(existsSync(home)).toBe(false)
      mkdirSync(home)
      writeFileSync(`${home}/master.key`, other, { mode: 0o600 })
      expect(await runExecutable(toHome, { dataDir, env: { CHARABANC_MASTER_KEY: key } })).toMatchObject({ exitCode: 5 })
      expect(filesIn(home)).toEqual(['master.key'])
      rmSync(`${home}/master.key`)
      const made = await runExecutableJson<{ key_file: null }>(toHome, { dataDir, env: { CHARABANC_MASTER_KEY: key } })
      expect([made.key_file, filesIn(home)]).toEqual([null, ['charabanc.lock', 'charabanc.sqlite']])
    })

    test('writes nothing when a database is missing, pooled, unreachable or empty', async () => {
      using folder = makeFolder()
      const dataDir = await fillFolder(folder)
      expect(await runExecutable(['import', '--from', dataDir])).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining('--to URL'),
      })
      expect(await runExecutable(['export', '--to', folder.at('home')])).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining('--from URL'),
      })
      const pooled = ['import', '--from', dataDir, '--to', 'postgres://db.example/charabanc?pooling=transaction']
      expect(await runExecutable(pooled)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('without a pooler') })
      const away = await runExecutable(['import', '--from', dataDir, '--to', 'postgres://127.0.0.1:1/charabanc'])
      expect(away).toMatchObject({ exitCode: 75, stderr: expect.stringContaining('charabanc at 127.0.0.1:1 cannot be reached') })
      const nowhere = ['import', '--from', folder.at('none'), '--to', 'postgres://db.example/charabanc']
      const none = `There is no charabanc database in ${folder.at('none')}.`
      expect(await runExecutable(nowhere)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(none) })
      await using empty = await makePostgresDatabase('empty')
      const fromEmpty = await runExecutable(toFolder(folder.at('none'), empty), { dataDir: folder.at('own') })
      expect(fromEmpty).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining(`There is no charabanc in the database ${new URL(empty.url).pathname.slice(1)}.`),
      })
      expect(['none', 'own'].filter((name) => existsSync(folder.at(name)))).toEqual([])
    })
  })

  describe('interrupted import or export', () => {
    test('writes nothing when rows arrive changed or are rejected', async () => {
      using folder = makeFolder()
      await using database = await makePostgresDatabase()
      const dataDir = await fillFolder(folder)
      await database.ask('create rule swallowed as on insert to consents do instead nothing')
      expect(await runExecutable(toDatabase(dataDir, database))).toMatchObject({
        exitCode: 6,
        stderr: expect.stringContaining('consents'),
      })
      expect(await rowsIn(database)).toBe(0)

      await database.ask('drop rule swallowed on consents')
      writeToSqliteFile(`${dataDir}/charabanc.sqlite`, "UPDATE messages SET recipient = 'a' || char(0) || 'b' WHERE id = 1")
      const refused = await runExecutable(toDatabase(dataDir, database))
      expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('messages cannot be moved') })
      expect(await rowsIn(database)).toBe(0)
    })

    test('reports a connection lost during the commit, and refuses a second import', async () => {
      using folder = makeFolder()
      await using database = await makePostgresDatabase()
      using between = await openCommitCuttingProxy(database.url)
      const dataDir = await fillFolder(folder)
      between.cutAtCommit('one')
      const lost = await runExecutable(['import', '--from', dataDir, '--to', between.url])
      expect(lost).toMatchObject({
        exitCode: 75,
        stdout: '',
        stderr: expect.stringMatching(
          /The connection was lost during the commit\. Run the command again\. If all rows are there, it is refused\.\n$/,
        ),
      })
      // All rows were committed.
      expect(await rowsIn(database)).toBeGreaterThan(2 * rowsAtOnce)
      await eventually(async () => (await runExecutable(toDatabase(dataDir, database))).exitCode === 1)
      expect(await runExecutable(toDatabase(dataDir, database))).toMatchObject({
        stderr: expect.stringContaining('The database is not empty'),
      })
    })

    test.each(fillableDisks().map((disk) => [disk.way, disk] as const))(
      'leaves no file when the disk cannot be written: %s',
      async (_, { make }) => {
        using folder = makeFolder()
        using disk = make(folder.path)
        await using database = await makePostgresDatabase()
        const dataDir = await fillFolder(folder, 'source')
        await runExecutableJson(toDatabase(dataDir, database))
        const home = disk.dataDir

        // The export has created the file and waits for the rows of one table.
        const open = await database.hold('lock table messages')
        const child = spawnExecutable(toFolder(home, database), { cwd: folder.path, dataDir })
        await eventually(() => filesIn(home).includes('charabanc.sqlite.part'))
        await eventually(async () => (await database.ask(waiting)).length > 0)
        disk.fill(child.pid)
        await open()
        const [stderr, exitCode] = await Promise.all([child.stderr.text(), child.exited])
        expect({ exitCode, stderr }).toMatchObject({
          exitCode: 1,
          stderr: expect.stringMatching(/charabanc\.sqlite cannot be written: .*\.\n$/),
        })
        expect(filesIn(home).filter((name) => name.startsWith('charabanc.sqlite'))).toEqual([])
        await runExecutableJson(toFolder(folder.at('elsewhere'), database), { dataDir })
        expect(contentsOf(folder.at('elsewhere'))).toEqual(contentsOf(dataDir))
      },
    )

    describe('database file that another process has locked', () => {
      async function lockFile(dataDir: string): Promise<AsyncDisposable> {
        const script = new URL('../processes/hold-file.ts', import.meta.url).pathname
        const words = [process.execPath, script, `${dataDir}/charabanc.sqlite`, 'readers']
        const holder = Bun.spawn(words, { stdin: 'pipe', stdout: 'pipe' })
        await holder.stdout.getReader().read()
        return {
          async [Symbol.asyncDispose]() {
            holder.stdin.write('end\n')
            holder.stdin.end()
            await holder.exited
          },
        }
      }

      test('is imported after a short lock', async () => {
        using folder = makeFolder()
        await using database = await makePostgresDatabase()
        const dataDir = await fillFolder(folder)
        const importing = async () => {
          await using _ = await lockFile(dataDir)
          const child = spawnExecutable(toDatabase(dataDir, database), { cwd: folder.path, dataDir })
          await eventually(() => child.exitCode !== null || hasOpen(child.pid, 'charabanc.sqlite'))
          return child
        }
        const child = await importing()
        expect({ exitCode: await child.exited, stderr: await child.stderr.text() }).toMatchObject({ exitCode: 0 })
      })

      test('ends the import with exit code 75 after a longer lock', async () => {
        using folder = makeFolder()
        await using database = await makePostgresDatabase()
        const dataDir = await fillFolder(folder)
        await using _ = await lockFile(dataDir)
        expect(await runExecutable(toDatabase(dataDir, database))).toMatchObject({
          exitCode: 75,
          stderr: expect.stringContaining('charabanc.sqlite cannot be read: another process has locked it'),
        })
        expect(await rowsIn(database)).toBe(0)
      })
    })

    test('starts from the beginning after kill -9', async () => {
      using folder = makeFolder()
      await using database = await makePostgresDatabase()
      const dataDir = await fillFolder(folder)
      const before = contentsOf(dataDir)
      const waits = () => database.ask(waiting).then(({ length }) => length > 0)
      const killInTheMiddle = async (words: readonly string[]) => {
        const child = spawnExecutable(words, { cwd: folder.path, dataDir })
        await eventually(waits)
        child.kill('SIGKILL')
        await child.exited
      }

      // The last table accepts no row until the lock is released.
      await database.ask(
        "create function hold() returns boolean language sql as 'select pg_advisory_xact_lock_shared(7) is not null'",
      )
      await database.ask('alter table messages add constraint held check (hold())')
      const release = await database.hold('select pg_advisory_xact_lock(7)')
      await killInTheMiddle(toDatabase(dataDir, database))
      await release()
      await eventually(async () => (await rowsIn(database)) === 0)
      await eventually(async () => (await runExecutable(toDatabase(dataDir, database))).exitCode === 0)

      const home = folder.at('home')
      const open = await database.hold('lock table messages')
      await killInTheMiddle(toFolder(home, database))
      expect(filesIn(home)).toContain('charabanc.sqlite.part')
      expect(filesIn(home)).not.toContain('charabanc.sqlite')
      await open()
      await eventually(async () => (await runExecutable(toFolder(home, database), { dataDir })).exitCode === 0)
      expect(contentsOf(home)).toEqual(before)
      expect(filesIn(home).filter((name) => name.includes('.part'))).toEqual([])
    })
  })
}
