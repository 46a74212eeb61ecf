import { afterAll, expect, test } from 'bun:test'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { eventually } from '../support/eventually.ts'
import { makeFolder } from '../support/folder.ts'
import { startServer } from '../support/server.ts'

const unit = readFileSync(resolve(import.meta.dir, '../../packaging/charabanc.service'), 'utf8')

/** Plays systemd: prints each datagram at its socket and the sender’s process id from the kernel. */
const systemd = `
import os, socket, struct, sys
name = sys.argv[1]
listening = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
listening.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
listening.bind('\\0' + name[1:] if name.startswith('@') else name)
print('bound', flush=True)
while True:
    message, extra, _, _ = listening.recvmsg(4096, 1024)
    pid = struct.unpack('iII', extra[0][2])[0]
    for line in message.decode().split('\\n'):
        print(pid, line, flush=True)
`

const children = new Set<Bun.Subprocess>()
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

async function playSystemd(socket: string) {
  const child = Bun.spawn(['python3', '-c', systemd, socket], { stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' })
  children.add(child)
  let message = ''
  const listen = async () => {
    for await (const bytes of child.stdout) message += new TextDecoder().decode(bytes)
  }
  listen()
  await eventually(() => message.startsWith('bound\n'))
  return { received: () => message.split('\n').slice(1, -1) }
}

test.each([
  ['in the file system', (folder: string) => join(folder, 'notify')],
  ['in the abstract namespace', () => `@charabanc-test-${Bun.randomUUIDv7()}`],
])('notifies systemd from the main process on start, watchdog beat and stop: a socket %s', async (_, name) => {
  using folder = makeFolder()
  const socket = name(folder.path)
  const { received } = await playSystemd(socket)
  await using server = await startServer({ env: { NOTIFY_SOCKET: socket, WATCHDOG_USEC: '300000' } })
  const { pid } = server
  const beats = () => received().filter((line) => line === `${pid} WATCHDOG=1`).length

  await eventually(() => beats() >= 3)
  expect(received().slice(0, 2)).toEqual([`${pid} READY=1`, `${pid} STATUS=Listening at ${server.url}`])
  expect(received()).not.toContain(`${pid} STOPPING=1`)

  expect(await server.stop()).toBe(0)
  expect(received()).toContain(`${pid} STOPPING=1`)
})

test('stops the watchdog beat if the main thread hangs, so that systemd restarts the server', async () => {
  using folder = makeFolder()
  const { received } = await playSystemd(folder.at('notify'))
  await using server = await startServer({ env: { NOTIFY_SOCKET: folder.at('notify'), WATCHDOG_USEC: '150000' } })
  await eventually(() => received().some((line) => line.endsWith('WATCHDOG=1')))

  process.kill(server.pid, 'SIGSTOP')
  // An earlier beat may still be in the socket.
  let before = -1
  await eventually(async () => {
    before = received().length
    // Many beats long, because silence has no signal.
    await Bun.sleep(500)
    return received().length === before
  })
  // Wait again, because nothing signals a missing beat.
  await Bun.sleep(500)
  expect(received()).toHaveLength(before)
  process.kill(server.pid, 'SIGCONT')

  await eventually(() => received().length > before)
})

test('serves without systemd, with another process’s watchdog, and with a missing socket', async () => {
  using folder = makeFolder()
  const { received } = await playSystemd(folder.at('notify'))
  const env = { NOTIFY_SOCKET: folder.at('notify'), WATCHDOG_USEC: '60000', WATCHDOG_PID: '1' }
  await using another = await startServer({ env })
  await eventually(() => received().length === 2)
  // Several beats long, because a missing beat has no signal.
  await Bun.sleep(200)
  expect(received().filter((line) => line.endsWith('WATCHDOG=1'))).toEqual([])
  expect((await another.fetch('/readyz')).status).toBe(200)

  await using deaf = await startServer({ env: { NOTIFY_SOCKET: folder.at('nobody'), WATCHDOG_USEC: '60000' } })
  // The server loses beats meanwhile, without an error.
  await Bun.sleep(100)
  expect((await deaf.fetch('/readyz')).status).toBe(200)

  await using wrong = await startServer({ env: { NOTIFY_SOCKET: 'not-a-path' } })
  expect((await wrong.fetch('/readyz')).status).toBe(200)
  await eventually(() => wrong.stderr.includes('cannot notify systemd'))
})

test('uses the notify protocol and hardening, and allows the executable memory that JavaScript needs', () => {
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

test('passes systemd-analyze, if systemd is installed', () => {
  if (!existsSync('/usr/bin/systemd-analyze')) return
  using folder = makeFolder()
  const path = folder.at('charabanc.service')
  // The executable is not installed on the test machine, and systemd checks that it exists.
  writeFileSync(path, unit.replace('/usr/local/bin/charabanc', '/bin/true'))
  const { exitCode, stderr } = Bun.spawnSync(['systemd-analyze', 'verify', path])

  expect({ exitCode, message: stderr.toString() }).toEqual({ exitCode: 0, message: '' })
})
