import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import type { AppContext } from '../../src/actions/context.ts'
import { addPlatformPerson } from '../../src/actions/people/platform-people.ts'
import { makeSignInLink } from '../../src/actions/people/sign-in-links.ts'
import { addUser } from '../../src/actions/people/users.ts'
import { type BrowserApp, browserApps } from '../../src/domain/browser-app.ts'
import { linkLifeMs } from '../../src/domain/sign-in.ts'
import { createGate } from '../../src/http/gate.ts'
import { insertDriver } from '../../src/storage/queries/drivers.ts'
import { type ApiAnswer, type InProcessServer, startInProcess } from '../support/in-process-server.ts'

const own = { 'X-Charabanc-App': 'portal' }
const inShort = ({ status, json }: ApiAnswer) => (json?.error === undefined ? `${status}` : `${status} ${json.error.code}`)
const cookieOf = ({ headers }: ApiAnswer) => headers.get('set-cookie')?.split(';')[0] ?? ''

let people = 0

/** A sign-in link for a new admin of the server's operator. */
function officeLink({ app, operator }: InProcessServer): Promise<string> {
  return app.storage.transact(async (tx) => {
    const person = { email: `jo${++people}@dales.example`, name: 'Jo', role: 'admin' } as const
    const { id: userId } = await addUser(tx, operator, person, app.clock())
    return (await makeSignInLink(tx, { userId }, linkLifeMs, app.clock())).token
  })
}

/** Signs a browser in. Returns the answer and the cookie. */
async function enter(desk: InProcessServer, path = '/portal/session') {
  const answer = await desk.call('POST', path, { body: { token: await officeLink(desk), device_name: 'Desk' }, headers: own })
  expect(answer.status, answer.text).toBe(201)
  return { answer, cookie: cookieOf(answer) }
}

/** A server with a signed-in browser, for the tests of a `describe` that change nothing. */
function shareEntered(options: Parameters<typeof startInProcess>[0] = {}) {
  let desk: InProcessServer
  let cookie: string
  beforeAll(async () => {
    desk = await startInProcess({ ...options, rateLimits: { portal: 'off' } })
    cookie = (await enter(desk)).cookie
  })
  afterAll(() => desk[Symbol.asyncDispose]())
  return () => ({ desk, cookie })
}

describe('signing in', () => {
  test('returns everything but the token, which is in a cookie as long as the device lasts', async () => {
    await using desk = await startInProcess()
    const { answer } = await enter(desk)

    expect(Object.keys(answer.json.data)).toEqual(['token_id', 'device_name', 'abilities', 'expires_at'])
    expect(answer.text).not.toContain('cbo_')
    expect(answer.headers.get('set-cookie')).toMatch(
      /^charabanc_portal=cbo_[0-9A-Za-z]{49}; Path=\/portal; HttpOnly; SameSite=Strict; Max-Age=15552000$/,
    )
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(JSON.stringify(desk.log())).not.toContain('cbo_')
  })

  test('sets a Secure cookie with its own name on https, and accepts no other name', async () => {
    await using desk = await startInProcess({ baseUrl: 'https://coaches.example' })
    const { answer, cookie } = await enter(desk)
    const me = async (sent: string) => inShort(await desk.call('GET', '/portal/as-me/api/v1/me', { headers: { Cookie: sent } }))

    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Secure-charabanc_portal=cbo_\w{49}; Path=\/portal; HttpOnly; SameSite=Strict; Max-Age=15552000; Secure$/,
    )
    expect(await me(cookie)).toBe('200')
    expect(await me(cookie.replace('__Secure-', ''))).toBe('401 unauthenticated')
  })

  test('keeps the cookie under a path prefix, whether or not the proxy removes it', async () => {
    await using desk = await startInProcess({ baseUrl: 'https://coaches.example/hire' })
    for (const prefix of ['/hire', '']) {
      const { answer, cookie } = await enter(desk, `${prefix}/portal/session`)
      expect(answer.headers.get('set-cookie')).toContain('; Path=/hire/portal; ')
      const me = await desk.call('GET', `${prefix}/portal/as-me/api/v1/me?x=/portal/`, { headers: { Cookie: cookie } })
      expect(me.status).toBe(200)
      const out = await desk.call('DELETE', `${prefix}/portal/session`, { headers: { ...own, Cookie: cookie } })
      expect(out.headers.get('set-cookie')).toContain('Path=/hire/portal')
    }
  })

  test('refuses as an exchange does, sets no cookie then, and accepts a link once', async () => {
    await using desk = await startInProcess()
    const token = await officeLink(desk)
    const post = (body: unknown) => desk.call('POST', '/portal/session', { body, headers: own })
    for (const [body, reply] of [
      [{}, '422 validation_failed'],
      ['{', '422 validation_failed'],
      [{ token: 'cbl_x' }, '401 invalid_sign_in_link'],
      [{ token, operator_ref: 'OP-00000' }, '422 validation_failed'],
      [{ token }, '201'],
      [{ token }, '401 invalid_sign_in_link'],
    ] as const) {
      const answer = await post(body)
      expect([body, inShort(answer), answer.headers.has('set-cookie')]).toEqual([body, reply, reply === '201'])
    }
  })

  test("refuses a driver's link, which stays valid for the driver app", async () => {
    await using desk = await startInProcess()
    const { app, operator } = desk
    const token = await app.storage.transact(async (tx) => {
      const { id: driverId } = await insertDriver(tx, {
        operatorId: operator.id,
        name: 'Pat Moss',
        notifyBySms: false,
        createdAt: app.clock(),
        updatedAt: app.clock(),
      })
      return (await makeSignInLink(tx, { driverId }, linkLifeMs, app.clock())).token
    })
    const refused = await desk.call('POST', '/portal/session', { body: { token }, headers: own })

    expect([inShort(refused), refused.headers.has('set-cookie')]).toEqual(['403 wrong_credential', false])
    expect((await desk.call('POST', '/api/v1/auth/exchange', { body: { token } })).json.data.token).toStartWith('cbd_')
  })

  test('counts together with exchanges', async () => {
    await using desk = await startInProcess({ rateLimits: { exchange: '2/h' } })
    const body = { token: 'cbl_x' }
    const reply = [
      await desk.call('POST', '/portal/session', { body, headers: own }),
      await desk.call('POST', '/api/v1/auth/exchange', { body }),
      await desk.call('POST', '/portal/session', { body, headers: own }),
      await desk.call('POST', '/api/v1/auth/exchange', { body }),
    ]
    expect(reply.map(({ status }) => status)).toEqual([401, 401, 429, 429])
    expect(reply[2]?.headers.get('retry-after')).not.toBeNull()
  })
})

describe('the origin of a request', () => {
  const readable = { host: 'charabanc.test', 'sec-fetch-site': 'same-origin' }
  const entered = shareEntered({ corsOrigins: ['https://app.example'] })

  test.each([
    ['GET', {}, true],
    ['HEAD', {}, true],
    ['GET', { 'sec-fetch-site': 'same-origin' }, true],
    ['GET', { 'sec-fetch-site': 'cross-site', ...own }, false],
    ['GET', { 'sec-fetch-site': 'same-site', ...own }, false],
    ['GET', { 'sec-fetch-site': 'none' }, false],
    ['GET', { 'sec-fetch-site': '', ...own }, false],
    ['OPTIONS', { 'sec-fetch-site': 'cross-site' }, false],
    ['PATCH', {}, false],
    ['PATCH', { 'x-charabanc-app': 'driver' }, false],
    ['PATCH', { 'x-charabanc-app': 'portal, portal' }, false],
    ['PATCH', own, true],
    ['PATCH', { ...own, ...readable, origin: 'http://charabanc.test' }, true],
    ['PATCH', { ...readable, origin: 'http://charabanc.test' }, false],
    ['PATCH', { ...own, host: '192.168.1.5:8787', origin: 'http://192.168.1.5:8787' }, true],
    ['PATCH', { ...own, host: '10.0.0.7:8787', origin: 'http://charabanc.test' }, true],
    ['PATCH', { ...own, host: 'charabanc.test:80', origin: 'http://charabanc.test' }, true],
    ['PATCH', { ...own, host: 'coaches.lan', origin: 'https://coaches.lan' }, false],
    ['PATCH', { ...own, host: 'coaches.lan', origin: 'http://coaches.lan:81' }, false],
    ['PATCH', { ...own, origin: 'http://charabanc.test.evil.example' }, false],
    ['PATCH', { ...own, origin: 'null' }, false],
    ['PATCH', { ...own, origin: '' }, false],
    ['PATCH', { ...own, 'sec-fetch-site': 'cross-site' }, false],
    ['POST', {}, false],
    ['PUT', {}, false],
    ['DELETE', {}, false],
  ] as const)('is checked for %s with %p', async (method, headers: Record<string, string>, isAccepted) => {
    const { desk, cookie } = entered()
    const lines = Object.entries({ host: 'charabanc.test', ...headers, cookie }).map(([name, value]) => `${name}: ${value}`)
    const body = method === 'GET' || method === 'HEAD' || method === 'OPTIONS' ? '' : '{}'
    const callAt = (path: string) =>
      desk.raw(
        `${[`${method} ${path} HTTP/1.1`, ...lines, 'content-type: application/json', `content-length: ${body.length}`, 'connection: close'].join('\r\n')}\r\n\r\n${body}`,
      )

    const reply = await callAt('/portal/as-me/portal/v1/operator')
    expect(reply).toStartWith(`HTTP/1.1 ${isAccepted ? 200 : 403} `)
    if (!isAccepted && method !== 'OPTIONS') expect(reply).toContain('"code":"wrong_credential"')
    if (!isAccepted) expect(await callAt('/portal/session')).toStartWith('HTTP/1.1 403 ')
  })

  test('gets no CORS headers under /portal, even if it is listed', async () => {
    await using desk = await startInProcess({ corsOrigins: ['https://app.example'] })
    const headers = { Origin: 'https://app.example' }
    const cors = (answer: ApiAnswer) =>
      [...answer.headers.keys()].filter((name) => name.startsWith('access-control') || name === 'vary')

    for (const path of ['/portal/as-me/api/v1/me', '/portal/session', '/portal/session/rotate']) {
      for (const method of ['GET', 'OPTIONS', 'POST']) expect(cors(await desk.call(method, path, { headers }))).toEqual([])
    }
    const elsewhere = await desk.call('OPTIONS', '/api/v1/me', { headers })
    expect(elsewhere.headers.get('access-control-allow-headers')).not.toMatch(/charabanc/i)
    expect(elsewhere.headers.has('access-control-allow-credentials')).toBe(false)
  })
})

describe('as-me', () => {
  const entered = shareEntered()

  test('accepts only the cookie, and no other address accepts the cookie', async () => {
    await using desk = await startInProcess()
    const { token: key } = await desk.mint()
    const { cookie } = await enter(desk)
    const me = (path: string, headers: Record<string, string>, token?: string) =>
      desk.call('GET', path, { headers, ...(token !== undefined && { token }) })

    expect(inShort(await me('/api/v1/me', { Cookie: cookie }))).toBe('401 unauthenticated')
    expect(inShort(await me('/portal/v1/users', { Cookie: cookie }))).toBe('401 unauthenticated')
    expect(inShort(await me('/portal/as-me/api/v1/me', {}))).toBe('401 unauthenticated')
    expect(inShort(await me('/portal/as-me/api/v1/me', {}, key))).toBe('401 unauthenticated')
    const both = await me('/portal/as-me/api/v1/me', { Cookie: `a=b; ${cookie};c` }, key)
    expect(both.json.data.credential.kind).toBe('operator_device')
    expect(both.headers.has('set-cookie')).toBe(false)
  })

  test('writes, replays and is logged like the API', async () => {
    await using desk = await startInProcess()
    const { cookie } = await enter(desk)
    const headers = { ...own, Cookie: cookie, 'Idempotency-Key': 'once' }
    const add = () => desk.call('POST', '/portal/as-me/api/v1/drivers?x=1', { body: { name: 'Pat Moss' }, headers })
    const [first, again] = [await add(), await add()]

    expect([first.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([201, first.text, 'true'])
    expect(desk.log().at(-1)).toMatchObject({ route: '/api/v1/drivers', method: 'POST', status: 201 })
    expect(first.headers.get('ratelimit-policy')).toContain('write')
  })

  test('passes a stream on as it is written, and ends it when the client leaves', async () => {
    const ended = Promise.withResolvers<void>()
    const events = (app: AppContext) =>
      new Elysia().use(createGate(app)).get(
        '/portal/v1/stream',
        () => {
          const start = (out: ReadableStreamDefaultController) => out.enqueue('event: changed\n\n')
          return new Response(new ReadableStream({ start, cancel: () => ended.resolve() }), {
            headers: { 'Content-Type': 'text/event-stream' },
          })
        },
        { forPortal: true },
      )
    await using desk = await startInProcess({ counters: [events] })
    const { cookie } = await enter(desk)
    const leave = new AbortController()
    const stream = await fetch(`http://127.0.0.1:${desk.port}/portal/as-me/portal/v1/stream`, {
      headers: { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' },
      signal: leave.signal,
    })
    const first = await stream.body?.getReader().read()
    leave.abort()

    expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    expect(new TextDecoder().decode(first?.value)).toBe('event: changed\n\n')
    await ended.promise
  })

  test('uses the last of several cookies with the name', async () => {
    await using desk = await startInProcess()
    const [first, second] = [await enter(desk), await enter(desk)]
    const who = async (cookie: string) =>
      (await desk.call('GET', '/portal/as-me/api/v1/me', { headers: { Cookie: cookie } })).json?.data?.credential.token_id
    expect(await who(`${first.cookie}; ${second.cookie}`)).toBe(second.answer.json.data.token_id)
    expect(await who(`${second.cookie}; ${first.cookie}`)).toBe(first.answer.json.data.token_id)
  })

  test('answers 401 for a cookie without an office device’s token', async () => {
    await using desk = await startInProcess()
    const { cookie } = await enter(desk)
    const [, token = ''] = cookie.split('=')
    const { token: key } = await desk.mint()
    const { token: platform } = await desk.mint({ kind: 'platform_key', operatorId: null, abilities: [] })
    for (const value of [
      ...['', key, platform, `"${token}"`, `${token}x`, token.toLowerCase(), `Bearer ${token}`, `${token},${token}`],
      ...[`${token}\tx`, 'é'.repeat(50), '%0d%0aX: y', '='.repeat(4000), '\u00ff', ';;;', `;${token}`],
    ]) {
      const head = `Host: x\r\nCookie: charabanc_portal=${value}\r\nConnection: close\r\n\r\n`
      for (const path of ['/portal/as-me/api/v1/me', '/portal/as-me/portal/v1/users']) {
        expect(await desk.raw(`GET ${path} HTTP/1.1\r\n${head}`), value).toStartWith('HTTP/1.1 401 ')
      }
    }
    for (const name of ['Charabanc_portal', 'charabanc_portal2', 'xcharabanc_portal', '__Secure-charabanc_portal']) {
      const answer = await desk.call('GET', '/portal/as-me/api/v1/me', { headers: { Cookie: `${name}=${token}` } })
      expect([name, inShort(answer)]).toEqual([name, '401 unauthenticated'])
    }
  })

  test.each([
    '/portal/as-me',
    '/portal/as-me/',
    '/portal/as-me/api/v1',
    '/portal/as-me/api/v1/',
    '/portal/as-me/api/v2/me',
    '/portal/as-me/API/v1/me',
    '/portal/as-me/livez',
    '/portal/as-me/openapi.json',
    '/portal/as-me/platform/v1/operators',
    '/portal/as-me/customer/v1/trip',
    '/portal/as-me/driver/v1/trips',
    '/portal/as-me/driver',
    '/portal/as-me/api/v1/driver/me',
    '/portal/as-me/api/v1/driver/auth/code',
    '/portal/as-me/api/v1/driver/auth/verify',
    '/portal/as-me/api/v1/auth/exchange',
    '/portal/as-me/api/v1/auth/rotate',
    '/portal/as-me/portal/v1/switch',
    '/portal/as-me/api/v1/auth/%65xchange',
    '/portal/as-me/api/v1/auth%2Fexchange',
    '/portal/as-me/api/v1/auth%2frotate',
    '/portal/as-me/api/v1/auth/rotate/',
    '/portal/as-me/api/v1//auth/rotate',
    '/portal/as-me/api/v1/auth\\rotate',
    '/portal/as-me/api/v1/auth%5Crotate',
    '/portal/as-me/api/v1/../../platform/v1/operators',
    '/portal/as-me/api/v1/%2e%2e/%2e%2e/platform/v1/operators',
    '/portal/as-me/api/v1/.%2E/.%2E/openapi.json',
    '/portal/as-me/api/v1/./auth/rotate',
    '/portal/as-me/api/v1/auth/./rotate',
    '/portal/as-me/api/v1/jobs%2f..%2f..%2fplatform',
    '/portal/as-me/api/v1/me%00',
    '/portal/as-me/api/v1/%00',
    '/portal/as-me/api/v1/%ZZ',
    '/portal/as-me/portal/as-me/api/v1/me',
    '/portal/as-me/portal/session',
    '/portal//as-me/api/v1/me',
    '//portal/as-me/api/v1/me',
    '/portal/as-me//api/v1/me',
    '/portal/as-me%2fapi/v1/me',
    '/portal/session/',
    '/portal/session/nowhere',
    '/portal/session/../as-me/api/v1/auth/rotate',
  ])('answers 404 at %p', async (path) => {
    const { desk, cookie } = entered()
    const tail = `Host: x\r\nCookie: ${cookie}\r\nX-Charabanc-App: portal\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`
    for (const method of ['GET', 'POST']) {
      const reply = await desk.raw(`${method} ${path} HTTP/1.1\r\n${tail}`)
      expect([method, reply.split('\r\n')[0]]).toEqual([method, 'HTTP/1.1 404 Not Found'])
      expect(reply).toContain('{"error":{"code":"not_found"')
    }
  })

  test('resolves dot segments first, and sends no cookie outside', async () => {
    await using desk = await startInProcess()
    const { cookie } = await enter(desk)
    const at = (path: string) => desk.raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`)
    for (const path of [
      '/portal/as-me/../../api/v1/me',
      '/portal/as-me/%2e%2e/v1/users',
      '/portal/as-me/../../platform/v1/trips/x',
    ])
      expect(await at(path)).toMatch(/^HTTP\/1.1 (401|404|405) /)
  })

  test('works with an invalid host', async () => {
    await using desk = await startInProcess()
    const { cookie } = await enter(desk)
    for (const host of ['', 'a b', 'x:99999', '[', '%', 'bücher', 'é@ü', '/', '?#']) {
      const head = `Host: ${host}\r\nCookie: ${cookie}\r\nX-Charabanc-App: portal\r\nConnection: close\r\n`
      const reply = await desk.raw(`GET /portal/as-me/api/v1/me HTTP/1.1\r\n${head}\r\n`)
      expect([host, reply.split('\r\n')[0]]).toEqual([host, expect.stringMatching(/ (200|400|404) /)])
      const body = `Origin: http://${host}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`
      const written = await desk.raw(`PATCH /portal/as-me/portal/v1/operator HTTP/1.1\r\n${head}${body}`)
      expect([host, written.split('\r\n')[0]]).toEqual([host, expect.stringMatching(/ (200|400|403|404) /)])
    }
    const old = `GET /portal/as-me/api/v1/me HTTP/1.0\r\nCookie: ${cookie}\r\n\r\n`
    expect(await desk.raw(old)).toStartWith('HTTP/1.1 200 ')
  })

  test('allows dots and slashes in a query', async () => {
    await using desk = await startInProcess()
    const { cookie } = await enter(desk)
    const answer = await desk.call('GET', '/portal/as-me/api/v1/drivers?q=../%2f%2e%2e//\\&page=1', {
      headers: { Cookie: cookie },
    })
    expect(answer.status).toBe(200)
  })
})

describe('the three apps', () => {
  /** A sign-in link for a new person of the app. */
  async function linkOf(desk: InProcessServer, app: BrowserApp): Promise<string> {
    if (app === 'portal') return officeLink(desk)
    return desk.app.storage.transact(async (tx) => {
      const now = desk.app.clock()
      const name = `Kim ${++people}`
      const subject =
        app === 'driver'
          ? {
              driverId: (
                await insertDriver(tx, { operatorId: desk.operator.id, name, notifyBySms: true, createdAt: now, updatedAt: now })
              ).id,
            }
          : { userId: (await addPlatformPerson(tx, { email: `kim${people}@market.example`, name }, now)).id }
      return (await makeSignInLink(tx, subject, linkLifeMs, now)).token
    })
  }

  const homes: Readonly<Record<BrowserApp, string>> = {
    portal: '/api/v1/me',
    driver: '/api/v1/driver/me',
    console: '/platform/v1/me',
  }

  test.each(browserApps)('admits the people of %s to its own calls only, and signs them out', async (app) => {
    await using desk = await startInProcess()
    const headers = { 'X-Charabanc-App': app }
    const entered = await desk.call('POST', `/${app}/session`, { body: { token: await linkOf(desk, app) }, headers })
    expect(inShort(entered)).toBe('201')
    expect(entered.headers.get('set-cookie')).toMatch(new RegExp(`^charabanc_${app}=cb[od]_\\w{49}; Path=/${app}; HttpOnly; `))
    const Cookie = cookieOf(entered)

    for (const place of browserApps) {
      for (const other of browserApps) {
        const reply = inShort(await desk.call('GET', `/${place}/as-me${homes[other]}`, { headers: { Cookie } }))
        if (place !== other) expect([place, other, reply]).toEqual([place, other, '404 not_found'])
        else expect([place, reply]).toEqual([place, place === app ? '200' : '401 unauthenticated'])
      }
    }
    for (const other of browserApps.filter((one) => one !== app)) {
      const theirs = { 'X-Charabanc-App': other, Cookie }
      expect(inShort(await desk.call('DELETE', `/${app}/session`, { headers: theirs }))).toBe('403 wrong_credential')
    }
    expect(inShort(await desk.call('DELETE', `/${app}/session`, { headers: { ...headers, Cookie } }))).toBe('204')
    expect(inShort(await desk.call('GET', `/${app}/as-me${homes[app]}`, { headers: { Cookie } }))).toBe('401 unauthenticated')
  })

  test.each(browserApps)('refuses at %s a link of another app, which stays valid there', async (app) => {
    await using desk = await startInProcess()
    for (const other of browserApps.filter((one) => one !== app)) {
      const body = { token: await linkOf(desk, other) }
      const refused = await desk.call('POST', `/${app}/session`, { body, headers: { 'X-Charabanc-App': app } })
      expect(inShort(refused)).toBe('403 wrong_credential')
      expect(refused.headers.get('set-cookie')).toBeNull()
      const entered = await desk.call('POST', `/${other}/session`, { body, headers: { 'X-Charabanc-App': other } })
      expect(inShort(entered)).toBe('201')
    }
  })
})
