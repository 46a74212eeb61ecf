import { describe, expect, test } from 'bun:test'
import { chmodSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { makeAuthority } from '../support/certificates.ts'
import { type CommandResult, runExecutable, runExecutableJson } from '../support/command-line.ts'
import { querySqliteFile, writeToSqliteFile } from '../support/database-rows.ts'
import { eventually } from '../support/eventually.ts'
import { type Folder, makeFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { patience } from '../support/patience.ts'
import { startServer } from '../support/server.ts'

interface Finding {
  readonly check: string
  readonly state: 'ok' | 'warn' | 'fail'
  readonly found: string
  readonly mend: string | null
}

interface Report {
  readonly ok: boolean
  readonly checks: readonly Finding[]
}

type Env = Readonly<Record<string, string>>

/** Runs the doctor on a folder without a server, and returns its findings and exit code. */
async function examine(dataDir: string, env: Env = {}, words: readonly string[] = []): Promise<Report & { exitCode: number }> {
  const { exitCode, stdout } = await runExecutable(['doctor', '--json', ...words], {
    dataDir,
    env: { CHARABANC_LISTEN: '127.0.0.1:0', ...env },
  })
  return { exitCode, ...JSON.parse(stdout) }
}

function about(check: string, { checks }: Report): Finding[] {
  return checks.filter((finding) => finding.check === check)
}

async function makeDataDir(folder: Folder): Promise<string> {
  const dataDir = folder.at('data')
  await runExecutableJson(['operator', 'create', '--name', 'Dales Coaches', '--currency', 'GBP', '--timezone', 'Europe/London'], {
    dataDir,
  })
  return dataDir
}

describe('the doctor', () => {
  test('reports a healthy running server', async () => {
    await using server = await startServer({ isFile: true })
    const report = await server.cliJson<Report>(['doctor'])

    expect(report.ok).toBe(true)
    expect(report.checks.filter(({ state }) => state === 'fail')).toEqual([])
    expect(about('server', report)).toEqual([
      { check: 'server', state: 'ok', found: expect.stringContaining(`Process ${server.pid} at ${server.url}`), mend: null },
    ])
    for (const check of [
      'data folder',
      'room',
      'key',
      'leftovers',
      'database',
      'integrity',
      'list counts',
      'clock',
      'backup',
      'JIT',
      'time sync',
    ]) {
      expect({ check, states: about(check, report).map(({ state }) => state) }).toMatchObject({ check, states: ['ok'] })
    }
    expect(about('test mode', report)).toMatchObject([{ state: 'warn' }])
  })

  test('prints each finding on a line, with the fix below it', async () => {
    using folder = makeFolder()
    const { exitCode, stdout } = await runExecutable(['doctor'], {
      dataDir: folder.at('data'),
      env: { CHARABANC_LISTEN: '127.0.0.1:0' },
    })

    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^warn +data folder +\S+ does not exist\.\n +→ The first `charabanc serve` creates it/)
    expect(stdout).toMatch(/^ok +JIT +/m)
  })

  test('changes no file and creates none', async () => {
    using folder = makeFolder()
    await examine(folder.at('data'))
    expect(await Bun.file(folder.at('data')).exists()).toBe(false)
    expect(Array.from(new Bun.Glob('**/*').scanSync({ cwd: folder.path, dot: true }))).toEqual([])
  })

  test.each<[string, string, Finding['state'], RegExp, (dataDir: string, folder: Folder) => unknown]>([
    [
      'a key that others can read',
      'key',
      'fail',
      /^Other users can read /,
      (dataDir) => chmodSync(`${dataDir}/master.key`, 0o644),
    ],
    [
      'a missing key',
      'key',
      'fail',
      /is missing, and CHARABANC_MASTER_KEY is not set/,
      (dataDir) => rmSync(`${dataDir}/master.key`),
    ],
    ['a folder that everyone can read', 'data folder', 'warn', /Everyone/, (dataDir) => chmodSync(dataDir, 0o755)],
    ['a later schema', 'database', 'fail', /9999_later/, (dataDir) => later(dataDir)],
    [
      'a damaged database',
      'database',
      'fail',
      /cannot be read/,
      (dataDir) => writeFileSync(`${dataDir}/charabanc.sqlite`, 'x'.repeat(9_000)),
    ],
    ['a damaged page', 'integrity', 'fail', /is damaged: /, (dataDir) => damagePage(`${dataDir}/charabanc.sqlite`)],
    [
      'lists with wrong counts',
      'list counts',
      'fail',
      /^Lists with wrong counts, by day: 1\.$/,
      (dataDir) =>
        writeToSqliteFile(
          `${dataDir}/charabanc.sqlite`,
          "INSERT INTO list_counts (operator_id, list, day, total) VALUES (1, 'jobs', 20000, 3)",
        ),
    ],
    [
      'a missing count trigger',
      'list counts',
      'fail',
      /^The triggers bookings_recounted, which count lists, are missing/,
      (dataDir) => writeToSqliteFile(`${dataDir}/charabanc.sqlite`, 'DROP TRIGGER bookings_recounted'),
    ],
    [
      'a pending migration',
      'database',
      'warn',
      /^Pending migrations: 0000_first(, \d{4}_\w+)*\./,
      (dataDir) =>
        writeToSqliteFile(
          `${dataDir}/charabanc.sqlite`,
          'DELETE FROM schema_migrations',
          "INSERT INTO schema_migrations VALUES ('0000_draft', 0)",
        ),
    ],
    ['a clock that was moved back', 'clock', 'fail', /The clock was moved back/, (_, folder) => setClockBack(folder)],
    [
      'an unfinished file of yesterday',
      'leftovers',
      'warn',
      /x\.sqlite\.part is incomplete/,
      (dataDir) => leaveUnfinished(`${dataDir}/x.sqlite.part`),
    ],
    [
      'old data that a restore moved aside',
      'leftovers',
      'warn',
      /a restore replaced/,
      (dataDir) => mkdirSync(`${dataDir}/before-restore-20260101T000000Z`),
    ],
    ['a variable that changes the executable', 'environment', 'warn', /BUN_OPTIONS is set/, () => ({ BUN_OPTIONS: '--smol' })],
    [
      'certificates that are not checked',
      'environment',
      'warn',
      /NODE_TLS_REJECT/,
      () => ({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }),
    ],
    ['no JIT', 'JIT', 'fail', /The JIT compiler is off/, () => ({ BUN_JSC_useJIT: '0' })],
    [
      'an unreachable mail server',
      'mail',
      'fail',
      /127\.0\.0\.1:1 cannot be reached: ECONNREFUSED/,
      () => ({ CHARABANC_SMTP_URL: 'smtp://me:hunter2@127.0.0.1:1' }),
    ],
    [
      'an unreachable SMS service',
      'SMS',
      'fail',
      /127\.0\.0\.1:1 cannot be reached/,
      () => ({ CHARABANC_SMS_URL: 'http://127.0.0.1:1/?key=hunter2&to={phone}&text={message}' }),
    ],
    [
      'a mail folder that cannot be created',
      'mail',
      'fail',
      /cannot be written to/,
      (dataDir) => ({ CHARABANC_MAIL_DIR: `${dataDir}/master.key/mail` }),
    ],
    ['no mail at all', 'mail', 'warn', /No mail server is configured/, () => undefined],
  ])('notices %s', async (_, check, state, found, spoil) => {
    using folder = makeFolder()
    const dataDir = await makeDataDir(folder)
    const env = (spoil(dataDir, folder) ?? {}) as Env

    const report = await examine(dataDir, env)

    const noticed = about(check, report).find((finding) => found.test(finding.found))
    expect(noticed, JSON.stringify(report.checks, null, 1)).toMatchObject({ state })
    expect(noticed?.mend).toMatch(/\S/)
    expect({ exitCode: report.exitCode, ok: report.ok }).toEqual(
      state === 'fail' ? { exitCode: 1, ok: false } : { exitCode: 0, ok: true },
    )
    expect(JSON.stringify(report)).not.toContain('hunter2')
  })

  test('reaches a running mail server', async () => {
    using folder = makeFolder()
    using listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
    const report = await examine(await makeDataDir(folder), { CHARABANC_SMTP_URL: `smtp://127.0.0.1:${listener.port}` })
    expect(about('mail', report)).toMatchObject([
      { state: 'ok', found: `127.0.0.1:${listener.port} takes connections, from CHARABANC_SMTP_URL.` },
    ])
  })

  test('notices a port that is in use, and one that is free', async () => {
    using folder = makeFolder()
    const dataDir = await makeDataDir(folder)
    const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
    const env = { CHARABANC_LISTEN: `127.0.0.1:${listener.port}` }
    expect(about('server', await examine(dataDir, env))).toMatchObject([
      { state: 'fail', found: expect.stringContaining('another program listens') },
    ])
    listener.stop(true)
    expect(about('server', await examine(dataDir, env))).toMatchObject([
      { state: 'ok', found: expect.stringContaining('is free') },
    ])
  })

  test('notices a last backup that is old, damaged or missing', async () => {
    using folder = makeFolder()
    const dataDir = await makeDataDir(folder)
    const { file } = await runExecutableJson<{ file: string }>(['backup'], { dataDir })
    const inDays = (days: number) => {
      writeFileSync(folder.at('clock'), `${days * 86_400}\n`)
      return examine(dataDir, { CHARABANC_LAB: '1', CHARABANC_CLOCK_FILE: folder.at('clock') })
    }
    expect(about('backup', await inDays(0)).map(({ state }) => state)).toEqual(['ok', 'ok'])
    expect(about('backup', await inDays(2)).map(({ state }) => state)).toEqual(['warn', 'ok'])
    expect(about('backup', await inDays(9)).map(({ state }) => state)).toEqual(['fail', 'ok'])
    writeFileSync(file, 'gone bad')
    expect(about('backup', await inDays(0))).toMatchObject([
      { state: 'ok' },
      { state: 'fail', found: expect.stringContaining('does not match its manifest') },
    ])
    rmSync(`${dataDir}/backups`, { recursive: true })
    expect(about('backup', await inDays(2))).toMatchObject([
      { state: 'fail', found: expect.stringContaining('There is no backup') },
    ])
  })

  test('notices a server that hangs, and reports none after a kill', async () => {
    await using server = await startServer({ isFile: true })
    process.kill(server.pid, 'SIGSTOP')
    const hanging = await server.cli(['doctor', '--json'])
    process.kill(server.pid, 'SIGCONT')
    expect(hanging.exitCode).toBe(1)
    expect(about('server', JSON.parse(hanging.stdout))).toMatchObject([
      { state: 'fail', found: expect.stringContaining('no answer within 3 s') },
    ])

    await server.kill()
    expect(about('server', await server.cliJson<Report>(['doctor']))).toMatchObject([
      { state: 'ok', found: expect.stringContaining('No server is running') },
    ])
  })

  test('notices that a server runs without JIT, even if the doctor itself has it', async () => {
    await using server = await startServer({ isFile: true, env: { BUN_JSC_useJIT: '0' } })
    const { checks } = await examine(server.dataDir)
    expect(checks.filter(({ check, state }) => check === 'JIT' && state === 'fail')).toMatchObject([
      { found: expect.stringContaining(`process ${server.pid}`), mend: expect.stringContaining('MemoryDenyWriteExecute') },
    ])
  })
})

describe('the health check', () => {
  const silent: CommandResult = { exitCode: 0, stdout: '', stderr: '' }

  test('prints nothing while the server is healthy, and the reason otherwise', async () => {
    await using server = await startServer({ isFile: true })
    expect(await server.cli(['healthcheck'])).toEqual(silent)

    const url = server.url
    await server.stop()
    const { exitCode, stdout, stderr } = await runExecutable(['healthcheck', '--listen', new URL(url).host])
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' })
    expect(stderr).toContain(`${url}/readyz`)
  })

  test.each([
    ['0.0.0.0', '127.0.0.1'],
    ['[::]', '[::1]'],
    ['127.0.0.1', '127.0.0.1'],
  ])('calls this machine when the server listens at %s, whatever its base URL', async (host) => {
    const port = freePort()
    const env = { CHARABANC_LISTEN: `${host}:${port}`, CHARABANC_BASE_URL: 'https://hire.example.com/coaches' }
    await using _server = await startServer({ isFile: true, env })
    expect(await runExecutable(['healthcheck'], { env })).toEqual(silent)
    // Proxies apply to other hosts only.
    expect(
      await runExecutable(['healthcheck'], {
        env: { ...env, HTTP_PROXY: 'http://127.0.0.1:1', http_proxy: 'http://127.0.0.1:1' },
      }),
    ).toEqual(silent)
  })

  test('calls the address recorded in the data folder, and the one in its settings when no server runs', async () => {
    using unwell = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: () => new Response('another program listens', { status: 503 }),
    })
    const elsewhere = `127.0.0.1:${unwell.port}`
    await using server = await startServer({ isFile: true })
    const { dataDir } = server
    const env = { CHARABANC_LISTEN: elsewhere }
    expect(await runExecutable(['healthcheck'], { dataDir })).toEqual(silent)
    expect(await runExecutable(['healthcheck'], { dataDir, env })).toEqual(silent)
    expect(await runExecutable(['healthcheck', '--listen', elsewhere], { dataDir })).toMatchObject({ exitCode: 1 })

    await server.kill()
    expect(await runExecutable(['healthcheck'], { dataDir, env })).toMatchObject({
      exitCode: 1,
      stderr: `charabanc: http://${elsewhere}/readyz: answered 503: another program listens\n`,
    })
  })

  test('uses TLS for a server with TLS, whatever name its certificate has', async () => {
    using folder = makeFolder()
    const authority = await makeAuthority(folder)
    const { cert, key } = await authority.selfSigned('DNS:hire.example.com')
    writeFileSync(folder.at('cert.pem'), cert)
    writeFileSync(folder.at('key.pem'), key)
    const env = {
      CHARABANC_TLS_CERT: folder.at('cert.pem'),
      CHARABANC_TLS_KEY: folder.at('key.pem'),
      CHARABANC_LISTEN: `127.0.0.1:${freePort()}`,
    }
    await using _server = await startServer({ isFile: true, env })
    expect(await runExecutable(['healthcheck'], { env })).toEqual(silent)
  })

  test('waits at most 3 s', async () => {
    await using server = await startServer({ isFile: true })
    process.kill(server.pid, 'SIGSTOP')
    const startedAt = performance.now()
    const { exitCode, stderr } = await server.cli(['healthcheck'])
    process.kill(server.pid, 'SIGCONT')

    expect(exitCode).toBe(1)
    expect(stderr).toContain('no answer within 3 s')
    expect(performance.now() - startedAt).toBeLessThan(patience(6_000))
    expect(await eventually(async () => (await server.cli(['healthcheck'])).exitCode === 0)).toBe(true)
  })

  test('fails when the server answers 503', async () => {
    using unwell = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: () => Response.json({ error: { code: 'unavailable' } }, { status: 503 }),
    })
    const { exitCode, stderr } = await runExecutable(['healthcheck', '--listen', `127.0.0.1:${unwell.port}`])
    expect(exitCode).toBe(1)
    expect(stderr).toContain('answered 503: {"error":{"code":"unavailable"}}')
  })
})

/** Overwrites the start of a page of a table that nothing else reads. */
function damagePage(path: string): void {
  writeToSqliteFile(
    path,
    'CREATE TABLE ballast (text text)',
    "INSERT INTO ballast VALUES (printf('%.9000c', 'x'))",
    'PRAGMA wal_checkpoint(TRUNCATE)',
  )
  const bytes = readFileSync(path)
  const [root] = querySqliteFile<{ rootpage: number }>(path, "SELECT rootpage FROM sqlite_schema WHERE name = 'ballast'")
  bytes.fill(0xa5, ((root?.rootpage ?? 0) - 1) * 4_096, ((root?.rootpage ?? 0) - 1) * 4_096 + 64)
  writeFileSync(path, bytes)
}

function later(dataDir: string): void {
  writeToSqliteFile(`${dataDir}/charabanc.sqlite`, "INSERT INTO schema_migrations VALUES ('9999_later', 0)")
}

function setClockBack(folder: Folder): Env {
  writeFileSync(folder.at('clock'), '-90000\n')
  return { CHARABANC_LAB: '1', CHARABANC_CLOCK_FILE: folder.at('clock') }
}

function leaveUnfinished(path: string): void {
  writeFileSync(path, 'half')
  const yesterday = Date.now() / 1_000 - 86_400
  utimesSync(path, yesterday, yesterday)
}
