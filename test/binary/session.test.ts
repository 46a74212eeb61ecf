import { describe, expect, test } from 'bun:test'
import { driverLinkToken, personLinkToken } from '../support/admin-commands.ts'
import { makeAuthority } from '../support/certificates.ts'
import { makeFolder } from '../support/folder.ts'
import { type Market, type MarketAnswer, ok, openMarket, statusAndCode } from '../support/market.ts'
import { addOperatorPerson, exchangeLinkToken } from '../support/people.ts'
import { startServer } from '../support/server.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()

const own = { 'X-Charabanc-App': 'portal' }
const cookieOf = ({ headers }: MarketAnswer) => headers.get('set-cookie')?.split(';')[0] ?? 'none'

/** Sends requests like the portal's page, with this cookie. */
function browserWith(market: Market, cookie: string) {
  return (method: string, path: string, body?: unknown) =>
    market.call(method, `/portal${path}`, { headers: { ...own, Cookie: cookie }, ...(body !== undefined && { body }) })
}

function enter(market: Market, token: string, more: object = {}): Promise<MarketAnswer> {
  return market.call('POST', '/portal/session', { body: { token, device_name: 'Office', ...more }, headers: own })
}

/** Signs a person in to an operator's account in a browser. */
async function browse(market: Market) {
  const operator = await market.operator()
  const { email } = await addOperatorPerson(market, operator.ref)
  const answer = await enter(market, await personLinkToken(market.server, email))
  expect(answer.status, answer.text).toBe(201)
  return { operator, email, answer, cookie: cookieOf(answer), ask: browserWith(market, cookieOf(answer)) }
}

describe('portal session', () => {
  test('signs in, calls the API like an integrator, and signs out', async () => {
    const market = await openShared()
    const { ask, answer, cookie, operator } = await browse(market)

    expect(Object.keys(answer.data)).toEqual(['token_id', 'device_name', 'abilities', 'expires_at'])
    expect(answer.data.device_name).toBe('Office')
    expect(answer.headers.get('set-cookie')).toMatch(
      /^charabanc_portal=cbo_\w{49}; Path=\/portal; HttpOnly; SameSite=Strict; Max-Age=15552000$/,
    )
    expect(ok(await ask('GET', '/as-me/api/v1/me')).operator_ref).toBe(operator.ref)
    expect((await ask('POST', '/as-me/api/v1/drivers', { name: 'Pat Moss' })).status).toBe(201)
    expect((await ask('PATCH', '/as-me/portal/v1/operator', {})).status).toBe(200)

    const out = await ask('DELETE', '/session')
    expect([out.status, out.headers.get('set-cookie')]).toEqual([
      204,
      'charabanc_portal=; Path=/portal; HttpOnly; SameSite=Strict; Max-Age=0',
    ])
    expect(statusAndCode(await ask('GET', '/as-me/api/v1/me'))).toBe('401 unauthenticated')
    expect(statusAndCode(await ask('DELETE', '/session'))).toBe('401 unauthenticated')
    const token = cookie.slice(cookie.indexOf('=') + 1)
    expect(statusAndCode(await market.call('GET', '/api/v1/me', { token }))).toBe('401 unauthenticated')
    expect(market.server.stderr).not.toContain(token)
  })

  test('rejects calls without the cookie, and no other API accepts the cookie', async () => {
    const market = await openShared()
    const { cookie } = await browse(market)
    const nobody = browserWith(market, '')
    for (const [method, path] of [
      ['GET', '/as-me/api/v1/me'],
      ['POST', '/as-me/api/v1/drivers'],
      ['DELETE', '/session'],
      ['POST', '/session/rotate'],
      ['POST', '/session/switch'],
    ] as const) {
      expect([path, statusAndCode(await nobody(method, path, method === 'POST' ? {} : undefined))]).toEqual([
        path,
        '401 unauthenticated',
      ])
    }
    for (const path of ['/api/v1/me', '/portal/v1/users'])
      expect(statusAndCode(await market.call('GET', path, { headers: { ...own, Cookie: cookie } }))).toBe('401 unauthenticated')
  })

  test('rejects requests that another site may have sent, and stays signed in', async () => {
    const market = await openShared()
    const { ask, cookie } = await browse(market)
    for (const headers of [
      { Cookie: cookie },
      { Cookie: cookie, ...own, 'Sec-Fetch-Site': 'cross-site' },
      { Cookie: cookie, ...own, Origin: 'http://evil.example' },
    ]) {
      for (const [method, path] of [
        ['DELETE', '/portal/session'],
        ['POST', '/portal/session'],
        ['POST', '/portal/session/rotate'],
        ['POST', '/portal/session/switch'],
        ['POST', '/portal/as-me/api/v1/drivers'],
        ['DELETE', '/portal/as-me/api/v1/auth/devices/1'],
      ] as const) {
        const body = method === 'POST' ? { body: { name: 'Mallory' } } : {}
        expect([path, statusAndCode(await market.call(method, path, { headers, ...body }))]).toEqual([
          path,
          '403 wrong_credential',
        ])
      }
    }
    expect((await ask('GET', '/as-me/api/v1/me')).status).toBe(200)
    const origin = { Cookie: cookie, ...own, Origin: market.server.url, 'Sec-Fetch-Site': 'same-origin' }
    expect((await market.call('POST', '/portal/session/rotate', { headers: origin })).status).toBe(201)
  })

  test('gives only one of two simultaneous rotations the new cookie', async () => {
    const market = await openShared()
    const { ask, cookie } = await browse(market)
    const both = await Promise.all([ask('POST', '/session/rotate'), ask('POST', '/session/rotate')])
    expect(both.map(statusAndCode).sort()).toEqual(['201', '401 unauthenticated'])
    const [won, lost] = both.sort((a, b) => a.status - b.status) as [MarketAnswer, MarketAnswer]

    expect(lost.headers.has('set-cookie')).toBe(false)
    expect(cookieOf(won)).not.toBe(cookie)
    expect(won.text).not.toContain('cbo_')
    expect((await browserWith(market, cookieOf(won))('GET', '/as-me/api/v1/me')).status).toBe(200)
    expect(statusAndCode(await ask('GET', '/as-me/api/v1/me'))).toBe('401 unauthenticated')
  })

  test('lists accounts, switches to another, and signs out of the previous one', async () => {
    const market = await openShared()
    const { operator, email } = await browse(market)
    const other = await market.operator('Rival Travel')
    const account = ['--operator', other.ref, '--email', email, '--name', 'Jo', '--role', 'accounts']
    expect((await market.server.cli(['user', 'create', ...account])).exitCode).toBe(0)
    const { token } = await market.server.cliJson<{ token: string }>([
      ...['user', 'link', '--email', email, '--operator'],
      operator.ref,
    ])
    const entered = await enter(market, token)
    const ask = browserWith(market, cookieOf(entered))

    expect(ok(await ask('GET', '/as-me/portal/v1/accounts'))).toEqual([
      { operator_ref: operator.ref, name: 'Dales Coaches' },
      { operator_ref: other.ref, name: 'Rival Travel' },
    ])
    for (const wrong of ['OP-00000', '__proto__'])
      expect(statusAndCode(await ask('POST', '/session/switch', { operator_ref: wrong }))).toBe('404 not_found')
    expect(statusAndCode(await ask('POST', '/session/switch', {}))).toBe('422 validation_failed')
    const stayed = await ask('POST', '/session/switch', { operator_ref: operator.ref })
    expect([stayed.status, cookieOf(stayed)]).toEqual([201, cookieOf(entered)])
    const switched = await ask('POST', '/session/switch', { operator_ref: other.ref })
    expect([switched.status, switched.data.device_name, switched.data.abilities]).toEqual([
      201,
      'Office',
      ['bookings:read', 'payouts:read'],
    ])
    expect(ok(await browserWith(market, cookieOf(switched))('GET', '/as-me/api/v1/me')).operator_ref).toBe(other.ref)
    expect(statusAndCode(await ask('GET', '/as-me/api/v1/me'))).toBe('401 unauthenticated')
    expect(statusAndCode(await ask('POST', '/session/switch', { operator_ref: other.ref }))).toBe('401 unauthenticated')
  })

  test('asks for the account if a link leads to several, and keeps the link valid until then', async () => {
    const market = await openShared()
    const { operator, email } = await browse(market)
    const other = await market.operator('Rival Travel')
    const account = ['--operator', other.ref, '--email', email, '--name', 'Jo', '--role', 'accounts']
    expect((await market.server.cli(['user', 'create', ...account])).exitCode).toBe(0)
    expect((await market.call('POST', '/portal/as-me/api/v1/auth/link', { body: { email }, headers: own })).status).toBe(202)
    await market.server.dueTasksDone()
    const token = /cbl_\w{49}/.exec(market.server.mails().findLast(({ to }) => to === email)?.text ?? '')?.[0] ?? ''

    const choice = await enter(market, token)
    expect([statusAndCode(choice), choice.headers.has('set-cookie')]).toEqual(['409 operator_choice_required', false])
    expect(choice.json.error.operators).toHaveLength(2)
    const entered = await enter(market, token, { operator_ref: operator.ref })
    expect(entered.status).toBe(201)
    expect(statusAndCode(await enter(market, token, { operator_ref: other.ref }))).toBe('401 invalid_sign_in_link')
  })

  test("rejects a driver's link, which still opens the driver app", async () => {
    const market = await openShared()
    const operator = await market.operator()
    const token = await driverLinkToken(market.server, operator.ref, await operator.driver())
    const refused = await enter(market, token)
    expect([statusAndCode(refused), refused.headers.has('set-cookie')]).toEqual(['403 wrong_credential', false])
    expect(ok(await exchangeLinkToken(market, token)).token).toStartWith('cbd_')
  })

  test('reaches no other API and no call that returns a token', async () => {
    const market = await openShared()
    const { ask } = await browse(market)
    for (const path of [
      ...['/platform/v1/operators', '/customer/v1/trip', '/driver/me', '/api/v1/driver/me', '/livez', '/api/v1/../../livez'],
      ...['/api/v1/auth/exchange', '/api/v1/auth/rotate', '/api/v1/driver/auth/verify', '/api/v1/driver/auth/code'],
      ...['/portal/v1/switch', '/api/v1/auth%2Frotate', '/api/v1/auth/%72otate', '/portal/session/rotate'],
    ]) {
      for (const method of ['GET', 'POST'])
        expect([path, statusAndCode(await ask(method, `/as-me${path}`, method === 'POST' ? {} : undefined))]).toEqual([
          path,
          '404 not_found',
        ])
    }
  })

  test('leaves its routes out of the OpenAPI document', async () => {
    const market = await openShared()
    const { text } = await market.call('GET', '/openapi.json')
    expect(text).not.toMatch(/\/portal\/(session|as-me)/)
  })
})

test('sets a Secure cookie under the path prefix, for the public HTTPS address only', async () => {
  await using market = await openMarket({ env: { CHARABANC_BASE_URL: 'https://coaches.example/hire' } })
  const operator = await market.operator()
  const { email } = await addOperatorPerson(market, operator.ref)
  const body = { token: await personLinkToken(market.server, email) }
  const enterFrom = (origin: string) =>
    market.call('POST', '/hire/portal/session', { body, headers: { ...own, Origin: origin, 'X-Forwarded-Proto': 'https' } })

  for (const origin of ['https://evil.example', 'http://coaches.example', 'https://coaches.example:8443'])
    expect(statusAndCode(await enterFrom(origin))).toBe('403 wrong_credential')
  const answer = await enterFrom('https://coaches.example')
  expect(answer.headers.get('set-cookie')).toMatch(
    /^__Secure-charabanc_portal=cbo_\w{49}; Path=\/hire\/portal; HttpOnly; SameSite=Strict; Max-Age=15552000; Secure$/,
  )
  for (const path of ['/hire/portal/as-me/api/v1/me', '/portal/as-me/api/v1/me'])
    expect((await market.call('GET', path, { headers: { Cookie: cookieOf(answer) } })).status).toBe(200)
})

test('sets a Secure cookie when the server has its own certificate', async () => {
  using folder = makeFolder()
  const authority = await makeAuthority(folder)
  const { cert, key } = await authority.sign('IP:127.0.0.1')
  await Bun.write(folder.at('live.crt'), cert)
  await Bun.write(folder.at('live.key'), key)
  const env = { CHARABANC_TLS_CERT: folder.at('live.crt'), CHARABANC_TLS_KEY: folder.at('live.key') }
  await using server = await startServer({ env, nodes: 1 })
  const tls = { ca: await Bun.file(authority.path).text() }
  const account = ['--name', 'Dales', '--currency', 'GBP', '--timezone', 'Europe/London', '--admin-email', 'jo@dales.example']
  expect((await server.cli(['operator', 'create', ...account])).exitCode).toBe(0)
  const body = JSON.stringify({ token: await personLinkToken(server, 'jo@dales.example') })
  const headers = { ...own, 'Content-Type': 'application/json', Origin: server.url }

  const entered = await fetch(`${server.url}/portal/session`, { method: 'POST', body, headers, tls })
  const cookie = entered.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/^__Secure-charabanc_portal=cbo_\w{49}; Path=\/portal; .*; Secure$/)
  const me = await fetch(`${server.url}/portal/as-me/api/v1/me`, { headers: { Cookie: cookie.split(';')[0] ?? '' }, tls })
  expect(me.status).toBe(200)
})
