import { expect, test } from 'bun:test'
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runAsStranger, runExecutable, runExecutableJson } from '../support/command-line.ts'
import { eventually } from '../support/eventually.ts'
import { type Folder, makeFolder } from '../support/folder.ts'
import { openMarket } from '../support/market.ts'
import { startServer } from '../support/server.ts'

// The usual umask, because a developer can have another.
process.umask(0o022)

const modeOf = (path: string) => lstatSync(path).mode & 0o777

/** Paths below a folder that other users can access. */
function openIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true }).map(String)
  return names
    .filter((name) => !lstatSync(join(folder, name)).isSymbolicLink() && (modeOf(join(folder, name)) & 0o077) !== 0)
    .sort()
}

/** Runs a server in an existing folder until it has written every kind of file, and stops it. */
async function fillFolder(folder: Folder, mode: number): Promise<string> {
  const dataDir = folder.at('data')
  mkdirSync(dataDir)
  chmodSync(dataDir, mode)
  await using market = await openMarket({
    isFile: true,
    env: { CHARABANC_DATA_DIR: dataDir, CHARABANC_MAIL_DIR: join(dataDir, 'mail') },
  })
  const operator = await market.operator()
  await market.bookedTrip(operator)
  await market.server.cliJson([
    'user',
    'create',
    '--operator',
    operator.ref,
    '--email',
    'desk@example.org',
    '--name',
    'Desk',
    '--role',
    'admin',
  ])
  await market.call('POST', '/api/v1/auth/link', { body: { email: 'desk@example.org' } })
  await eventually(() => existsSync(join(dataDir, 'mail')) && readdirSync(join(dataDir, 'mail')).length > 0)
  await market.server.cliJson(['backup'])
  await market.advance(3_700)
  await eventually(() => market.server.stderr.includes('daily backup done'))
  expect(openIn(dataDir)).toEqual([])
  return dataDir
}

test.each([0o755, 0o777])('creates files for their owner only, in a folder of mode %o', async (mode) => {
  using folder = makeFolder()
  const dataDir = await fillFolder(folder, mode)

  expect(openIn(dataDir)).toEqual([])
  expect(modeOf(dataDir)).toBe(mode)
  const names = readdirSync(dataDir, { recursive: true }).map(String)
  for (const part of ['charabanc.sqlite', 'master.key', 'backups/daily-', 'sandbox-ledger/', 'mail/', 'charabanc.lock'])
    expect([part, names.some((name) => name.startsWith(part))]).toEqual([part, true])
})

test('closes open files at the next start and names them, while the doctor only reports them', async () => {
  using folder = makeFolder()
  const dataDir = await fillFolder(folder, 0o755)
  const names = readdirSync(dataDir, { recursive: true }).map(String)
  for (const name of names) chmodSync(join(dataDir, name), lstatSync(join(dataDir, name)).isDirectory() ? 0o755 : 0o644)
  chmodSync(join(dataDir, 'master.key'), 0o600)
  const env = { CHARABANC_MAIL_DIR: join(dataDir, 'mail'), CHARABANC_LISTEN: '127.0.0.1:0' }

  const { stdout } = await runExecutable(['doctor', '--json'], { dataDir, env })
  const files = JSON.parse(stdout).checks.filter(({ check }: { check: string }) => check === 'files')
  expect(files).toEqual([
    {
      check: 'files',
      state: 'warn',
      found: expect.stringContaining('charabanc.sqlite'),
      mend: expect.stringMatching(/^chmod -R go-rwx /),
    },
  ])
  expect(modeOf(join(dataDir, 'charabanc.sqlite'))).toBe(0o644)

  await using server = await startServer({ isFile: true, dataDir, env })
  expect(openIn(dataDir)).toEqual([])
  await server.stop()
  const warnings = server.stderr.split('\n').filter((line) => line.includes('Other users could read'))
  expect(warnings).toHaveLength(1)
  for (const name of ['charabanc.sqlite', 'backups', 'mail', 'sandbox-ledger']) expect(warnings[0]).toContain(name)
  expect(server.stderr).not.toContain('desk@example.org')
})

test('suggests a working command in the doctor for any folder name, short for any number of files', async () => {
  using folder = makeFolder()
  const dataDir = folder.at("Jo's data")
  const mailDir = join(dataDir, 'out', 'mail')
  await runExecutableJson(['key', 'mint', '--platform', '--name', 'site'], { dataDir })
  chmodSync(join(dataDir, 'charabanc.sqlite'), 0o664)
  mkdirSync(mailDir, { recursive: true, mode: 0o755 })
  mkdirSync(join(dataDir, 'sandbox-ledger'), { mode: 0o700 })
  for (let n = 0; n < 300; n++)
    for (const inside of [mailDir, join(dataDir, 'sandbox-ledger')]) writeFileSync(join(inside, `${n}.txt`), 'x', { mode: 0o644 })
  const examine = async () => {
    const env = { CHARABANC_LISTEN: '127.0.0.1:0', CHARABANC_MAIL_DIR: mailDir }
    const { stdout } = await runExecutable(['doctor', '--json'], { dataDir, env })
    return JSON.parse(stdout).checks.find(({ check }: { check: string }) => check === 'files')
  }
  const { mend } = await examine()
  expect(mend).toContain("s data/out/mail' ")
  expect(mend).not.toContain('.txt')

  Bun.spawnSync(['/bin/sh', '-c', mend])

  expect(await examine()).toMatchObject({ state: 'ok', mend: null })
})

test.each([
  ['a command', ['operator', 'list'], 'Other users could read charabanc.sqlite'],
  ['a migration', ['migrate'], 'Other users could read charabanc.sqlite'],
])('closes open files during %s, and reports it on stderr', async (_, words, sentence) => {
  using folder = makeFolder()
  await runExecutableJson(['key', 'mint', '--platform', '--name', 'site'], { dataDir: folder.at('data') })
  chmodSync(folder.at('data/charabanc.sqlite'), 0o664)

  const { stdout, stderr } = await runExecutable([...words, '--json'], { dataDir: folder.at('data') })

  expect(modeOf(folder.at('data/charabanc.sqlite'))).toBe(0o600)
  expect(stderr).toContain(sentence)
  expect(JSON.parse(stdout)).toBeObject()
})

test('leaves links, their targets and unknown files unchanged', async () => {
  using folder = makeFolder()
  const dataDir = folder.at('data')
  await runExecutableJson(['key', 'mint', '--platform', '--name', 'site'], { dataDir })
  const foreign = folder.at('elsewhere')
  mkdirSync(foreign)
  chmodSync(foreign, 0o755)
  const theirs = [join(foreign, 'daily-1.sqlite'), join(foreign, 'key'), join(dataDir, 'notes.txt')]
  for (const path of theirs) writeFileSync(path, 'x', { mode: 0o644 })
  symlinkSync(foreign, join(dataDir, 'backups'))
  symlinkSync(join(foreign, 'key'), join(dataDir, 'charabanc.sqlite.old'))

  const { exitCode, stderr } = await runExecutable(['operator', 'list'], { dataDir })

  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  expect([foreign, ...theirs].map(modeOf)).toEqual([0o755, 0o644, 0o644, 0o644])
})

test.skipIf(process.getuid?.() !== 0)('names files of another owner, and continues the command', async () => {
  using folder = makeFolder()
  const dataDir = folder.at('data')
  await runExecutableJson(['key', 'mint', '--platform', '--name', 'site'], { dataDir })
  chmodSync(folder.path, 0o755)
  chmodSync(dataDir, 0o777)
  for (const name of readdirSync(dataDir)) chmodSync(join(dataDir, name), 0o666)

  const { exitCode, stderr } = await runAsStranger(['operator', 'list'], dataDir)

  expect(stderr).toContain('and this user cannot change that. Run: sudo chmod -R go-rwx')
  expect(exitCode).toBe(0)
})

test('creates a backup elsewhere, and the folder that a restore keeps, for their owner only', async () => {
  using folder = makeFolder()
  const dataDir = folder.at('data')
  await runExecutableJson(['key', 'mint', '--platform', '--name', 'site'], { dataDir })

  await runExecutableJson(['backup', '--to', folder.at('copy.sqlite')], { dataDir })
  await runExecutableJson(['restore', folder.at('copy.sqlite')], { dataDir })

  expect([folder.at('copy.sqlite'), folder.at('copy.sqlite.json')].map(modeOf)).toEqual([0o600, 0o600])
  expect(openIn(dataDir)).toEqual([])
  expect(readdirSync(dataDir).some((name) => name.startsWith('before-restore-'))).toBe(true)
})
