import { expect, test } from 'bun:test'
import { existsSync, writeFileSync } from 'node:fs'
import { connect } from 'node:tls'
import { type Certificate, makeAuthority } from '../support/certificates.ts'
import { runExecutable } from '../support/command-line.ts'
import { eventually } from '../support/eventually.ts'
import { type Folder, makeFolder } from '../support/folder.ts'
import { startServer } from '../support/server.ts'

/** The serial number of the certificate a new connection is shown. */
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

/** Somebody who has sent the head of an enquiry and half of its body, and the rest when told to; the answer. */
async function slowPost(url: string): Promise<{ finish(): Promise<string> }> {
  const { hostname, port } = new URL(url)
  let heard = ''
  const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false })
  await new Promise((resolve) => socket.on('secureConnect', resolve))
  const head = ['POST /customer/v1/enquiries HTTP/1.1', 'Host: x', 'Content-Type: application/json', 'Content-Length: 2']
  socket.write([...head, 'Connection: close', '', '{'].join('\r\n'))
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  socket.on('error', (fault) => {
    heard += fault
  })
  socket.on('data', (bytes) => {
    heard += bytes
  })
  return {
    async finish() {
      socket.write('}')
      await closed
      return heard
    },
  }
}

/** Puts a certificate where the server reads it. */
function install(folder: Folder, { cert, key }: Certificate) {
  writeFileSync(folder.at('live.crt'), cert)
  writeFileSync(folder.at('live.key'), key)
  return { CHARABANC_TLS_CERT: folder.at('live.crt'), CHARABANC_TLS_KEY: folder.at('live.key') }
}

test('the server speaks HTTPS by itself and takes a new certificate at SIGHUP', async () => {
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

test('a rotation under traffic fails no one: neither who calls again and again, nor whose request is in flight', async () => {
  using folder = makeFolder()
  const authority = await makeAuthority(folder)
  const certificates = [await authority.sign('IP:127.0.0.1'), await authority.sign('IP:127.0.0.1')] as const
  await using server = await startServer({ env: install(folder, certificates[0]) })
  const tls = { ca: await Bun.file(authority.path).text() }
  const heard: string[] = []
  let isOver = false
  const call = async (keepalive: boolean) => {
    const ask = () => fetch(`${server.url}/livez`, { tls, keepalive })
    // Who was in the middle of a handshake knocks again.
    const answer = await ask().catch(ask).catch(ask)
    heard.push(await answer.text())
  }
  const callers = Array.from({ length: 8 }, async (_, caller) => {
    while (!isOver) await call(caller % 2 === 0)
  })
  const slow = await slowPost(server.url)
  // A client that is answered so many times was seen by a server that has long read what the slow one said.
  const soFar = heard.length
  await eventually(() => heard.length > soFar + 40)

  for (let turn = 1; turn <= 4; turn++) {
    install(folder, certificates[turn % 2 === 0 ? 0 : 1])
    process.kill(server.pid, 'SIGHUP')
    await eventually(() => server.stderr.split('certificates were read again').length === turn + 1)
    // Everyone has called under this certificate.
    const soFar = heard.length
    await eventually(() => heard.length > soFar + 3 * callers.length)
  }
  isOver = true
  await Promise.all(callers)

  expect(heard.length).toBeGreaterThan(50)
  expect(heard.filter((text) => text !== '{"data":{"status":"alive"}}')).toEqual([])
  const exit = server.stop()
  await eventually(() => server.stderr.includes('"stopping"'))
  expect(await slow.finish()).toStartWith('HTTP/1.1 422 ')
  expect(await exit).toBe(0)
})

test('a faulty new certificate leaves the old one in place', async () => {
  using folder = makeFolder()
  const authority = await makeAuthority(folder)
  await using server = await startServer({ env: install(folder, await authority.sign('IP:127.0.0.1')) })

  writeFileSync(folder.at('live.crt'), 'no certificate at all')
  process.kill(server.pid, 'SIGHUP')

  await eventually(() => server.stderr.includes('certificates could not be read again'))
  expect(await serialShown(server.url)).toBe('01')

  const [one, another] = [await authority.sign('IP:127.0.0.1'), await authority.sign('IP:127.0.0.1')]
  install(folder, { cert: one.cert, key: another.key })
  process.kill(server.pid, 'SIGHUP')

  await eventually(() => server.stderr.split('certificates could not be read again').length === 3)
  expect(await serialShown(server.url)).toBe('01')
})

test('half a pair of TLS files is refused', async () => {
  using folder = makeFolder()
  writeFileSync(folder.at('live.crt'), '')

  await expect(startServer({ env: { CHARABANC_TLS_CERT: folder.at('live.crt') } })).rejects.toThrow(/needed together/)
})

test('a second server cannot share the port of the first', async () => {
  using folder = makeFolder()
  const authority = await makeAuthority(folder)
  const env = install(folder, await authority.sign('IP:127.0.0.1'))
  await using server = await startServer({ env })
  const { host } = new URL(server.url)

  const second = await runExecutable(['serve'], { dataDir: folder.at('second'), env: { ...env, CHARABANC_LISTEN: host } })

  expect(second.exitCode).toBe(3)
  expect(second.stderr).toContain(`Cannot listen at ${host}`)
})

test('a certificate that cannot be read is a wrong setting, and no folder is made', async () => {
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
  ['half a pair of TLS files', { CHARABANC_TLS_CERT: '/none.crt' }, 5],
  ['TLS files that are not there', { CHARABANC_TLS_CERT: '/none.crt', CHARABANC_TLS_KEY: '/none.key' }, 2],
  ['a key of Stripe that is none', { CHARABANC_PAYMENTS: 'stripe', CHARABANC_STRIPE_KEY: 'sk_test' }, 2],
  ['a database without a name', { CHARABANC_DATABASE_URL: 'postgres://nobody@localhost' }, 2],
])('%s is told by config check and by serve, and nothing is made', async (_, env, exitCode) => {
  using folder = makeFolder()

  for (const words of [['config', 'check'], ['serve']]) {
    const refused = await runExecutable(words, { dataDir: folder.at('data'), env: { ...env, CHARABANC_LISTEN: '127.0.0.1:0' } })
    expect(refused.exitCode).toBe(exitCode)
  }
  expect(existsSync(folder.at('data'))).toBe(false)
})
