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

/** What running these files came to: its exit code, and its last lines from the first that names a failure or a flake. */
async function runOf(planted: Readonly<Record<string, string>>, silenceMs = 60_000) {
  using folder = makeFolder()
  mkdirSync(folder.at('test'))
  for (const [name, text] of Object.entries(planted)) writeFileSync(folder.at(`test/${name}.test.ts`), text)
  const child = Bun.spawn([process.execPath, program, `${silenceMs}`], { cwd: folder.path, stdout: 'pipe', stderr: 'pipe' })
  const [stdout, stderr, exitCode] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  const lines = stdout.trimEnd().split('\n')
  const from = lines.findIndex((line) => /^(FAILED |FLAKY |\d+ flaky$)/.test(line))
  if (from < 0) throw new Error(`it came to nothing: ${stdout}${stderr}`)
  return { exitCode, said: lines.slice(from) }
}

const failed = (named: string) => expect.stringMatching(new RegExp(`^FAILED ${named}`))

describe('a run', () => {
  test('of tests that pass is green', async () => {
    const { exitCode, said } = await runOf({ one: fine, other: fine })
    expect({ exitCode, said }).toEqual({ exitCode: 0, said: ['0 flaky', '2 passed, 0 failed'] })
  })

  test('names a test that fails beside others and passes alone, and is green', async () => {
    const { exitCode, said } = await runOf({ fine, flaky: flaky('once') })
    expect({ exitCode, said }).toEqual({
      exitCode: 0,
      said: [expect.stringMatching(/^FLAKY test\/flaky\.test\.ts > is flaky: .*\[planted\]$/), '1 flaky', '2 passed, 0 failed'],
    })
  })

  test('is red when more files are flaky than may be', async () => {
    const { exitCode, said } = await runOf({ fine, one: flaky('one'), other: flaky('other') })
    expect({ exitCode, said }).toEqual({
      exitCode: 1,
      said: [failed('test/one.test.ts > is flaky'), failed('test/other.test.ts > is flaky'), '0 flaky', '1 passed, 2 failed'],
    })
  })

  test('is red with an error between tests, also beside a file that is flaky', async () => {
    const throwing = `${fine.replace('import {', 'import { describe,')}describe('throws', () => { throw new Error('too early') })\n`
    const { exitCode, said } = await runOf({ throwing, flaky: flaky('once') })
    expect({ exitCode, said }).toMatchObject({ exitCode: 1, said: expect.arrayContaining([failed('test/throwing.test.ts > ')]) })
  })

  test('is red with a file of which no test is run', async () => {
    const { exitCode, said } = await runOf({ fine, skipped: fine.replace('test(', 'test.skip(') })
    expect({ exitCode, said }).toMatchObject({ exitCode: 1, said: expect.arrayContaining([failed('test/skipped.test.ts > ')]) })
  })

  test('is red when a test fails twice', async () => {
    const { exitCode, said } = await runOf({ fine, broken })
    expect({ exitCode, said }).toEqual({
      exitCode: 1,
      said: [failed('test/broken.test.ts > is broken: '), '0 flaky', '1 passed, 1 failed'],
    })
  })

  test.each([
    ['whose process is killed', `${head}test('is killed', () => process.kill(process.pid, 'SIGKILL'))\n`],
    ['whose process leaves with 0', `${head}test('leaves', () => process.exit(0))\n`],
    ['that does not load', `${fine}throw new Error('it does not load')\n`],
    ['that imports what is not there', `${fine}import './not-there.ts'\n`],
    ['without a test', "import 'bun:test'\n"],
  ])('is red with a file %s', async (_, text) => {
    const { exitCode, said } = await runOf({ fine, odd: text })
    expect({ exitCode, said }).toMatchObject({ exitCode: 1, said: expect.arrayContaining([failed('test/odd.test.ts > ')]) })
    expect(said.at(-1)).toBe('1 passed, 1 failed')
  })

  test.each([
    ['whose process leaves with 0', `${head}test('leaves', () => process.exit(0))\n`],
    ['that does not load', `${fine}throw new Error('it does not load')\n`],
  ])('of a single file %s is red', async (_, text) => {
    const { exitCode, said } = await runOf({ odd: text })
    expect({ exitCode, last: said.at(-1) }).toEqual({ exitCode: 1, last: '0 passed, 1 failed' })
  })

  test('that is silent for too long is ended, and names the file it was at', async () => {
    const { exitCode, said } = await runOf({ fine, hangs: `${head}test('hangs', () => { for (;;); })\n` }, 4_000)
    expect({ exitCode, said }).toMatchObject({ exitCode: 1, said: expect.arrayContaining([failed('test/hangs.test.ts > ')]) })
  })

  test('of nothing is red', async () => {
    expect(await runOf({})).toEqual({ exitCode: 1, said: ['FAILED no test was run', '0 flaky', '0 passed, 1 failed'] })
  })
})
