import { describe, expect, test } from 'bun:test'
import { abilitiesOfRole, roles } from '../../src/domain/ability.ts'
import { formatToken } from '../../src/domain/token.ts'
import { eventually } from '../support/eventually.ts'
import { days, type Market, type MarketAnswer, minutes, ok, openMarket, statusAndCode } from '../support/market.ts'
import {
  addOperatorPerson,
  addSignedInPerson,
  exchangeLinkToken,
  linkTokenIn,
  messagesTo,
  signInPerson,
} from '../support/people.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()

const askFor = (market: Market, email: unknown) => market.call('POST', '/api/v1/auth/link', { body: { email } })
const me = (market: Market, token: string) => market.call('GET', '/api/v1/me', { token })

/** The parts of an answer that a stranger can compare: without its date and request id. */
function seen({ status, headers, text }: MarketAnswer) {
  const same = [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date')
  return JSON.stringify([status, same, text])
}

async function inboxLink(market: Market, email: string, count = 1): Promise<string> {
  const mails = await messagesTo(market.server, email, count)
  return linkTokenIn(mails.at(-1)?.text ?? '')
}

describe('a mailed link', () => {
  test.each(roles)('signs a person in with the abilities of the role: %s', async (role) => {
    const market = await openShared()
    const operator = await market.operator()
    const { id, email } = await addOperatorPerson(market, operator.ref, role)

    expect((await askFor(market, email.toUpperCase())).status).toBe(202)
    const [mail] = await messagesTo(market.server, email)
    const token = linkTokenIn(mail?.text ?? '')
    expect(mail?.text).toContain(`${market.server.url}/portal/sign-in#${token}\n`)
    expect(mail?.text).toMatch(new RegExp(`^${token}$`, 'm'))

    const page = await market.server.fetch('/sign-in')
    expect(page.status).toBe(200)
    const answer = await exchangeLinkToken(market, token, 'Jo’s phone')
    expect(answer.status).toBe(201)
    expect(Object.keys(answer.data)).toEqual(['token', 'token_id', 'device_name', 'abilities', 'expires_at'])
    expect(answer.data).toMatchObject({ device_name: 'Jo’s phone', abilities: [...abilitiesOfRole[role]] })
    expect(answer.data.token).toMatch(/^cbo_[0-9A-Za-z]{49}$/)
    expect(Date.parse(answer.data.expires_at)).toBeWithin(
      market.now() + days(180) * 1000 - 60_000,
      market.now() + days(180) * 1000,
    )

    const { credential, user } = ok(await me(market, answer.data.token))
    expect(credential).toMatchObject({ kind: 'operator_device', token_id: answer.data.token_id, name: 'Jo’s phone' })
    expect(user).toEqual({ id, email, name: expect.any(String), role })
  })

  test('gives every address the same answer and causes the same work', async () => {
    await using market = await openMarket()
    const operator = await market.operator()
    const known = await addOperatorPerson(market, operator.ref)
    const removed = await addOperatorPerson(market, operator.ref, 'dispatcher')
    await market.server.cliJson(['user', 'remove', '--email', removed.email])
    const links = async () =>
      (await market.server.ask<{ count: number }>('SELECT count(*) AS count FROM sign_in_links'))[0]?.count ?? 0

    const answers: string[] = []
    for (const email of [known.email, removed.email, 'nobody@nowhere.example', known.email.toUpperCase()]) {
      const before = await links()
      answers.push(seen(await askFor(market, email)))
      expect(await links()).toBe(before + 1)
    }

    expect(new Set(answers).size).toBe(1)
    await messagesTo(market.server, known.email, 2)
    expect(market.server.mails().map(({ to }) => to)).toEqual([known.email, known.email])
    await eventually(async () => (await market.server.ask("SELECT 1 FROM messages WHERE recipient = ''")).length === 0)
  })

  test('works once, even for twenty simultaneous exchanges', async () => {
    await using market = await openMarket()
    const operator = await market.operator()
    const { email } = await addOperatorPerson(market, operator.ref)
    await askFor(market, email)
    const token = await inboxLink(market, email)

    const answers = await Promise.all(Array.from({ length: 20 }, () => exchangeLinkToken(market, token)))

    expect(answers.map(statusAndCode).sort()).toEqual(['201', ...Array(19).fill('401 invalid_sign_in_link')])
    expect(await market.server.ask('SELECT 1 FROM devices')).toHaveLength(1)
  })

  test('fails with the same answer if unknown, malformed, used, expired or of a removed person', async () => {
    const market = await openShared()
    const operator = await market.operator()
    const stays = await addOperatorPerson(market, operator.ref)
    const leaves = await addOperatorPerson(market, operator.ref, 'accounts')
    const link = async (email: string) =>
      (await market.server.cliJson<{ token: string }>(['user', 'link', '--email', email])).token
    const [used, old, ofRemoved] = [await link(stays.email), await link(stays.email), await link(leaves.email)]
    const { token: key } = operator
    ok(await exchangeLinkToken(market, used))
    await market.server.cliJson(['user', 'remove', '--email', leaves.email])
    const fresh = formatToken('sign_in_link', crypto.getRandomValues(new Uint8Array(32)))

    const refused = [used, ofRemoved, fresh, `${fresh.slice(0, -1)}!`, key, 'x', 'ü'.repeat(200)]
    const answers = await Promise.all(refused.map((token) => exchangeLinkToken(market, token)))
    await market.advance(minutes(15))
    answers.push(await exchangeLinkToken(market, old))

    expect(answers.map(statusAndCode)).toEqual(Array(8).fill('401 invalid_sign_in_link'))
    expect(new Set(answers.map(seen)).size).toBe(1)
  })

  test('signs in no user and sends no email for an unknown address', async () => {
    await using market = await openMarket()
    await askFor(market, 'nobody@nowhere.example')

    expect(await market.server.ask('SELECT user_id, driver_id FROM sign_in_links')).toEqual([{ user_id: null, driver_id: null }])
    expect(market.server.mails()).toEqual([])
  })

  test('rejects an invalid body in requests and exchanges', async () => {
    const market = await openShared()
    const broken: readonly [string, unknown, string][] = [
      ['link', {}, 'email'],
      ['link', { email: 'jo' }, 'email'],
      ['link', { email: `${'a'.repeat(250)}@b.co` }, 'email'],
      ['link', { email: null }, 'email'],
      ['exchange', {}, 'token'],
      ['exchange', { token: 'x'.repeat(201) }, 'token'],
      ['exchange', { token: 7 }, 'token'],
      ['exchange', { token: '' }, 'token'],
      ['exchange', { token: 'x', device_name: 'x'.repeat(61) }, 'device_name'],
      ['exchange', { token: 'x', device_name: 7 }, 'device_name'],
      ['link', undefined, 'body'],
      ['exchange', undefined, 'body'],
    ]
    for (const [task, body, field] of broken) {
      const answer = await market.call('POST', `/api/v1/auth/${task}`, body === undefined ? {} : { body })
      expect([task, body, statusAndCode(answer)]).toEqual([task, body, '422 validation_failed'])
      expect(Object.keys(answer.json.error.fields)).toEqual([field])
    }
  })

  test('names the device “Unknown device” if the request names none', async () => {
    const market = await openShared()
    const operator = await market.operator()
    const { email } = await addOperatorPerson(market, operator.ref)
    const { token } = await market.server.cliJson<{ token: string }>(['user', 'link', '--email', email])

    const answer = await market.call('POST', '/api/v1/auth/exchange', { body: { token } })

    expect(ok(answer).device_name).toBe('Unknown device')
    expect((await signInPerson(market, email, null)).device_name).toBe('Unknown device')
    expect((await signInPerson(market, email, '😀'.repeat(60))).device_name).toBe('😀'.repeat(60))
  })

  test('ignores an Idempotency-Key', async () => {
    const market = await openShared()
    const operator = await market.operator()
    const { email } = await addOperatorPerson(market, operator.ref)
    const { token } = await market.server.cliJson<{ token: string }>(['user', 'link', '--email', email])
    const body = { token, device_name: null }

    const first = await market.call('POST', '/api/v1/auth/exchange', { body, key: 'a b' })
    const second = await market.call('POST', '/api/v1/auth/exchange', { body, key: 'a b' })

    expect([statusAndCode(first), statusAndCode(second)]).toEqual(['201', '401 invalid_sign_in_link'])
  })
})

describe('sign-in limit', () => {
  test('allows five link requests per email address and twenty per IP address in 15 minutes', async () => {
    const env = { CHARABANC_LIMIT_SIGN_IN: '5/15m;20/15m' }
    await using market = await openMarket({ env })
    const operator = await market.operator()
    const { email } = await addOperatorPerson(market, operator.ref)

    const beganAt = market.now()
    const answers = { known: [] as MarketAnswer[], unknown: [] as MarketAnswer[] }
    for (let count = 0; count < 7; count++) {
      answers.known.push(await askFor(market, count % 2 === 0 ? email : email.toUpperCase()))
      answers.unknown.push(await askFor(market, 'nobody@nowhere.example'))
    }
    expect(answers.known.map(statusAndCode)).toEqual([...Array(5).fill('202'), ...Array(2).fill('429 rate_limited')])
    expect(answers.unknown.map(statusAndCode)).toEqual(answers.known.map(statusAndCode))
    const [known, unknown] = [answers.known[6], answers.unknown[6]]
    expect(Object.keys(known?.json.error)).toEqual(Object.keys(unknown?.json.error))
    expect(Number(known?.headers.get('retry-after'))).toBeWithin(899 - (market.now() - beganAt) / 1_000, 901)

    const others: string[] = []
    for (let count = 0; count < 11; count++) others.push(statusAndCode(await askFor(market, `stranger${count}@nowhere.example`)))
    expect(others).toEqual([...Array(10).fill('202'), '429 rate_limited'])

    await market.advance(minutes(15))
    expect(statusAndCode(await askFor(market, email))).toBe('202')
  })

  test('allows thirty exchanges per IP address in 15 minutes', async () => {
    await using market = await openMarket({ env: { CHARABANC_LIMIT_EXCHANGE: '30/15m' } })
    const answers: MarketAnswer[] = []
    for (let count = 0; count < 31; count++) answers.push(await exchangeLinkToken(market, 'x'))
    expect(answers.slice(0, 30).map(statusAndCode)).toEqual(Array(30).fill('401 invalid_sign_in_link'))
    expect(statusAndCode(answers[30] as MarketAnswer)).toBe('429 rate_limited')
  })
})

describe('token rotation', () => {
  const rotate = (market: Market, token: string, key?: string) =>
    market.call('POST', '/api/v1/auth/rotate', { token, ...(key && { key }) })

  test('ends the old token immediately and keeps the device', async () => {
    const market = await openShared()
    const operator = await market.operator()
    const first = await addSignedInPerson(market, operator.ref, 'dispatcher')
    const devices = ok(await market.call('GET', '/api/v1/auth/devices', { token: first.token }))
    await market.advance(days(170))

    const answer = await rotate(market, first.token)

    expect(answer.status).toBe(201)
    expect(answer.data).toMatchObject({ device_name: first.device_name, abilities: first.abilities })
    expect(answer.data.token).not.toBe(first.token)
    expect(answer.data.token_id).not.toBe(first.token_id)
    expect(statusAndCode(await me(market, first.token))).toBe('401 unauthenticated')
    await market.advance(days(179))
    expect(statusAndCode(await me(market, answer.data.token))).toBe('200')
    const after = ok(await market.call('GET', '/api/v1/auth/devices', { token: answer.data.token }))
    expect(after.map(({ id }: { id: number }) => id)).toEqual(devices.map(({ id }: { id: number }) => id))
    await market.advance(days(1))
    expect(statusAndCode(await me(market, answer.data.token))).toBe('401 unauthenticated')
  })

  test('issues one new token for eight simultaneous requests', async () => {
    const market = await openShared()
    const operator = await market.operator()
    const { token } = await addSignedInPerson(market, operator.ref)

    const answers = await Promise.all(Array.from({ length: 8 }, () => rotate(market, token)))

    expect(answers.map(statusAndCode).sort()).toEqual(['201', ...Array(7).fill('401 unauthenticated')])
    const successor = answers.find(({ status }) => status === 201)?.data.token
    expect(statusAndCode(await me(market, successor))).toBe('200')
  })

  test('replays no answer for an Idempotency-Key', async () => {
    const market = await openShared()
    const operator = await market.operator()
    const { token } = await addSignedInPerson(market, operator.ref)

    expect(statusAndCode(await rotate(market, token, 'one two'))).toBe('201')
    expect(statusAndCode(await rotate(market, token, 'one two'))).toBe('401 unauthenticated')
  })

  test('resets no rate limit', async () => {
    await using market = await openMarket({ env: { CHARABANC_LIMIT_READ: '6/m', CHARABANC_LIMIT_WRITE: '4/m' } })
    const operator = await market.operator()
    let { token } = await addSignedInPerson(market, operator.ref)
    const statuses: string[] = []
    for (let round = 0; round < 4; round++) {
      statuses.push(statusAndCode(await me(market, token)), statusAndCode(await me(market, token)))
      const rotated = await rotate(market, token)
      token = rotated.data?.token ?? token
    }

    expect(statuses).toEqual([...Array(6).fill('200'), ...Array(2).fill('429 rate_limited')])
    expect(statusAndCode(await rotate(market, token))).toBe('429 rate_limited')
  })

  test('rejects a token that belongs to no device', async () => {
    const market = await openShared()
    const operator = await market.operator()
    const customer = await market.trip([operator])
    for (const token of [operator.token, market.platformToken, customer.token]) {
      const answer = await market.call('POST', '/api/v1/auth/rotate', { token, body: { broken: '\0' } })
      expect(statusAndCode(answer)).toBe('403 rotation_not_available')
    }
    expect(statusAndCode(await market.call('POST', '/api/v1/auth/rotate'))).toBe('401 unauthenticated')
  })
})

test('stores no link or token in plain text in files, logs or rate limits', async () => {
  await using market = await openMarket({ env: { CHARABANC_LIMIT_SIGN_IN: '50/m', CHARABANC_LOG_LEVEL: 'trace' } })
  const operator = await market.operator()
  const { email } = await addOperatorPerson(market, operator.ref)
  await askFor(market, email)
  await askFor(market, 'stranger-4711@nowhere.example')
  const link = await inboxLink(market, email)
  const { token } = ok(await exchangeLinkToken(market, link))
  await me(market, token)
  // The server writes both periodically. Afterwards the file contains the requests of this test.
  await eventually(async () => (await market.server.ask('SELECT 1 FROM sign_in_limits')).length > 0)
  await eventually(
    async () =>
      (await market.server.ask("SELECT 1 FROM credentials WHERE kind = 'operator_device' AND last_used_at IS NOT NULL")).length >
      0,
  )

  for (const place of [await market.server.readWholeDatabase(), market.server.stdout, market.server.stderr]) {
    for (const secret of [link, token, 'stranger-4711']) expect(place.includes(secret)).toBe(false)
  }
})
