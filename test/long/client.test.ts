import { expect, test } from 'bun:test'
import { copyFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { compile, layOutClients } from '../api/clients.ts'
import { faultsOfAnswer, faultsOfRequest } from '../api/document.ts'
import { makeFolder } from '../support/folder.ts'
import { type Market, openMarket } from '../support/market.ts'

const root = resolve(import.meta.dir, '../..')

/** Rate limits that are counted and shown, but high enough for the walk. */
const wide = Object.fromEntries(
  ['READ', 'QUOTE_WRITE', 'WRITE', 'DRIVER_READ', 'DRIVER_WRITE', 'LOCATIONS', 'PLATFORM', 'CUSTOMER'].map((name) => [
    `CHARABANC_LIMIT_${name}`,
    '900/m',
  ]),
)

test("compiles the archive's typed client alone under the strictest settings", async () => {
  using folder = makeFolder()
  await layOutClients(folder)

  expect(await compile(folder, ['clients/typescript/charabanc.d.ts'], { skipLibCheck: false, types: [] })).toBe('')
})

test('compiles the example in clients/README.md, which lists the jobs', async () => {
  await using market = await openMarket()
  const dales = await market.operator('Dales Coaches')
  const { ref } = await market.trip([dales])
  using folder = makeFolder()
  await layOutClients(folder)
  const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(await Bun.file(folder.at('clients/README.md')).text()) ?? []
  copyFileSync(folder.at('clients/typescript/charabanc.d.ts'), folder.at('charabanc.d.ts'))
  await Bun.write(folder.at('jobs.ts'), example.replace('http://127.0.0.1:8787', market.server.url).replace('cbk_…', dales.token))

  expect(await compile(folder, ['jobs.ts'])).toBe('')
  const program = Bun.spawn([process.execPath, 'jobs.ts'], { cwd: folder.path, stdout: 'pipe', stderr: 'pipe' })
  expect([await program.stdout.text(), await program.stderr.text(), await program.exited]).toEqual([
    expect.stringContaining(ref),
    '',
    0,
  ])
})

test('reports answers and requests that the document does not describe', () => {
  const headers = new Headers({ 'Content-Type': 'application/json', 'X-Request-Id': '1' })
  const told = (status: number, body: unknown) =>
    faultsOfAnswer('GET', '/api/v1/auth/devices', { status, headers, text: JSON.stringify(body) })

  expect(told(200, { data: [] })).toEqual([])
  expect(told(418, { data: [] })).toEqual(['GET /api/v1/auth/devices 418: is not in the document'])
  expect(told(200, { data: [], more: 1 })).toHaveLength(1)
  expect(told(200, { data: [{ id: '7' }] }).length).toBeGreaterThan(1)
  expect(told(401, { error: { code: 'rate_limited', message: 'No.' } })).toHaveLength(2)
  expect(faultsOfRequest('POST', '/api/v1/auth/link', { email: 7 })).toHaveLength(1)
})

type WalkMainJob = (market: Market, judge: typeof faultsOfAnswer) => Promise<{ calls: Set<string>; faults: string[] }>

// Outside of the files that `tsc` checks: the repository has no built client.
const walk = `${root}/test/api/walk-main-job.ts`

test('compiles a program for the main job with the client', async () => {
  using folder = makeFolder()
  await layOutClients(folder)

  // The compiler treats `clients/` as a folder of the repository.
  const options = { rootDirs: [root, folder.path] }
  expect(await compile(folder, [walk], options)).toBe('')
})

test('completes the main job with that program, with documented answers only', async () => {
  const { walkMainJob }: { walkMainJob: WalkMainJob } = await import(walk)
  await using market = await openMarket({ env: wide })

  const { calls, faults } = await walkMainJob(market, faultsOfAnswer)

  expect(faults).toEqual([])
  expect(calls.size).toBeGreaterThan(45)
})
