import { expect, test } from 'bun:test'
import { Glob } from 'bun'
import { files, listedPatterns, phasesOf } from '../../scripts/suites.ts'

const postgres = { CHARABANC_TEST_POSTGRES_URL: 'postgres://tests@localhost/postgres' }
const all = [...new Glob('test/**/*.test.{ts,tsx}').scanSync('.')].sort()
const runBy = (...suites: readonly ('quick' | 'gate' | 'deep')[]) =>
  new Set(suites.flatMap((suite) => phasesOf(suite, postgres).flatMap((phase) => phase.files)))

test.each(listedPatterns())('finds a file for the pattern %s', (pattern) => {
  expect(files([pattern])).not.toEqual([])
})

test('runs all files except the long trials at the gate, and all files in the deep run', () => {
  const atTheGate = runBy('quick', 'gate')
  expect(all.filter((file) => !atTheGate.has(file)).filter((file) => !file.startsWith('test/long-postgres/'))).toEqual([])
  expect([...runBy('deep')].sort()).toEqual(all)
})

test('runs no file of bun run test again on SQLite at the gate', () => {
  const quick = runBy('quick')
  const again = phasesOf('gate', null).flatMap((phase) => phase.files.filter((file) => quick.has(file)))
  expect(again).toEqual([])
})

test('runs no PostgreSQL phase without PostgreSQL', () => {
  for (const suite of ['quick', 'gate', 'deep'] as const) {
    expect(phasesOf(suite, null).filter(({ env }) => env?.CHARABANC_TEST_NODES !== undefined)).toEqual([])
  }
})
