import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { runExecutable, runExecutableJson } from '../support/command-line.ts'
import { querySqliteFile, writeToSqliteFile } from '../support/database-rows.ts'
import { eventually } from '../support/eventually.ts'
import { type Folder, makeFolder } from '../support/folder.ts'
import { days, hours } from '../support/market.ts'
import { startServer } from '../support/server.ts'

const anyPort = ['--listen', '127.0.0.1:0']
const dales = ['operator', 'create', '--name', 'Dales Coaches', '--currency', 'GBP', '--timezone', 'Europe/London']
const ann = ['--name', 'Ann', '--email', 'ann@example.org']
const ownKey = { CHARABANC_MASTER_KEY: Buffer.alloc(32, 7).toString('base64') }

type Env = Readonly<Record<string, string>>

/** A data folder with an account and a backup of it. */
async function openAccount(folder: Folder, env: Env = {}) {
  const dataDir = folder.at('data')
  await runExecutableJson(dales, { dataDir, env })
  const { file } = await runExecutableJson<{ file: string }>(['backup'], { dataDir, env })
  return { dataDir, path: `${dataDir}/charabanc.sqlite`, backup: file }
}

async function operatorsIn(dataDir: string, env: Env = {}): Promise<string[]> {
  const { data } = await runExecutableJson<{ data: { name: string }[] }>(['operator', 'list'], { dataDir, env })
  return data.map(({ name }) => name)
}

function sizeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null
}

/** Ways to lose a database, with the state that the message names. */
const losses: readonly (readonly [how: string, lose: (path: string) => void, state: string])[] = [
  ['is removed', (path) => rmSync(path), 'is missing'],
  ['has no bytes', (path) => truncateSync(path), 'is empty'],
  [
    'has no tables',
    (path) => {
      rmSync(path)
      writeToSqliteFile(path, 'PRAGMA user_version = 1')
    },
    'is empty',
  ],
]

describe('lost database', () => {
  test.each(losses)('stops every start and prints the restore command when the database %s', async (_, lose, state) => {
    using folder = makeFolder()
    const { dataDir, path, backup } = await openAccount(folder)
    lose(path)
    const before = readdirSync(dataDir)
    const bytes = sizeOf(path)

    for (const words of [['serve', ...anyPort], ['migrate'], ['operator', 'list'], dales, ['config', 'check']]) {
      const { exitCode, stdout, stderr } = await runExecutable(words, { dataDir })
      expect({ words, exitCode, stdout }).toEqual({ words, exitCode: 6, stdout: '' })
      expect(stderr).toContain(`${path} ${state}, but there was a database: its key is in ${dataDir}/master.key.`)
      expect(stderr).toContain(`\`charabanc restore ${backup} --data-dir ${dataDir}\``)
      expect(stderr).toContain('`charabanc serve --fresh` creates a new database.')
    }
    const { stdout } = await runExecutable(['doctor'], { dataDir, env: { CHARABANC_LISTEN: '127.0.0.1:0' } })
    expect(stdout).toMatch(new RegExp(`^fail +database +${path} ${state}`, 'm'))
    expect(stdout).toContain(`charabanc restore ${backup} --data-dir ${dataDir}`)
    expect(sizeOf(path)).toBe(bytes)
    expect(readdirSync(dataDir).filter((name) => !/^charabanc\.(lock|pid)|-(wal|shm)$/.test(name))).toEqual(
      before.filter((name) => !/^charabanc\.(lock|pid)|-(wal|shm)$/.test(name)),
    )

    expect((await runExecutable(['restore', backup, '--data-dir', dataDir])).exitCode).toBe(0)
    expect(await operatorsIn(dataDir)).toEqual(['Dales Coaches'])
  })

  test('keeps the write-ahead log when only the database file is lost', async () => {
    using folder = makeFolder()
    const { dataDir, path } = await openAccount(folder)
    truncateSync(path)
    rmSync(`${dataDir}/master.key`)
    rmSync(`${dataDir}/backups`, { recursive: true })
    writeFileSync(`${path}-wal`, 'all there is')
    for (const words of [['serve', ...anyPort], ['operator', 'list'], ['backup'], ['config', 'check'], ['doctor']]) {
      const { exitCode } = await runExecutable(words, { dataDir, env: { ...ownKey, CHARABANC_LISTEN: '127.0.0.1:0' } })
      expect({ words, exitCode }).toEqual({ words, exitCode: words[0] === 'doctor' ? 1 : 6 })
      expect(readFileSync(`${path}-wal`, 'utf8')).toBe('all there is')
    }
  })

  test('is recognised by its backups alone when the key is set', async () => {
    using folder = makeFolder()
    const { dataDir, path, backup } = await openAccount(folder, ownKey)
    rmSync(path)
    const { exitCode, stderr } = await runExecutable(['serve', ...anyPort], { dataDir, env: ownKey })
    expect({ exitCode, stderr }).toEqual({
      exitCode: 6,
      stderr: expect.stringContaining(`backups are in ${dataDir}/backups`),
    })
    expect(stderr).toContain(backup)
    rmSync(`${dataDir}/backups`, { recursive: true })
    expect((await runExecutable(['operator', 'list'], { dataDir, env: ownKey })).exitCode).toBe(2)
  })

  test('reports that there is no backup', async () => {
    using folder = makeFolder()
    const { dataDir, path } = await openAccount(folder)
    rmSync(path)
    rmSync(`${dataDir}/backups`, { recursive: true })
    const { exitCode, stderr } = await runExecutable(['serve', ...anyPort], { dataDir })
    expect({ exitCode, stderr }).toEqual({ exitCode: 6, stderr: expect.stringContaining('There is no backup in ') })
  })

  test.each([
    ['people of the marketplace', (dataDir: string) => runExecutableJson(['user', 'create', '--platform', ...ann], { dataDir })],
    [
      'a mail server',
      async (dataDir: string) =>
        writeToSqliteFile(
          `${dataDir}/charabanc.sqlite`,
          `INSERT INTO server_settings (name, value, updated_at) VALUES ('mail_server', '{"host":"h","port":1}', 0)`,
        ),
    ],
  ])('names the backup that contains %s, not a later empty backup', async (_, enter) => {
    using folder = makeFolder()
    const [dataDir, empty] = [folder.at('data'), folder.at('empty')]
    for (const one of [dataDir, empty]) await runExecutableJson(['migrate'], { dataDir: one })
    await enter(dataDir)
    const { file, manifest } = await runExecutableJson<{ file: string; manifest: string }>(['backup'], { dataDir })
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/("made_at": ")\d{4}/, '$12020'))
    await runExecutableJson(['backup', '--to', `${dataDir}/backups/later.sqlite`], { dataDir: empty })
    rmSync(`${dataDir}/charabanc.sqlite`)
    const { exitCode, stderr } = await runExecutable(['operator', 'list'], { dataDir })
    expect({ exitCode, stderr }).toEqual({ exitCode: 6, stderr: expect.stringContaining(`charabanc restore ${file} `) })
  })

  test('keeps its newest backup with data through rotation after `serve --fresh`', async () => {
    using folder = makeFolder()
    const dataDir = folder.at('data')
    const env = { CHARABANC_BACKUP_KEEP_DAILY: '1', CHARABANC_BACKUP_KEEP_WEEKLY: '0' }
    const dailies = () => readdirSync(`${dataDir}/backups`).filter((name) => /^daily-.*\.sqlite$/.test(name))
    await runExecutableJson(dales, { dataDir })
    await using server = await startServer({ isFile: true, dataDir, env })
    const isPlanned = () =>
      querySqliteFile(`${dataDir}/charabanc.sqlite`, "SELECT 1 FROM scheduler WHERE kind = 'backup'").length > 0
    await eventually(isPlanned)
    await server.advance(hours(1) + 1)
    await eventually(() => server.stderr.includes('daily backup done'))
    const [good = ''] = dailies()
    await server.stop()
    rmSync(`${dataDir}/charabanc.sqlite`)

    await using fresh = await startServer({ isFile: true, dataDir, env, words: ['serve', '--fresh'], startsAt: server.now() })
    const madeBy = () => fresh.stderr.split('daily backup done').length - 1
    await eventually(isPlanned)
    for (let day = 1; day <= 3; day++) {
      await fresh.advance(days(1) + 1)
      await eventually(() => madeBy() === day)
    }
    expect(dailies()).toHaveLength(2)
    expect(dailies()).toContain(good)
    expect(await operatorsIn(dataDir)).toEqual([])
    await fresh.stop()
    await runExecutableJson(['restore', `${dataDir}/backups/${good}`], { dataDir })
    expect(await operatorsIn(dataDir)).toEqual(['Dales Coaches'])
  })
})

test.each([
  ['with only the lock', () => {}],
  ['with the lock and an empty file', (dataDir: string) => writeFileSync(`${dataDir}/charabanc.sqlite`, '')],
  [
    'before the first tables exist',
    (dataDir: string) => writeToSqliteFile(`${dataDir}/charabanc.sqlite`, 'PRAGMA journal_mode = WAL'),
  ],
])('repeats a first start that was interrupted %s', async (_, cut) => {
  using folder = makeFolder()
  writeFileSync(folder.at('charabanc.lock'), '')
  cut(folder.path)
  await using server = await startServer({ isFile: true, dataDir: folder.path })
  expect((await server.fetch('/readyz')).status).toBe(200)
})

test('names a damaged file and the command that restores the newest backup', async () => {
  using folder = makeFolder()
  const { dataDir, path, backup } = await openAccount(folder)
  const sound = readFileSync(path)
  const spoilt = Buffer.from(sound)
  for (let page = 1; page < sound.length / 4_096; page++) spoilt.fill(0xa5, page * 4_096, page * 4_096 + 200)
  for (const bytes of [Buffer.from('x'.repeat(9_000)), spoilt]) {
    writeFileSync(path, bytes)
    for (const words of [
      ['serve', ...anyPort],
      ['operator', 'list'],
      ['config', 'check'],
    ]) {
      const { exitCode, stderr } = await runExecutable(words, { dataDir })
      expect({ words, exitCode, stderr }).toEqual({ words, exitCode: 6, stderr: expect.stringContaining(`${path} is damaged (`) })
      expect(stderr).toContain(`charabanc restore ${backup} --data-dir ${dataDir}`)
    }
    expect(readFileSync(path).equals(bytes)).toBe(true)
  }
  expect((await runExecutable(['restore', backup], { dataDir })).exitCode).toBe(0)
  expect(await operatorsIn(dataDir)).toEqual(['Dales Coaches'])
})
