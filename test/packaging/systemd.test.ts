import { afterAll, expect, test } from 'bun:test'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { eventually } from '../support/eventually.ts'
import { makeFolder } from '../support/folder.ts'
import { startServer } from '../support/server.ts'

const unit = readFileSync(resolve(import.meta.dir, '../../packaging/charabanc.service'), 'utf8')

/** Plays systemd: prints what arrives at its socket, and who the kernel says has sent it. */
const systemd = `
import os, socket, struct, sys
name = sys.argv[1]
listening = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
listening.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
listening.bind('\\0' + name[1:] if name.startswith('@') else name)
print('bound', flush=True)
while True:
    said, extra, _, _ = listening.recvmsg(4096, 1024)
    pid = struct.unpack('iII', extra[0][2])[0]
    for line in said.decode().split('\\n'):
        print(pid, line, flush=True)
`

const children = new Set<Bun.Subprocess>()
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

async function playSystemd(socket: string) {
  const child = Bun.spawn(['python3', '-c', systemd, socket], { stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' })
  children.add(child)
  let said = ''
  const listen = async () => {
    for await (const bytes of child.stdout) said += new TextDecoder().decode(bytes)
  }
  listen()
  await eventually(() => said.startsWith('bound\n'))
  return { heard: () => said.split('\n').slice(1, -1) }
}

test.each([
  ['in the file system', (folder: string) => join(folder, 'notify')],
  ['in the abstract namespace', () => `@charabanc-test-${Bun.randomUUIDv7()}`],
])('systemd hears from the main process when it serves, that it lives, and when it stops: a socket %s', async (_, name) => {
  using folder = makeFolder()
  const socket = name(folder.path)
  const { heard } = await playSystemd(socket)
  await using server = await startServer({ env: { NOTIFY_SOCKET: socket, WATCHDOG_USEC: '300000' } })
  const { pid } = server
  const beats = () => heard().filter((line) => line === `${pid} WATCHDOG=1`).length

  await eventually(() => beats() >= 3)
  expect(heard().slice(0, 2)).toEqual([`${pid} READY=1`, `${pid} STATUS=Listening at ${server.url}`])
  expect(heard()).not.toContain(`${pid} STOPPING=1`)

  expect(await server.stop()).toBe(0)
  expect(heard()).toContain(`${pid} STOPPING=1`)
})

test('a main thread that hangs stops beating, so that systemd starts it again', async () => {
  using folder = makeFolder()
  const { heard } = await playSystemd(folder.at('notify'))
  await using server = await startServer({ env: { NOTIFY_SOCKET: folder.at('notify'), WATCHDOG_USEC: '150000' } })
  await eventually(() => heard().some((line) => line.endsWith('WATCHDOG=1')))

  process.kill(server.pid, 'SIGSTOP')
  // What was said before may still be on its way.
  let before = -1
  await eventually(async () => {
    before = heard().length
    // Many beats long: silence has no signal.
    await Bun.sleep(500)
    return heard().length === before
  })
  // The same again: no one says that no beat comes.
  await Bun.sleep(500)
  expect(heard()).toHaveLength(before)
  process.kill(server.pid, 'SIGCONT')

  await eventually(() => heard().length > before)
})

test('without systemd, with a watchdog meant for another process, and with a socket that is gone, it serves all the same', async () => {
  using folder = makeFolder()
  const { heard } = await playSystemd(folder.at('notify'))
  const env = { NOTIFY_SOCKET: folder.at('notify'), WATCHDOG_USEC: '60000', WATCHDOG_PID: '1' }
  await using another = await startServer({ env })
  await eventually(() => heard().length === 2)
  // Several beats long, as below: that none comes has no signal.
  await Bun.sleep(200)
  expect(heard().filter((line) => line.endsWith('WATCHDOG=1'))).toEqual([])
  expect((await another.fetch('/readyz')).status).toBe(200)

  await using deaf = await startServer({ env: { NOTIFY_SOCKET: folder.at('nobody'), WATCHDOG_USEC: '60000' } })
  // Beats go astray meanwhile, and no one hears that they do.
  await Bun.sleep(100)
  expect((await deaf.fetch('/readyz')).status).toBe(200)

  await using wrong = await startServer({ env: { NOTIFY_SOCKET: 'not-a-path' } })
  expect((await wrong.fetch('/readyz')).status).toBe(200)
  await eventually(() => wrong.stderr.includes('systemd cannot be told how it goes'))
})

test('the unit is of the kind the executable speaks, hardened, and leaves the compiler its memory', () => {
  const says = new Set(unit.split('\n').filter((line) => /^\w+=/.test(line)))
  for (const line of [
    'Type=notify',
    'WatchdogSec=60',
    'ProtectSystem=strict',
    'ReadWritePaths=/var/lib/charabanc',
    'ProtectHome=true',
    'PrivateTmp=true',
    'NoNewPrivileges=true',
    'CapabilityBoundingSet=',
    'UnsetEnvironment=BUN_OPTIONS BUN_BE_BUN BUN_INSPECT NODE_OPTIONS',
    'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX',
  ])
    expect(says).toContain(line)
  expect([...says].filter((line) => line.startsWith('MemoryDenyWriteExecute'))).toEqual([])
  expect(unit).toMatch(/# MemoryDenyWriteExecute is not set/)
})

test('systemd finds nothing wrong with the unit, where there is a systemd to ask', () => {
  if (!existsSync('/usr/bin/systemd-analyze')) return
  using folder = makeFolder()
  const path = folder.at('charabanc.service')
  // The executable is not installed on the machine that tests, and systemd looks for it.
  writeFileSync(path, unit.replace('/usr/local/bin/charabanc', '/bin/true'))
  const { exitCode, stderr } = Bun.spawnSync(['systemd-analyze', 'verify', path])

  expect({ exitCode, said: stderr.toString() }).toEqual({ exitCode: 0, said: '' })
})
