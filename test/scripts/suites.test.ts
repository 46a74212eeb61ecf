import { expect, test } from 'bun:test'
import { Glob } from 'bun'
import { files, listedPatterns, phasesOf } from '../../scripts/suites.ts'

const postgres = { CHARABANC_TEST_POSTGRES_URL: 'postgres://tests@localhost/postgres' }
const all = [...new Glob('test/**/*.test.{ts,tsx}').scanSync('.')].sort()
const runBy = (...suites: readonly ('quick' | 'gate' | 'deep')[]) =>
  new Set(suites.flatMap((suite) => phasesOf(suite, postgres).flatMap((phase) => phase.files)))

test.each(listedPatterns())('the pattern %s finds a file', (pattern) => {
  expect(files([pattern])).not.toEqual([])
})

test('the gate runs every file but the trials of nights, and the deep run all of them', () => {
  const atTheGate = runBy('quick', 'gate')
  expect(all.filter((file) => !atTheGate.has(file)).filter((file) => !file.startsWith('test/long-postgres/'))).toEqual([])
  expect([...runBy('deep')].sort()).toEqual(all)
})

test('what bun run test runs is not run again on SQLite by the gate', () => {
  const quick = runBy('quick')
  const again = phasesOf('gate', null).flatMap((phase) => phase.files.filter((file) => quick.has(file)))
  expect(again).toEqual([])
})

test('without PostgreSQL nothing is asked of it', () => {
  for (const suite of ['quick', 'gate', 'deep'] as const) {
    expect(phasesOf(suite, null).filter(({ env }) => env?.CHARABANC_TEST_NODES !== undefined)).toEqual([])
  }
})
