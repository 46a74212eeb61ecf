import { beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { resolve } from 'node:path'
import { spawnExecutable } from '../support/command-line.ts'
import { eventually } from '../support/eventually.ts'
import { makeFolder } from '../support/folder.ts'
import { type CustomerClient, type Market, type OperatorClient, statusAndCode } from '../support/market.ts'
import { patience } from '../support/patience.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()
let market: Market
let operator: OperatorClient
let trip: CustomerClient

beforeAll(async () => {
  market = await openShared()
  operator = await market.operator()
  trip = await market.trip([operator])
})

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const call = (method: string, path: string, fields: { token?: string; headers?: Record<string, string>; body?: unknown } = {}) =>
  market.call(method, path, { token: operator.token, ...fields })

describe('HEAD', () => {
  test('returns the status and headers of GET, without a body', async () => {
    const paths = [
      '/api/v1/me',
      '/api/v1/jobs',
      `/api/v1/jobs/${trip.ref}`,
      '/api/v1/jobs/TR-000000',
      '/api/v1/payouts?status=x',
      '/nowhere',
      '/livez',
    ]
    for (const path of paths) {
      const [head, get] = [await call('HEAD', path), await call('GET', path)]
      expect([head.status, head.text], path).toEqual([get.status, ''])
      expect(head.headers.get('Content-Type'), path).toBe(get.headers.get('Content-Type'))
      expect(head.headers.get('X-Request-Id')).toMatch(uuid)
    }
  })

  test('requires a credential like GET', async () => {
    expect((await market.call('HEAD', '/api/v1/me')).status).toBe(401)
    expect((await market.call('HEAD', '/api/v1/me')).headers.get('WWW-Authenticate')).toBe('Bearer')
  })
})

describe('OPTIONS and other methods', () => {
  const table: readonly [string, string][] = [
    ['/api/v1/me', 'GET, HEAD, OPTIONS'],
    ['/api/v1/jobs', 'GET, HEAD, OPTIONS'],
    ['/api/v1/drivers', 'GET, HEAD, POST, OPTIONS'],
    ['/api/v1/jobs/TR-ANY/quote', 'POST, OPTIONS'],
    ['/api/v1/webhooks/7', 'DELETE, OPTIONS'],
    ['/platform/v1/trips', 'POST, GET, HEAD, OPTIONS'],
    ['/customer/v1/trip', 'GET, HEAD, OPTIONS'],
  ]
  test.each(table)('shows for %s the methods %s', async (path, allowed) => {
    const options = await market.call('OPTIONS', path)
    expect([options.status, options.text, options.headers.get('Allow')]).toEqual([204, '', allowed])
    expect(options.headers.get('X-Request-Id')).toMatch(uuid)
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => !allowed.includes(one))) {
      const answer = await market.call(method, path, method === 'GET' ? {} : { body: {} })
      expect([statusAndCode(answer), answer.headers.get('Allow')], method).toEqual(['405 method_not_allowed', allowed])
    }
  })

  test('returns 404 for an unknown path', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
      expect(statusAndCode(await market.call(method, '/api/v1/nowhere'))).toBe('404 not_found')
  })
})

describe('X-Request-Id', () => {
  test.each(['mine', 'x'.repeat(128), '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'])('returns %p unchanged', async (id) => {
    for (const path of ['/api/v1/me', '/nowhere', '/livez'])
      expect((await call('GET', path, { headers: { 'X-Request-Id': id } })).headers.get('X-Request-Id')).toBe(id)
  })

  test.each(['', 'a b', 'x'.repeat(129), 'é', 'a,\tb'])('replaces %p', async (id) => {
    expect((await call('GET', '/api/v1/me', { headers: { 'X-Request-Id': id } })).headers.get('X-Request-Id')).toMatch(uuid)
  })

  test('appears in the log line with token id, route, method, status and duration only', async () => {
    await call('POST', `/api/v1/jobs/${trip.ref}/decline`, {
      headers: { 'X-Request-Id': 'look-for-me' },
      body: { note: 'not for the log' },
    })
    const linesOf = (id: string) => market.server.stderr.split('\n').filter((one) => one.includes(id))
    const lines = await eventually(() => (linesOf('look-for-me').length > 0 ? linesOf('look-for-me') : null))
    expect(lines).toHaveLength(1)
    const { time: _, ...line } = JSON.parse(lines[0] ?? '')
    expect(line).toEqual({
      level: 'info',
      request: 'look-for-me',
      tokenId: expect.stringMatching(uuid),
      route: '/api/v1/jobs/:ref/decline',
      method: 'POST',
      status: 200,
      ms: expect.any(Number),
      msg: 'answered',
    })
    expect(market.server.stderr).not.toContain('not for the log')
    expect(market.server.stderr).not.toContain(operator.token)
  })
})

describe('response headers', () => {
  test('omits CORS, server and cookie headers', async () => {
    for (const method of ['GET', 'OPTIONS', 'POST']) {
      const headers = {
        Origin: 'https://evil.example',
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'authorization',
      }
      const answer = await call(method, '/api/v1/me', { headers })
      expect(
        [...answer.headers.keys()].filter((name) => /^access-control|^server$|^x-powered-by$|^set-cookie$/.test(name)),
      ).toEqual([])
    }
  })

  test('builds links from the configured address and ignores the Host header', async () => {
    const { links, meta } = (await call('GET', '/api/v1/jobs', { headers: { 'X-Forwarded-Host': 'evil.example' } })).json
    expect(links.first).toStartWith(`${market.server.url}/api/v1/jobs?`)
    expect(meta.path).toBe(`${market.server.url}/api/v1/jobs`)
    const raw = await sendBytes(
      `GET /api/v1/jobs HTTP/1.1\r\nHost: evil.example"<x>\r\nAuthorization: Bearer ${operator.token}\r\nConnection: close\r\n\r\n`,
    )
    expect(raw).toStartWith('HTTP/1.1 200')
    expect(raw).not.toContain('evil')
  })
})

describe('raw HTTP', () => {
  const head = () => `Host: x\r\nAuthorization: Bearer ${operator.token}\r\nConnection: close\r\n`
  const cases: readonly [string, () => string, string][] = [
    ['two slashes', () => `GET //api/v1/me HTTP/1.1\r\n${head()}\r\n`, '404'],
    ['a whole address', () => `GET http://evil.example/api/v1/me HTTP/1.1\r\n${head()}\r\n`, '200'],
    ['a fragment', () => `GET /api/v1/me#x HTTP/1.1\r\n${head()}\r\n`, '404'],
    ['HTTP/1.0 without a host', () => 'GET /livez HTTP/1.0\r\n\r\n', '200'],
    ['two credentials', () => `GET /api/v1/me HTTP/1.1\r\nAuthorization: Bearer ${operator.token}\r\n${head()}\r\n`, '401'],
    ['TRACE', () => `TRACE /api/v1/me HTTP/1.1\r\n${head()}\r\n`, '405'],
    ['CONNECT', () => `CONNECT x:80 HTTP/1.1\r\n${head()}\r\n`, '405'],
    ['a body with a GET', () => `GET /api/v1/me HTTP/1.1\r\n${head()}Content-Length: 3\r\n\r\n{x}`, '200'],
    ['a ref of 15,000 letters', () => `GET /api/v1/jobs/${'x'.repeat(15_000)} HTTP/1.1\r\n${head()}\r\n`, '404'],
    [
      'a Content-Length over the limit',
      () => `POST /api/v1/drivers HTTP/1.1\r\n${head()}Content-Type: application/json\r\nContent-Length: 99999999\r\n\r\n{}`,
      '413',
    ],
  ]
  test.each(cases)('answers %s', async (_name, bytes, status) => {
    const answer = await sendBytes(bytes())
    expect(answer.split(' ')[1]).toBe(status)
    expect(answer).toMatch(/x-request-id: /i)
    if (Number(status) >= 400)
      expect(JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1))).toMatchObject({
        error: { code: expect.any(String) },
      })
  })

  test.each([
    ['Content-Encoding: gzip', '415 unsupported_media_type gzip'],
    ['Content-Encoding: , identity ,BR', '415 unsupported_media_type BR'],
    ['Content-Encoding: identity\r\nContent-Encoding: deflate', '415 unsupported_media_type deflate'],
    ['Expect: 200-ok', '417 expectation_failed 200-ok'],
    ['Expect: 100-continue, x="1,2"', '417 expectation_failed x="1,2"'],
  ])('rejects %s and names it, with and without a body', async (header, refusal) => {
    const [status, code = '', ...word] = refusal.split(' ')
    const before = (await operator.get('/drivers')).json.meta.total
    const json = 'Content-Type: application/json\r\nContent-Length: 15'
    for (const bytes of [
      `POST /api/v1/drivers HTTP/1.1\r\n${head()}${header}\r\n${json}\r\n\r\n{"name":"Jane"} `,
      `GET /api/v1/drivers HTTP/1.1\r\n${head()}${header}\r\n\r\n`,
    ]) {
      const answer = await sendBytes(bytes)
      expect(answer.split(' ')[1]).toBe(status)
      const { error } = JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1))
      expect(error).toEqual({ code, message: expect.stringContaining(word.join(' ')) })
      // The server cannot know whether the announced body follows.
      if (status === '417') expect(answer).toMatch(/^Connection: close\r$/im)
    }
    expect((await operator.get('/drivers')).json.meta.total).toBe(before)
  })

  test('accepts Content-Encoding: identity and Expect: 100-continue', async () => {
    const headers = `${head()}Content-Encoding: Identity\r\nExpect: 100-Continue\r\nContent-Type: application/json\r\nContent-Length: 15`
    const answer = await sendBytes(`POST /api/v1/drivers HTTP/1.1\r\n${headers}\r\n\r\n{"name":"Jane"}`)
    expect(answer).toContain('HTTP/1.1 201 ')
  })

  const refused: readonly [string, string][] = [
    ['two lengths', 'Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} '],
    ['a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n'],
    ['a negative length', 'Content-Length: -1\r\n\r\n{}'],
    ['a chunk without a size', 'Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n'],
  ]
  test.each(refused)('rejects %s and smuggles no request', async (_name, rest) => {
    const before = (await operator.get('/drivers')).json.meta.total
    expect(await sendBytes(`POST /api/v1/drivers HTTP/1.1\r\n${head()}Content-Type: application/json\r\n${rest}`)).toStartWith(
      'HTTP/1.1 400 ',
    )
    expect((await operator.get('/drivers')).json.meta.total).toBe(before)
  })

  const close = 'Host: x\r\nConnection: close\r\n'
  /** Headers that make `count` together with the two of `close`. */
  const headers = (count: number) => Array.from({ length: count - 2 }, (_, index) => `X-${index}: y\r\n`).join('')
  /** Invalid requests by the status that docs/api.md lists. */
  const unread: Readonly<Record<string, readonly string[]>> = {
    400: [
      'hello\r\n\r\n',
      `GET livez HTTP/1.1\r\n${close}\r\n`,
      `GET \\livez HTTP/1.1\r\n${close}\r\n`,
      `GET ftp://x/livez HTTP/1.1\r\n${close}\r\n`,
      `OPTIONS * HTTP/1.1\r\n${close}\r\n`,
      'GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n',
      `GET /livez HTTP/1.1\r\n${close}broken\r\n\r\n`,
      `GET /livez HTTP/1.1\r\n${close}X-A: y\r\n z\r\n\r\n`,
      `GET /livez HTTP/1.1\r\n${close}X-A: \u0001\r\n\r\n`,
      `POST /api/v1/drivers HTTP/1.1\r\n${close}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} `,
      `POST /api/v1/drivers HTTP/1.1\r\n${close}Content-Length: two\r\n\r\n{}`,
      `POST /api/v1/drivers HTTP/1.1\r\n${close}Transfer-Encoding: gzip\r\n\r\n{}`,
    ],
    431: [
      `GET /livez HTTP/1.1\r\n${close}X-A: ${'y'.repeat(16_384)}\r\n\r\n`,
      `GET /livez?${'y'.repeat(16_384)} HTTP/1.1\r\n${close}\r\n`,
      `GET /livez HTTP/1.1\r\n${close}${headers(199)}\r\n`,
    ],
    505: [
      `GET /livez HTTP/2.0\r\n${close}\r\n`,
      `GET /livez HTTP/0.9\r\n${close}\r\n`,
      `GET /li vez HTTP/1.1\r\n${close}\r\n`,
      `GET /li\tvez HTTP/1.1\r\n${close}\r\n`,
    ],
    none: [`BREW /livez HTTP/1.1\r\n${close}\r\n`, `get /livez HTTP/1.1\r\n${close}\r\n`],
  }

  test.each(Object.entries(unread))('rejects invalid HTTP without a body: %s', async (status, samples) => {
    for (const bytes of samples) {
      const answer = await sendBytes(bytes)
      const [head = '', body] = answer.split('\r\n\r\n')
      expect({ bytes, head: head.split(' ')[1] ?? 'none', body: body ?? '' }).toEqual({ bytes, head: status, body: '' })
    }
    expect((await market.server.fetch('/livez')).status).toBe(200)
  })

  test.each([
    ['a whole address', `GET http://elsewhere/livez HTTP/1.1\r\n${close}\r\n`],
    ['198 headers', `GET /livez HTTP/1.1\r\n${close}${headers(198)}\r\n`],
  ])('accepts %s', async (_name, bytes) => {
    expect(await sendBytes(bytes)).toStartWith('HTTP/1.1 200 ')
  })

  test('returns the statuses that docs/api.md lists', () => {
    const page = readFileSync(resolve(import.meta.dir, '../../docs/api.md'), 'utf8')
    const rows = page.slice(page.indexOf('refuses invalid HTTP'), page.indexOf('checks a request in this order'))
    expect([...rows.matchAll(/^\| (\d+|none) \|/gm)].map(([, status]) => status)).toEqual(Object.keys(unread))
  })

  test('reads a backslash in a path as a slash and resolves dots, as docs/api.md warns', async () => {
    for (const target of ['/api\\v1\\me', '/x\\..\\api/v1/me', '/x/%2e%2e/api/v1/me']) {
      expect(await sendBytes(`GET ${target} HTTP/1.1\r\n${head()}\r\n`)).toStartWith('HTTP/1.1 200 ')
    }
    expect(await sendBytes(`GET /api%5Cv1%5Cme HTTP/1.1\r\n${head()}\r\n`)).toStartWith('HTTP/1.1 404 ')
  })

  test('answers pipelined requests in order', async () => {
    const one = (id: string) => `GET /livez HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${id}\r\n`
    const answer = await sendBytes(`${one('first')}\r\n${one('second')}\r\n${one('third')}Connection: close\r\n\r\n`)
    expect([...answer.matchAll(/x-request-id: (\w+)/gi)].map(([, id]) => id)).toEqual(['first', 'second', 'third'])
  })

  test('closes the connection on a request pipelined behind a write, and completes the write', async () => {
    const body = JSON.stringify({ name: 'Piper Line' })
    const length = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
    const credential = `Host: x\r\nAuthorization: Bearer ${operator.token}\r\n`
    const write = `POST /api/v1/drivers HTTP/1.1\r\n${credential}${length}\r\n${body}`
    expect(await sendBytes(`${write}GET /livez HTTP/1.1\r\n${close}\r\n`)).toBe('')
    await eventually(async () => (await operator.get('/drivers')).text.includes('Piper Line'))
  })

  test('accepts two Host headers and uses neither in links', async () => {
    const answer = await sendBytes(`GET /api/v1/jobs HTTP/1.1\r\nHost: one.example\r\n${head()}\r\n`)
    expect(answer).toStartWith('HTTP/1.1 200 ')
    expect(answer).toContain(`"first":"${market.server.url}/api/v1/jobs?`)
    expect(answer).not.toContain('one.example')
  })

  test('completes a request with trailers, and rejects the trailers as a second request', async () => {
    const body = JSON.stringify({ name: 'Terry Trailer' })
    const pieces = `${body.length.toString(16)}\r\n${body}\r\n0\r\nX-Sum: 1\r\n\r\n`
    const credential = `Host: x\r\nAuthorization: Bearer ${operator.token}\r\n`
    const answer = await sendBytes(
      `POST /api/v1/drivers HTTP/1.1\r\n${credential}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${pieces}`,
    )
    expect(answer).toEndWith('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n')
    await eventually(async () => (await operator.get('/drivers')).text.includes('Terry Trailer'))
  })
})

test('ignores foreign files in the working directory', async () => {
  using folder = makeFolder()
  const elsewhere = folder.at('elsewhere')
  const evil = `require('node:fs').writeFileSync(${JSON.stringify(folder.at('pwned'))}, 'yes')`
  const strange: Record<string, string> = {
    '.env': 'CHARABANC_LISTEN=127.0.0.1:1\nCHARABANC_PAYMENTS=stripe\nCHARABANC_LAB=1\nCHARABANC_NONSENSE=1\n',
    '.env.local': 'CHARABANC_DATA_DIR=/nowhere/at/all\n',
    '.env.production': 'CHARABANC_LOG_LEVEL=silent\n',
    'bunfig.toml': 'preload = ["./evil.js"]\nlogLevel = "debug"\n',
    'evil.js': evil,
    'main.ts': evil,
    'worker.ts': evil,
    'cli/worker.ts': evil,
    'cli/worker.js': evil,
    'worker/main.ts': evil,
    'worker/main.js': evil,
    'src/cli/worker.ts': evil,
    'src/worker/main.ts': evil,
    'charabanc.toml': 'payments = "stripe"\n',
    'package.json': '{"name":"evil","type":"commonjs","imports":{"#x":"./evil.js"}}',
    'tsconfig.json': '{"compilerOptions":{"paths":{"*":["./evil.js"]}}}',
    'node_modules/pino/index.js': evil,
    'node_modules/elysia/index.js': evil,
  }
  for (const [name, text] of Object.entries(strange)) {
    mkdirSync(folder.at(`elsewhere/${name}`).replace(/\/[^/]*$/, ''), { recursive: true })
    writeFileSync(folder.at(`elsewhere/${name}`), text)
  }
  const before = readdirSync(elsewhere, { recursive: true }).sort()
  const env = { CHARABANC_LISTEN: '127.0.0.1:0' }
  const child = spawnExecutable(['serve'], { dataDir: folder.at('data'), env, cwd: elsewhere })
  const ready = await readinessOf(child)
  expect(ready).toEqual({
    msg: 'listening',
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d{4,5}$/),
    setup_url: expect.stringContaining('/portal/setup#cbs_'),
  })
  expect(await (await fetch(`${ready.url}/readyz`)).json()).toMatchObject({ data: { status: 'ready' } })
  child.kill('SIGTERM')
  await child.exited
  expect(child.exitCode).toBe(0)
  expect(readdirSync(elsewhere, { recursive: true }).sort()).toEqual(before)
  expect(existsSync(folder.at('pwned'))).toBe(false)
  expect(existsSync(folder.at('data/charabanc.sqlite'))).toBe(true)
})

test('serves from an empty folder without any setting', async () => {
  using folder = makeFolder()
  const child = spawnExecutable(['serve', '--listen', '127.0.0.1:0'], { cwd: folder.path })
  const { url } = await readinessOf(child)
  expect((await fetch(`${url}/livez`)).status).toBe(200)
  child.kill('SIGTERM')
  await child.exited
  expect(readdirSync(folder.path)).toEqual(['charabanc-data'])
})

/** The first line that a server prints, parsed as JSON. */
async function readinessOf({ stdout }: { readonly stdout: ReadableStream<Uint8Array<ArrayBuffer>> }) {
  let text = ''
  for await (const chunk of stdout.pipeThrough(new TextDecoderStream())) {
    text += chunk
    if (text.includes('\n')) break
  }
  return JSON.parse(text.split('\n', 1)[0] ?? '')
}

/** Sends these bytes and returns everything received until the server closes. */
function sendBytes(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(Number(new URL(market.server.url).port), '127.0.0.1', () => socket.write(bytes))
    socket.setTimeout(patience(30_000), () => socket.destroy(new Error(`nothing more came after: ${received}`)))
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
    })
    socket.on('close', () => resolve(received))
    socket.on('error', reject)
  })
}
