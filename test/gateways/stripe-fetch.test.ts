import { describe, expect, spyOn, test } from 'bun:test'
import { createServer, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { ProviderFault } from '../../src/gateways/payments/payments.ts'
import { faultOf, gatewayAt, refusal, serveAnswers } from './stripe-till.ts'

const account = { id: 'acct_1', object: 'account', country: 'GB', default_currency: 'gbp', charges_enabled: true }

/** Reads the account with this answer, and returns the result and the log lines. */
async function askWith(answer: (request: Request) => Response | Promise<Response>, timeoutMs = 5_000) {
  await using server = serveAnswers((_, request) => answer(request))
  const { gateway, lines } = await gatewayAt(server.url, { timeoutMs })
  const [came] = await Promise.allSettled([gateway.readAccount(timeoutMs)])
  return { came, lines }
}

const silent = { status: 'rejected', reason: { kind: 'silent' } }

describe('an invalid answer', () => {
  const big = JSON.stringify({ ...account, padding: 'x'.repeat(4 * 1_048_576) })

  test.each([
    ['a page of a proxy', () => new Response('<html>no</html>', { status: 200 }), 200, 'no_json'],
    ['a page of a proxy that says 401', () => new Response('<html>no</html>', { status: 401 }), 401, 'no_json'],
    ['an empty body', () => new Response('', { status: 200 }), 200, expect.any(String)],
    ['no content', () => new Response(null, { status: 204 }), 204, expect.any(String)],
    ['a number', () => Response.json(7), 200, 'no_json'],
    ['a text', () => Response.json('acct_1'), 200, 'no_json'],
    ['null', () => Response.json(null), 200, 'no_json'],
    ['JSON that is cut', () => new Response('{"id":"acct_1"'), 200, 'no_json'],
    ['more than 4 MiB', () => new Response(big), 200, 'too_long'],
    [
      'a compressed body',
      () => new Response(gzipSync(JSON.stringify(account)), { headers: { 'content-encoding': 'gzip' } }),
      200,
      'no_json',
    ],
  ])('is silent for %s', async (_, answer, status, code) => {
    const { came, lines } = await askWith(answer)
    expect(came).toMatchObject(silent)
    expect(lines).toEqual([[{ requestId: null, status, code, ms: expect.any(Number) }, 'asked Stripe']])
  })

  test.each([301, 302, 307, 308])('is silent for %i, and the key is not sent to the redirect', async (status) => {
    const seen: (string | null)[] = []
    await using elsewhere = serveAnswers((_, request) => {
      seen.push(request.headers.get('authorization'))
      return account
    })
    expect((await askWith(() => Response.redirect(elsewhere.url, status))).came).toMatchObject(silent)
    expect(seen).toEqual([])
  })

  test('is silent for a server that is not running', async () => {
    const { gateway, lines } = await gatewayAt('http://127.0.0.1:1')
    expect(await faultOf(gateway.readAccount(5_000))).toMatchObject({ kind: 'silent', told: { status: null, requestId: null } })
    expect(lines).toMatchObject([[{ status: null, code: 'no_connection' }, 'asked Stripe']])
  })

  test.each([
    ['before its head', ''],
    ['in its head', 'HTTP/1.1 200 OK\r\nContent-'],
    ['in its body', 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"id":'],
  ])('is silent for a server that stops %s or closes the connection there', async (_, text) => {
    for (const hangsUp of [false, true]) {
      await using server = await rawServer((socket) => (hangsUp ? socket.end(text) : socket.write(text)))
      const { gateway } = await gatewayAt(server.url, { timeoutMs: 300 })
      const startedAt = performance.now()
      expect(await faultOf(gateway.readAccount(5_000))).toMatchObject({ kind: 'silent' })
      expect(performance.now() - startedAt).toBeLessThan(4_000)
      expect(server.requests()).toBe(1)
    }
  })

  test('is silent for a body that arrives a little at a time', async () => {
    const trickle = new ReadableStream({
      async pull(controller) {
        await Bun.sleep(20)
        controller.enqueue(new TextEncoder().encode(' '))
      },
    })
    expect((await askWith(() => new Response(trickle), 300)).came).toMatchObject(silent)
  })

  test('ends the call at the caller’s own timeout', async () => {
    await using server = serveAnswers(async () => {
      await Bun.sleep(3_000)
      return account
    })
    const { gateway } = await gatewayAt(server.url, { timeoutMs: 60_000 })
    const startedAt = performance.now()
    expect(await faultOf(gateway.readAccount(100))).toMatchObject({ kind: 'silent' })
    expect(performance.now() - startedAt).toBeLessThan(2_500)
  })
})

describe('a refusal', () => {
  test.each([
    [400, { code: 'rate_limit' }, 'silent'],
    [400, { code: 'lock_timeout' }, 'silent'],
    [400, { code: 'parameter_unknown', param: 'line_items[0][price_data]' }, 'rejected'],
    [401, {}, 'refused'],
    [403, {}, 'refused'],
    [404, { code: 'resource_missing', param: 'id' }, 'rejected'],
    [408, {}, 'silent'],
    [409, { code: 'idempotency_key_in_use', type: 'idempotency_error' }, 'silent'],
    [409, {}, 'silent'],
    [424, {}, 'silent'],
    [429, { code: 'lock_timeout' }, 'silent'],
    [500, { type: 'api_error' }, 'silent'],
    [503, {}, 'silent'],
  ])('maps %i with %j to its kind', async (status, error, kind) => {
    const { came, lines } = await askWith(() => {
      const answer = refusal(status, { message: 'Your card 4242424242424242 was declined', ...error })
      answer.headers.set('request-id', 'req_Abc123')
      return answer
    })
    const code = 'code' in error ? error.code : null
    const param = 'param' in error ? error.param : null
    const reason = came?.status === 'rejected' ? came.reason : null
    expect(reason).toBeInstanceOf(ProviderFault)
    expect({ ...reason }).toMatchObject({ kind, told: { requestId: 'req_Abc123', status, code, param } })
    expect(reason.cause).toBeUndefined()
    const { message, stack } = reason
    expect(`${JSON.stringify({ ...reason, message, stack })}${JSON.stringify(lines)}`).not.toContain('4242')
    expect(lines).toMatchObject([[{ requestId: 'req_Abc123', status }, 'asked Stripe']])
  })

  test('does not quote unusual names', async () => {
    const { came, lines } = await askWith(() => {
      const answer = refusal(400, { code: 'sk_live_51 of Łucja', param: 'card 4242' })
      answer.headers.set('request-id', 'req of Lucja')
      return answer
    })
    expect(came).toMatchObject({ reason: { kind: 'rejected', told: { code: null, param: null } } })
    expect(JSON.stringify(lines)).not.toMatch(/sk_live|ucja/)
  })
})

describe('a call', () => {
  test('goes to Stripe with the library’s headers and refuses compression', async () => {
    const seen = new Headers()
    const { came } = await askWith((request) => {
      for (const [name, value] of request.headers) seen.set(name, value)
      return Response.json(account)
    })
    expect(came).toMatchObject({ value: { id: 'acct_1' } })
    const headers = Object.fromEntries(seen)
    expect(headers).toMatchObject({
      authorization: 'Bearer sk_test_51Doublecharabanc1234',
      'stripe-version': '2026-08-26.dahlia',
      'accept-encoding': 'identity',
    })
    expect(headers).not.toHaveProperty('x-stripe-client-telemetry')
  })

  test('prints no notice of Stripe', async () => {
    const warn = spyOn(console, 'warn').mockImplementation(() => {})
    await askWith(() => Response.json(account, { headers: { 'stripe-notice': 'Please upgrade.' } }))
    const printed = warn.mock.calls
    warn.mockRestore()
    expect(printed).toEqual([])
  })

  test('goes directly, past any proxy in the environment', async () => {
    const asked: string[] = []
    await using proxy = serveAnswers((call) => {
      asked.push(call)
      return new Response('', { status: 502 })
    })
    await using server = serveAnswers(() => account)
    const script = `
      const { createStripePayments } = await import('${import.meta.dir}/../../src/gateways/payments/stripe.ts')
      const settings = { key: 'sk_test_1', url: process.argv[1], timeoutMs: 5000, webhookSecrets: [], serverId: 's', log: { debug() {} } }
      console.log((await (await createStripePayments(settings)).readAccount(5000)).id)`
    const env = Object.fromEntries(['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY'].map((name) => [name, proxy.url]))
    const child = Bun.spawn([process.execPath, '-e', script, server.url], { env, stderr: 'inherit' })
    expect((await child.stdout.text()).trim()).toBe('acct_1')
    expect(asked).toEqual([])
  })
})

/** A server that answers each request with `say` and counts the requests. */
async function rawServer(say: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  let requests = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', () => {
      requests++
      say(socket)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    requests: () => requests,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
