import { expect, test } from 'bun:test'
import { existsSync, writeFileSync } from 'node:fs'
import { connect } from 'node:tls'
import { version } from '../../package.json'
import { type Certificate, makeAuthority } from '../support/certificates.ts'
import { runExecutable } from '../support/command-line.ts'
import { eventually } from '../support/eventually.ts'
import { type Folder, makeFolder } from '../support/folder.ts'
import { startServer } from '../support/server.ts'

/** The serial number of the certificate that a new connection receives. */
function serialShown(url: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().serialNumber)
      socket.destroy()
    })
    socket.on('error', reject)
  })
}

/** Sends the head and half the body of an enquiry. `finish` sends the rest and returns the answer. */
async function slowPost(url: string): Promise<{ finish(): Promise<string> }> {
  const { hostname, port } = new URL(url)
  let received = ''
  const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false })
  await new Promise((resolve) => socket.on('secureConnect', resolve))
  const head = ['POST /customer/v1/enquiries HTTP/1.1', 'Host: x', 'Content-Type: application/json', 'Content-Length: 2']
  socket.write([...head, 'Connection: close', '', '{'].join('\r\n'))
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  socket.on('error', (fault) => {
    received += fault
  })
  socket.on('data', (bytes) => {
    received += bytes
  })
  return {
    async finish() {
      socket.write('}')
      await closed
      return received
    },
  }
}

/** Puts a certificate where the server reads it. */
function install(folder: Folder, { cert, key }: Certificate) {
  writeFileSync(folder.at('live.crt'), cert)
  writeFileSync(folder.at('live.key'), key)
  return { CHARABANC_TLS_CERT: folder.at('live.crt'), CHARABANC_TLS_KEY: folder.at('live.key') }
}

test('serves HTTPS with its own certificate and loads a new one on SIGHUP', async () => {
  using folder = makeFolder()
  const authority = await makeAuthority(folder)
  const [first, second] = [await authority.sign('IP:127.0.0.1'), await authority.sign('IP:127.0.0.1')]
  await using server = await startServer({ env: install(folder, first) })
  const trusting = { tls: { ca: await Bun.file(authority.path).text() } }

  expect(server.url).toStartWith('https://127.0.0.1:')
  expect((await fetch(`${server.url}/livez`, trusting)).status).toBe(200)
  expect(await serialShown(server.url)).toBe('01')

  install(folder, second)
  process.kill(server.pid, 'SIGHUP')

  await eventually(async () => (await serialShown(server.url)) === '02')
  expect((await fetch(`${server.url}/livez`, { ...trusting, keepalive: false })).status).toBe(200)
})

test('reloads certificates under traffic without a failed request', async () => {
  using folder = makeFolder()
  const authority = await makeAuthority(folder)
  const certificates = [await authority.sign('IP:127.0.0.1'), await authority.sign('IP:127.0.0.1')] as const
  await using server = await startServer({ env: install(folder, certificates[0]) })
  const tls = { ca: await Bun.file(authority.path).text() }
  const received: string[] = []
  let isDone = false
  const call = async (keepalive: boolean) => {
    const ask = () => fetch(`${server.url}/livez`, { tls, keepalive })
    // A client in the middle of a handshake tries again.
    const answer = await ask().catch(ask).catch(ask)
    received.push(await answer.text())
  }
  const callers = Array.from({ length: 8 }, async (_, caller) => {
    while (!isDone) await call(caller % 2 === 0)
  })
  const slow = await slowPost(server.url)
  // After 40 more answers the server has read the slow request.
  const soFar = received.length
  await eventually(() => received.length > soFar + 40)

  for (let turn = 1; turn <= 4; turn++) {
    install(folder, certificates[turn % 2 === 0 ? 0 : 1])
    process.kill(server.pid, 'SIGHUP')
    await eventually(() => server.stderr.split('certificates reloaded').length === turn + 1)
    // By then every caller has used this certificate.
    const soFar = received.length
    await eventually(() => received.length > soFar + 3 * callers.length)
  }
  isDone = true
  await Promise.all(callers)

  expect(received.length).toBeGreaterThan(50)
  expect(received.filter((text) => text !== JSON.stringify({ data: { status: 'alive', version } }))).toEqual([])
  const exit = server.stop()
  await eventually(() => server.stderr.includes('"stopping"'))
  expect(await slow.finish()).toStartWith('HTTP/1.1 422 ')
  expect(await exit).toBe(0)
})

test('keeps the old certificate if the new one is faulty', async () => {
  using folder = makeFolder()
  const authority = await makeAuthority(folder)
  await using server = await startServer({ env: install(folder, await authority.sign('IP:127.0.0.1')) })

  writeFileSync(folder.at('live.crt'), 'no certificate at all')
  process.kill(server.pid, 'SIGHUP')

  await eventually(() => server.stderr.includes('could not reload certificates'))
  expect(await serialShown(server.url)).toBe('01')

  const [one, another] = [await authority.sign('IP:127.0.0.1'), await authority.sign('IP:127.0.0.1')]
  install(folder, { cert: one.cert, key: another.key })
  process.kill(server.pid, 'SIGHUP')

  await eventually(() => server.stderr.split('could not reload certificates').length === 3)
  expect(await serialShown(server.url)).toBe('01')
})

test('rejects a certificate without a key', async () => {
  using folder = makeFolder()
  writeFileSync(folder.at('live.crt'), '')

  await expect(startServer({ env: { CHARABANC_TLS_CERT: folder.at('live.crt') } })).rejects.toThrow(
    /Set CHARABANC_TLS_CERT and CHARABANC_TLS_KEY together/,
  )
})

test('exits with 3 if another server has the port', async () => {
  using folder = makeFolder()
  const authority = await makeAuthority(folder)
  const env = install(folder, await authority.sign('IP:127.0.0.1'))
  await using server = await startServer({ env })
  const { host } = new URL(server.url)

  const second = await runExecutable(['serve'], { dataDir: folder.at('second'), env: { ...env, CHARABANC_LISTEN: host } })

  expect(second.exitCode).toBe(3)
  expect(second.stderr).toContain(`Cannot listen at ${host}`)
})

test('exits with 2 and creates no folder if the certificate cannot be read', async () => {
  using folder = makeFolder()
  const env = {
    CHARABANC_TLS_CERT: folder.at('none.crt'),
    CHARABANC_TLS_KEY: folder.at('none.key'),
    CHARABANC_LISTEN: '127.0.0.1:0',
  }

  const refused = await runExecutable(['serve'], { dataDir: folder.at('data'), env })

  expect(refused.exitCode).toBe(2)
  expect(refused.stderr).toContain('CHARABANC_TLS_CERT')
  expect(existsSync(folder.at('data'))).toBe(false)
})

test.each([
  ['a TLS certificate without a key', { CHARABANC_TLS_CERT: '/none.crt' }, 5],
  ['missing TLS files', { CHARABANC_TLS_CERT: '/none.crt', CHARABANC_TLS_KEY: '/none.key' }, 2],
  ['an invalid Stripe key', { CHARABANC_PAYMENTS: 'stripe', CHARABANC_STRIPE_KEY: 'sk_test' }, 2],
  ['a database without a name', { CHARABANC_DATABASE_URL: 'postgres://nobody@localhost' }, 2],
])('rejects %s in config check and serve, and creates nothing', async (_, env, exitCode) => {
  using folder = makeFolder()

  for (const words of [['config', 'check'], ['serve']]) {
    const refused = await runExecutable(words, { dataDir: folder.at('data'), env: { ...env, CHARABANC_LISTEN: '127.0.0.1:0' } })
    expect(refused.exitCode).toBe(exitCode)
  }
  expect(existsSync(folder.at('data'))).toBe(false)
})
