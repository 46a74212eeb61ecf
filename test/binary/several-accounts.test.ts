import { beforeAll, describe, expect, test } from 'bun:test'
import { type Market, type MarketAnswer, type OperatorClient, ok, statusAndCode } from '../support/market.ts'
import { addSignedInPerson, type DeviceToken, exchangeLinkToken, linkTokenIn, messagesTo } from '../support/people.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()
let market: Market
let dales: OperatorClient
let rival: OperatorClient
let third: OperatorClient
let annAtDales: DeviceToken
let annAtRival: DeviceToken

beforeAll(async () => {
  market = await openShared()
  dales = await market.operator('Dales Coaches')
  rival = await market.operator('Rival Travel')
  third = await market.operator('Third Party Tours')
  annAtDales = await addSignedInPerson(market, dales.ref)
  annAtRival = await addSignedInPerson(market, rival.ref)
})

let people = 0

/** A new email address. */
const address = () => `jo${++people}@coaches.example`

const ask = (device: { token: string }, method: string, path: string, body?: unknown, key?: string) =>
  market.call(method, `/portal/v1${path}`, {
    token: device.token,
    ...(body !== undefined && { body }),
    ...(key !== undefined && { key }),
  })

const invite = (device: { token: string }, email: string, role = 'dispatcher') =>
  ask(device, 'POST', '/users', { email, name: 'Jo Bloggs', role })

const enter = (token: string, operatorRef?: string) =>
  market.call('POST', '/api/v1/auth/exchange', { body: { token, ...(operatorRef && { operator_ref: operatorRef }) } })

const whoIs = async ({ data }: MarketAnswer) => ok(await market.call('GET', '/api/v1/me', { token: data.token }))

/** Invites one email address to both accounts and leaves the invitations unused. */
async function inviteToBoth(): Promise<{ email: string; invitations: string[] }> {
  const email = address()
  ok(await invite(annAtDales, email))
  // Two mails sent at the same time may arrive in either order.
  await messagesTo(market.server, email)
  ok(await invite(annAtRival, email, 'accounts'))
  const mails = await messagesTo(market.server, email, 2)
  return { email, invitations: mails.map(({ text }) => linkTokenIn(text)) }
}

/** Requests a sign-in link and returns the token in the last of `count` messages. */
async function askForLink(email: string, count: number): Promise<string> {
  expect((await market.call('POST', '/api/v1/auth/link', { body: { email } })).status).toBe(202)
  return linkTokenIn((await messagesTo(market.server, email, count)).at(-1)?.text ?? '')
}

describe('inviting an address of another operator', () => {
  test('accepts the address like a new one and shows neither operator the other', async () => {
    const [known, unknown] = [address(), address()]
    ok(await invite(annAtRival, known))
    await messagesTo(market.server, known)
    const [first, second] = [await invite(annAtDales, known), await invite(annAtDales, unknown)]

    expect([first.status, second.status]).toEqual([201, 201])
    expect({ ...first.data, id: 0, email: '' }).toEqual({
      ...second.data,
      id: 0,
      email: '',
      created_at: first.data.created_at,
      invited_at: first.data.invited_at,
    })
    expect(statusAndCode(await invite(annAtDales, known.toUpperCase()))).toBe('422 validation_failed')
    for (const [device, stranger] of [
      [annAtDales, rival],
      [annAtRival, dales],
    ] as const) {
      const listed = await ask(device, 'GET', '/users')
      expect(listed.data.filter(({ email }: { email: string }) => email === known)).toHaveLength(1)
      expect(listed.text).not.toContain(stranger.ref)
    }
    const mails = await messagesTo(market.server, known, 2)
    expect(mails.map(({ text }) => /Dales Coaches|Rival Travel/.exec(text)?.[0])).toEqual(['Rival Travel', 'Dales Coaches'])
  })

  test('accepts the address as admin of a new account', async () => {
    const { email } = await inviteToBoth()
    const account = { name: 'Fourth', currency_code: 'GBP', timezone: 'Europe/London', admin_email: email }
    expect((await market.platform('POST', '/operators', account)).status).toBe(201)
  })

  test('adds the address once per account despite simultaneous invitations', async () => {
    const email = address()
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => invite(n % 2 ? annAtDales : annAtRival, email)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, ...Array.from({ length: 10 }, () => 422)])
  })
})

describe('signing in', () => {
  test('signs in to the inviting operator, and rejects another operator for the invitation', async () => {
    const { invitations } = await inviteToBoth()
    const [first = '', second = ''] = invitations
    expect((await whoIs(await enter(second))).operator_ref).toBe(rival.ref)
    expect(statusAndCode(await enter(first, rival.ref))).toBe('422 validation_failed')
    expect((await whoIs(await enter(first, dales.ref))).operator_ref).toBe(dales.ref)
  })

  test('sends one link, asks for the operator, and keeps the link valid until a correct choice', async () => {
    const { email } = await inviteToBoth()
    const token = await askForLink(email, 3)
    expect(await messagesTo(market.server, email, 3)).toHaveLength(3)

    const choice = await enter(token)
    expect(choice.status).toBe(409)
    expect(choice.json.error).toEqual({
      code: 'operator_choice_required',
      message: 'This address belongs to several accounts. Choose one.',
      operators: [
        { operator_ref: dales.ref, name: 'Dales Coaches' },
        { operator_ref: rival.ref, name: 'Rival Travel' },
      ],
    })
    for (const foreign of [third.ref, 'OP-00000', 'constructor']) {
      const refused = await enter(token, foreign)
      expect([refused.status, refused.json.error.fields]).toEqual([
        422,
        { operator_ref: ['The selected operator_ref is invalid.'] },
      ])
    }
    const entered = await enter(token, rival.ref)
    expect(entered.data.abilities).toEqual(['bookings:read', 'payouts:read'])
    expect((await whoIs(entered)).operator_ref).toBe(rival.ref)
    expect(statusAndCode(await enter(token, dales.ref))).toBe('401 invalid_sign_in_link')
  })

  test('accepts one of two simultaneous choices', async () => {
    const { email } = await inviteToBoth()
    const token = await askForLink(email, 3)
    const both = await Promise.all([enter(token, dales.ref), enter(token, rival.ref)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 401])
  })

  test('asks for no choice after the person has left one of two accounts', async () => {
    const { email } = await inviteToBoth()
    const token = await askForLink(email, 3)
    const { data } = await ask(annAtRival, 'GET', '/users')
    const { id } = data.find((one: { email: string }) => one.email === email)
    expect((await ask(annAtRival, 'DELETE', `/users/${id}`)).status).toBe(204)
    expect((await whoIs(await enter(token))).operator_ref).toBe(dales.ref)
  })

  test('rejects the link of a person who is no longer on any account', async () => {
    const email = address()
    const { id } = ok(await invite(annAtDales, email))
    const token = await askForLink(email, 2)
    expect((await ask(annAtDales, 'DELETE', `/users/${id}`)).status).toBe(204)
    expect(statusAndCode(await enter(token))).toBe('401 invalid_sign_in_link')
  })
})

describe('switching accounts', () => {
  test('returns a token for the other account, with the same device name and that role’s abilities', async () => {
    const { invitations } = await inviteToBoth()
    const here = ok(await exchangeLinkToken(market, invitations[0], 'Jo’s laptop'))

    const switched = await ask(here, 'POST', '/switch', { operator_ref: rival.ref }, 'once')
    expect(switched.status).toBe(201)
    expect(switched.data).toMatchObject({ device_name: 'Jo’s laptop', abilities: ['bookings:read', 'payouts:read'] })
    const me = await whoIs(switched)
    expect([me.operator_ref, me.user.name]).toEqual([rival.ref, 'Jo Bloggs'])
    expect((await market.call('GET', '/api/v1/me', { token: here.token })).status).toBe(200)
    expect((await ask(here, 'POST', '/switch', { operator_ref: rival.ref }, 'once')).text).toBe(switched.text)
    expect((await ask(switched.data, 'POST', '/switch', { operator_ref: dales.ref })).status).toBe(201)
  })

  test('keeps the token and adds no device when the account is already the current one', async () => {
    const { invitations } = await inviteToBoth()
    const here = ok(await exchangeLinkToken(market, invitations[0], 'Jo’s laptop'))
    const devices = async () => (await market.call('GET', '/api/v1/auth/devices', { token: here.token })).data
    const before = await devices()
    const key = crypto.randomUUID()
    expect(before).toHaveLength(1)

    const answers = [
      await ask(here, 'POST', '/switch', { operator_ref: dales.ref }),
      await ask(here, 'POST', '/switch', { operator_ref: dales.ref }, key),
      await ask(here, 'POST', '/switch', { operator_ref: dales.ref }, key),
    ]

    expect(answers.map(({ status, data }) => ({ status, data }))).toEqual(answers.map(() => ({ status: 201, data: here })))
    expect((await devices()).map(({ id }: { id: number }) => id)).toEqual(before.map(({ id }: { id: number }) => id))
  })

  test('rejects accounts that the person does not belong to', async () => {
    const { email, invitations } = await inviteToBoth()
    const here = ok(await enter(invitations[0] ?? ''))
    for (const operator_ref of [third.ref, 'OP-00000', '__proto__']) {
      expect(statusAndCode(await ask(here, 'POST', '/switch', { operator_ref }))).toBe('404 not_found')
    }
    expect(statusAndCode(await ask(here, 'POST', '/switch', {}))).toBe('422 validation_failed')
    expect(statusAndCode(await ask({ token: dales.token }, 'POST', '/switch', { operator_ref: dales.ref }))).toBe(
      '403 wrong_credential',
    )
    const removed = await market.server.cli(['user', 'remove', '--email', email, '--operator', rival.ref])
    expect(removed.exitCode).toBe(0)
    expect(statusAndCode(await ask(here, 'POST', '/switch', { operator_ref: rival.ref }))).toBe('404 not_found')
  })
})

describe('accounts on the command line', () => {
  const inOrder = (email: string) =>
    `charabanc: ${email} belongs to several accounts: ${dales.ref} (Dales Coaches), ${rival.ref} (Rival Travel). Choose one with --operator.\n`

  test('lists the accounts in user link without --operator', async () => {
    const { email } = await inviteToBoth()
    const unsure = await market.server.cli(['user', 'link', '--email', email])
    expect(unsure).toEqual({ exitCode: 2, stdout: '', stderr: inOrder(email) })

    const link = ['user', 'link', '--email', email.toUpperCase(), '--operator']
    const { token } = await market.server.cliJson<{ token: string }>([...link, rival.ref])
    expect((await whoIs(await enter(token))).operator_ref).toBe(rival.ref)
    const elsewhere = await market.server.cli([...link, third.ref])
    expect(elsewhere.exitCode).toBe(1)
    expect(elsewhere.stderr).toContain(`There is no person with ${email.toUpperCase()} on the account of ${third.ref}.`)
  })

  test('prints a next step in user create and operator create that runs unchanged', async () => {
    const { email } = await inviteToBoth()
    const account = ['--name', 'Fifth', '--currency', 'GBP', '--timezone', 'Europe/London', '--admin-email', email]
    const person = ['--operator', third.ref, '--email', email, '--name', 'Jo', '--role', 'admin']
    for (const words of [
      ['operator', 'create', ...account],
      ['user', 'create', ...person],
    ]) {
      const { stderr } = await market.server.cli(words)
      const next = /charabanc (user link .*)/.exec(stderr)?.[1]?.split(' ') ?? []
      expect([words, (await market.server.cli(next)).exitCode]).toEqual([words, 0])
    }
  })

  test('removes a person from one account only in user remove', async () => {
    const { email } = await inviteToBoth()
    expect(await market.server.cli(['user', 'remove', '--email', email])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: inOrder(email),
    })
    expect((await market.server.cli(['user', 'remove', '--email', email, '--operator', dales.ref])).exitCode).toBe(0)

    const { token } = await market.server.cliJson<{ token: string }>(['user', 'link', '--email', email])
    expect((await whoIs(await enter(token))).operator_ref).toBe(rival.ref)
  })
})
