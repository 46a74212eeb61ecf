import { describe, expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { AppContext } from '../../src/actions/context.ts'
import { createGate } from '../../src/http/gate.ts'
import { startInProcess } from '../support/in-process-server.ts'
import { tryRoutes } from './try-routes.ts'

const openTryDesk = () => startInProcess({ counters: [tryRoutes] })

describe('GET /api/v1/me', () => {
  test('returns the operator and the credential of a key', async () => {
    await using desk = await startInProcess()
    const { token, tokenId } = await desk.mint({ abilities: ['jobs:read'], expiresAt: Date.UTC(2027, 0, 1) })
    const { status, json } = await desk.call('GET', '/api/v1/me', { token })
    expect(status).toBe(200)
    expect(json).toEqual({
      data: {
        operator_ref: 'OP-7GQ2M',
        operator: { name: 'Dales & Łódź Coaches', operator_licence: null, timezone: 'Europe/London', currency_code: 'GBP' },
        credential: {
          kind: 'api_key',
          token_id: tokenId,
          name: 'dispatch',
          abilities: ['jobs:read'],
          expires_at: '2027-01-01T00:00:00Z',
          last_used_at: null,
          created_at: '2026-05-20T08:11:02Z',
        },
        user: null,
      },
    })
  })
})

describe('HTTP methods', () => {
  test('answer HEAD as GET without a body', async () => {
    await using desk = await openTryDesk()
    const { token } = await desk.mint()
    await desk.call('GET', '/api/v1/me', { token })
    // The time of a token's last use is written at intervals.
    await desk.app.lastUsed.flush()
    const get = await desk.call('GET', '/api/v1/me', { token })
    const head = await desk.raw(
      `HEAD /api/v1/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
    )
    expect(head).toStartWith('HTTP/1.1 200 ')
    expect(head.toLowerCase()).toContain(`content-length: ${new TextEncoder().encode(get.text).length}\r\n`)
    expect(head).toEndWith('\r\n\r\n')
    expect((await desk.raw('HEAD /api/v1/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).split('\r\n')[0]).toContain('401')
    expect((await desk.raw('HEAD /nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).split('\r\n')[0]).toContain('404')
    expect((await desk.raw('HEAD /try/refs/a%2Fb HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).split('\r\n')[0]).toContain(
      '200',
    )
    expect((await desk.raw('HEAD /try/work HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).split('\r\n')[0]).toContain('405')
  })

  test('answer OPTIONS with the allowed methods, without a token', async () => {
    await using desk = await openTryDesk()
    for (const [address, allow] of Object.entries({
      '/api/v1/me': 'GET, HEAD, OPTIONS',
      '/try/work': 'POST, OPTIONS',
      '/try/driver': 'GET, HEAD, POST, OPTIONS',
      '/try/things/7': 'GET, HEAD, OPTIONS',
    })) {
      const { status, text, headers } = await desk.call('OPTIONS', address)
      expect([status, text, headers.get('allow')]).toEqual([204, '', allow])
    }
    expect((await desk.call('OPTIONS', '/nowhere')).status).toBe(404)
  })

  test('answer another method with 405 and the allowed methods', async () => {
    await using desk = await openTryDesk()
    for (const method of ['POST', 'DELETE', 'PUT', 'PATCH']) {
      const { status, json, headers } = await desk.call(method, '/api/v1/me')
      expect([status, json.error.code, headers.get('allow')]).toEqual([405, 'method_not_allowed', 'GET, HEAD, OPTIONS'])
    }
    expect((await desk.call('DELETE', '/try/things/7')).status).toBe(405)
  })

  test.each(['/nowhere', '/api/v1/me/', '/api/v1/ME', '/try/things/', '/api/v1/me%00', '/%ZZ', '/try/things/7/8'])(
    'answer 404 at %p',
    async (address) => {
      await using desk = await openTryDesk()
      const { status, json } = await desk.call('GET', address)
      expect([status, json.error.code]).toEqual([404, 'not_found'])
    },
  )

  test('answer 404 for two slashes in place of one', async () => {
    await using desk = await openTryDesk()
    expect(await desk.raw('GET //api/v1/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toStartWith('HTTP/1.1 404 ')
  })

  test('decode a path parameter once', async () => {
    await using desk = await openTryDesk()
    expect((await desk.call('GET', '/try/refs/TR%2D7')).json).toEqual({ ref: 'TR-7' })
    expect((await desk.call('GET', '/try/refs/%2541')).json).toEqual({ ref: '%41' })
    expect((await desk.call('GET', '/try/refs/%ZZ')).status).toBeLessThan(500)
    expect((await desk.call('GET', '/try/refs/%00')).status).toBeLessThan(500)
  })
})

describe('an unusual request', () => {
  test('is answered with a short or missing host, as HTTP/1.0 allows', async () => {
    await using desk = await openTryDesk()
    const { token } = await desk.mint()
    const auth = `Authorization: Bearer ${token}\r\n`
    for (const request of [
      `GET /api/v1/me HTTP/1.1\r\nHost: x\r\n${auth}Connection: close\r\n\r\n`,
      `GET /api/v1/me HTTP/1.1\r\nHost: bus\r\n${auth}Connection: close\r\n\r\n`,
      `GET /api/v1/me?a=b HTTP/1.0\r\n${auth}\r\n`,
      `GET /api/v1/me HTTP/1.1\r\nHost: \r\n${auth}Connection: close\r\n\r\n`,
      `GET /api/v1/me HTTP/1.1\r\nHost: a b\r\n${auth}Connection: close\r\n\r\n`,
      `POST /try/optional HTTP/1.0\r\n${auth}Content-Type: application/json\r\nContent-Length: 12\r\n\r\n{"note":"a"}`,
    ]) {
      expect(await desk.raw(request)).toStartWith('HTTP/1.1 200 ')
    }
  })

  test('is answered with a query that is not valid UTF-8 or encoding', async () => {
    await using desk = await openTryDesk()
    const { token } = await desk.mint()
    const answer = await desk.raw(
      `GET /try/list?x=%ZZ&y=%FF&%=&=& HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).toStartWith('HTTP/1.1 200 ')
  })

  // Bun answers these requests before our code runs, without a body; the test records which.
  test.each([
    ['nonsense\r\n\r\n', '400'],
    ['GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n', '400'],
    ['OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', '400'],
    ['POST / HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\nConnection: close\r\n\r\n', '400'],
    [`GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\nConnection: close\r\n\r\n`, '431'],
    ['GET / HTTP/2.0\r\nHost: x\r\nConnection: close\r\n\r\n', '505'],
  ])('never reaches our code: %p', async (bytes, status) => {
    await using desk = await openTryDesk()
    expect(await desk.raw(bytes)).toStartWith(`HTTP/1.1 ${status} `)
    expect(desk.log()).toEqual([])
  })
})

describe('every answer', () => {
  test('has the request’s id or a new one', async () => {
    await using desk = await openTryDesk()
    const idOf = async (headers: Record<string, string>) =>
      (await desk.call('GET', '/try/open', { headers })).headers.get('x-request-id')
    const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
    expect(await idOf({ 'X-Request-Id': 'trace-1!~' })).toBe('trace-1!~')
    expect(await idOf({ 'X-Request-Id': 'x'.repeat(128) })).toBe('x'.repeat(128))
    for (const bad of ['x'.repeat(129), 'a b', 'é']) expect(await idOf({ 'X-Request-Id': bad })).toMatch(uuid)
    expect(await idOf({})).toMatch(uuid)
  })

  test('has the id and the error form if it is a refusal', async () => {
    await using desk = await openTryDesk()
    const headers = { 'X-Request-Id': 'mine' }
    for (const address of ['/nowhere', '/api/v1/me', '/try/crash', '/try/things/x', '/try/busy']) {
      const answer = await desk.call('GET', address, { headers })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.headers.get('x-request-id')).toBe('mine')
      expect(answer.headers.get('content-type')).toStartWith('application/json')
      expect(Object.keys(answer.json)).toEqual(['error'])
      expect(Object.keys(answer.json.error).slice(0, 2)).toEqual(['code', 'message'])
    }
    expect((await desk.call('POST', '/api/v1/me', { headers })).headers.get('x-request-id')).toBe('mine')
    expect((await desk.call('OPTIONS', '/api/v1/me', { headers })).headers.get('x-request-id')).toBe('mine')
  })
})

describe('an internal fault', () => {
  test('shows the caller nothing internal, and logs its place without personal data', async () => {
    await using desk = await openTryDesk()
    const { status, text } = await desk.call('GET', '/try/crash', { headers: { 'X-Request-Id': 'seen' } })
    expect([status, text]).toEqual([
      500,
      '{"error":{"code":"server_error","message":"An internal error occurred. Try again later."}}',
    ])
    const line = desk.log().find(({ msg }) => msg === 'request failed')
    expect(line).toMatchObject({ level: 50, request: 'seen', route: '/try/crash', fault: { message: 'the wheel came off' } })
    expect(JSON.stringify(desk.log())).not.toContain('customer@example.org')
  })

  test('includes an answer that breaks its contract or has too many fields', async () => {
    await using desk = await openTryDesk()
    for (const [address, path] of [
      ['/try/wrong-answer', '/ok'],
      ['/try/too-much', '/secret'],
    ] as const) {
      const { status, text } = await desk.call('GET', address)
      expect([status, text]).toEqual([
        500,
        '{"error":{"code":"server_error","message":"An internal error occurred. Try again later."}}',
      ])
      expect(desk.log().find((line) => line.route === address && line.fault)?.fault.paths).toEqual([path])
    }
    expect(JSON.stringify(desk.log())).not.toMatch(/example\.org|whsec_/)
  })

  test('becomes 503 with Retry-After if storage is busy', async () => {
    await using desk = await openTryDesk()
    const { status, json, headers } = await desk.call('GET', '/try/busy')
    expect([status, json.error.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '1'])
  })
})

test('logs one line for each request, without token, query or body', async () => {
  await using desk = await openTryDesk()
  const { token, tokenId } = await desk.mint()
  await desk.call('POST', '/try/optional?secret=Leeds', { token, body: { note: 'Elm' }, headers: { 'X-Request-Id': 'r1' } })
  await desk.call('GET', '/try/things/4711', { headers: { 'X-Request-Id': 'r2' } })
  const lines = desk.log()
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatchObject({
    request: 'r1',
    tokenId,
    route: '/try/optional',
    method: 'POST',
    status: 200,
    msg: 'answered',
  })
  expect(lines[0].ms).toBeNumber()
  expect(lines[1]).toMatchObject({ request: 'r2', route: '/try/things/:id', status: 200 })
  expect(JSON.stringify(lines)).not.toMatch(new RegExp(`${token}|Leeds|Elm|4711`))
})

test('does not start with a route that refuses unknown fields', async () => {
  const closed = (app: AppContext) =>
    new Elysia().use(createGate(app)).post('/closed', () => 'x', { forAnyone: true, body: Type.Object({ a: Type.Object({}) }) })
  expect(startInProcess({ counters: [closed] })).rejects.toThrow('POST /closed: describe the input with input().')
})
