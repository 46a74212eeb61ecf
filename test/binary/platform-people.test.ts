import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  days,
  type Market,
  type MarketAnswer,
  minutes,
  type OperatorClient,
  ok,
  openMarket,
  statusAndCode,
} from '../support/market.ts'
import { addSignedInPerson, addSignedInPlatformPerson, exchangeLinkToken, linkTokenIn, messagesTo } from '../support/people.ts'

let market: Market
let dales: OperatorClient

beforeAll(async () => {
  market = await openMarket()
  dales = await market.operator('Dales Coaches')
})

afterAll(() => market[Symbol.asyncDispose]())

let people = 0

/** An address no one has yet. */
const address = () => `kim${++people}@market.example`

const cli = <T>(...words: string[]) => market.server.cliJson<T>(words)

type Created = { readonly id: number; readonly link: string; readonly expires_at: string }

const create = (email: string) => cli<Created>('user', 'create', '--platform', '--email', email, '--name', 'Kim <b>Lee</b>')

const as = (token: string, method: string, path: string, body?: unknown): Promise<MarketAnswer> =>
  market.call(method, path, { token, ...(body !== undefined && { body }) })

const me = (token: string) => as(token, 'GET', '/platform/v1/me')

describe('the marketplace’s people', () => {
  test('are invited by the command line and by mail, with a link that is good for 7 days', async () => {
    const email = address()
    const earliest = market.at(days(7))
    const created = await create(email.toUpperCase())
    expect(created.expires_at >= earliest && created.expires_at <= market.at(days(7))).toBeTrue()
    expect(created).toEqual({
      id: expect.any(Number),
      email,
      role: 'platform',
      link: expect.stringMatching(/\/console\/sign-in#cbl_/),
      expires_at: expect.any(String),
    } as never)
    const [mail] = await messagesTo(market.server, email)
    expect(mail?.text).toContain(created.link)

    await market.advance(days(7) - minutes(1))
    const issued = ok(await exchangeLinkToken(market, linkTokenIn(created.link), 'Kim’s laptop'))
    expect([issued.token.slice(0, 4), issued.device_name, issued.abilities]).toEqual(['cbo_', 'Kim’s laptop', []])
    expect(ok(await me(issued.token))).toEqual({
      user: { id: created.id, name: 'Kim <b>Lee</b>', email, role: 'platform' },
      credential: {
        kind: 'operator_device',
        token_id: issued.token_id,
        name: 'Kim’s laptop',
        expires_at: issued.expires_at,
        last_used_at: null,
        created_at: expect.any(String),
      },
    })
    expect(statusAndCode(await exchangeLinkToken(market, linkTokenIn(created.link)))).toBe('401 invalid_sign_in_link')
  })

  test('ask for a link like everybody', async () => {
    const email = address()
    await create(email)
    await messagesTo(market.server, email)
    expect((await market.call('POST', '/api/v1/auth/link', { body: { email } })).status).toBe(202)
    const mails = await messagesTo(market.server, email, 2)
    const issued = ok(await exchangeLinkToken(market, linkTokenIn(mails.at(-1)?.text ?? '')))
    expect(ok(await me(issued.token)).user.email).toBe(email)
  })

  test('are given a link by the command line', async () => {
    const { email } = await addSignedInPlatformPerson(market)
    const { token } = await cli<{ token: string }>('user', 'link', '--platform', '--email', email)
    expect(ok(await me(ok(await exchangeLinkToken(market, token)).token)).user.email).toBe(email)
  })

  test('are listed, and are on no account', async () => {
    const { email } = await addSignedInPlatformPerson(market)
    const { data } = await cli<{ data: { email: string; role: string }[] }>('user', 'list', '--platform')
    expect(data.find((one) => one.email === email)).toMatchObject({ role: 'platform', phone: null })
    expect(new Set(data.map(({ role }) => role))).toEqual(new Set(['platform']))
    expect((await cli<{ data: unknown[] }>('user', 'list', '--operator', dales.ref)).data).toEqual([])
  })

  test('are signed out everywhere when they are removed, and may be taken back', async () => {
    const { email, token } = await addSignedInPlatformPerson(market)
    const { token: unused } = await cli<{ token: string }>('user', 'link', '--platform', '--email', email)
    expect(await cli<object>('user', 'remove', '--platform', '--email', email)).toMatchObject({ email })
    expect(statusAndCode(await me(token))).toBe('401 unauthenticated')
    expect(statusAndCode(await exchangeLinkToken(market, unused))).toBe('401 invalid_sign_in_link')
    expect((await create(email)).link).toContain('cbl_')
  })

  test('sign in once under an address', async () => {
    const { email } = await addSignedInPlatformPerson(market)
    const again = await market.server.cli(['user', 'create', '--platform', '--email', email, '--name', 'Kim'])
    expect([again.exitCode, again.stderr]).toEqual([2, expect.stringContaining('The email has already been taken')])
  })
})

describe('the command line says what it lacks', () => {
  const who = ['--email', 'kim@market.example', '--name', 'Kim']

  test.each([
    [['user', 'create', ...who, '--role', 'admin'], 'either on the account of an --operator or among the --platform'],
    [['user', 'create', ...who, '--platform', '--operator', 'OP-7GQ2M'], 'either on the account of an --operator'],
    [['user', 'create', ...who, '--platform', '--role', 'admin'], '--role is for an operator'],
    [['user', 'create', ...who, '--platform', '--phone', '07700 900123'], '--phone is for an operator'],
    [['user', 'create', ...who, '--operator', 'OP-7GQ2M'], '--role ROLE is missing'],
    [['user', 'list'], 'either on the account of an --operator'],
    [['user', 'link', '--email', 'kim@market.example', '--platform', '--operator', 'OP-7GQ2M'], 'either on the account'],
  ])('%j', async (words, sentence) => {
    const { exitCode, stderr } = await market.server.cli(words as string[])
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(sentence as string)])
  })

  test('where nobody signs in with an address, with the command that changes it', async () => {
    const { exitCode, stderr } = await market.server.cli(['user', 'link', '--platform', '--email', 'no@one.example'])
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('charabanc user create --platform --email no@one.example')])
  })
})

describe('one address at an operator’s and at the marketplace’s', () => {
  /** Signs in with a mailed link, which leads to both. */
  async function onBoth() {
    const { email } = await addSignedInPerson(market, dales.ref)
    await create(email)
    await messagesTo(market.server, email)
    await market.call('POST', '/api/v1/auth/link', { body: { email } })
    const mails = await messagesTo(market.server, email, 2)
    return { email, link: linkTokenIn(mails.at(-1)?.text ?? '') }
  }

  const enter = (token: string, place: string) =>
    market.call('POST', '/api/v1/auth/exchange', { body: { token, operator_ref: place } })

  test('is asked where to, and the link stays good', async () => {
    const { link } = await onBoth()
    const asked = await exchangeLinkToken(market, link)
    expect(statusAndCode(asked)).toBe('409 operator_choice_required')
    expect(asked.json.error.operators).toEqual([
      { operator_ref: dales.ref, name: 'Dales Coaches' },
      { operator_ref: 'platform', name: 'The marketplace' },
    ])
    const { token } = ok(await enter(link, 'platform'))
    expect(statusAndCode(await me(token))).toBe('200')
    expect(statusAndCode(await as(token, 'GET', '/api/v1/me'))).toBe('403 wrong_credential')
  })

  test('is the operator’s where that is chosen, and then of no use at the desk', async () => {
    const { link } = await onBoth()
    const { token } = ok(await enter(link, dales.ref))
    expect(ok(await as(token, 'GET', '/api/v1/me')).operator_ref).toBe(dales.ref)
    expect(statusAndCode(await me(token))).toBe('403 wrong_credential')
    // Who sits at an operator's desk comes to the marketplace's by signing in there.
    expect(statusAndCode(await as(token, 'POST', '/portal/v1/switch', { operator_ref: 'platform' }))).toBe('404 not_found')
  })

  test('is chosen on the command line', async () => {
    const { email } = await onBoth()
    const open = await market.server.cli(['user', 'link', '--email', email])
    expect([open.exitCode, open.stderr]).toEqual([2, expect.stringContaining('the marketplace. Say which with --operator, or')])
    const { token } = await cli<{ token: string }>('user', 'link', '--email', email, '--platform')
    expect(statusAndCode(await me(ok(await exchangeLinkToken(market, token)).token))).toBe('200')
    await cli('user', 'remove', '--email', email, '--platform')
    expect(
      (await cli<{ data: { email: string }[] }>('user', 'list', '--operator', dales.ref)).data.map((one) => one.email),
    ).toContain(email)
  })
})

describe('their devices', () => {
  test('are taken wherever a platform key is, and under the same Idempotency-Key', async () => {
    const { token } = await addSignedInPlatformPerson(market)
    const customer = await market.trip([dales])
    const reads = ['/operators', '/payouts', `/trips/${customer.ref}`, `/trips/${customer.ref}/amendments`]
    for (const path of reads) expect([path, statusAndCode(await as(token, 'GET', `/platform/v1${path}`))]).toEqual([path, '200'])
    const call = { body: { reason: 'Entered twice.' }, key: `off-${customer.ref}` }
    const path = `/platform/v1/trips/${customer.ref}/cancel`
    expect(statusAndCode(await market.call('POST', path, { token, ...call }))).toBe('200')
    const again = await market.call('POST', path, { token: market.platformToken, ...call })
    expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([200, 'true'])
  })

  test('are listed, renewed and signed out by whose they are', async () => {
    const { email, token } = await addSignedInPlatformPerson(market)
    const { token: link } = await cli<{ token: string }>('user', 'link', '--email', email)
    const other = ok(await exchangeLinkToken(market, link, 'Phone'))
    const devices = ok(await as(token, 'GET', '/api/v1/auth/devices'))
    expect(devices.map((one: { device_name: string; current: boolean }) => [one.device_name, one.current])).toEqual([
      ['Kim’s laptop', true],
      ['Phone', false],
    ])
    expect((await as(token, 'DELETE', `/api/v1/auth/devices/${devices[1].id}`)).status).toBe(204)
    expect(statusAndCode(await me(other.token))).toBe('401 unauthenticated')

    const renewed = ok(await as(token, 'POST', '/api/v1/auth/rotate'))
    expect(renewed.token).toMatch(/^cbo_/)
    expect(statusAndCode(await me(token))).toBe('401 unauthenticated')
    expect(statusAndCode(await me(renewed.token))).toBe('200')
    expect(
      statusAndCode(await as((await addSignedInPlatformPerson(market)).token, 'DELETE', `/api/v1/auth/devices/${devices[0].id}`)),
    ).toBe('404 not_found')
  })

  test('are of no use anywhere else', async () => {
    const { token } = await addSignedInPlatformPerson(market)
    const document = (await (await market.server.fetch('/openapi.json')).json()) as {
      paths: Record<string, Record<string, { security?: Record<string, unknown>[] }>>
    }
    const closed = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([, { security = [] }]) => security.length > 0 && !security.some((scheme) => 'platform_device' in scheme))
        .map(([method]) => ({ method: method.toUpperCase(), path: path.replace(/\{[^}]+\}/g, '1') })),
    )
    expect(closed.length).toBeGreaterThan(100)
    for (const { method, path } of closed) {
      const answer = await market.call(method, path, { token, ...(/GET|DELETE/.test(method) ? {} : { body: { name: '\0' } }) })
      expect([method, path, statusAndCode(answer)]).toEqual([
        method,
        path,
        expect.stringMatching(/^403 (wrong_credential|missing_ability)$/),
      ])
    }
  })

  test('are not what keys, drivers, customers and operators’ people hold', async () => {
    const customer = await market.trip([dales])
    for (const token of [dales.token, customer.token, (await addSignedInPerson(market, dales.ref)).token]) {
      expect(statusAndCode(await me(token))).toBe('403 wrong_credential')
    }
    expect(statusAndCode(await market.call('GET', '/platform/v1/me'))).toBe('401 unauthenticated')
    expect(ok(await me(market.platformToken))).toMatchObject({ user: null, credential: { kind: 'platform_key', name: 'test' } })
  })
})
