import { describe, expect, test } from 'bun:test'
import type { AttemptOutcome, DeliveryError } from '../../src/domain/delivery.ts'
import type { Resolver } from '../../src/gateways/resolver.ts'
import { makeSender, type Send } from '../../src/gateways/webhook-sender.ts'
import { eventually } from '../support/eventually.ts'
import { patience, stretchedForLoad } from '../support/patience.ts'
import { emptyResponse, openReceiver, type Receiver, writeUpTo } from '../support/receiver.ts'
import { insideAddresses, insideHosts } from './targets.ts'

const body = new TextEncoder().encode('{"event":"job.offered","data":{"note":"Zürich – 😀"}}')
const headers = {
  'X-Service-Event': 'job.offered',
  'X-Service-Signature': 'sha256=00',
  'X-Service-Timestamp': '1767323045',
  'X-Service-Delivery': '01',
  'Content-Type': 'application/json',
  'User-Agent': 'Service-Webhooks/1.0',
  Accept: '*/*',
  'Accept-Encoding': 'identity',
}

const noResolver: Resolver = async (host) => {
  throw new Error(`${host} was asked for`)
}

/** A sender that can reach these endpoints of the test over http, and no other internal address. */
function senderTo(endpoints: readonly string[], resolve: Resolver = noResolver): Send {
  return makeSender({ allowHttp: true, allow: { networks: [], endpoints } }, resolve)
}

async function attempt(send: Send, url: string, timeoutMs = patience(10_000)): Promise<AttemptOutcome & { releasedMs: number }> {
  const startedAt = performance.now()
  const { outcome, released } = send({ url, headers, body, timeoutMs })
  const came = await outcome
  await released
  return { ...came, releasedMs: performance.now() - startedAt }
}

function post(receiver: Receiver, timeoutMs?: number) {
  return attempt(senderTo([receiver.authority]), `http://${receiver.authority}/hooks?a=b`, timeoutMs)
}

describe('a delivery', () => {
  test('sends exactly the given headers and body, with the length', async () => {
    await using receiver = await openReceiver((socket) => socket.end(emptyResponse('204 No Content')))

    expect(await post(receiver)).toMatchObject({ responseStatus: 204, error: null })

    const [head = '', text] = (receiver.heard[0] ?? '').split('\r\n\r\n')
    const [requestLine, ...lines] = head.split('\r\n')
    expect(requestLine).toBe('POST /hooks?a=b HTTP/1.1')
    expect(lines.toSorted()).toEqual(
      [
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
        `Host: ${receiver.authority}`,
        `Content-Length: ${body.byteLength}`,
        'Connection: keep-alive',
      ].toSorted(),
    )
    expect(text).toBe(new TextDecoder().decode(body))
  })

  test('sends the host of the URL while it dials the address', async () => {
    await using receiver = await openReceiver((socket) => socket.end(emptyResponse('200 OK')))
    const url = `http://Hooks.Example.com:${receiver.port}/`
    const send = senderTo([receiver.authority], async () => ['127.0.0.1'])

    expect(await attempt(send, url)).toMatchObject({ responseStatus: 200, error: null })
    expect(receiver.heard[0]).toContain(`\r\nHost: hooks.example.com:${receiver.port}\r\n`)
  })

  test('reaches an IPv6 address', async () => {
    await using receiver = await openReceiver((socket) => socket.end(emptyResponse('200 OK')), { host: '::1' })

    expect(await post(receiver)).toMatchObject({ responseStatus: 200, error: null })
    expect(receiver.heard[0]).toContain(`\r\nHost: [::1]:${receiver.port}\r\n`)
  })

  test.each<[string, number, DeliveryError | null]>([
    ['200 OK', 200, null],
    ['201 Created', 201, null],
    ['202 Accepted', 202, null],
    ['204 No Content', 204, null],
    ['299 Whatever', 299, null],
    ['300 Multiple Choices', 300, 'redirect'],
    ['304 Not Modified', 304, 'redirect'],
    ['400 Bad Request', 400, 'http_status'],
    ['401 Unauthorized', 401, 'http_status'],
    ['404 Not Found', 404, 'http_status'],
    ['410 Gone', 410, 'http_status'],
    ['429 Too Many Requests', 429, 'http_status'],
    ['500 Internal Server Error', 500, 'http_status'],
    ['503 Service Unavailable', 503, 'http_status'],
    ['999 Beyond', 999, 'http_status'],
  ])('maps the answer %s to %d, %p', async (status, responseStatus, error) => {
    await using receiver = await openReceiver((socket) => socket.end(emptyResponse(status)))

    const { releasedMs: _, durationMs, ...outcome } = await post(receiver)
    expect(outcome).toEqual({ responseStatus, error })
    expect(durationMs).toBeGreaterThanOrEqual(0)
    expect(durationMs).toBeInteger()
    expect(receiver.heard).toHaveLength(1)
  })

  test.each(['301 Moved', '302 Found', '303 See Other', '307 Temporary Redirect', '308 Permanent Redirect'])(
    'does not follow the redirect %s',
    async (status) => {
      await using inside = await openReceiver((socket) => socket.end(emptyResponse('200 OK')))
      await using receiver = await openReceiver((socket) =>
        socket.end(emptyResponse(status, `Location: http://${inside.authority}/secret`)),
      )
      const send = senderTo([receiver.authority, inside.authority])

      expect(await attempt(send, `http://${receiver.authority}/`)).toMatchObject({
        responseStatus: Number.parseInt(status, 10),
        error: 'redirect',
      })
      expect(inside.connections.made).toBe(0)
    },
  )

  test('reads the final answer after interim ones', async () => {
    await using receiver = await openReceiver((socket) =>
      socket.end(`HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${emptyResponse('202 Accepted')}`),
    )

    expect(await post(receiver)).toMatchObject({ responseStatus: 202, error: null })
  })
})

describe('the status line', () => {
  test.each([
    // The reset is delayed until the sender has read the head: a reset discards unread bytes.
    ['a reset in the body', (socket: import('node:net').Socket) => setTimeout(() => socket.resetAndDestroy(), 20)],
    ['an end in the middle of the body', (socket: import('node:net').Socket) => socket.end()],
  ])('decides the outcome despite %s', async (_, then) => {
    await using receiver = await openReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nok')
      then(socket)
    })

    expect(await post(receiver)).toMatchObject({ responseStatus: 200, error: null })
    expect(receiver.heard).toHaveLength(1)
  })

  test('decides the outcome despite an invalid body, chunked or with a wrong encoding', async () => {
    const answers = [
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzzz\r\nno chunk',
      'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc',
      'HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
    ]
    for (const answer of answers) {
      await using receiver = await openReceiver((socket) => socket.end(answer))
      expect(await post(receiver)).toMatchObject({ responseStatus: 200, error: null })
    }
  })

  test('ends the attempt with the head, and frees the connection at the timeout', async () => {
    await using receiver = await openReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\n')
      const trickle = setInterval(() => socket.write('x'), 20)
      socket.on('close', () => clearInterval(trickle))
    })

    const timeoutMs = stretchedForLoad(600)
    const came = await post(receiver, timeoutMs)

    expect(came).toMatchObject({ responseStatus: 200, error: null })
    expect(came.durationMs).toBeLessThan(timeoutMs * 0.75)
    expect(came.releasedMs).toBeGreaterThanOrEqual(timeoutMs - 10)
    expect(came.releasedMs).toBeLessThan(timeoutMs * 2.5)
    await eventually(() => receiver.connections.open === 0)
  })

  test('reuses the connection after a short body', async () => {
    await using receiver = await openReceiver((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'))
    const send = senderTo([receiver.authority])

    for (let times = 0; times < 3; times++) await attempt(send, `http://${receiver.authority}/`)

    expect(receiver.heard).toHaveLength(3)
    expect(receiver.connections.made).toBe(1)
  })
})

describe('a hostile receiver', () => {
  const gibibytes = 2 * 1024 ** 3
  const megabyte = Buffer.alloc(1024 ** 2)

  test.each([
    ['of known length', `Content-Length: ${gibibytes}\r\n\r\n`, megabyte],
    ['until it closes', '\r\n', megabyte],
    [
      'in chunks',
      'Transfer-Encoding: chunked\r\n\r\n',
      Buffer.concat([Buffer.from('100000\r\n'), megabyte, Buffer.from('\r\n')]),
    ],
    ['packed to nothing', 'Content-Encoding: gzip\r\n\r\n', Bun.gzipSync(Buffer.alloc(200 * 1024 ** 2))],
  ])('is cut off after 16 KiB of a body of 2 GB %s', async (_, rest, chunk) => {
    const written = { bytes: 0 }
    await using receiver = await openReceiver((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\n${rest}`)
      writeUpTo(socket, chunk, gibibytes, written)
    })
    const before = process.memoryUsage().rss

    const came = await post(receiver)

    expect(came).toMatchObject({ responseStatus: 200, error: null })
    expect(came.releasedMs).toBeLessThan(patience(1_500))
    await eventually(() => receiver.connections.open === 0)
    expect(written.bytes).toBeLessThan(64 * 1024 ** 2)
    expect(process.memoryUsage().rss - before).toBeLessThan(96 * 1024 ** 2)
  })

  test.each([
    ['a head without an end', 'HTTP/1.1 200 OK\r\n', `X-A: ${'b'.repeat(8_000)}\r\n`],
    ['one header without an end', 'HTTP/1.1 200 OK\r\nX-A: ', 'b'.repeat(65_536)],
    ['a status line without an end', '', 'b'.repeat(65_536)],
  ])('is cut off after %s', async (_, start, chunk) => {
    const written = { bytes: 0 }
    await using receiver = await openReceiver((socket) => {
      socket.write(start)
      writeUpTo(socket, chunk, gibibytes, written)
    })
    const before = process.memoryUsage().rss

    expect(await post(receiver)).toMatchObject({ responseStatus: null, error: 'connection_reset' })
    await eventually(() => receiver.connections.open === 0)
    expect(written.bytes).toBeLessThan(64 * 1024 ** 2)
    expect(process.memoryUsage().rss - before).toBeLessThan(96 * 1024 ** 2)
  })

  test('leaves memory unchanged after 100 answers with 300 KB of headers', async () => {
    await using receiver = await openReceiver((socket) => socket.end(emptyResponse('200 OK', `X-A: ${'a'.repeat(300_000)}`)))
    const send = senderTo([receiver.authority])
    for (let times = 0; times < 20; times++) await attempt(send, `http://${receiver.authority}/`)
    Bun.gc(true)
    const before = process.memoryUsage().rss

    for (let times = 0; times < 100; times++) {
      expect(await attempt(send, `http://${receiver.authority}/`)).toMatchObject({ responseStatus: 200, error: null })
    }

    Bun.gc(true)
    expect(process.memoryUsage().rss - before).toBeLessThan(96 * 1024 ** 2)
  })

  test.each([
    ['garbage', 'HELLO WORLD\r\n\r\n'],
    ['nothing', ''],
    ['a partial status line', 'HTTP/1.1 2'],
    ['SSH', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['an invalid length', 'HTTP/1.1 200 OK\r\nContent-Length: abc\r\n\r\n'],
    ['an unrequested upgrade', 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'],
    ['a status below all', emptyResponse('000 Nothing')],
  ])('is answered with connection_reset for %s', async (_, answer) => {
    await using receiver = await openReceiver((socket) => socket.end(answer))

    expect(await post(receiver)).toMatchObject({ responseStatus: null, error: 'connection_reset' })
    expect(receiver.heard).toHaveLength(1)
  })

  test('receives no second copy after it resets a new or a reused connection', async () => {
    await using receiver = await openReceiver((socket) => {
      if (receiver.heard.length === 1) socket.write(emptyResponse('200 OK'))
      else socket.resetAndDestroy()
    })
    const send = senderTo([receiver.authority])
    await attempt(send, `http://${receiver.authority}/`)

    expect(await attempt(send, `http://${receiver.authority}/`)).toMatchObject({
      responseStatus: null,
      error: 'connection_reset',
    })
    expect(await attempt(send, `http://${receiver.authority}/`)).toMatchObject({
      responseStatus: null,
      error: 'connection_reset',
    })

    expect(receiver.connections.made).toBe(2)
    // A copy would have arrived before the next attempt.
    await attempt(send, `http://${receiver.authority}/`)
    expect(receiver.heard).toHaveLength(4)
  })
})

describe('the timeout', () => {
  test.each([
    ['that says nothing', () => {}],
    [
      'that trickles its head',
      (socket: import('node:net').Socket) => {
        socket.write('HTTP/1.1 200 OK\r\n')
        const trickle = setInterval(() => socket.write('X-A: b\r\n'), 20)
        socket.on('close', () => clearInterval(trickle))
      },
    ],
    [
      'that sends interim answers without end',
      (socket: import('node:net').Socket) => {
        const trickle = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 20)
        socket.on('close', () => clearInterval(trickle))
      },
    ],
  ])('ends an attempt at a receiver %s', async (_, answer) => {
    await using receiver = await openReceiver(answer)

    const came = await post(receiver, 300)

    expect(came).toMatchObject({ responseStatus: null, error: 'timeout' })
    expect(came.durationMs).toBeGreaterThanOrEqual(290)
    expect(came.releasedMs).toBeLessThan(patience(900))
    await eventually(() => receiver.connections.open === 0)
  })

  test('includes the time for resolving the name', async () => {
    const timeoutMs = 1_600
    await using receiver = await openReceiver(() => {})
    const send = senderTo([receiver.authority], async () => {
      // The test is about this delay.
      await Bun.sleep(timeoutMs * 0.625)
      return ['127.0.0.1']
    })

    const came = await attempt(send, `http://hooks.example.com:${receiver.port}/`, timeoutMs)

    expect(came).toMatchObject({ responseStatus: null, error: 'timeout' })
    expect(came.releasedMs).toBeLessThan(timeoutMs * 1.6)
    expect(receiver.connections.made).toBe(1)
  })

  test('ends a name lookup after two seconds, or earlier', async () => {
    const send = senderTo([], () => new Promise(() => {}))

    const [capped, timedOut] = await Promise.all([
      attempt(send, 'https://hooks.example.com/'),
      attempt(send, 'https://hooks.example.com/', 300),
    ])

    expect(capped).toMatchObject({ responseStatus: null, error: 'dns_error' })
    expect(capped.durationMs).toBeGreaterThanOrEqual(1_990)
    expect(capped.durationMs).toBeLessThan(patience(3_000))
    expect(timedOut).toMatchObject({ responseStatus: null, error: 'timeout' })
    expect(timedOut.durationMs).toBeLessThan(capped.durationMs)
  })
})

describe('the dialled address', () => {
  test.each(insideHosts)('is never %s', async (host) => {
    const send = senderTo([], noResolver)
    const came = await attempt(send, `http://${host}:9/`)
    expect(came).toMatchObject({ responseStatus: null, error: 'blocked_address' })
  })

  test.each(insideAddresses)('is never %s, whatever name resolves to it', async (address) => {
    const send = senderTo([], async () => [address])
    for (const url of ['http://hooks.example.com:9/', 'https://hooks.example.com/']) {
      expect(await attempt(send, url)).toMatchObject({ responseStatus: null, error: 'blocked_address' })
    }
  })

  test('is never an internal one that a name changes to after the check', async () => {
    await using inside = await openReceiver((socket) => socket.end(emptyResponse('200 OK')))
    const answers = [['127.0.0.9'], ['127.0.0.1'], ['127.0.0.1']]
    let asked = 0
    const send = makeSender({ allowHttp: true, allow: { networks: [], endpoints: [`127.0.0.9:${inside.port}`] } }, async () => {
      return answers[asked++] ?? ['127.0.0.1']
    })
    const url = `http://flip.example.com:${inside.port}/`

    // Nothing listens at the checked address. A second lookup or a dial by name would have used the second answer.
    expect(await attempt(send, url)).toMatchObject({ error: 'connection_refused' })
    expect(asked).toBe(1)
    expect(await attempt(send, url)).toMatchObject({ error: 'blocked_address' })
    expect(asked).toBe(2)
    expect(inside.connections.made).toBe(0)
  })

  test('comes from one lookup for each attempt', async () => {
    await using receiver = await openReceiver((socket) => socket.end(emptyResponse('200 OK')))
    const asked: string[] = []
    const send = senderTo([receiver.authority], async (host) => {
      asked.push(host)
      return asked.length === 2 ? ['10.0.0.1'] : ['127.0.0.1']
    })
    const url = `http://hooks.example.com.:${receiver.port}/`

    const errors = [(await attempt(send, url)).error, (await attempt(send, url)).error, (await attempt(send, url)).error]

    expect(errors).toEqual([null, 'blocked_address', null])
    expect(asked).toEqual(['hooks.example.com', 'hooks.example.com', 'hooks.example.com'])
    expect(receiver.connections.made).toBe(2)
  })

  test('is an allowed one if the name has several addresses', async () => {
    await using receiver = await openReceiver((socket) => socket.end(emptyResponse('200 OK')))
    const send = senderTo([receiver.authority], async () => ['10.0.0.1', '169.254.169.254', '::1', '127.0.0.1'])

    expect(await attempt(send, `http://hooks.example.com:${receiver.port}/`)).toMatchObject({ responseStatus: 200, error: null })
  })

  test('is the next one, of the other family first, if the first does not answer', async () => {
    await using receiver = await openReceiver((socket) => socket.end(emptyResponse('200 OK')))
    const { port } = receiver
    const endpoints = ['127.0.0.1', '127.0.0.2', '127.0.0.3', '[::1]'].map((host) => `${host}:${port}`)
    const url = `http://hooks.example.com:${port}/`
    const errorFor = async (...addresses: string[]) =>
      (
        await attempt(
          senderTo(endpoints, async () => addresses),
          url,
        )
      ).error

    expect(await errorFor('127.0.0.2', '127.0.0.1')).toBeNull()
    expect(await errorFor('::1', '127.0.0.1')).toBeNull()
    expect(await errorFor('127.0.0.2', '127.0.0.3', '127.0.0.1')).toBe('connection_refused')
    expect(await errorFor('127.0.0.2', '127.0.0.1', '::1')).toBe('connection_refused')
    expect(receiver.heard).toHaveLength(2)
  })

  test('stays the same once the request was sent', async () => {
    await using first = await openReceiver((socket) => socket.resetAndDestroy(), { host: '::1' })
    const second = Bun.serve({ hostname: '127.0.0.1', port: first.port, fetch: () => new Response('ok') })
    const send = senderTo([first.authority, `127.0.0.1:${first.port}`], async () => ['::1', '127.0.0.1'])

    const { error } = await attempt(send, `http://hooks.example.com:${first.port}/`)
    await second.stop(true)

    expect(error).toBe('connection_reset')
    expect(first.heard).toHaveLength(1)
  })

  test('is never reached over http unless the configuration allows it', async () => {
    await using receiver = await openReceiver((socket) => socket.end(emptyResponse('200 OK')))
    const send = makeSender({ allowHttp: false, allow: { networks: [], endpoints: [receiver.authority] } }, noResolver)

    expect(await attempt(send, `http://${receiver.authority}/`)).toMatchObject({ error: 'blocked_address' })
    expect(receiver.connections.made).toBe(0)
  })
})

describe('the error of a delivery', () => {
  test('is connection_refused if nothing listens', async () => {
    const receiver = await openReceiver(() => {})
    await receiver[Symbol.asyncDispose]()
    expect(await post(receiver)).toMatchObject({ responseStatus: null, error: 'connection_refused' })
  })

  test('is dns_error for an unknown name and a name without an address', async () => {
    const url = 'https://hooks.example.com/'
    expect(await attempt(senderTo([], noResolver), url)).toMatchObject({ responseStatus: null, error: 'dns_error' })
    expect(
      await attempt(
        senderTo([], async () => []),
        url,
      ),
    ).toMatchObject({ responseStatus: null, error: 'dns_error' })
  })
})
