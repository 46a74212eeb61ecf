import { describe, expect, test } from 'bun:test'
import { join, resolve } from 'node:path'
import { mintKey } from '../support/admin-commands.ts'
import { eventually } from '../support/eventually.ts'
import { fillableDisks } from '../support/fillable-disk.ts'
import { makeFolder } from '../support/folder.ts'
import { Market, type MarketAnswer, ok, statusAndCode } from '../support/market.ts'
import { type Server, startServer } from '../support/server.ts'

const env = { CHARABANC_LIMIT_PLATFORM: 'off', CHARABANC_LIMIT_READ: 'off', CHARABANC_LIMIT_WRITE: 'off' }

async function marketOn(server: Server): Promise<Market> {
  return new Market(server, await mintKey(server, null))
}

function open(market: Market, name: string): Promise<MarketAnswer> {
  return market.platform('POST', '/operators', { name, currency_code: 'GBP', timezone: 'Europe/London' })
}

async function namesOn(server: Server): Promise<string[]> {
  const { data } = await server.cliJson<{ data: { name: string }[] }>(['operator', 'list'])
  return data.map(({ name }) => name).sort()
}

/** Expects one log line with the code of the fault and the path of the file, however many calls were refused. */
async function expectLogged(server: Server, code: RegExp): Promise<void> {
  const told = await eventually(async () => {
    const lines = server.stderr.split('\n').filter((line) => line.includes('"database unavailable"'))
    return lines.length > 0 ? lines.map((line) => JSON.parse(line)) : null
  })
  const database = join(server.dataDir, 'charabanc.sqlite')
  const codes = told.map((line) => line.code)
  expect(codes[0]).toMatch(code)
  expect(codes).toEqual([...new Set(codes)])
  expect(told[0]).toMatchObject({ level: 'error', database, refusals: 1 })
}

/** Expects a 503 in the usual shape, with Retry-After. */
function expectUnavailable(answer: MarketAnswer): void {
  expect(answer.json).toEqual({ error: { code: 'unavailable', message: expect.any(String) } })
  expect(answer.status).toBe(503)
  expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
}

describe('a full disk', () => {
  test.each(fillableDisks())(
    '$way: refuses writes, serves reads, loses nothing, and needs only free space to recover',
    async ({ make }) => {
      using folder = makeFolder()
      using disk = make(folder.path)
      await using server = await startServer({ isFile: true, isAlone: true, env, dataDir: disk.dataDir })
      const market = await marketOn(server)
      const dales = await market.operator('Dales Coaches')
      for (let index = 0; index < 5; index++) ok(await open(market, `before ${index}`))

      disk.fill(server.pid)
      const refused = await eventually(async () => {
        const answer = await open(market, 'while it was full')
        return answer.status === 201 ? null : answer
      })
      expectUnavailable(refused)
      for (let index = 0; index < 5; index++) expectUnavailable(await open(market, `during ${index}`))
      expect(statusAndCode(await dales.get('/me'))).toBe('200')
      const unready = await eventually(async () => {
        const answer = await server.fetch('/readyz')
        return answer.status === 503 ? answer : null
      })
      expect(((await unready.json()) as MarketAnswer['json']).error.message).toMatch(/^database: disk (full|fails)$/)
      expect((await server.fetch('/livez')).status).toBe(200)
      await expectLogged(server, /^SQLITE_(FULL|IOERR)/)

      disk.free(server.pid)
      const after = await eventually(async () => {
        const answer = await open(market, 'after')
        return answer.status === 201 ? answer : null
      })
      expect(after.data.operator_ref).toStartWith('OP-')
      await eventually(async () => (await server.fetch('/readyz')).status === 200)
      const names = await namesOn(server)
      expect(names).toEqual(expect.arrayContaining(['after', 'before 0', 'before 1', 'before 2', 'before 3', 'before 4']))
      expect(names.filter((name) => name.startsWith('during'))).toEqual([])
      await server.kill()
      await server.start()
      expect(await namesOn(server)).toEqual(names)
    },
  )
})

describe('a database that another process locks', () => {
  test('delays writes for 3 s', async () => {
    await using server = await startServer({ isFile: true, isAlone: true, env })
    const market = await marketOn(server)
    const unlock = await holdElsewhere(server)

    const startedAt = performance.now()
    const answers = [1, 2, 3].map((index) => open(market, `patient ${index}`))
    // The promise names this number of seconds.
    await Bun.sleep(3_000)
    await unlock()

    expect((await Promise.all(answers)).map(statusAndCode)).toEqual(['201', '201', '201'])
    expect(performance.now() - startedAt).toBeGreaterThan(2_900)
    expect(await namesOn(server)).toEqual(['patient 1', 'patient 2', 'patient 3'])
  })

  test('refuses writes with 503 for 30 s, serves reads, and recovers afterwards', async () => {
    await using server = await startServer({ isFile: true, isAlone: true, env })
    const market = await marketOn(server)
    const dales = await market.operator('Dales Coaches')
    const unlock = await holdElsewhere(server)
    const heldUntil = performance.now() + 30_000

    let refusals = 0
    while (performance.now() < heldUntil) {
      const write = open(market, `impatient ${refusals}`)
      expect(statusAndCode(await dales.get('/me'))).toBe('200')
      expectUnavailable(await write)
      refusals++
    }
    expect(refusals).toBeGreaterThan(2)
    await expectLogged(server, /^SQLITE_BUSY/)
    expect((await server.fetch('/livez')).status).toBe(200)

    await unlock()
    expect(statusAndCode(await open(market, 'later'))).toBe('201')
    await eventually(async () => (await server.fetch('/readyz')).status === 200)
    expect(await namesOn(server)).toEqual(['Dales Coaches', 'later'])
  })
})

/** Locks the database in another process; the returned function unlocks it. */
async function holdElsewhere(server: Server): Promise<() => Promise<void>> {
  const script = resolve(import.meta.dir, '../processes/hold-file.ts')
  const holder = Bun.spawn([process.execPath, script, `${server.dataDir}/charabanc.sqlite`], { stdin: 'pipe', stdout: 'pipe' })
  await holder.stdout.getReader().read()
  return async () => {
    holder.stdin.write('end\n')
    holder.stdin.end()
    await holder.exited
  }
}
