import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Bench } from '../../bench/bench.ts'
import { ask, termsAt } from '../../bench/charabanc.ts'
import { startOrMiss } from '../../bench/missing.ts'
import { marketForPeers, sharing, startPeer } from '../../bench/peers.ts'
import { executable, killChildren, runProcess, startListener, startProcess } from '../../bench/process.ts'
import { makeFolder } from '../support/folder.ts'

afterAll(killChildren)

const complaining = ['sh', '-c', 'echo "no room here" >&2; exit 3']

test('accepts a side that starts at the third attempt', async () => {
  const missing = new Map<string, string>()
  let tries = 0
  const start = async () => {
    if (++tries < 3) throw new Error('not yet')
    return 'here'
  }
  expect(await startOrMiss(missing, 'late', start)).toBe('here')
  expect(missing.size).toBe(0)
})

test('tries a side three times and names it with its output if it never starts', async () => {
  const missing = new Map<string, string>()
  let tries = 0
  const start = () => {
    tries++
    return startProcess(complaining, {})
  }
  expect(await startOrMiss(missing, 'fastify', start)).toBeNull()
  expect(tries).toBe(3)
  expect([...missing]).toEqual([['fastify', `${complaining.join(' ')} left with 3 before it listened: no room here`]])
})

test('reports why a listener exited, and names a missing program', async () => {
  await expect(startListener(() => ({ command: complaining }), '/')).rejects.toThrow(
    'left with 3 before it listened: no room here',
  )
  await expect(startListener(() => ({ command: ['sh', '-c', 'exit 1'] }), '/')).rejects.toThrow('it said nothing')
  const missing = new Map<string, string>()
  await startOrMiss(missing, 'svix', async () => startListener(() => ({ command: ['/nowhere/svix'] }), '/'))
  expect(missing.get('svix')).toContain('/nowhere/svix')
})

test('continues a run without a peer that exits before it listens, and names it', async () => {
  using folder = makeFolder()
  const program = folder.at('pocketbase')
  writeFileSync(program, '#!/bin/sh\n[ "$1" = superuser ] || { echo "no room here" >&2; exit 1; }\n', { mode: 0o700 })
  const paced = ['--turns', '1', '--seconds', '0.1', '--json', folder.at('figures.json')]
  const said = await runProcess(
    [process.execPath, 'bench/main.ts', '--only', 'list', '--peer', 'bare', '--peer', 'pocketbase', ...paced],
    { ...process.env, CHARABANC_BENCH_POCKETBASE: program },
    join(import.meta.dir, '../..'),
  )
  expect(said).toMatch(/^ {2}pocketbase +not there$/m)
  expect(said).toMatch(/pocketbase did not start, tried 3 times: .* left with 1 before it listened: no room here$/m)
  expect(said).toContain('charabanc ÷ bare, req/s: ')
  const [{ sides, missing }] = await Bun.file(folder.at('figures.json')).json()
  expect(Object.keys(sides)).toEqual(['charabanc', 'bare'])
  expect(Object.keys(missing)).toEqual(['pocketbase'])
})

test('answers each of several concurrent writers after a shared commit', async () => {
  using folder = makeFolder()
  const bench = new Bench([{ name: 'charabanc', binary: executable() }], folder.path)
  const market = await marketForPeers(bench, 12)
  await using server = await startPeer(bench, sharing, market)
  const asked = [64_000, 64_500].flatMap((price) =>
    market.quoted.map((ref) => ask(server, 'POST', `/api/v1/jobs/${ref}/quote`, market.operator.token, termsAt(price))),
  )
  const revisions = (await Promise.all(asked)).map(({ data }) => data.my_quote.revision)
  expect(revisions.toSorted()).toEqual([...market.quoted.map(() => 2), ...market.quoted.map(() => 3)])
  using database = new Database(join(market.dataDir, 'charabanc.sqlite'), { readonly: true })
  const { kept } = database.query<{ kept: number }, []>('SELECT count(*) AS kept FROM quote_revisions').get() ?? { kept: 0 }
  expect(kept).toBe(3 * market.quoted.length)
})
