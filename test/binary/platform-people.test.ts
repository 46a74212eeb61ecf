import { beforeAll, describe, expect, test } from 'bun:test'
import { days, type Market, type MarketAnswer, minutes, type OperatorClient, ok, statusAndCode } from '../support/market.ts'
import { addSignedInPerson, addSignedInPlatformPerson, exchangeLinkToken, linkTokenIn, messagesTo } from '../support/people.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()
let market: Market
let dales: OperatorClient

beforeAll(async () => {
  market = await openShared()
  dales = await market.operator('Dales Coaches')
})

let people = 0

/** Makes an unused email address. */
const address = () => `kim${++people}@market.example`

const cli = <T>(...words: string[]) => market.server.cliJson<T>(words)

type Created = { readonly id: number; readonly link: string; readonly expires_at: string }

const create = (email: string) => cli<Created>('user', 'create', '--platform', '--email', email, '--name', 'Kim <b>Lee</b>')

const as = (token: string, method: string, path: string, body?: unknown): Promise<MarketAnswer> =>
  market.call(method, path, { token, ...(body !== undefined && { body }) })

const me = (token: string) => as(token, 'GET', '/platform/v1/me')

describe('a person of the marketplace', () => {
  test('is invited by the command line and by email, with a link valid for 7 days', async () => {
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

  test('can request a sign-in link', async () => {
    const email = address()
    await create(email)
    await messagesTo(market.server, email)
    expect((await market.call('POST', '/api/v1/auth/link', { body: { email } })).status).toBe(202)
    const mails = await messagesTo(market.server, email, 2)
    const issued = ok(await exchangeLinkToken(market, linkTokenIn(mails.at(-1)?.text ?? '')))
    expect(ok(await me(issued.token)).user.email).toBe(email)
  })

  test('gets a link from the command line', async () => {
    const { email } = await addSignedInPlatformPerson(market)
    const { token } = await cli<{ token: string }>('user', 'link', '--platform', '--email', email)
    expect(ok(await me(ok(await exchangeLinkToken(market, token)).token)).user.email).toBe(email)
  })

  test('is listed with the marketplace’s people, and belongs to no account', async () => {
    const { email } = await addSignedInPlatformPerson(market)
    const { data } = await cli<{ data: { email: string; role: string }[] }>('user', 'list', '--platform')
    expect(data.find((one) => one.email === email)).toMatchObject({ role: 'platform', phone: null })
    expect(new Set(data.map(({ role }) => role))).toEqual(new Set(['platform']))
    expect((await cli<{ data: unknown[] }>('user', 'list', '--operator', dales.ref)).data).toEqual([])
  })

  test('is signed out everywhere when removed, and can be invited again', async () => {
    const { email, token } = await addSignedInPlatformPerson(market)
    const { token: unused } = await cli<{ token: string }>('user', 'link', '--platform', '--email', email)
    expect(await cli<object>('user', 'remove', '--platform', '--email', email)).toMatchObject({ email })
    expect(statusAndCode(await me(token))).toBe('401 unauthenticated')
    expect(statusAndCode(await exchangeLinkToken(market, unused))).toBe('401 invalid_sign_in_link')
    expect((await create(email)).link).toContain('cbl_')
  })

  test('is refused with an email address that is taken', async () => {
    const { email } = await addSignedInPlatformPerson(market)
    const again = await market.server.cli(['user', 'create', '--platform', '--email', email, '--name', 'Kim'])
    expect([again.exitCode, again.stderr]).toEqual([2, expect.stringContaining('The email is already in use')])
  })
})

describe('the command line', () => {
  const who = ['--email', 'kim@market.example', '--name', 'Kim']

  test.each([
    [['user', 'create', ...who, '--role', 'admin'], 'Use either --operator or --platform'],
    [['user', 'create', ...who, '--platform', '--operator', 'OP-7GQ2M'], 'Use either --operator or --platform'],
    [['user', 'create', ...who, '--platform', '--role', 'admin'], 'Use --role only with --operator'],
    [['user', 'create', ...who, '--platform', '--phone', '07700 900123'], 'Use --phone only with --operator'],
    [['user', 'create', ...who, '--operator', 'OP-7GQ2M'], '--role ROLE is missing'],
    [['user', 'list'], 'Use either --operator or --platform'],
    [
      ['user', 'link', '--email', 'kim@market.example', '--platform', '--operator', 'OP-7GQ2M'],
      'Use either --operator or --platform',
    ],
  ])('explains the wrong options of %j', async (words, sentence) => {
    const { exitCode, stderr } = await market.server.cli(words as string[])
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(sentence as string)])
  })

  test('suggests user create if no person signs in with the address', async () => {
    const { exitCode, stderr } = await market.server.cli(['user', 'link', '--platform', '--email', 'no@one.example'])
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('charabanc user create --platform --email no@one.example')])
  })
})

describe('an email address at an operator and at the marketplace', () => {
  /** Requests a link by email for a person at both places. */
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

  test('must choose a place at sign-in, and the link stays valid', async () => {
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

  test('signs in to the chosen operator, without access to the marketplace', async () => {
    const { link } = await onBoth()
    const { token } = ok(await enter(link, dales.ref))
    expect(ok(await as(token, 'GET', '/api/v1/me')).operator_ref).toBe(dales.ref)
    expect(statusAndCode(await me(token))).toBe('403 wrong_credential')
    // A person at an operator cannot switch to the marketplace, but must sign in there.
    expect(statusAndCode(await as(token, 'POST', '/portal/v1/switch', { operator_ref: 'platform' }))).toBe('404 not_found')
  })

  test('needs --operator or --platform on the command line', async () => {
    const { email } = await onBoth()
    const open = await market.server.cli(['user', 'link', '--email', email])
    expect([open.exitCode, open.stderr]).toEqual([2, expect.stringContaining('the marketplace. Choose one with --operator, or')])
    const { token } = await cli<{ token: string }>('user', 'link', '--email', email, '--platform')
    expect(statusAndCode(await me(ok(await exchangeLinkToken(market, token)).token))).toBe('200')
    await cli('user', 'remove', '--email', email, '--platform')
    expect(
      (await cli<{ data: { email: string }[] }>('user', 'list', '--operator', dales.ref)).data.map((one) => one.email),
    ).toContain(email)
  })
})

describe('a device of a marketplace person', () => {
  test('is accepted like a platform key, and shares its Idempotency-Key', async () => {
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

  test('is listed, renewed and signed out by its owner only', async () => {
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

  test('is rejected everywhere else', async () => {
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

  test('shares its endpoint /me with platform keys and no other credential', async () => {
    const customer = await market.trip([dales])
    for (const token of [dales.token, customer.token, (await addSignedInPerson(market, dales.ref)).token]) {
      expect(statusAndCode(await me(token))).toBe('403 wrong_credential')
    }
    expect(statusAndCode(await market.call('GET', '/platform/v1/me'))).toBe('401 unauthenticated')
    expect(ok(await me(market.platformToken))).toMatchObject({ user: null, credential: { kind: 'platform_key', name: 'test' } })
  })
})
