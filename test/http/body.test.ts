import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import { startInProcess } from '../support/in-process-server.ts'
import { tryRoutes } from './try-routes.ts'

let desk: Awaited<ReturnType<typeof startInProcess>>
let token: string
beforeAll(async () => {
  desk = await startInProcess({ counters: [tryRoutes], rateLimits: { write: 'off' } })
  token = (await desk.mint()).token
})
afterAll(() => desk[Symbol.asyncDispose]())

const send = (body: unknown, headers: Record<string, string> = {}, path = '/try/optional') =>
  desk.call('POST', path, { token, body, headers })

/** A body of objects nested to this depth. */
const nested = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`

// test/binary/bad-input.test.ts covers every route; these tests cover raw requests and the sentences.
describe('a JSON body', () => {
  test('is refused without a content type', async () => {
    const answer = await desk.raw(
      `POST /try/optional HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
    )
    expect(answer).toStartWith('HTTP/1.1 422 ')
    expect(answer).toContain('"fields":{"body":["')
  })

  test('is refused if it is not UTF-8', async () => {
    const { status, json } = await send(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))
    expect([status, json.error.fields.body]).toEqual([422, ['The body must be UTF-8.']])
  })

  test('may start with a byte order mark', async () => {
    expect((await send('\ufeff{"note":"a"}')).json).toEqual({ note: 'a' })
  })
})

describe('the depth of a body', () => {
  test('is refused from 65 levels', async () => {
    const { status, json } = await send(nested(65))
    expect([status, json.error.fields.body]).toEqual([422, ['The body must not nest deeper than 64 levels.']])
  })

  test('does not count brackets inside a text', async () => {
    const { status } = await send({ unknown: `${'['.repeat(200)}\\"[[{` })
    expect(status).toBe(200)
  })
})

describe('texts that cannot be stored', () => {
  test.each([
    ['{"a":{"b":["x","\\u0000"]}}', 'a.b.1'],
    ['{"note":"\\ud83d"}', 'note'],
    ['{"a":[{"c":"\\udc00x"}]}', 'a.0.c'],
    ['{"a":{"k\\u0000":1}}', 'a'],
    ['{"\\ud800":1}', 'body'],
  ])('are refused: %s names the field %s', async (body, path) => {
    const { status, json } = await send(body)
    expect(status).toBe(422)
    expect(Object.keys(json.error.fields)).toEqual([path])
  })

  test('do not include emoji', async () => {
    expect((await send('{"note":"\\ud83d\\ude00"}')).json).toEqual({ note: '😀' })
  })
})

describe('the size of a body', () => {
  const padded = (bytes: number) => `{"x":"${'y'.repeat(bytes - 8)}"}`

  test('is refused from one byte over the limit, with or without a length', async () => {
    const announced = await send(padded(262_145))
    expect([announced.status, announced.json.error.code]).toEqual([413, 'payload_too_large'])
    const chunk = '{"x":"y"}'.padEnd(262_145)
    const streamed = await desk.raw(
      `POST /try/optional HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunk.length.toString(16)}\r\n${chunk}\r\n0\r\n\r\n`,
    )
    expect(streamed).toStartWith('HTTP/1.1 413 ')
    expect(streamed).toContain('"code":"payload_too_large"')
  })

  test('is refused immediately for a huge Content-Length, in the usual form', async () => {
    const answer = await desk.raw(
      `POST /try/optional HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 99999999999\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).toStartWith('HTTP/1.1 413 ')
    expect(answer).toContain('"code":"payload_too_large"')
  })

  test('is counted over all chunks, which are joined', async () => {
    const answer = await desk.raw(
      `POST /try/optional HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n6\r\n{"note\r\n6\r\n":"ab"\r\n1\r\n}\r\n0\r\n\r\n`,
    )
    expect(answer).toEndWith('{"note":"ab"}')
  })
})

describe('a missing body', () => {
  test('is accepted if no field is required', async () => {
    const { status, json } = await desk.call('POST', '/try/optional', { token })
    expect([status, json]).toEqual([200, {}])
    expect((await desk.call('POST', '/try/nothing', { token })).json).toEqual({ sent: {} })
  })

  test('is refused as a whole if a field is required', async () => {
    const { status, json } = await desk.call('POST', '/try/everything', { token })
    expect(status).toBe(422)
    expect(json.error).toEqual({
      code: 'validation_failed',
      message: 'The body field is required.',
      fields: { body: ['The body field is required.'] },
    })
  })

  test('differs from an empty object, for which each required field is named', async () => {
    const { json } = await send('{}', {}, '/try/everything')
    expect(json.error.fields).toEqual({ name: ['The name field is required.'] })
  })
})

test('treats a __proto__ key as an ordinary key', async () => {
  const { status, json } = await send('{"__proto__":{"note":"abcdef"},"constructor":{"prototype":1}}')
  expect(status).toBe(200)
  expect(Object.keys(json)).toEqual(['__proto__', 'constructor'])
  expect(({} as Record<string, unknown>).note).toBeUndefined()
})

test('logs a 422 for a client that disconnects within its body', async () => {
  const before = desk.log().length
  await new Promise<void>((resolve) => {
    void Bun.connect({
      hostname: '127.0.0.1',
      port: desk.port,
      socket: {
        open: (socket) => {
          socket.write(
            `POST /try/optional HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"no`,
          )
          socket.end()
        },
        data: () => {},
        close: () => resolve(),
      },
    })
  })
  await eventually(() => desk.log().length > before)
  expect(desk.log().at(-1)).toMatchObject({ status: 422, msg: 'answered' })
})
