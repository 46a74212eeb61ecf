import { describe, expect, test } from 'bun:test'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { runExecutable, runExecutableJson, spawnExecutable } from '../support/command-line.ts'
import { integrityCheckOf, querySqliteFile, writeToSqliteFile } from '../support/database-rows.ts'
import { eventually } from '../support/eventually.ts'
import { type Folder, makeFolder } from '../support/folder.ts'
import { days, hours, Market, ok, openMarket, statusAndCode } from '../support/market.ts'
import { writePostcodes } from '../support/sample-postcodes.ts'
import { type Server, startServer } from '../support/server.ts'

interface Made {
  readonly file: string
  readonly manifest: string
  readonly sha256: string
  readonly bytes: number
  readonly schema: string
  readonly made_at: string
  readonly release: string
  readonly key_file: string | null
}

interface Restored {
  readonly moved_to: string | null
  readonly way_back: string | null
}

const sha256 = (path: string) => new Bun.CryptoHasher('sha256').update(readFileSync(path)).digest('hex')

async function createOperator(dataDir: string, name: string): Promise<void> {
  await runExecutableJson(['operator', 'create', '--name', name, '--currency', 'GBP', '--timezone', 'Europe/London'], { dataDir })
}

async function operatorsIn(dataDir: string): Promise<string[]> {
  const { data } = await runExecutableJson<{ data: { name: string }[] }>(['operator', 'list'], { dataDir })
  return data.map(({ name }) => name).sort()
}

describe('a backup', () => {
  test('holds every write that was acknowledged before it began, while writes continue', async () => {
    await using market = await openMarket({ isFile: true, isAlone: true })
    const { server } = market
    const acknowledged: { ref: string; at: number }[] = []
    let isDone = false
    let failures = 0
    const write = async (index: number) => {
      const account = { name: `Operator ${index}`, currency_code: 'GBP', timezone: 'Europe/London' }
      const answer = await market.platform('POST', '/operators', account)
      if (answer.status === 201) acknowledged.push({ ref: answer.data.operator_ref, at: performance.now() })
      else failures++
    }
    let writes = 0
    const writers = Array.from({ length: 8 }, async () => {
      while (!isDone) await write(writes++)
    })

    const firstAt = performance.now()
    await eventually(() => acknowledged.length > 200)
    const perSecond = (200 * 1_000) / (performance.now() - firstAt)
    const beganAt = performance.now()
    const { file, bytes } = await server.cliJson<Made>(['backup'])
    const endedAt = performance.now()
    await eventually(() => acknowledged.some(({ at }) => at > endedAt))
    isDone = true
    await Promise.all(writers)
    expect(failures).toBe(0)
    const meanwhile = acknowledged.filter(({ at }) => at > beganAt && at < endedAt)
    expect((meanwhile.length * 1_000) / (endedAt - beganAt)).toBeGreaterThan(perSecond / 10)
    await server.stop()

    using elsewhere = makeFolder()
    const dataDir = elsewhere.at('data')
    mkdirSync(dataDir)
    cpSync(`${server.dataDir}/master.key`, `${dataDir}/master.key`)
    await runExecutableJson<Restored>(['restore', file], { dataDir })
    expect(statSync(`${dataDir}/charabanc.sqlite`).size).toBe(bytes)
    const held = new Set(
      querySqliteFile<{ ref: string }>(`${dataDir}/charabanc.sqlite`, 'SELECT ref FROM operators').map(({ ref }) => ref),
    )
    const before = acknowledged.filter(({ at }) => at < beganAt)
    expect(before.length).toBeGreaterThan(200)
    expect(before.filter(({ ref }) => !held.has(ref))).toEqual([])
    // Without writes after the copy, this test would prove nothing.
    expect(held.size).toBeLessThan(acknowledged.length)

    await using again = await startServer({ isFile: true, dataDir })
    const after = await new Market(again, market.platformToken).platform('POST', '/operators', {
      name: 'After',
      currency_code: 'GBP',
      timezone: 'Europe/London',
    })
    expect(statusAndCode(after)).toBe('201')
  })

  test('is one sound file, readable only by its owner, with a manifest and without the key', async () => {
    using folder = makeFolder()
    const dataDir = folder.at('data')
    await createOperator(dataDir, 'Dales Coaches')

    const made = await runExecutableJson<Made>(['backup', '--to', folder.at('copy.sqlite')], { dataDir })

    expect(made).toEqual({
      file: folder.at('copy.sqlite'),
      manifest: folder.at('copy.sqlite.json'),
      sha256: sha256(folder.at('copy.sqlite')),
      bytes: statSync(folder.at('copy.sqlite')).size,
      schema: expect.any(String),
      made_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      release: expect.stringMatching(/^\d+\.\d+\.\d+/),
      key_file: `${dataDir}/master.key`,
    })
    const { file: _, manifest: __, key_file: ___, ...facts } = made
    expect(JSON.parse(readFileSync(made.manifest, 'utf8'))).toEqual({
      file: 'copy.sqlite',
      ...facts,
      sealed_with: expect.stringMatching(/^[0-9a-f]{16}$/),
    })
    for (const path of [made.file, made.manifest]) expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(integrityCheckOf(made.file)).toBe('ok')
    expect(readdirSync(folder.path).sort()).toEqual(['copy.sqlite', 'copy.sqlite.json', 'data'])
    const key = readFileSync(`${dataDir}/master.key`, 'utf8').trim()
    for (const bytes of [Buffer.from(key), Buffer.from(key, 'base64')]) {
      for (const path of [made.file, made.manifest]) expect(readFileSync(path).includes(bytes)).toBe(false)
    }
  })

  test('prints the location of the key, which is not in the file', async () => {
    using folder = makeFolder()
    const dataDir = folder.at('data')
    await createOperator(dataDir, 'Dales Coaches')

    const inFile = await runExecutable(['backup'], { dataDir })
    expect(inFile.stderr).toContain(`The key is not in the backup: ${dataDir}/master.key.`)
    expect(inFile.stdout).toStartWith(`${dataDir}/backups/charabanc-`)
    const env = { CHARABANC_MASTER_KEY: Buffer.alloc(32, 7).toString('base64') }
    const asSetting = await runExecutable(['backup', '--to', folder.path], { dataDir, env })
    expect(asSetting.stderr).toContain('The key is not in the backup: CHARABANC_MASTER_KEY.')
  })

  test('prints its progress as plain lines when no terminal is attached', async () => {
    using folder = makeFolder()
    await createOperator(folder.at('data'), 'Dales Coaches')
    const { stdout, stderr } = await runExecutable(['backup', '--json'], { dataDir: folder.at('data') })

    expect(JSON.parse(stdout)).toHaveProperty('file')
    expect(stderr.split('\n').slice(0, 3)).toEqual([
      expect.stringMatching(/^Copying \d+\.\d [kM]B …$/),
      'Checking …',
      expect.stringMatching(/^Verifying \d+\.\d [kM]B …$/),
    ])
  })

  test('never overwrites a file, and needs a database and an existing folder', async () => {
    using folder = makeFolder()
    const dataDir = folder.at('data')
    writeFileSync(folder.at('mine.txt'), 'precious')
    expect(await runExecutable(['backup', '--to', folder.at('x.sqlite')], { dataDir })).toMatchObject({ exitCode: 2, stdout: '' })
    await createOperator(dataDir, 'Dales Coaches')

    for (const to of [folder.at('mine.txt'), folder.at('nowhere/x.sqlite')]) {
      expect(await runExecutable(['backup', '--to', to], { dataDir })).toMatchObject({ exitCode: 1, stdout: '' })
    }
    expect(readFileSync(folder.at('mine.txt'), 'utf8')).toBe('precious')
    expect(readdirSync(folder.path).sort()).toEqual(['data', 'mine.txt'])
  })

  test('gets a unique name when several are made within one second', async () => {
    using folder = makeFolder()
    const dataDir = folder.at('data')
    await createOperator(dataDir, 'Dales Coaches')
    const names: string[] = []
    for (let round = 1; round <= 6; round++) names.push((await runExecutableJson<Made>(['backup'], { dataDir })).file)
    expect(new Set(names).size).toBe(6)
    for (const file of names) expect(existsSync(`${file}.json`)).toBe(true)
    expect((await runExecutable(['restore', names[5] ?? ''], { dataDir })).exitCode).toBe(0)
  })

  test('exits with 6 and leaves no file when the database is damaged', async () => {
    using folder = makeFolder()
    const dataDir = folder.at('data')
    await createOperator(dataDir, 'Dales Coaches')
    damage(`${dataDir}/charabanc.sqlite`)

    const { exitCode, stderr } = await runExecutable(['backup', '--to', folder.at('copy.sqlite')], { dataDir })

    expect(exitCode).toBe(6)
    expect(stderr).toContain('copy.sqlite')
    expect(readdirSync(folder.path)).toEqual(['data'])
  })
})

describe('charabanc restore', () => {
  test('moves the old data aside, and prints a working command to undo it', async () => {
    using folder = makeFolder()
    const dataDir = folder.at('data')
    await createOperator(dataDir, 'Dales Coaches')
    const { file } = await runExecutableJson<Made>(['backup'], { dataDir })
    await createOperator(dataDir, 'Peak Travel')

    const { moved_to: aside, way_back: wayBack } = await runExecutableJson<Restored>(['restore', file], { dataDir })

    expect(await operatorsIn(dataDir)).toEqual(['Dales Coaches'])
    expect(aside).toMatch(/\/data\/before-restore-\d{8}T\d{6}Z$/)
    expect(statSync(`${dataDir}/charabanc.sqlite`).mode & 0o777).toBe(0o600)
    expect(readdirSync(dataDir).filter((name) => /part|restored/.test(name))).toEqual([])
    const back = (wayBack ?? '').split(' ')
    expect(back.slice(0, 2)).toEqual(['charabanc', 'restore'])
    expect((await runExecutable(back.slice(1), { dataDir })).exitCode).toBe(0)
    expect(await operatorsIn(dataDir)).toEqual(['Dales Coaches', 'Peak Travel'])
  })

  test('moves the log that a crash left behind together with the old database', async () => {
    using folder = makeFolder()
    const dataDir = folder.at('data')
    await createOperator(dataDir, 'Dales Coaches')
    const { file } = await runExecutableJson<Made>(['backup'], { dataDir })
    const script = new URL('../processes/write-rows.ts', import.meta.url).pathname
    const writer = Bun.spawn([process.execPath, script, `${dataDir}/charabanc.sqlite`, 'late'], { stdout: 'pipe' })
    await writer.stdout.getReader().read()
    writer.kill('SIGKILL')
    await writer.exited
    expect(statSync(`${dataDir}/charabanc.sqlite-wal`).size).toBeGreaterThan(0)

    const { moved_to: aside } = await runExecutableJson<Restored>(['restore', file], { dataDir })

    expect(
      querySqliteFile(`${aside}/charabanc.sqlite`, "SELECT 1 FROM rate_limits WHERE subject LIKE 'late%'").length,
    ).toBeGreaterThan(0)
    expect(readdirSync(dataDir).filter((name) => /-(wal|shm)$/.test(name))).toEqual([])
    expect(await operatorsIn(dataDir)).toEqual(['Dales Coaches'])
    expect(querySqliteFile(`${dataDir}/charabanc.sqlite`, "SELECT 1 FROM rate_limits WHERE subject LIKE 'late%'")).toEqual([])
  })

  test('moves a database that cannot be opened aside unchanged, with its log', async () => {
    using folder = makeFolder()
    const dataDir = folder.at('data')
    await createOperator(dataDir, 'Dales Coaches')
    const { file } = await runExecutableJson<Made>(['backup'], { dataDir })
    writeFileSync(`${dataDir}/charabanc.sqlite`, 'this was a database')
    writeFileSync(`${dataDir}/charabanc.sqlite-wal`, 'and its log')

    const { moved_to: aside, way_back: wayBack } = await runExecutableJson<Restored>(['restore', file], { dataDir })

    expect(readFileSync(`${aside}/charabanc.sqlite`, 'utf8')).toBe('this was a database')
    expect(readFileSync(`${aside}/charabanc.sqlite-wal`, 'utf8')).toBe('and its log')
    expect(wayBack).toContain('that database was damaged')
    expect(await operatorsIn(dataDir)).toEqual(['Dales Coaches'])
  })

  test('refuses to run while a server runs or a process has the database open', async () => {
    await using server = await startServer({ isFile: true })
    const { file } = await server.cliJson<Made>(['backup'])
    const { exitCode, stderr } = await server.cli(['restore', file])
    expect(exitCode).toBe(3)
    expect(stderr).toContain(`Process ${server.pid} at ${server.url}`)

    await server.stop()
    const script = new URL('../processes/hold-file.ts', import.meta.url).pathname
    const holder = Bun.spawn([process.execPath, script, `${server.dataDir}/charabanc.sqlite`], { stdin: 'pipe', stdout: 'pipe' })
    await holder.stdout.getReader().read()
    expect(await server.cli(['restore', file])).toMatchObject({ exitCode: 3 })
    holder.kill()
    await holder.exited
    expect(await server.cli(['restore', file])).toMatchObject({ exitCode: 0 })
  })

  test.each([
    ['a flipped bit', (file: string) => flip(file, 9_001), 6, 'does not match its manifest'],
    [
      'a missing end',
      (file: string) => writeFileSync(file, readFileSync(file).subarray(0, -4_096)),
      6,
      'does not match its manifest',
    ],
    ['a missing manifest', (file: string) => rmSync(`${file}.json`), 6, '--no-manifest'],
    ['an empty manifest', (file: string) => writeFileSync(`${file}.json`, '{}'), 6, 'is not a manifest'],
    ['a damaged file with a matching manifest', (file: string) => forge(file, damage), 6, 'copy.sqlite cannot be read'],
    ['a file that is not a database', (file: string) => forge(file, (path) => writeFileSync(path, 'hello')), 6, 'not a database'],
    ['a database of another program', (file: string) => forge(file, toStranger), 6, 'is not a charabanc database'],
    ['a log file beside it', (file: string) => writeFileSync(`${file}-wal`, 'log'), 6, 'is not the whole database'],
    [
      'a later release',
      (file: string) => forge(file, (path) => writeToSqliteFile(path, "INSERT INTO schema_migrations VALUES ('9999_x', 0)")),
      4,
      '9999_x',
    ],
    [
      'another key',
      (file: string) =>
        writeFileSync(`${file}.json`, readFileSync(`${file}.json`, 'utf8').replace(/("sealed_with": )"\w+"/, '$1"0000"')),
      5,
      'with a key other than the key in',
    ],
    ['a missing file', (file: string) => rmSync(file), 1, 'There is no file'],
    ['a folder', makeFolderOf, 1, 'is not a file'],
  ] as const)('rejects %s, and changes nothing', async (_, spoil, code, sentence) => {
    using folder = makeFolder()
    const dataDir = folder.at('data')
    await createOperator(dataDir, 'Dales Coaches')
    const { file } = await runExecutableJson<Made>(['backup', '--to', folder.at('copy.sqlite')], { dataDir })
    spoil(file)
    const before = sha256(`${dataDir}/charabanc.sqlite`)

    const { exitCode, stdout, stderr } = await runExecutable(['restore', file], { dataDir })

    expect({ exitCode, stdout }).toEqual({ exitCode: code, stdout: '' })
    expect(stderr).toContain(sentence)
    expect(sha256(`${dataDir}/charabanc.sqlite`)).toBe(before)
    expect(readdirSync(dataDir).filter((name) => /before-restore|part/.test(name))).toEqual([])
  })

  test('accepts a sound file without a manifest under --no-manifest', async () => {
    using folder = makeFolder()
    const dataDir = folder.at('data')
    await createOperator(dataDir, 'Dales Coaches')
    const { file, manifest } = await runExecutableJson<Made>(['backup', '--to', folder.at('copy.sqlite')], { dataDir })
    rmSync(manifest)

    expect((await runExecutable(['restore', file, '--no-manifest'], { dataDir: folder.at('new') })).exitCode).toBe(0)
    expect(querySqliteFile(`${folder.at('new')}/charabanc.sqlite`, 'SELECT name FROM operators')).toEqual([
      { name: 'Dales Coaches' },
    ])
  })
})

describe('the list counts of a backup', () => {
  test.each([
    ['a wrong number', "UPDATE list_counts SET total = 9 WHERE list = 'jobs'", 'Lists with wrong counts, by day: 1.'],
    ['a missing trigger', 'DROP TRIGGER payouts_recounted', 'The triggers payouts_recounted, which count lists, are missing.'],
  ])('are counted again on restore: %s', async (_, spoil, message) => {
    await using market = await openMarket({ isFile: true, isAlone: true })
    const { server } = market
    const dales = await market.operator()
    await market.trip([dales])
    await server.stop()
    const { file } = await server.cliJson<Made>(['backup'])
    const countsIn = (path: string) => querySqliteFile(path, 'SELECT operator_id, list, day, total FROM list_counts')
    const triggersIn = (path: string) =>
      querySqliteFile(path, "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY name")
    const [counts, triggers] = [countsIn(file), triggersIn(file)]
    writeToSqliteFile(file, spoil)
    rmSync(`${file}.json`)

    const restored = await server.cli(['restore', file, '--no-manifest'])
    expect(restored.stderr).toContain(message)
    expect(restored.stderr).toContain('The counts were corrected.')
    expect(restored.exitCode).toBe(0)
    expect(readdirSync(server.dataDir).filter((name) => /-(wal|shm)$|part/.test(name))).toEqual([])
    const path = `${server.dataDir}/charabanc.sqlite`
    expect([countsIn(path), triggersIn(path)]).toEqual([counts, triggers])
    await server.start()
    expect(ok(await dales.jobs())).toHaveLength(1)
  })
})

describe('interrupted copies', () => {
  const interrupted = [
    'before-0020_office-20260520T081102Z.sqlite.part',
    'before-0020_office-20260520T081102Z.sqlite.part-journal',
    'before-0020_office-20260520T081102Z.sqlite.json',
    'charabanc-20260520T081102Z.sqlite.part',
    'charabanc-20260520T081102Z.sqlite.json.part',
    'daily-20260520T081102Z.sqlite.part',
  ]

  test('are deleted at the next start and the next migration, and no other file is', async () => {
    using folder = makeFolder()
    const dataDir = folder.at('data')
    await createOperator(dataDir, 'Dales Coaches')
    const { file } = await runExecutableJson<Made>(['backup'], { dataDir })
    const byOthers = ['mine.json', 'notes.part', 'my-own.sqlite.part', 'my-own.sqlite.json', 'before-easter.sqlite.part']
    const others = [...byOthers.map((name) => `${dataDir}/backups/${name}`), `${dataDir}/charabanc.toml`]
    for (const path of others) writeFileSync(path, '')
    const half = () => {
      for (const name of interrupted) writeFileSync(`${dataDir}/backups/${name}`, 'half')
      writeFileSync(`${dataDir}/charabanc.sqlite.restored.part`, 'half')
    }
    const left = () =>
      [dataDir, `${dataDir}/backups`].flatMap((path) => readdirSync(path)).filter((name) => /0520T|charabanc.*part/.test(name))

    half()
    const { stderr } = await runExecutable(['migrate'], { dataDir })
    expect(stderr).toContain('charabanc-20260520T081102Z.sqlite.part')
    expect(left()).toEqual([])
    half()
    await using _server = await startServer({ isFile: true, dataDir })
    expect(left()).toEqual([])
    for (const path of [...others, file, `${file}.json`]) expect(existsSync(path)).toBe(true)
  })

  test('exclude a copy that `backup` is making while a server starts', async () => {
    using folder = makeFolder()
    const dataDir = folder.at('data')
    await createOperator(dataDir, 'Dales Coaches')
    const many = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000)'
    writeToSqliteFile(
      `${dataDir}/charabanc.sqlite`,
      `${many} INSERT INTO rate_limits (subject, bucket, state, expires_at) SELECT 'nobody ' || i, 'read', '', 9e15 FROM n`,
    )
    const copying = spawnExecutable(['backup', '--json'], { dataDir, cwd: folder.path })
    const parts = () => readdirSync(`${dataDir}/backups`).filter((name) => name.endsWith('.part'))
    await eventually(() => existsSync(`${dataDir}/backups`) && parts().length > 0)
    copying.kill('SIGSTOP')
    const [part = ''] = parts()
    {
      await using _server = await startServer({ isFile: true, dataDir })
      expect(parts()).toEqual([part])
      copying.kill('SIGCONT')
      const [said, code] = await Promise.all([copying.stdout.text(), copying.exited])
      expect(code).toBe(0)
      expect(integrityCheckOf((JSON.parse(said) as Made).file)).toBe('ok')
    }
  })
})

describe('the daily backup', () => {
  const dailies = (folder: string) =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => /^daily-.*\.sqlite$/.test(name))
          .sort()
      : []
  const madeBy = (server: Server) => server.stderr.split('daily backup done').length - 1
  /** The server plans its first backup a moment after it starts. */
  const isPlanned = (server: Server) => () =>
    querySqliteFile(`${server.dataDir}/charabanc.sqlite`, "SELECT 1 FROM scheduler WHERE kind = 'backup'").length > 0
  const keep = { CHARABANC_BACKUP_KEEP_DAILY: '3', CHARABANC_BACKUP_KEEP_WEEKLY: '2' }

  test('is shown only to an admin of the sole operator, with the reason for a failure', async () => {
    using elsewhere = makeFolder()
    writeFileSync(elsewhere.at('backups'), 'a file in the way')
    await using market = await openMarket({
      isFile: true,
      isMute: true,
      env: { CHARABANC_BACKUP_DIR: elsewhere.at('backups'), CHARABANC_BACKUP_KEEP_DAILY: '3' },
    })
    const { server } = market
    const desk = await market.operator()
    const token = await market.personToken(desk)
    const kept = async () => ok(await market.call('GET', '/portal/v1/data', { token }))
    const none = { is_daily: true, kept_daily: 3, kept_weekly: 4, folder: elsewhere.at('backups') }
    expect((await kept()).backups).toMatchObject({ ...none, last_made_at: null, last_bytes: null, last_error: null })
    expect((await kept()).retention).toContainEqual({ kind: 'vehicle_checks', months: 15, days: null })

    await eventually(isPlanned(server))
    await server.advance(hours(1) + 1)
    await eventually(async () => (await kept()).backups.last_error !== null)
    expect((await kept()).backups.last_error).toContain('EEXIST')
    rmSync(elsewhere.at('backups'))
    await server.advance(hours(1) + 1)
    const recovered = await eventually(async () => {
      const { backups } = await kept()
      return backups.last_made_at !== null && backups.last_error === null ? backups : null
    })
    const [file = ''] = dailies(elsewhere.at('backups'))
    expect(recovered.last_bytes).toBe(statSync(`${elsewhere.at('backups')}/${file}`).size)

    const dispatcher = await market.personToken(desk, 'dispatcher')
    expect((await market.call('GET', '/portal/v1/data', { token: dispatcher })).status).toBe(403)
    await market.operator('Moors Coaches')
    expect((await kept()).backups.folder).toBeNull()
  })

  test('is made and verified once a day, and the oldest are deleted', async () => {
    await using server = await startServer({ isFile: true, env: keep })
    const folder = `${server.dataDir}/backups`
    await eventually(isPlanned(server))
    await server.advance(hours(1) + 1)
    await eventually(() => madeBy(server) === 1)
    const seen = new Set(dailies(folder))
    for (let day = 1; day <= 16; day++) {
      await server.advance(days(1) + 1)
      await eventually(() => madeBy(server) === day + 1)
      for (const name of dailies(folder)) seen.add(name)
    }

    const names = dailies(folder)
    expect(seen.size).toBe(17)
    // The newest day is also the newest of its week; the week before may end within the three days.
    expect([3, 4]).toContain(names.length)
    expect(readdirSync(folder).sort()).toEqual(names.flatMap((name) => [name, `${name}.json`]).sort())
    for (const name of names) {
      expect(JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8')).sha256).toBe(sha256(`${folder}/${name}`))
      expect(integrityCheckOf(`${folder}/${name}`)).toBe('ok')
    }
  })

  test('continues after the clock ran ahead, and ignores the backups dated in the future', async () => {
    await using server = await startServer({ isFile: true, env: keep })
    const folder = `${server.dataDir}/backups`
    await runExecutableJson(
      ['operator', 'create', '--name', 'Dales Coaches', '--currency', 'GBP', '--timezone', 'Europe/London'],
      {
        dataDir: server.dataDir,
      },
    )
    await eventually(isPlanned(server))
    await server.advance(days(400))
    for (let made = 1; made <= 4; made++) {
      await eventually(() => madeBy(server) === made)
      await server.advance(days(1) + 1)
    }
    await eventually(() => madeBy(server) === 5)
    const ahead = dailies(folder)
    await server.advance(-days(390))
    const isInTime = "SELECT 1 FROM scheduler WHERE kind = 'backup' AND due_at <= ?"
    await eventually(async () => (await server.ask(isInTime, server.now() + days(1) * 1_000)).length > 0)
    for (let made = 6; made <= 8; made++) {
      await server.advance(days(1) + 1)
      await eventually(() => madeBy(server) === made)
    }
    const since = dailies(folder).filter((name) => !ahead.includes(name))
    expect(since).toHaveLength(3)

    await server.stop()
    for (const end of ['', '-wal', '-shm']) rmSync(`${server.dataDir}/charabanc.sqlite${end}`, { force: true })
    const report = await server.cli(['doctor', '--offline'])
    expect(report).toMatchObject({ exitCode: 1, stdout: expect.stringContaining(`${since.sort().at(-1)}`) })
  })

  test('keeps manual backups, and deletes the parts of an interrupted daily backup', async () => {
    await using server = await startServer({
      isFile: true,
      env: { ...keep, CHARABANC_BACKUP_KEEP_DAILY: '1', CHARABANC_BACKUP_KEEP_WEEKLY: '0' },
    })
    const folder = `${server.dataDir}/backups`
    const { file } = await server.cliJson<Made>(['backup'])
    writeFileSync(`${folder}/daily-20200101T000000Z.sqlite.part`, 'half')
    const byOthers = 'daily-report.sqlite.part'
    writeFileSync(`${folder}/${byOthers}`, 'half')
    await eventually(isPlanned(server))
    for (let day = 1; day <= 3; day++) {
      await server.advance(days(1) + 1)
      await eventually(() => madeBy(server) === day)
      expect(dailies(folder)).toHaveLength(1)
    }
    expect(existsSync(file)).toBe(true)
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([byOthers])
  })

  test('is logged, reported by the doctor and retried when it fails', async () => {
    using elsewhere = makeFolder()
    writeFileSync(elsewhere.at('backups'), 'a file in the way')
    await using server = await startServer({ isFile: true, env: { CHARABANC_BACKUP_DIR: elsewhere.at('backups') } })
    await eventually(isPlanned(server))
    await server.advance(hours(1) + 1)
    await eventually(() => server.stderr.includes('daily backup failed'))
    expect(server.stderr).toContain('EEXIST')
    const { stdout, exitCode } = await server.cli(['doctor'])
    expect(exitCode).toBe(1)
    expect(stdout).toMatch(/fail +backup +The last daily backup failed: EEXIST/)

    rmSync(elsewhere.at('backups'))
    await server.advance(hours(1) + 1)
    await eventually(() => dailies(elsewhere.at('backups')).length === 1)
    const recovered = await eventually(async () => {
      const outcome = await server.cli(['doctor'])
      return outcome.exitCode === 0 ? outcome : null
    })
    expect(recovered.stdout).not.toContain('fail ')
  })

  test('can be switched off, and the doctor then warns', async () => {
    await using server = await startServer({ isFile: true, env: { CHARABANC_BACKUP_DAILY: '0' } })
    await server.advance(days(2))
    await server.dueTasksDone()
    expect(existsSync(`${server.dataDir}/backups`)).toBe(false)
    expect((await server.cli(['doctor'])).stdout).toMatch(/warn +backup +Daily backups are switched off/)
  })

  test('is made by the next process when the first one dies', async () => {
    await using server = await startServer({ isFile: true })
    const folder = `${server.dataDir}/backups`
    await eventually(isPlanned(server))
    await server.advance(hours(1) + 1)
    await server.kill()
    await server.start()
    await server.advance(hours(1) + 1)
    await eventually(() => dailies(folder).length > 0)
    expect(dailies(folder).map((name) => existsSync(`${folder}/${name}.json`))).not.toContain(false)
  })
})

/** Flips one bit of a file. */
function flip(file: string, position: number): void {
  const bytes = readFileSync(file)
  bytes[position] = (bytes[position] ?? 0) ^ 1
  writeFileSync(file, bytes)
}

/** Overwrites part of every page from the third, as a dying disk does. */
function damage(path: string): void {
  const bytes = readFileSync(path)
  for (let page = 2; page < bytes.length / 4_096; page++) bytes.fill(0xa5, page * 4_096, page * 4_096 + 200)
  writeFileSync(path, bytes)
}

/** Changes a backup, and updates its manifest to match. */
function forge(file: string, change: (path: string) => void): void {
  change(file)
  const manifest = JSON.parse(readFileSync(`${file}.json`, 'utf8'))
  writeFileSync(`${file}.json`, JSON.stringify({ ...manifest, sha256: sha256(file), bytes: statSync(file).size }))
}

function toStranger(path: string): void {
  rmSync(path)
  writeToSqliteFile(path, 'CREATE TABLE recipes (title text)')
}

/** Replaces a file by a folder. */
function makeFolderOf(file: string): void {
  rmSync(file)
  mkdirSync(file)
}

describe('imported postcodes', () => {
  const heading = 'postcode,latitude,longitude'

  /** The latitudes of the stored postcodes, as their file has them. */
  const latitudesIn = (path: string) =>
    querySqliteFile<{ latitude: number }>(path, 'SELECT latitude FROM postcodes ORDER BY id').map(({ latitude }) => latitude)

  /** Imports these rows instead of all others. */
  async function replacePostcodes(folder: Folder, dataDir: string, ...rows: readonly string[]): Promise<void> {
    writeFileSync(folder.at('postcodes.csv'), [heading, ...rows].join('\n'))
    await runExecutableJson(['places', 'import', folder.at('postcodes.csv'), '--replace'], { dataDir })
  }

  const statusOf = async (dataDir: string) => {
    const { postcodes, source } = await runExecutableJson<{ postcodes: number; source: string | null }>(['places', 'status'], {
      dataDir,
    })
    return [postcodes, source]
  }

  test('are in a backup only under --with-postcodes', async () => {
    using folder = makeFolder()
    const dataDir = folder.at('data')
    await createOperator(dataDir, 'Dales Coaches')
    const bare = await runExecutableJson<Made>(['backup', '--to', folder.at('bare.sqlite')], { dataDir })
    writePostcodes(folder.at('many.csv'), 20_000)
    await runExecutableJson(['places', 'import', folder.at('many.csv')], { dataDir })
    const lean = await runExecutableJson<Made>(['backup', '--to', folder.at('lean.sqlite')], { dataDir })
    const whole = await runExecutableJson<Made>(['backup', '--to', folder.at('whole.sqlite'), '--with-postcodes'], { dataDir })
    expect([latitudesIn(lean.file).length, latitudesIn(whole.file).length]).toEqual([0, 20_000])
    expect(querySqliteFile(lean.file, 'SELECT * FROM postcode_sets')).toEqual([])
    expect(lean.bytes).toBe(bare.bytes)
    expect([lean, whole].map(({ file }) => integrityCheckOf(file))).toEqual(['ok', 'ok'])
    expect(statSync(lean.file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder.path).filter((name) => /part/.test(name))).toEqual([])
    expect(await statusOf(dataDir)).toEqual([20_000, 'csv'])
  })

  test('stay through a restore, unless it is under --with-postcodes', async () => {
    using folder = makeFolder()
    const dataDir = folder.at('data')
    const database = `${dataDir}/charabanc.sqlite`
    await createOperator(dataDir, 'Dales Coaches')
    await replacePostcodes(folder, dataDir, 'LS1 4DY,53.794,-1.5475', 'YO1 7HH,53.962,-1.082')
    const { file } = await runExecutableJson<Made>(['backup', '--to', folder.at('copy.sqlite'), '--with-postcodes'], { dataDir })
    await replacePostcodes(folder, dataDir, 'M1 1AE,53.48,-2.23')

    const { exitCode, stderr } = await runExecutable(['restore', file], { dataDir })
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('Kept 1 imported postcode.')])
    expect([latitudesIn(database), await statusOf(dataDir)]).toEqual([[5_348_000], [1, 'csv']])

    await runExecutableJson(['restore', file, '--with-postcodes'], { dataDir })
    expect([latitudesIn(database), await statusOf(dataDir)]).toEqual([
      [5_379_400, 5_396_200],
      [2, 'csv'],
    ])

    await runExecutableJson(['places', 'remove'], { dataDir })
    await runExecutableJson(['restore', file], { dataDir })
    expect([latitudesIn(database), await statusOf(dataDir)]).toEqual([[], [0, null]])
  })

  test('stay through a restore of a release without postcodes', async () => {
    using folder = makeFolder()
    const dataDir = folder.at('data')
    await createOperator(dataDir, 'Dales Coaches')
    const { file } = await runExecutableJson<Made>(['backup', '--to', folder.at('copy.sqlite')], { dataDir })
    const tables = ['postcodes', 'postcode_sets'].map((table) => `DROP TABLE ${table}`)
    const columns = ['point_source', 'country'].map((column) => `ALTER TABLE known_places DROP COLUMN ${column}`)
    writeToSqliteFile(
      file,
      ...tables,
      ...columns,
      "DELETE FROM schema_migrations WHERE name >= '0038'",
      'PRAGMA journal_mode = DELETE',
    )
    await replacePostcodes(folder, dataDir, 'M1 1AE,53.48,-2.23')
    await runExecutableJson(['restore', file, '--no-manifest'], { dataDir })
    expect(await statusOf(dataDir)).toEqual([1, 'csv'])
    expect(await operatorsIn(dataDir)).toEqual(['Dales Coaches'])
  })
})
