import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Folder, makeFolder } from '../support/folder.ts'

const program = resolve(import.meta.dir, '../../bench/main.ts')

/** Runs the bench as `bun run bench` does, and reads its JSON. */
async function bench(folder: Folder, ...words: readonly string[]) {
  const json = folder.at('figures.json')
  const child = Bun.spawn([process.execPath, program, ...words, '--json', json], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [stdout, stderr, exitCode] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  return { exitCode, stdout, stderr, results: existsSync(json) ? await Bun.file(json).json() : null }
}

test('measures the smallest scenes of the executable beside a bare server', async () => {
  using folder = makeFolder()
  const scenes = ['--only', 'list', '--only', 'quote']
  const { stderr, stdout, exitCode, results } = await bench(
    folder,
    ...scenes,
    '--peer',
    'bare',
    '--turns',
    '2',
    '--seconds',
    '0.3',
  )
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  expect(results).toHaveLength(2)
  for (const { sides, others, goals } of results) {
    expect(Object.keys(sides)).toEqual(['charabanc', 'bare'])
    for (const side of ['charabanc', 'bare']) {
      for (const column of ['perSecond', 'cpuUs', 'p50Ms', 'p99Ms']) {
        expect(sides[side][column]).toHaveLength(2)
        for (const figure of sides[side][column]) expect(figure).toBeGreaterThanOrEqual(0)
      }
      for (const rate of sides[side].perSecond) expect(rate).toBeGreaterThan(0)
    }
    expect(others).toHaveLength(4)
    expect(goals.map(({ goal }: { goal: { against: string } }) => goal.against)).toContain('bare')
  }
  expect(stdout).toMatch(/charabanc ÷ bare, req\/s: /)
})

test('measures growth on pasts of each size and keeps them for the next run', async () => {
  using folder = makeFolder()
  const sizes = ['--jobs', '1000', '--jobs', '2000']
  const { exitCode, stdout, results } = await bench(
    folder,
    'growth',
    ...sizes,
    '--turns',
    '1',
    '--seconds',
    '0.1',
    '--folder',
    folder.path,
  )
  expect(exitCode).toBe(stdout.includes(': missed)') ? 1 : 0)
  const [{ calls }] = results
  expect(calls.length).toBeGreaterThanOrEqual(12)
  for (const { sides } of calls) {
    expect(Object.keys(sides)).toEqual(['1,000', '2,000'])
    for (const size of Object.values<{ p50Ms: number[] }>(sides)) expect(size.p50Ms[0]).toBeGreaterThan(0)
  }
  const kept = readdirSync(folder.path).filter((name) => name.startsWith('history-'))
  expect(kept).toHaveLength(2)
  using database = new Database(join(folder.path, kept.find((name) => name.endsWith('-1000')) ?? '', 'charabanc.sqlite'))
  const count = (table: string) => database.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${table}`).get()?.n
  // The templates of each kind are stored beside their copies.
  expect(['trips', 'offers', 'bookings', 'assignments', 'payouts'].map(count)).toEqual([1_003, 1_003, 70, 70, 70])
  expect(database.query('PRAGMA foreign_key_check').all()).toEqual([])
})

test('refuses an unknown scene by name', async () => {
  using folder = makeFolder()
  const { exitCode, stderr } = await bench(folder, '--only', 'lists')
  expect(exitCode).toBe(2)
  expect(stderr).toStartWith('There is no scene lists: list, last-page, me, ')
})
