import { describe, expect, test } from 'bun:test'
import { computeFingerprint, readIdempotencyKey } from '../../src/http/idempotency.ts'
import { startInProcess } from '../support/in-process-server.ts'
import { tryRoutes } from './try-routes.ts'

const openTryDesk = (rateLimits = {}) => startInProcess({ counters: [tryRoutes], rateLimits })

describe('an idempotency key', () => {
  test('accepts up to 255 visible ASCII characters and nothing else', () => {
    expect(readIdempotencyKey(undefined)).toBeNull()
    for (const key of ['a', '"quoted"', '!~', 'x'.repeat(255)]) expect(readIdempotencyKey(key)).toBe(key)
    for (const key of ['', ' ', 'a b', 'é', 'x'.repeat(256), 'a\tb', 'a, b']) expect(() => readIdempotencyKey(key)).toThrow()
  })

  test('is refused with 422 under its own name if it is invalid', async () => {
    await using desk = await openTryDesk()
    const { token } = await desk.mint()
    for (const key of ['a b', 'x'.repeat(256)]) {
      const { status, json } = await desk.call('POST', '/try/work', { token, headers: { 'Idempotency-Key': key } })
      expect(status).toBe(422)
      expect(Object.keys(json.error.fields)).toEqual(['Idempotency-Key'])
    }
    const twice = await desk.raw(
      `POST /try/work HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nIdempotency-Key: 1\r\nIdempotency-Key: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    )
    expect(twice).toStartWith('HTTP/1.1 422 ')
    const empty = await desk.raw(
      `POST /try/work HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nIdempotency-Key:\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    )
    expect(empty).toStartWith('HTTP/1.1 422 ')
  })

  test('is ignored on GET, and on signing in and out', async () => {
    await using desk = await openTryDesk()
    const { token } = await desk.mint()
    const headers = { 'Idempotency-Key': 'a b' }
    expect((await desk.call('GET', '/api/v1/me', { token, headers })).status).toBe(200)
    expect((await desk.call('POST', '/try/auth/rotate', { token, headers })).json).toEqual({ done: 1 })
    expect((await desk.call('POST', '/try/auth/rotate', { token, headers: { 'Idempotency-Key': 'k' } })).json).toEqual({
      done: 2,
    })
    expect((await desk.call('POST', '/try/auth/rotate', { token, headers: { 'Idempotency-Key': 'k' } })).json).toEqual({
      done: 3,
    })
  })
})

test('ignores white space and the order of keys in a fingerprint, and nothing else', () => {
  const of = (json: string, method = 'POST', path = '/a') => computeFingerprint(method, path, JSON.parse(json))
  expect(of('{"a":1,"b":[{"c":null,"d":"x"}]}')).toBe(of('{ "b": [ {"d":"\\u0078","c":null} ], "a":1.0 }'))
  const others = [
    '{"a":1,"b":[]}',
    '{"a":"1"}',
    '{"a":1,"c":null}',
    '{}',
    '{"a":{"b":1}}',
    '{"a":{"b":1},"c":2}',
    '{"a":[1,2]}',
    '{"a":[2,1]}',
  ]
  expect(new Set(others.map((json) => of(json))).size).toBe(others.length)
  expect(of('{}', 'PUT')).not.toBe(of('{}'))
  expect(of('{}', 'POST', '/b')).not.toBe(of('{}'))
  expect(of('{"__proto__":{"a":1}}')).not.toBe(of('{}'))
})

describe('a repeated request', () => {
  test('receives the same bytes with a mark, and the work is done once', async () => {
    await using desk = await openTryDesk()
    const { token } = await desk.mint()
    const headers = { 'Idempotency-Key': 'quote-1' }
    const first = await desk.call('POST', '/try/work', { token, headers, body: { name: 'x', other: 1 } })
    expect([first.status, first.text, first.headers.get('idempotency-replayed')]).toEqual([201, '{"data":{"done":1}}', null])
    const again = await desk.call('POST', '/try/work', { token, headers, body: '{ "other": 1, "name": "x" }' })
    expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([201, first.text, 'true'])
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'))
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
    expect(again.headers.get('x-ratelimit-remaining')).toBe('28')
    expect((await desk.call('POST', '/try/work', { token, body: { name: 'x', other: 1 } })).text).toBe('{"data":{"done":2}}')
  })

  test('is refused with another body, even in an ignored field, or another path', async () => {
    await using desk = await openTryDesk()
    const { token } = await desk.mint()
    const headers = { 'Idempotency-Key': 'k' }
    await desk.call('POST', '/try/work', { token, headers, body: { name: 'x' } })
    for (const [address, body] of [
      ['/try/work', { name: 'y' }],
      ['/try/work', { name: 'x', other: 1 }],
      ['/try/work/x/again', { name: 'x' }],
    ] as const) {
      const { status, json } = await desk.call('POST', address, { token, headers, body })
      expect([status, json.error.code]).toEqual([409, 'idempotency_key_reused'])
    }
  })

  test('is shared by the keys of an operator', async () => {
    await using desk = await openTryDesk()
    const [one, two] = [await desk.mint(), await desk.mint()]
    const headers = { 'Idempotency-Key': 'k' }
    await desk.call('POST', '/try/work', { token: one.token, headers })
    expect((await desk.call('POST', '/try/work', { token: two.token, headers })).headers.get('idempotency-replayed')).toBe('true')
  })

  test('is refused for a key without the ability before it receives the answer', async () => {
    await using desk = await openTryDesk()
    const strong = await desk.mint()
    const weak = await desk.mint({ abilities: ['jobs:read'] })
    const headers = { 'Idempotency-Key': 'k' }
    await desk.call('POST', '/try/work', { token: strong.token, headers })
    expect((await desk.call('POST', '/try/work', { token: weak.token, headers })).json.error.code).toBe('missing_ability')
  })

  test('receives the same conflict again, and repeats the work after a 404 or 422', async () => {
    await using desk = await openTryDesk()
    const { token } = await desk.mint()
    const send = (address: string, key: string, body: unknown = {}) =>
      desk.call('POST', address, { token, body, headers: { 'Idempotency-Key': key } })
    const first = await send('/try/conflict', 'a')
    const again = await send('/try/conflict', 'a')
    expect([first.status, again.status, again.text]).toEqual([409, 409, first.text])
    expect([first.headers.get('idempotency-replayed'), again.headers.get('idempotency-replayed')]).toEqual([null, 'true'])
    expect(first.json.error).toEqual({ code: 'quote_locked', message: 'Locked 1 times.' })
    expect((await send('/try/missing', 'b')).json.error.message).toBe('2')
    expect((await send('/try/missing', 'b')).json.error.message).toBe('3')
    expect((await send('/try/work', 'c', { name: 'far too long' })).status).toBe(422)
    expect((await send('/try/work', 'c', { name: 'short' })).status).toBe(201)
  })

  test('does the work once for twelve concurrent calls', async () => {
    await using desk = await openTryDesk()
    const { token } = await desk.mint()
    const headers = { 'Idempotency-Key': 'k' }
    const answers = await Promise.all(Array.from({ length: 12 }, () => desk.call('POST', '/try/work', { token, headers })))
    expect(new Set(answers.map((answer) => answer.text))).toEqual(new Set(['{"data":{"done":1}}']))
    expect(answers.filter((answer) => answer.headers.get('idempotency-replayed') === null)).toHaveLength(1)
  })
})
