import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { prepareDatabase } from '../test/support/database.ts'
import { makePostgresDatabase } from '../test/support/postgres.ts'
import { runPhases, verdictLines } from './runner.ts'
import { phasesOf, type Suite } from './suites.ts'

// `bun scripts/test.ts quick|gate|deep [--flaky=N] [PATH…]` runs the tests of a suite, or those of its files with one of the
// paths in their name. N files may fail beside others and pass alone; without the flag none may. Tests on PostgreSQL run if
// `scripts/postgres.ts` started this. The last line shows the numbers of passed and failed tests.

const { values, positionals } = parseArgs({ allowPositionals: true, options: { flaky: { type: 'string', default: '0' } } })
const [suite = '', ...paths] = positionals
if (suite !== 'quick' && suite !== 'gate' && suite !== 'deep') throw new Error(`There is no suite "${suite}".`)

const flaky = Number(values.flaky)
if (!Number.isSafeInteger(flaky) || flaky < 0) throw new Error(`--flaky is a number of files, not "${values.flaky}".`)

/** Limits: two minutes for a test, three without output, and some hours for a nightly phase. */
const limits = {
  test: 120_000,
  silence: 180_000,
  phase: suite === 'deep' ? 4 * 3_600_000 : 2_400_000,
  flaky,
}

/**
 * The server on which tests may make databases. `makePostgresDatabase` has read the variable at its import; it is deleted for
 * tests on SQLite.
 */
const { CHARABANC_TEST_POSTGRES_URL: url } = process.env
delete process.env.CHARABANC_TEST_POSTGRES_URL
if (suite !== 'quick' && url === undefined)
  throw new Error(`The suite "${suite}" needs PostgreSQL: bun scripts/postgres.ts bun scripts/test.ts ${suite}`)

/** The folder with the SQLite database that tests copy. */
const template = mkdtempSync(join(tmpdir(), 'charabanc-template-'))
process.on('exit', () => rmSync(template, { recursive: true, force: true }))
await prepareDatabase(template, true)
process.env.CHARABANC_TEST_SQLITE_TEMPLATE = join(template, 'charabanc.sqlite')

const verdict = url === undefined ? await run(suite, null) : await runOnPostgres(suite, url)
process.stdout.write(`\n${verdictLines(verdict)}\n`)
process.exit(verdict.failed.length === 0 ? 0 : 1)

/** Runs a suite on copies of a database that is migrated once. */
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
