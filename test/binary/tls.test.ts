import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:tls'
import { type Certificate, makeAuthority } from '../support/certificates.ts'
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

test('a faulty new certificate leaves the old one in place', async () => {
  using folder = makeFolder()
  const authority = await makeAuthority(folder)
  await using server = await startServer({ env: install(folder, await authority.sign('IP:127.0.0.1')) })

  writeFileSync(folder.at('live.crt'), 'no certificate at all')
  process.kill(server.pid, 'SIGHUP')

  await eventually(() => server.stderr.includes('certificates could not be read again'))
  expect(await serialShown(server.url)).toBe('01')
})

test('half a pair of TLS files is refused', async () => {
  using folder = makeFolder()
  writeFileSync(folder.at('live.crt'), '')

  await expect(startServer({ env: { CHARABANC_TLS_CERT: folder.at('live.crt') } })).rejects.toThrow(/needed together/)
})
