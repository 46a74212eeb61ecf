import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { prepareDatabase } from '../test/support/database.ts'
import { makePostgresDatabase } from '../test/support/postgres.ts'
import { runPhases, verdictLines } from './runner.ts'
import { phasesOf, type Suite } from './suites.ts'

// `bun scripts/test.ts quick|gate|deep [--flaky=N] [PATH…]`: the tests of a suite, or of it those whose file has one of the paths in
// its name. A file may fail beside others and pass alone N times before that is a failure; never without the flag. What asks
// PostgreSQL is run where `scripts/postgres.ts` is what started this. Its last line tells how many tests passed, and how many failed.

const { values, positionals } = parseArgs({ allowPositionals: true, options: { flaky: { type: 'string', default: '0' } } })
const [suite = '', ...paths] = positionals
if (suite !== 'quick' && suite !== 'gate' && suite !== 'deep') throw new Error(`There is no suite "${suite}".`)

const flaky = Number(values.flaky)
if (!Number.isSafeInteger(flaky) || flaky < 0) throw new Error(`--flaky is a number of files, not "${values.flaky}".`)

/** A test may take two minutes, a silence three, and a phase of nights some hours. */
const limits = {
  test: 120_000,
  silence: 180_000,
  phase: suite === 'deep' ? 4 * 3_600_000 : 2_400_000,
  flaky,
}

/** The server that tests may make databases on. `makePostgresDatabase` has read it when it was imported; tests that ask SQLite do not hear of it. */
const { CHARABANC_TEST_POSTGRES_URL: url } = process.env
delete process.env.CHARABANC_TEST_POSTGRES_URL
if (suite !== 'quick' && url === undefined)
  throw new Error(`The suite "${suite}" needs PostgreSQL: bun scripts/postgres.ts bun scripts/test.ts ${suite}`)

/** What databases of tests on SQLite are copied from. */
const template = mkdtempSync(join(tmpdir(), 'charabanc-template-'))
process.on('exit', () => rmSync(template, { recursive: true, force: true }))
await prepareDatabase(template, true)
process.env.CHARABANC_TEST_SQLITE_TEMPLATE = join(template, 'charabanc.sqlite')

const verdict = url === undefined ? await run(suite, null) : await runOnPostgres(suite, url)
process.stdout.write(`\n${verdictLines(verdict)}\n`)
process.exit(verdict.failed.length === 0 ? 0 : 1)

/** Runs a suite whose databases are copied from one that is migrated once. */
async function runOnPostgres(suite: Suite, url: string) {
  await using template = await makePostgresDatabase()
  return await run(suite, {
    CHARABANC_TEST_POSTGRES_URL: url,
    CHARABANC_TEST_POSTGRES_TEMPLATE: new URL(template.url).pathname.slice(1),
  })
}

function run(suite: Suite, postgres: Readonly<Record<string, string>> | null) {
  const isAsked = (file: string) => paths.length === 0 || paths.some((path) => file.includes(path))
  const phases = phasesOf(suite, postgres)
  return runPhases(
    phases.map((phase) => ({ ...phase, files: phase.files.filter(isAsked) })),
    limits,
  )
}
