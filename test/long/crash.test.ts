import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { migrations } from '../../src/storage/sqlite/migrate.ts'
import { runExecutable, spawnExecutable } from '../support/command-line.ts'
import { everyRowOf, querySqliteFile } from '../support/database-rows.ts'
import { eventually } from '../support/eventually.ts'
import { makeFolder } from '../support/folder.ts'
import { type Market, type MarketAnswer, type OperatorClient, ok, openMarket, statusAndCode } from '../support/market.ts'
import { startServer } from '../support/server.ts'
import { repetitions } from '../support/test-depth.ts'

const add = (desk: OperatorClient, name: string) => desk.post('/drivers', { name })

/** The names of all drivers, page by page. */
async function namesOf(desk: OperatorClient): Promise<Set<string>> {
  const names = new Set<string>()
  for (let page = 1; ; page++) {
    const { data, meta } = (await desk.get(`/drivers?per_page=100&page=${page}`)).json
    for (const { name } of data) names.add(name)
    if (page >= meta.last_page) return names
  }
}

function integrityOf(dataDir: string): unknown {
  using database = new Database(join(dataDir, 'charabanc.sqlite'), { readonly: true })
  return database.query('PRAGMA integrity_check').get()
}

/** A process that locks all writers out of the database; the returned function ends it. */
async function lockDatabase(market: Market): Promise<() => Promise<void>> {
  const words = [resolve(import.meta.dir, '../processes/hold-file.ts'), join(market.server.dataDir, 'charabanc.sqlite')]
  const holder = Bun.spawn([process.execPath, ...words], { stdin: 'pipe', stdout: 'pipe' })
  await holder.stdout.getReader().read()
  return async () => {
    holder.stdin.write('end\n')
    holder.stdin.end()
    await holder.exited
  }
}

/** A command that may be the first one on a machine. */
const firstKey = ['key', 'mint', '--platform', '--name', 'first']

describe('kill -9', () => {
  test('keeps everything that was answered, however often', async () => {
    await using market = await openMarket({ isFile: true, isAlone: true })
    const desk = await market.operator()
    const promised: string[] = []
    for (let round = 0; round < repetitions(8); round++) {
      const enough = promised.length + 10 + Math.random() * 40
      const clients = Array.from({ length: 8 }, async (_, client) => {
        for (let number = 0; ; number++) {
          const name = `driver ${number} of client ${client} in round ${round}`
          const told = await add(desk, name).catch(() => null)
          if (told === null) return
          expect(statusAndCode(told)).toBe('201')
          promised.push(name)
        }
      })
      await eventually(() => promised.length >= enough)
      await market.server.kill()
      await Promise.all(clients)
      await market.server.start()
    }
    const there = await namesOf(desk)
    expect(promised.filter((name) => !there.has(name))).toEqual([])
    expect(integrityOf(market.server.dataDir)).toEqual({ integrity_check: 'ok' })
  })

  test('leaves a folder that starts, at any moment of the first start', async () => {
    const startedAt = performance.now()
    await using _ = await startServer({ isFile: true })
    const wholeMs = performance.now() - startedAt
    const lives = repetitions(15)
    for (let round = 0; round < lives; round++) {
      using folder = makeFolder()
      const dataDir = folder.at('data')
      const env = { CHARABANC_LISTEN: '127.0.0.1:0' }
      const child = spawnExecutable(['serve'], { dataDir, env, cwd: folder.path })
      // Moments spread over the duration of a start; no event marks most of them.
      await Bun.sleep((wholeMs * round) / lives)
      child.kill('SIGKILL')
      await child.exited
      expect((await runExecutable(['migrate'], { dataDir })).exitCode).toBe(0)
      const after = await runExecutable(['operator', 'list', '--json'], { dataDir })
      expect(after).toMatchObject({ exitCode: 0, stdout: '{"data":[]}\n' })
      expect(integrityOf(dataDir)).toEqual({ integrity_check: 'ok' })
    }
  })

  test('leaves a complete key for its owner alone, or none', async () => {
    using folder = makeFolder()
    const dataDir = folder.at('data')
    const makers = Array.from({ length: 6 }, () => runExecutable(firstKey, { dataDir }))
    expect((await Promise.all(makers)).map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual(
      makers.map(() => [0, expect.any(String)]),
    )
    const path = join(dataDir, 'master.key')
    expect(Buffer.from(readFileSync(path, 'utf8'), 'base64')).toHaveLength(32)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(dataDir).filter((name) => name.endsWith('.part'))).toEqual([])
  })
})

describe('a database that another process locks', () => {
  test('delays writes, not reads, during a short lock', async () => {
    await using market = await openMarket({ isFile: true, isAlone: true })
    const desk = await market.operator()
    const unlock = await lockDatabase(market)
    let isWriting = true
    const writing = add(desk, 'Patient').then((told) => {
      isWriting = false
      return told
    })
    const looks: MarketAnswer[] = []
    while (looks.length < 20) looks.push(await desk.get('/drivers'))
    expect(looks.map(statusAndCode)).toEqual(looks.map(() => '200'))
    expect(isWriting).toBe(true)
    await unlock()
    expect(statusAndCode(await writing)).toBe('201')
  })

  test('answers 503 without writing during a long lock, and recovers without a restart', async () => {
    await using market = await openMarket({ isFile: true, isAlone: true })
    const desk = await market.operator()
    const trip = await market.trip([desk])
    ok(await desk.get('/me'))
    // The customer's notices are written too, so they must be done first.
    await market.server.dueTasksDone()
    const before = await everyRowOf(market.server.dataDir)
    const unlock = await lockDatabase(market)
    const told = await Promise.all([add(desk, 'Unlucky'), desk.quote(trip, {}, { key: 'busy' }), trip.cancel()])
    expect(told.map(statusAndCode)).toEqual(told.map(() => '503 unavailable'))
    expect(told.map(({ headers }) => Number(headers.get('Retry-After')) >= 1)).toEqual([true, true, true])
    expect(told.map(({ headers }) => headers.has('X-Request-Id'))).toEqual([true, true, true])
    expect(await everyRowOf(market.server.dataDir)).toEqual(before)
    expect(statusAndCode(await desk.get('/me'))).toBe('200')
    await unlock()
    const again = await desk.quote(trip, {}, { key: 'busy' })
    expect([statusAndCode(again), again.headers.get('Idempotency-Replayed')]).toEqual(['200', null])
    expect(statusAndCode(await add(desk, 'Lucky'))).toBe('201')
  })
})

test('answers 503 without writing on a full disk, serves reads, and recovers with free space', async () => {
  await using market = await openMarket({ isFile: true, isAlone: true })
  const desk = await market.operator()
  // The kernel allows no file of the process to grow beyond this. To the program, that looks like a full disk.
  const limit = (bytes: string) => {
    expect(Bun.spawnSync(['prlimit', '--pid', String(market.server.pid), `--fsize=${bytes}`]).exitCode).toBe(0)
  }
  const size = statSync(join(market.server.dataDir, 'charabanc.sqlite-wal')).size
  limit(`${size + 200_000}:unlimited`)
  const promised: string[] = []
  const refused: string[] = []
  const large = (number: number) => `Driver ${number} ${'x'.repeat(140)}`
  for (let number = 0; refused.length < 20 && number < 2_000; number += 4) {
    const names = [0, 1, 2, 3].map((more) => large(number + more))
    const told = await Promise.all(names.map((name) => add(desk, name)))
    for (const [index, answer] of told.entries()) {
      expect(['201', '503 unavailable']).toContain(statusAndCode(answer))
      if (answer.status === 201) promised.push(names[index] ?? '')
      else refused.push(names[index] ?? '')
    }
  }
  expect(refused.length).toBeGreaterThanOrEqual(20)
  const there = await namesOf(desk)
  expect(promised.filter((name) => !there.has(name))).toEqual([])
  expect(refused.filter((name) => there.has(name))).toEqual([])

  limit('unlimited')
  expect(statusAndCode(await add(desk, 'Room again'))).toBe('201')
  expect(await market.server.stop()).toBe(0)
  expect(integrityOf(market.server.dataDir)).toEqual({ integrity_check: 'ok' })
})

describe('starting', () => {
  test('succeeds for four processes on one empty folder', async () => {
    using folder = makeFolder()
    const dataDir = folder.at('data')
    const all = await Promise.all(Array.from({ length: 4 }, () => runExecutable(firstKey, { dataDir })))
    expect(all.map(({ exitCode }) => exitCode)).toEqual(all.map(() => 0))
    const tokens = all.map(({ stdout }) => /cb\w_\w+/.exec(stdout)?.[0])
    expect(new Set(tokens).size).toBe(4)
    expect((await runExecutable(['operator', 'list', '--json'], { dataDir })).stdout).toBe('{"data":[]}\n')
  })

  test('exits with 75 while another process locks the database', async () => {
    await using market = await openMarket({ isFile: true, isAlone: true })
    const unlock = await lockDatabase(market)
    const told = await market.server.cli(['key', 'mint', '--platform', '--name', 'late'])
    await unlock()
    expect(told).toMatchObject({ exitCode: 75, stdout: '' })
    expect(told.stderr).toContain('Nothing was saved.')
  })

  test("exits with 4 in every command on a later release's database, which stays unchanged", async () => {
    using folder = makeFolder()
    const dataDir = folder.at('data')
    expect((await runExecutable(['migrate'], { dataDir })).exitCode).toBe(0)
    const path = join(dataDir, 'charabanc.sqlite')
    const database = new Database(path)
    database.run("INSERT INTO schema_migrations VALUES ('9999_later', 0)")
    database.run('PRAGMA wal_checkpoint(TRUNCATE)')
    database.close()
    const before = readFileSync(path)
    for (const words of [['serve'], ['migrate'], ['operator', 'list'], ['key', 'mint', '--platform', '--name', 'x']]) {
      const { exitCode, stdout, stderr } = await runExecutable(words, { dataDir, env: { CHARABANC_LISTEN: '127.0.0.1:0' } })
      expect([exitCode, stdout], words.join(' ')).toEqual([4, ''])
      expect(stderr).toContain('9999_later')
      expect(stderr).toContain(migrations.at(-1)?.name ?? 'a schema')
    }
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  test('refuses a file that is not a database and keeps it', async () => {
    using folder = makeFolder()
    const dataDir = folder.at('data')
    expect((await runExecutable(['migrate'], { dataDir })).exitCode).toBe(0)
    const path = join(dataDir, 'charabanc.sqlite')
    const text = 'Dear reader, this was once a database of coaches. '.repeat(100)
    writeFileSync(path, text)
    const { exitCode, stderr } = await runExecutable(['operator', 'list'], { dataDir })
    expect([exitCode, stderr.includes('not a database')]).toEqual([6, true])
    expect(readFileSync(path, 'utf8')).toBe(text)
  })

  test('creates no new key over secrets with a missing key', async () => {
    using folder = makeFolder()
    const dataDir = folder.at('data')
    await using market = await openMarket({ isFile: true, isAlone: true, env: { CHARABANC_DATA_DIR: dataDir } })
    const desk = await market.operator()
    ok(await desk.post('/drivers', { name: 'Pat' }, { key: 'kept' }))
    await market.server.stop()
    const path = join(dataDir, 'master.key')
    const key = readFileSync(path, 'utf8')
    writeFileSync(`${path}.away`, key)
    await Bun.file(path).delete()
    expect((await runExecutable(['serve', '--listen', '127.0.0.1:0'], { dataDir })).exitCode).toBe(5)
    expect(existsSync(path)).toBe(false)
    writeFileSync(path, key)
    await market.server.start()
    const again = await desk.post('/drivers', { name: 'Pat' }, { key: 'kept' })
    expect(again.headers.get('Idempotency-Replayed')).toBe('true')
  })
})

test('answers running calls, checkpoints the database and exits with 0 on SIGTERM', async () => {
  await using market = await openMarket({ isFile: true, isAlone: true, env: { CHARABANC_SANDBOX_DELAY: '0.5' } })
  const desk = await market.operator()
  const trip = await market.requestedTrip(desk)
  const confirming = desk.confirm(trip)
  const database = join(market.server.dataDir, 'charabanc.sqlite')
  await eventually(() => querySqliteFile(database, "SELECT 1 FROM payments WHERE status = 'charging'").length > 0)
  const [left, told] = await Promise.all([market.server.stop(), confirming])
  expect([left, statusAndCode(told)]).toEqual([0, '200'])
  expect(existsSync(join(market.server.dataDir, 'charabanc.pid'))).toBe(false)
  const log = join(market.server.dataDir, 'charabanc.sqlite-wal')
  expect(existsSync(log) ? statSync(log).size : 0).toBe(0)
})
