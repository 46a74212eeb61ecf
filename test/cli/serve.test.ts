import { afterAll, describe, expect, test } from 'bun:test'
import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../../package.json'
import { runExecutable } from '../support/command-line.ts'
import { eventually } from '../support/eventually.ts'
import { makeFolder } from '../support/folder.ts'
import { startServer } from '../support/server.ts'

describe('serve', () => {
  test('creates its files only in the data folder, and prints its address', async () => {
    using folder = makeFolder()
    await using server = await startServer({ isFile: true, dataDir: folder.at('data') })

    expect(server.ready).toMatchObject({ msg: 'listening', url: server.url })
    expect(server.stdout.split('\n').filter(Boolean)).toEqual([
      expect.stringContaining(`"setup_url":"${server.url}/portal/setup#cbs_`),
    ])
    expect(readdirSync(folder.path)).toEqual(['data'])
    expect(existsSync(folder.at('data/charabanc.sqlite'))).toBe(true)
  })

  test('prints the next steps on a terminal, in commands that work', async () => {
    using folder = makeFolder()
    // script(1) gives the executable a terminal.
    const child = Bun.spawn(
      ['/usr/bin/script', '-qfec', `${join(import.meta.dir, '../../dist/charabanc')} serve`, folder.at('typescript')],
      {
        cwd: folder.path,
        env: { PATH: '/usr/bin:/bin', SHELL: '/bin/sh', CHARABANC_DATA_DIR: folder.at('data'), CHARABANC_LISTEN: '127.0.0.1:0' },
        stdin: 'ignore',
        stdout: 'ignore',
        stderr: 'ignore',
      },
    )
    const printed = () => readFileSync(folder.at('typescript'), 'utf8')
    await eventually(() => printed().includes('user link'))
    expect(printed()).toMatch(/listening at http:\/\/127\.0\.0\.1:\d+/)

    // A phone can read the address from the screen.
    await eventually(() => printed().includes('█'.repeat(30)) && printed().includes('▀'.repeat(30)))
    expect(printed()).toMatch(/^ {2}http:\/\/127\.0\.0\.1:\d+\/portal\/setup#cbs_\w{49}\s*$/m)

    const lines = printed().match(/^ {2}\S*charabanc (operator|user) .+$/gm) ?? []
    expect(lines).toHaveLength(2)
    for (const line of lines) {
      const outcome = await runExecutable(wordsOf(line), { dataDir: folder.at('data') })
      expect({ line, ...outcome }).toMatchObject({ exitCode: 0 })
    }
    process.kill(JSON.parse(readFileSync(folder.at('data/charabanc.pid'), 'utf8')).pid, 'SIGTERM')
    await child.exited
  })

  test('answers its health routes without a token', async () => {
    await using server = await startServer()

    expect(await (await server.fetch('/livez')).json()).toEqual({ data: { status: 'alive', version } })
    expect(await (await server.fetch('/readyz')).json()).toEqual({ data: { status: 'ready', lab: true } })
    expect(server.ready).toMatchObject({ lab: true })
  })

  test.each(['SIGTERM', 'SIGINT'] as const)('stops on %s and releases its folder', async (signal) => {
    using folder = makeFolder()
    const server = await startServer({ dataDir: folder.path })

    expect(await server.stop(signal)).toBe(0)

    await server.start()
    expect((await server.fetch('/livez')).status).toBe(200)
    await server[Symbol.asyncDispose]()
  })

  test('refuses an address or a folder that is in use', async () => {
    using folder = makeFolder()
    await using first = await startServer({ dataDir: folder.at('data') })
    const listen = new URL(first.url).host

    const sameAddress = await runExecutable(['serve', '--listen', listen], { dataDir: folder.at('other') })
    const sameFolder = await runExecutable(['serve', '--listen', '127.0.0.1:0'], { dataDir: folder.at('data') })

    expect(sameAddress).toMatchObject({ exitCode: 3 })
    expect(sameAddress.stderr).toContain(listen)
    await using next = await startServer({ dataDir: folder.at('other') })
    await eventually(() => next.stderr.includes('not configured yet'))
    expect(sameFolder).toMatchObject({ exitCode: 3 })
    expect(sameFolder.stderr).toContain(String(first.pid))
    expect(sameFolder.stderr).toContain(first.url)
  })
})

describe('an address in use', () => {
  const taken = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  afterAll(() => taken.stop(true))
  const there = `127.0.0.1:${taken.port}`
  const ways: readonly [string, Record<string, string>][] = [
    ['the main one', { CHARABANC_LISTEN: there }],
    ['the main one, on all addresses', { CHARABANC_LISTEN: `0.0.0.0:${taken.port}` }],
    ['that of the metrics', { CHARABANC_LISTEN: '127.0.0.1:0', CHARABANC_METRICS_LISTEN: there }],
  ]

  test.each(ways)('leaves no folder behind: %s', async (_, env) => {
    using folder = makeFolder()

    const { exitCode, stdout, stderr } = await runExecutable(['serve'], { dataDir: folder.at('data'), env })

    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' })
    expect(stderr).toStartWith(`charabanc: Cannot listen at `)
    expect(stderr).toContain(String(taken.port))
    expect(readdirSync(folder.path)).toEqual([])
  })

  test.each(ways)('leaves an existing folder unchanged, with its times: %s', async (_, env) => {
    using folder = makeFolder()
    const server = await startServer({ isFile: true, dataDir: folder.at('data') })
    await server.stop()
    chmodSync(folder.at('data'), 0o755)
    chmodSync(folder.at('data/charabanc.sqlite'), 0o644)
    const before = contentsOf(folder.at('data'))

    const { exitCode } = await runExecutable(['serve'], { dataDir: folder.at('data'), env })

    expect(exitCode).toBe(3)
    expect(contentsOf(folder.at('data'))).toEqual(before)
  })

  test('is reported only after the folder in use, to a second server of one folder', async () => {
    await using first = await startServer()
    const before = contentsOf(first.dataDir)

    const second = await runExecutable(['serve', '--listen', new URL(first.url).host], { dataDir: first.dataDir })

    expect(second).toMatchObject({ exitCode: 3, stdout: '' })
    expect(second.stderr).toContain(`Process ${first.pid} at ${first.url} already uses the data folder`)
    expect(contentsOf(first.dataDir).map(([name]) => name)).toEqual(before.map(([name]) => name))
  })

  test('leaves nothing of a demo behind', async () => {
    using folder = makeFolder()

    const { exitCode, stdout } = await runExecutable(['demo', '--listen', there], { env: { TMPDIR: folder.path } })

    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' })
    expect(readdirSync(folder.path)).toEqual([])
  })
})

/** Everything in a folder, and the folder itself: name, mode, time of change and content. */
function contentsOf(folder: string): (readonly [string, number, number, string])[] {
  return ['.', ...readdirSync(folder, { recursive: true }).map(String).sort()].map((name) => {
    const path = join(folder, name)
    const { mode, mtimeMs } = statSync(path)
    return [name, mode, mtimeMs, statSync(path).isFile() ? Bun.hash(readFileSync(path)).toString() : ''] as const
  })
}

test('completes the first steps of docs/operating.md', async () => {
  await using server = await startServer()
  const page = readFileSync(join(import.meta.dir, '../../docs/operating.md'), 'utf8')
  const [, steps = ''] = /## First steps\n+```\n([\s\S]*?)```/.exec(page) ?? []
  let operator = ''

  for (const line of steps.trim().split('\n')) {
    const { exitCode, stdout, stderr } = await server.cli(wordsOf(line.replace(/OP-\w{5}/, operator)))
    expect({ line, exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ line, exitCode: 0, stderr: '' })
    operator ||= /OP-\w{5}/.exec(stdout)?.[0] ?? ''
  }
  expect(operator).not.toBe('')
})

/** The words of a command line after the program's name. */
function wordsOf(line: string): string[] {
  return [...line.trim().matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '').slice(1)
}
