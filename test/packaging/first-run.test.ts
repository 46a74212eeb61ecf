import { afterAll, expect, test } from 'bun:test'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { runInBash } from '../support/bash-runner.ts'
import { eventually } from '../support/eventually.ts'
import { makeFolder } from '../support/folder.ts'
import { startServer } from '../support/server.ts'

const binary = resolve(import.meta.dir, '../../dist/charabanc')
const children = new Set<Bun.Subprocess>()
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

type LogLine = { readonly msg: string; readonly open?: string; readonly command?: string }

function logOf(stderr: string): LogLine[] {
  return stderr
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
}

test('logs on a first start what it did, what is not configured, and two commands that work as shown', async () => {
  await using server = await startServer({ isFile: true, env: { CHARABANC_MAIL_DIR: '' } })
  const log = () => logOf(server.stderr)
  await eventually(() => log().filter(({ msg }) => msg === 'next').length === 2)

  expect(server.stdout.trim().split('\n')).toHaveLength(1)
  expect(JSON.parse(server.stdout)).toMatchObject({ msg: 'listening', url: server.url })
  expect(
    log()
      .map(({ msg }) => msg)
      .join('\n'),
  ).toContain(`Created a new database at ${server.dataDir}/charabanc.sqlite`)
  const open = log().flatMap((line) => line.open ?? [])
  for (const setting of ['PAYMENTS', 'SMTP_URL', 'BASE_URL', 'LISTEN', 'BACKUP_DIR'])
    expect(open.filter((sentence) => sentence.includes(`CHARABANC_${setting}`))).toHaveLength(1)

  const commands = log().flatMap(({ command }) => command ?? [])
  const env = { CHARABANC_DATA_DIR: server.dataDir }
  const [create = '', link = ''] = commands
  expect(create).toContain('--admin-email')
  expect(await runInBash(create, { env })).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/OP-.*\/sign-in#cbl_/) })
  expect(await runInBash(link, { env })).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/\/sign-in#cbl_/) })

  const before = log().length
  await server.stop()
  await server.start()
  await server.fetch('/livez')
  expect(
    log()
      .slice(before)
      .filter(({ msg }) => msg === 'next' || msg === 'not configured yet'),
  ).toEqual([])
})

test('logs no configured setting as open', async () => {
  const env = {
    CHARABANC_PAYMENTS: 'sandbox',
    CHARABANC_BASE_URL: 'https://coaches.example',
    CHARABANC_BACKUP_DAILY: '0',
    CHARABANC_LISTEN: '0.0.0.0:0',
  }
  await using server = await startServer({ env })
  const open = await eventually(() => {
    const found = logOf(server.stderr).flatMap((line) => line.open ?? [])
    return found.length === 2 ? found : null
  })

  expect(open).toEqual([expect.stringMatching(/^Payments: test money/), expect.stringMatching(/^TLS: /)])
})

/** A terminal of the test around a command, because programs ask whether their output is a terminal. */
const terminal = 'import pty, sys; pty.spawn(sys.argv[1:])'

test('logs full sentences to a terminal, also for a folder with a space in its name', async () => {
  using folder = makeFolder()
  const dataDir = folder.at('my coaches')
  const child = Bun.spawn(['python3', '-c', terminal, binary, 'serve', '--listen', '127.0.0.1:0', '--data-dir', dataDir], {
    cwd: folder.path,
    env: { PATH: '/usr/bin:/bin' },
    stdin: 'pipe',
    stdout: 'pipe',
  })
  children.add(child)
  let output = ''
  const listen = async () => {
    for await (const bytes of child.stdout) output += new TextDecoder().decode(bytes)
  }
  listen()
  const commands = await eventually(() =>
    /Next: use a browser, as shown below, or another terminal:\r\n {2}(.+)\r\n {2}(.+)\r\n/.exec(output)?.slice(1),
  )

  expect(output).toMatch(/^charabanc is listening at http:\/\/127\.0\.0\.1:\d+\r\n/)
  expect(output).toContain('Not configured yet:')
  for (const command of commands) expect(await runInBash(command)).toMatchObject({ exitCode: 0 })
  child.stdin.write('\u0003')
  child.stdin.flush()
  await child.exited
  expect(output).toContain('stopping')
})

test('starts, runs a command and answers without any network', async () => {
  using folder = makeFolder()
  const lines = `
    ip link set lo up 2>/dev/null || true
    "${binary}" serve --listen 127.0.0.1:0 >ready 2>log &
    server=$!
    for patience in $(seq 600); do grep -q listening ready && break; sleep 0.1; done
    "${binary}" operator create --name "Dales Coaches" --currency GBP --timezone Europe/London --json >operator
    "${binary}" healthcheck --listen 127.0.0.1:0 && echo well >health
    kill $server; wait $server; echo $? >ending`
  writeFileSync(folder.at('lines.sh'), lines)
  const alone = ['unshare', '--net', '--map-root-user']
  const canBeAlone = Bun.spawnSync([...alone, 'ip', 'link', 'set', 'lo', 'up']).exitCode === 0
  // Some containers do not allow a test to remove the network. There the test only checks for errors.
  const command = canBeAlone ? [...alone, 'bash', 'lines.sh'] : ['bash', 'lines.sh']
  const env = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin' }
  await Bun.spawn(command, { cwd: folder.path, env, stdin: 'ignore', stdout: 'ignore', stderr: 'inherit' }).exited

  const read = (name: string) => (existsSync(folder.at(name)) ? readFileSync(folder.at(name), 'utf8').trim() : '')
  expect({ ready: JSON.parse(read('ready')), health: read('health'), ending: read('ending') }).toEqual({
    ready: {
      msg: 'listening',
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      setup_url: expect.stringContaining('/portal/setup#cbs_'),
    },
    health: 'well',
    ending: '0',
  })
  expect(JSON.parse(read('operator'))).toMatchObject({ operator_ref: expect.stringMatching(/^OP-/) })
  expect(logOf(read('log')).filter((line) => 'err' in line)).toEqual([])
})
