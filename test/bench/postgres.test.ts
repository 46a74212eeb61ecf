import { afterAll, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { SQL } from 'bun'
import { Bench } from '../../bench/bench.ts'
import { ask, Charabanc } from '../../bench/charabanc.ts'
import { HookSite, Receiver } from '../../bench/hook-site.ts'
import { serveOnPostgres, startPostgres } from '../../bench/postgres.ts'
import { cpuOfServer, executable, killChildren } from '../../bench/process.ts'
import { drainedSide } from '../../bench/scenes/hooks.ts'
import { makeFolder } from '../support/folder.ts'
import { postgresPrograms } from '../support/postgres-data-folder.ts'

afterAll(killChildren)

const build = { name: 'charabanc', binary: executable() }

if (postgresPrograms === null) {
  process.stderr.write('The bench is not tested on PostgreSQL: it is not installed.\n')
} else {
  const programs = postgresPrograms

  test('gives a side its own PostgreSQL, which keeps commits and stops with the side', async () => {
    using folder = makeFolder()
    const postgres = await startPostgres(new Bench([build], folder.path), programs)
    const client = new SQL(postgres.url, { max: 1 })
    const settings =
      await client`select name, setting from pg_settings where name in ('fsync', 'synchronous_commit') order by name`
    await client.close({ timeout: 1 })
    expect([...settings]).toEqual([
      { name: 'fsync', setting: 'on' },
      { name: 'synchronous_commit', setting: 'on' },
    ])
    const wrong = new SQL(postgres.url.replace(/:[^:@]+@/, ':guessed@'), { max: 1 })
    expect(await wrong`select 1`.catch(String)).toContain('password authentication failed')
    await wrong.close({ timeout: 1 })
    await postgres[Symbol.asyncDispose]()
    expect(existsSync(`/proc/${postgres.pid}`)).toBe(false)
  })

  test("lists the file's jobs on two PostgreSQL nodes, and measures the database separately", async () => {
    using folder = makeFolder()
    const bench = new Bench([build], folder.path)
    const market = await bench.market(build, 3)
    const served = await new Charabanc(build.binary, market.dataDir).serve()
    const { data } = await ask(served, 'GET', '/api/v1/jobs', market.operator.token)
    await served[Symbol.asyncDispose]()
    await using first = await serveOnPostgres(bench, build, programs, market, 2)
    expect(data).toHaveLength(3)
    const before = cpuOfServer(first)
    for (const node of [first, ...(first.others ?? [])]) {
      expect((await ask(node, 'GET', '/api/v1/jobs', market.operator.token)).data).toEqual(data)
    }
    expect(first.others).toHaveLength(1)
    const after = cpuOfServer(first)
    expect(after.nodes).toBeGreaterThanOrEqual(before.nodes)
    expect(after.database).toBeGreaterThan(0)
  })
}

const files = [{ name: 'a file', open: async () => null }]
const databases =
  postgresPrograms === null ? [] : [{ name: 'PostgreSQL', open: (bench: Bench) => startPostgres(bench, postgresPrograms ?? '') }]

test.each([...files, ...databases])('delivers a backlog in $name once to each subscription in every turn', async ({ open }) => {
  using folder = makeFolder()
  const bench = new Bench([build], folder.path)
  await using postgres = await open(bench)
  await using receiver = await Receiver.open(bench)
  const site = await HookSite.open(bench, build, receiver, postgres)
  await using side = await drainedSide(site, 'charabanc', receiver, { followers: 2, count: 40, waitMs: 500 })
  for (let turn = 0; turn < 2; turn++) {
    expect((await side.turn(0)).perSecond).toBeGreaterThan(0)
    expect(await receiver.count('/sink')).toBe(40)
  }
})
