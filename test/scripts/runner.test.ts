import { describe, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../support/folder.ts'

const program = join(import.meta.dir, '../processes/run-planted.ts')

const head = "import { expect, test } from 'bun:test'\n"
const fine = `${head}test('is fine', () => expect(1).toBe(1))\n`
const broken = `${head}test('is broken', () => expect(1).toBe(2))\n`
/** Fails the first time it is run, and never again. */
const flaky = (name: string) => `${head}import { existsSync, writeFileSync } from 'node:fs'
test('is flaky', () => {
  const isFirst = !existsSync('${name}')
  writeFileSync('${name}', '')
  expect(isFirst).toBe(false)
})
`

/** Runs these files. Returns the exit code, and the output from the first line that names a failure or a flake. */
async function runOf(planted: Readonly<Record<string, string>>, silenceMs = 60_000) {
  using folder = makeFolder()
  mkdirSync(folder.at('test'))
  for (const [name, text] of Object.entries(planted)) writeFileSync(folder.at(`test/${name}.test.ts`), text)
  const child = Bun.spawn([process.execPath, program, `${silenceMs}`], { cwd: folder.path, stdout: 'pipe', stderr: 'pipe' })
  const [stdout, stderr, exitCode] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  const lines = stdout.trimEnd().split('\n')
  const from = lines.findIndex((line) => /^(FAILED |FLAKY |\d+ flaky$)/.test(line))
  if (from < 0) throw new Error(`it came to nothing: ${stdout}${stderr}`)
  return { exitCode, tail: lines.slice(from) }
}

const failed = (named: string) => expect.stringMatching(new RegExp(`^FAILED ${named}`))

describe('a test run', () => {
  test('passes if all tests pass', async () => {
    const { exitCode, tail } = await runOf({ one: fine, other: fine })
    expect({ exitCode, tail }).toEqual({ exitCode: 0, tail: ['0 flaky', '2 passed, 0 failed'] })
  })

  test('passes and names a test that fails beside others and passes alone', async () => {
    const { exitCode, tail } = await runOf({ fine, flaky: flaky('once') })
    expect({ exitCode, tail }).toEqual({
      exitCode: 0,
      tail: [expect.stringMatching(/^FLAKY test\/flaky\.test\.ts > is flaky: .*\[planted\]$/), '1 flaky', '2 passed, 0 failed'],
    })
  })

  test('fails if more files are flaky than the limit', async () => {
    const { exitCode, tail } = await runOf({ fine, one: flaky('one'), other: flaky('other') })
    expect({ exitCode, tail }).toEqual({
      exitCode: 1,
      tail: [failed('test/one.test.ts > is flaky'), failed('test/other.test.ts > is flaky'), '0 flaky', '1 passed, 2 failed'],
    })
  })

  test('fails on an error between tests, also beside a flaky file', async () => {
    const throwing = `${fine.replace('import {', 'import { describe,')}describe('throws', () => { throw new Error('too early') })\n`
    const { exitCode, tail } = await runOf({ throwing, flaky: flaky('once') })
    expect({ exitCode, tail }).toMatchObject({ exitCode: 1, tail: expect.arrayContaining([failed('test/throwing.test.ts > ')]) })
  })

  test('fails if a file runs no test', async () => {
    const { exitCode, tail } = await runOf({ fine, skipped: fine.replace('test(', 'test.skip(') })
    expect({ exitCode, tail }).toMatchObject({ exitCode: 1, tail: expect.arrayContaining([failed('test/skipped.test.ts > ')]) })
  })

  test('fails if a test fails twice', async () => {
    const { exitCode, tail } = await runOf({ fine, broken })
    expect({ exitCode, tail }).toEqual({
      exitCode: 1,
      tail: [failed('test/broken.test.ts > is broken: '), '0 flaky', '1 passed, 1 failed'],
    })
  })

  test.each([
    ['whose process is killed', `${head}test('is killed', () => process.kill(process.pid, 'SIGKILL'))\n`],
    ['whose process leaves with 0', `${head}test('leaves', () => process.exit(0))\n`],
    ['that does not load', `${fine}throw new Error('it does not load')\n`],
    ['that imports what is not there', `${fine}import './not-there.ts'\n`],
    ['without a test', "import 'bun:test'\n"],
  ])('fails with a file %s', async (_, text) => {
    const { exitCode, tail } = await runOf({ fine, odd: text })
    expect({ exitCode, tail }).toMatchObject({ exitCode: 1, tail: expect.arrayContaining([failed('test/odd.test.ts > ')]) })
    expect(tail.at(-1)).toBe('1 passed, 1 failed')
  })

  test.each([
    ['whose process leaves with 0', `${head}test('leaves', () => process.exit(0))\n`],
    ['that does not load', `${fine}throw new Error('it does not load')\n`],
  ])('fails with a single file %s', async (_, text) => {
    const { exitCode, tail } = await runOf({ odd: text })
    expect({ exitCode, last: tail.at(-1) }).toEqual({ exitCode: 1, last: '0 passed, 1 failed' })
  })

  test('stops a run that is silent for too long, and names its file', async () => {
    const { exitCode, tail } = await runOf({ fine, hangs: `${head}test('hangs', () => { for (;;); })\n` }, 4_000)
    expect({ exitCode, tail }).toMatchObject({ exitCode: 1, tail: expect.arrayContaining([failed('test/hangs.test.ts > ')]) })
  })

  test('fails without any test', async () => {
    expect(await runOf({})).toEqual({ exitCode: 1, tail: ['FAILED no test was run', '0 flaky', '0 passed, 1 failed'] })
  })
})
