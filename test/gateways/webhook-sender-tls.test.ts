import { beforeAll, describe, expect, test } from 'bun:test'
import { resolve } from 'node:path'
import type { AttemptOutcome } from '../../src/domain/delivery.ts'
import type { WebhooksToSend } from '../processes/send-webhooks.ts'
import { type Authority, type Certificate, makeAuthority } from '../support/certificates.ts'
import { makeFolder } from '../support/folder.ts'
import { emptyResponse, openReceiver, type Receiver } from '../support/receiver.ts'

const script = resolve(import.meta.dir, '../processes/send-webhooks.ts')
const folder = makeFolder()
let authority: Authority
let good: Certificate

beforeAll(async () => {
  authority = await makeAuthority(folder)
  good = await authority.sign('DNS:hooks.example.com')
})

/** Sends from a separate process that trusts the test's authority; every name resolves to the receiver. */
async function sendTo(
  receiver: Receiver,
  urls: readonly string[],
  { env = {}, ...more }: Partial<WebhooksToSend> & { env?: Record<string, string> } = {},
): Promise<AttemptOutcome[]> {
  const sending: WebhooksToSend = {
    policy: { allowHttp: true, allow: { networks: [], endpoints: [receiver.authority] } },
    addresses: [receiver.authority.replace(/:\d+$/, '').replace(/[[\]]/g, '')],
    urls,
    forgetsProxies: false,
    ...more,
  }
  const child = Bun.spawn([process.execPath, script, JSON.stringify(sending)], {
    env: { NODE_EXTRA_CA_CERTS: authority.path, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  return JSON.parse(await child.stdout.text())
}

function tlsReceiver(certificate: Certificate, more = {}, host: '127.0.0.1' | '::1' = '127.0.0.1') {
  return openReceiver((socket) => socket.end(emptyResponse('200 OK')), { tls: { ...certificate, ...more }, host })
}

describe('a delivery over TLS', () => {
  test.each(['127.0.0.1', '::1'] as const)('asks for the name, checks it and sends it, while it dials %s', async (host) => {
    await using receiver = await tlsReceiver(good, {}, host)

    const outcomes = await sendTo(receiver, [
      `https://hooks.example.com:${receiver.port}/`,
      `https://hooks.example.com.:${receiver.port}/`,
    ])

    expect(outcomes).toMatchObject([
      { responseStatus: 200, error: null },
      { responseStatus: 200, error: null },
    ])
    expect(receiver.names).toEqual(['hooks.example.com', 'hooks.example.com'])
    expect(receiver.heard[0]).toContain(`\r\nHost: hooks.example.com:${receiver.port}\r\n`)
  })

  test.each(['127.0.0.1', '::1'] as const)(
    'checks the certificate of an address without sending a server name: %s',
    async (host) => {
      await using receiver = await tlsReceiver(await authority.sign(`IP:${host}`), {}, host)
      await using named = await tlsReceiver(good, {}, host)

      expect(await sendTo(receiver, [`https://${receiver.authority}/`])).toMatchObject([{ responseStatus: 200, error: null }])
      expect(await sendTo(named, [`https://${named.authority}/`])).toMatchObject([{ responseStatus: null, error: 'tls_error' }])
      expect(receiver.names).toEqual([null])
      expect(named.heard).toEqual([])
    },
  )

  test.each([
    ['for another name', () => authority.sign('DNS:other.example.com')],
    ['for the address in place of the name', () => authority.sign('IP:127.0.0.1')],
    ['that has expired', () => authority.sign('DNS:hooks.example.com', -1)],
    ['without an authority', () => authority.selfSigned('DNS:hooks.example.com')],
  ])('sends nothing to a certificate %s, whatever the environment says', async (_, make) => {
    await using receiver = await tlsReceiver(await make())
    const url = `https://hooks.example.com:${receiver.port}/`

    expect(await sendTo(receiver, [url])).toMatchObject([{ responseStatus: null, error: 'tls_error' }])
    expect(await sendTo(receiver, [url], { env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } })).toMatchObject([{ error: 'tls_error' }])
    expect(receiver.heard).toEqual([])
  })

  test('sends nothing if the authority is not trusted', async () => {
    await using receiver = await tlsReceiver(good)

    const outcomes = await sendTo(receiver, [`https://hooks.example.com:${receiver.port}/`], { env: { NODE_EXTRA_CA_CERTS: '' } })

    expect(outcomes).toMatchObject([{ responseStatus: null, error: 'tls_error' }])
    expect(receiver.heard).toEqual([])
  })

  test('fails with tls_error if the receiver needs a client certificate or speaks no TLS', async () => {
    await using picky = await tlsReceiver(good, { requestCert: true, rejectUnauthorized: true })
    await using plain = await openReceiver((socket) => socket.end(emptyResponse('400 Bad Request')), { isRash: true })

    for (const receiver of [picky, plain]) {
      const outcomes = await sendTo(receiver, [`https://hooks.example.com:${receiver.port}/`])
      expect(outcomes).toMatchObject([{ responseStatus: null, error: 'tls_error' }])
    }
  })

  test('fails if the receiver resets or goes silent during the handshake', async () => {
    await using resetting = await openReceiver((socket) => socket.resetAndDestroy(), { isRash: true })
    await using silent = await openReceiver(() => {}, { isRash: true })

    expect(await sendTo(resetting, [`https://hooks.example.com:${resetting.port}/`])).toMatchObject([
      { error: 'connection_reset' },
    ])
    expect(await sendTo(silent, [`https://hooks.example.com:${silent.port}/`])).toMatchObject([{ error: 'timeout' }])
    expect(silent.connections.made).toBe(1)
  })

  test('opens a connection for each delivery, so that two names never share one', async () => {
    const both = await authority.sign('DNS:hooks.example.com,DNS:other.example.com')
    await using receiver = await openReceiver((socket) => socket.write(emptyResponse('200 OK')), { tls: both })
    const names = ['hooks.example.com', 'other.example.com', 'hooks.example.com', 'other.example.com']

    await sendTo(
      receiver,
      names.map((name) => `https://${name}:${receiver.port}/`),
    )

    expect(receiver.names).toEqual(names)
    expect(receiver.heard.map((request) => /Host: ([^:]*)/.exec(request)?.[1] ?? '')).toEqual(names)
  })
})

describe('a proxy in the environment', () => {
  const fetching = 'console.log((await fetch(process.argv[1], { method: "POST" })).status)'
  const config = resolve(import.meta.dir, '../../src/config.ts')

  function proxied(proxy: Receiver): Record<string, string> {
    const url = `http://${proxy.authority}`
    return Object.fromEntries(
      ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'].map((name) => [name, url]),
    )
  }

  test.each([false, true])('receives no delivery (forgotten by the thread: %p)', async (forgetsProxies) => {
    await using proxy = await openReceiver((socket) => socket.end(emptyResponse('502 Bad Gateway')), { isRash: true })
    await using plain = await openReceiver((socket) => socket.end(emptyResponse('200 OK')))
    await using secure = await tlsReceiver(good)

    for (const [receiver, url] of [
      [plain, `http://hooks.example.com:${plain.port}/`],
      [secure, `https://hooks.example.com:${secure.port}/`],
    ] as const) {
      const outcomes = await sendTo(receiver, [url], { env: proxied(proxy), forgetsProxies })
      expect(outcomes).toMatchObject([{ responseStatus: 200, error: null }])
    }
    expect(proxy.connections.made).toBe(0)
  })

  test.each([
    ['receives a plain fetch of the thread', fetching, '502', 1],
    ['receives nothing after forgetProxies', `(await import('${config}')).forgetProxies(); ${fetching}`, '200', 0],
  ])('%s', async (_, script, status, connections) => {
    await using proxy = await openReceiver((socket) => socket.end(emptyResponse('502 Bad Gateway')))
    await using receiver = await openReceiver((socket) => socket.end(emptyResponse('200 OK')))

    const child = Bun.spawn([process.execPath, '-e', script, `http://${receiver.authority}/`], {
      env: proxied(proxy),
      stderr: 'inherit',
    })

    expect((await child.stdout.text()).trim()).toBe(status)
    expect(proxy.connections.made).toBe(connections)
  })
})
