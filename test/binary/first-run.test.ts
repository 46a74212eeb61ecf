import { describe, expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { formatToken } from '../../src/domain/token.ts'
import { dalesFirstRun, printedSetupToken, printedSetupUrls, sendRequest, startEmptyServer } from '../support/first-run.ts'
import { type MarketAnswer, ok, statusAndCode } from '../support/market.ts'
import type { Server } from '../support/server.ts'

const state = 'GET /portal/setup/state'
const finish = 'POST /portal/setup/finish'
const faultsOf = ({ json }: MarketAnswer) => Object.keys(json?.error?.fields ?? {})

async function signedInBy(server: Server, finished: MarketAnswer): Promise<string> {
  const body = { token: ok(finished).sign_in_token, device_name: 'Browser' }
  return ok(await sendRequest(server, 'POST /api/v1/auth/exchange', { body })).token
}

const accounts = async (server: Server) =>
  (await server.ask<{ name: string }>('SELECT name FROM operators')).map(({ name }) => name)

describe('a server in an empty folder', () => {
  test('prints a setup address that leads to a signed-in admin', async () => {
    await using server = await startEmptyServer()
    const [address = ''] = printedSetupUrls(server)
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/portal\/setup#cbs_[0-9A-Za-z]{49}$/)
    expect(address).toStartWith(server.url)
    expect(server.stderr).not.toContain('cbs_')
    const token = printedSetupToken(server)
    expect(await server.readWholeDatabase()).not.toContain(token)

    const offered = ok(await sendRequest(server, state, { token }))
    expect(offered).toMatchObject({ base_url: server.url, public_name: null, mail_source: 'configuration' })
    expect(offered.currencies).toContain('GBP')
    expect(offered.timezones).toContain('Europe/London')
    expect(offered.vehicle_types).toContain('coach_49')

    const finished = await sendRequest(server, finish, { token, body: dalesFirstRun })
    expect([finished.status, Object.keys(finished.data)]).toEqual([
      201,
      ['operator_ref', 'sign_in_token', 'sign_in_url', 'expires_at'],
    ])
    expect(finished.data.sign_in_url).toBe(`${server.url}/portal/sign-in#${finished.data.sign_in_token}`)

    const admin = await signedInBy(server, finished)
    const me = ok(await sendRequest(server, 'GET /api/v1/me', { token: admin }))
    expect(me).toMatchObject({ operator_ref: finished.data.operator_ref, user: { email: 'jo@dales.example', role: 'admin' } })
    const account = ok(await sendRequest(server, 'GET /portal/v1/operator', { token: admin }))
    expect(account).toMatchObject({
      ...dalesFirstRun.company,
      email: dalesFirstRun.admin.email,
      commission_bps: 0,
    })
    const fleet = ok(await sendRequest(server, 'GET /portal/v1/vehicles', { token: admin }))
    expect(fleet.map(({ registration, type, seats }: Record<string, unknown>) => [registration, type, seats])).toEqual([
      ['YJ21 DCL', 'coach_49', 49],
      ['YJ21 DCM', 'minibus_16', 16],
    ])
    const roster = ok(await sendRequest(server, 'GET /api/v1/drivers', { token: admin }))
    expect(roster.map(({ name, phone, status }: Record<string, unknown>) => [name, phone, status]).sort()).toEqual([
      ['Pat Moss', '07700 900123', 'not_invited'],
      ['Robin Moss', null, 'not_invited'],
    ])
  })

  test('accepts a setup with only the company and its admin', async () => {
    await using server = await startEmptyServer()
    const { company, admin } = dalesFirstRun
    const { name, timezone, currency_code } = company
    const body = { company: { name, timezone, currency_code }, admin }
    expect(statusAndCode(await sendRequest(server, finish, { token: printedSetupToken(server), body }))).toBe('201')
    expect(await accounts(server)).toEqual(['Dales Coaches'])
  })

  test('rejects every request without the printed setup token', async () => {
    await using server = await startEmptyServer()
    const token = printedSetupToken(server)
    const platform = await server.cliJson<{ token: string }>(['key', 'mint', '--platform', '--name', 'web'])
    const slipped = `${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`
    const other = formatToken('setup_link', randomBytes(32))
    for (const request of [state, finish, 'POST /portal/setup/mail-test']) {
      const body = request === state ? {} : { body: { nothing: true } }
      for (const wrong of [undefined, slipped, other, 'x'])
        expect([request, statusAndCode(await sendRequest(server, request, { token: wrong, ...body }))]).toEqual([
          request,
          '401 unauthenticated',
        ])
      expect(statusAndCode(await sendRequest(server, request, { token: platform.token, ...body }))).toBe('403 wrong_credential')
    }
    for (const elsewhere of ['GET /api/v1/me', 'GET /portal/v1/operator', 'GET /platform/v1/operators', 'GET /customer/v1/trip'])
      expect([elsewhere, statusAndCode(await sendRequest(server, elsewhere, { token }))]).toEqual([
        elsewhere,
        '403 wrong_credential',
      ])
    expect(await accounts(server)).toEqual([])
  })

  test('reports each invalid field and creates nothing', async () => {
    await using server = await startEmptyServer()
    const token = printedSetupToken(server)
    const submit = async (body: unknown) => {
      const answer = await sendRequest(server, finish, { token, body })
      return [statusAndCode(answer), ...faultsOf(answer)]
    }
    expect(await submit({})).toEqual(['422 validation_failed', 'company', 'admin'])
    expect(
      await submit({
        company: { name: '', timezone: 'Europe/London', currency_code: 'GBP', phone: 'x'.repeat(25) },
        admin: { name: 'Jo', email: 'nowhere' },
        mail_server: { host: '', port: 0, security: 'ssl', sender: 'x' },
        vehicles: [{ registration: 'A1', type: 'spaceship', seats: 0 }],
        drivers: [{ name: '' }],
      }),
    ).toEqual([
      '422 validation_failed',
      ...['company.name', 'company.phone', 'admin.email'],
      ...['mail_server.host', 'mail_server.port', 'mail_server.security', 'mail_server.sender'],
      ...['vehicles.0.type', 'vehicles.0.seats', 'drivers.0.name'],
    ])
    expect(
      await submit({
        ...dalesFirstRun,
        company: { ...dalesFirstRun.company, timezone: 'Europe/Nowhere', currency_code: 'XQQ' },
        mail_server: { host: 'not a host', port: 25, security: 'none', username: 'jo', sender: 'jo@dales.example' },
        vehicles: [dalesFirstRun.vehicles[0], { ...dalesFirstRun.vehicles[0], registration: ' YJ21  DCL' }],
        drivers: [
          { name: 'Pat', phone: '07700 900123' },
          { name: 'Robin', phone: '+44 7700 900 123' },
        ],
      }),
    ).toEqual([
      '422 validation_failed',
      ...['company.timezone', 'company.currency_code'],
      ...['mail_server.host', 'mail_server.password', 'mail_server.security'],
      ...['vehicles.1.registration', 'drivers.1.phone'],
    ])
    expect(await accounts(server)).toEqual([])
    expect(await server.ask('SELECT 1 FROM vehicles')).toEqual([])
    expect(statusAndCode(await sendRequest(server, finish, { token, body: dalesFirstRun }))).toBe('201')
  })

  test('stores hostile names as text', async () => {
    await using server = await startEmptyServer()
    const name = '<script>alert(1)</script> "Łódź" \\ \'; DROP TABLE users'
    const body = { ...dalesFirstRun, company: { ...dalesFirstRun.company, name }, admin: { ...dalesFirstRun.admin, name } }
    const admin = await signedInBy(server, await sendRequest(server, finish, { token: printedSetupToken(server), body }))
    expect(ok(await sendRequest(server, 'GET /portal/v1/operator', { token: admin })).name).toBe(name)
  })
})

describe('setup token', () => {
  test('expires when setup finishes, and returns the same answer to a repeated request', async () => {
    await using server = await startEmptyServer()
    const token = printedSetupToken(server)
    const first = await sendRequest(server, finish, { token, body: dalesFirstRun, key: 'first' })
    expect(first.status).toBe(201)

    const again = await sendRequest(server, finish, { token, body: dalesFirstRun, key: 'first' })
    expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([201, first.text, 'true'])
    expect(statusAndCode(await sendRequest(server, state, { token }))).toBe('409 setup_finished')
    expect(statusAndCode(await sendRequest(server, finish, { token, body: dalesFirstRun }))).toBe('409 setup_finished')
    expect(statusAndCode(await sendRequest(server, finish, { token, body: dalesFirstRun, key: 'second' }))).toBe(
      '409 setup_finished',
    )
    const mail = { to: 'a@b.example', mail_server: { host: 'x', port: 25, security: 'none', sender: 'a@b.example' } }
    expect(statusAndCode(await sendRequest(server, 'POST /portal/setup/mail-test', { token, body: mail }))).toBe(
      '409 setup_finished',
    )
    expect(await accounts(server)).toEqual(['Dales Coaches'])

    const printed = printedSetupUrls(server).length
    await server.stop()
    await server.start()
    expect(printedSetupUrls(server)).toHaveLength(printed)
    expect(await server.cli(['setup', 'link'])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('charabanc user link --email'),
    })
  })

  test('stays the same after a kill and a restart, until a new one is requested', async () => {
    await using server = await startEmptyServer()
    const token = printedSetupToken(server)
    await server.kill()
    await server.start()
    expect(printedSetupToken(server)).toBe(token)

    const { url, token: next } = await server.cliJson<{ url: string; token: string }>(['setup', 'link'])
    expect(url).toBe(`${server.url}/portal/setup#${next}`)
    expect(next).not.toBe(token)
    expect(statusAndCode(await sendRequest(server, state, { token }))).toBe('401 unauthenticated')
    expect(statusAndCode(await sendRequest(server, state, { token: next }))).toBe('200')
    const shown = await server.cli(['setup', 'link'])
    expect([shown.exitCode, shown.stdout]).toEqual([0, expect.stringMatching(/^http\S+\/portal\/setup#cbs_\w{49}\n$/)])
    expect(statusAndCode(await sendRequest(server, state, { token: next }))).toBe('401 unauthenticated')
  })

  test('expires when the command line opens an account', async () => {
    await using server = await startEmptyServer()
    const token = printedSetupToken(server)
    const words = 'operator create --name Moors --currency GBP --timezone Europe/London'
    expect((await server.cli(words.split(' '))).exitCode).toBe(0)
    expect(statusAndCode(await sendRequest(server, state, { token }))).toBe('409 setup_finished')
    expect(statusAndCode(await sendRequest(server, finish, { token, body: dalesFirstRun }))).toBe('409 setup_finished')
    expect(await accounts(server)).toEqual(['Moors'])
  })

  test('opens one account for simultaneous finish requests', async () => {
    await using server = await startEmptyServer()
    const token = printedSetupToken(server)
    const named = (name: string) => ({ ...dalesFirstRun, company: { ...dalesFirstRun.company, name } })
    const answers = await Promise.all(
      ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => sendRequest(server, finish, { token, body: named(name), key: name })),
    )
    expect(answers.map(statusAndCode).sort()).toEqual(['201', ...Array(5).fill('409 setup_finished')])
    expect(await accounts(server)).toHaveLength(1)
    expect(await server.ask('SELECT 1 FROM users')).toHaveLength(1)

    await using another = await startEmptyServer()
    const same = () => sendRequest(another, finish, { token: printedSetupToken(another), body: dalesFirstRun, key: 'same' })
    const [one, two] = await Promise.all([same(), same()])
    expect(one.text).toBe(two.text)
    expect([one.status, two.status]).toEqual([201, 201])
    expect(await accounts(another)).toHaveLength(1)
  })

  test('opens the whole account or nothing when the server is killed', async () => {
    await using server = await startEmptyServer()
    const token = printedSetupToken(server)
    const many = Array.from({ length: 100 }, (_, nth) => ({ registration: `BUS ${nth}`, type: 'coach_49', seats: 49 }))
    const body = { ...dalesFirstRun, vehicles: many }
    const answer = sendRequest(server, finish, { token, body, key: 'killed' }).catch(() => null)
    await server.kill()
    await answer
    await server.start()

    const counted = await server.ask('SELECT 1 FROM vehicles')
    expect([0, 100]).toContain(counted.length)
    expect(await accounts(server)).toHaveLength(counted.length === 0 ? 0 : 1)
    const again = await sendRequest(server, finish, { token, body, key: 'killed' })
    expect(again.status).toBe(201)
    expect(await server.ask('SELECT 1 FROM vehicles')).toHaveLength(100)
    expect(statusAndCode(await sendRequest(server, 'GET /api/v1/me', { token: await signedInBy(server, again) }))).toBe('200')
  })
})

test('returns the public name and mail source that the environment sets', async () => {
  await using server = await startEmptyServer({ CHARABANC_MAIL_DIR: '', CHARABANC_PUBLIC_NAME: 'Dales Travel' })
  const offered = ok(await sendRequest(server, state, { token: printedSetupToken(server) }))
  expect(offered).toMatchObject({ public_name: 'Dales Travel', mail_source: 'none' })
  expect(existsSync(join(server.dataDir, 'master.key'))).toBeTrue()
})

test('limits the rate of setup calls', async () => {
  await using server = await startEmptyServer({ CHARABANC_LIMIT_EXCHANGE: '1/m', CHARABANC_LIMIT_WRITE: '1/m' })
  const token = printedSetupToken(server)
  const mail = { to: 'a@b.example', mail_server: { host: '127.0.0.1', port: 1, security: 'none', sender: 'a@b.example' } }
  expect(statusAndCode(await sendRequest(server, 'POST /portal/setup/mail-test', { token, body: mail }))).toBe('200')
  expect(statusAndCode(await sendRequest(server, 'POST /portal/setup/mail-test', { token, body: mail }))).toBe('429 rate_limited')
  expect(statusAndCode(await sendRequest(server, finish, { token, body: {} }))).toBe('422 validation_failed')
  expect(statusAndCode(await sendRequest(server, finish, { token, body: dalesFirstRun }))).toBe('429 rate_limited')
})
