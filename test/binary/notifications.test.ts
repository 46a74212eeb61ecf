import { describe, expect, test } from 'bun:test'
import { type Market, type MarketAnswer, ok, statusAndCode } from '../support/market.ts'
import { addSignedInPerson, messagesTo } from '../support/people.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()

const everything = [
  'job_offered',
  'quote_reminder',
  'booking_request',
  'booking',
  'cancellation',
  'amendment',
  'driver',
  'balance',
  'compliance',
  'system',
]
const ofAccounts = ['booking', 'cancellation', 'amendment', 'balance']

const usual = { mail: everything, sms: ['booking_request'], digest: 'at_once', quiet: null }

function choicesOf(market: Market, { token }: { readonly token: string }) {
  const call = (method: string, body?: unknown): Promise<MarketAnswer> =>
    market.call(method, '/portal/v1/notifications', { token, ...(body !== undefined && { body }) })
  return { read: () => call('GET'), choose: (body?: unknown) => call('PUT', body) }
}

const faultsOf = ({ json }: MarketAnswer) => Object.keys(json.error.fields ?? {})

describe('notification choices of a person', () => {
  test.each([
    ['admin', everything, ['booking_request']],
    ['dispatcher', everything.filter((topic) => topic !== 'system'), ['booking_request']],
    ['accounts', ofAccounts, []],
  ] as const)('includes every topic that %s can read by default', async (role, mail, sms) => {
    const market = await openShared()
    const operator = await market.operator()
    const { read, choose } = choicesOf(market, await addSignedInPerson(market, operator.ref, role))
    const { data } = await read()
    expect(data).toEqual({ mail, sms, digest: 'at_once', quiet: null })
    expect(statusAndCode(await choose(data))).toBe('200')
  })

  test('saves each topic once, and does not change the choices of other people', async () => {
    const market = await openShared()
    const operator = await market.operator()
    const [jo, kim] = [await addSignedInPerson(market, operator.ref), await addSignedInPerson(market, operator.ref)]
    const wanted = { mail: ['system', 'booking'], sms: ['driver'], digest: 'daily', quiet: { from: '22:00', to: '06:30' } }
    const chosen = { ...wanted, mail: ['booking', 'system'] }
    expect(ok(await choicesOf(market, jo).choose(wanted))).toEqual(chosen)
    expect(ok(await choicesOf(market, jo).read())).toEqual(chosen)
    expect(ok(await choicesOf(market, kim).read())).toEqual(usual)
    expect(ok(await choicesOf(market, jo).choose({ mail: [], sms: [], digest: 'hourly' }))).toEqual({
      mail: [],
      sms: [],
      digest: 'hourly',
      quiet: null,
    })
  })

  test('drops topics that a new role cannot read, until the earlier role returns', async () => {
    const market = await openShared()
    const operator = await market.operator()
    const [jo, kim] = [await addSignedInPerson(market, operator.ref), await addSignedInPerson(market, operator.ref, 'dispatcher')]
    const { read, choose } = choicesOf(market, kim)
    ok(await choose({ ...usual, mail: ['job_offered', 'booking'] }))
    ok(await market.call('PATCH', `/portal/v1/users/${kim.id}`, { token: jo.token, body: { role: 'accounts' } }))
    expect(ok(await read())).toEqual({ ...usual, mail: ['booking'], sms: [] })
    ok(await market.call('PATCH', `/portal/v1/users/${kim.id}`, { token: jo.token, body: { role: 'dispatcher' } }))
    expect(ok(await read())).toEqual({ ...usual, mail: ['job_offered', 'booking'] })
  })

  test.each<[string, Record<string, unknown>, string[]]>([
    ['an unknown topic', { mail: ['booking', 'weather'] }, ['mail.1']],
    ['a repeated topic', { mail: ['booking', 'booking'] }, ['mail']],
    ['a topic of another role', { mail: ['booking', 'system'], sms: ['system'] }, ['mail.1', 'sms.0']],
    ['a value that is not a list', { sms: 'booking' }, ['sms']],
    ['a missing list', { sms: undefined }, ['sms']],
    ['an unknown digest', { digest: 'weekly' }, ['digest']],
    ['an empty digest', { digest: null }, ['digest']],
    ['quiet hours without an end', { quiet: { from: '22:00' } }, ['quiet.to']],
    ['a time that does not exist', { quiet: { from: '24:00', to: '06:60' } }, ['quiet.from', 'quiet.to']],
    ['a time in another format', { quiet: { from: '22:00:00', to: '6:30' } }, ['quiet.from', 'quiet.to']],
    ['a number of hours', { quiet: { from: 22, to: '06:30' } }, ['quiet.from']],
  ])('rejects %s', async (_, differing, fields) => {
    const market = await openShared()
    const operator = await market.operator()
    const { read, choose } = choicesOf(market, await addSignedInPerson(market, operator.ref, 'dispatcher'))
    const answer = await choose({ mail: ['booking'], sms: [], digest: 'at_once', quiet: null, ...differing })
    expect([statusAndCode(answer), faultsOf(answer)]).toEqual(['422 validation_failed', fields])
    expect(ok(await read()).sms).toEqual(['booking_request'])
  })

  test('sends no email for a removed topic, and an SMS for a chosen topic', async () => {
    const market = await openShared()
    const operator = await market.operator()
    const jo = await addSignedInPerson(market, operator.ref)
    ok(await market.call('PATCH', `/portal/v1/users/${jo.id}`, { token: jo.token, body: { phone: '07700 900789' } }))
    ok(await choicesOf(market, jo).choose({ mail: [], sms: ['booking'], digest: 'at_once', quiet: null }))
    const trip = await market.bookedTrip(operator)
    const [sms] = await messagesTo(market.server, '07700 900789')
    const day = market.spokenDay(ok(await operator.job(trip)).departs_at)
    expect(sms?.text).toContain(`: Booked: Leeds to York, ${day}. See the booking: `)
    expect(sms?.text).toContain(trip.ref)
    await market.server.dueTasksDone()
    expect(market.server.mails().filter(({ to }) => to === jo.email)).toEqual([])
  })
})

describe('phone number of a person', () => {
  test('is saved with a new person, and changed and removed only by an admin', async () => {
    const market = await openShared()
    const operator = await market.operator()
    const { token, id } = await addSignedInPerson(market, operator.ref)
    const call = (method: string, path: string, body?: unknown) =>
      market.call(method, `/portal/v1/users${path}`, { token, ...(body !== undefined && { body }) })
    const kim = { email: 'kim@example.org', name: 'Kim', role: 'accounts' }
    const added = ok(await call('POST', '', { ...kim, phone: '07700 900456' }))
    expect(added.phone).toBe('07700 900456')
    const phones = async () => ok(await call('GET', '')).map(({ phone }: { phone: string | null }) => phone)
    expect(await phones()).toEqual([null, '07700 900456'])

    expect(ok(await call('PATCH', `/${id}`, { phone: '+44 7700 900111' }))).toMatchObject({
      role: 'admin',
      phone: '+44 7700 900111',
    })
    expect(ok(await call('PATCH', `/${added.id}`, { role: 'dispatcher' }))).toMatchObject({
      role: 'dispatcher',
      phone: '07700 900456',
    })
    expect(ok(await call('PATCH', `/${added.id}`, { phone: null }))).toMatchObject({ role: 'dispatcher', phone: null })
    expect(await phones()).toEqual(['+44 7700 900111', null])

    const wrong: readonly [string, string, unknown, string][] = [
      ['POST', '', { ...kim, email: 'lee@example.org', phone: '0'.repeat(25) }, 'phone'],
      ['PATCH', `/${added.id}`, { phone: '' }, 'phone'],
      ['PATCH', `/${added.id}`, { phone: 7 }, 'phone'],
      ['PATCH', `/${added.id}`, { phone: '07700\n900456' }, 'phone'],
      ['PATCH', `/${added.id}`, {}, 'role'],
    ]
    for (const [method, path, body, field] of wrong) {
      const answer = await call(method, path, body)
      expect([body, statusAndCode(answer), faultsOf(answer)]).toEqual([body, '422 validation_failed', [field]])
    }
    expect(await phones()).toEqual(['+44 7700 900111', null])

    for (const role of ['dispatcher', 'accounts'] as const) {
      const other = await addSignedInPerson(market, operator.ref, role)
      for (const changed of [other.id, id]) {
        const body = { phone: '07700 900789' }
        const answer = await market.call('PATCH', `/portal/v1/users/${changed}`, { token: other.token, body })
        expect([role, statusAndCode(answer)]).toEqual([role, '403 admin_required'])
      }
    }
    expect(await phones()).toEqual(['+44 7700 900111', null, null, null])
  })

  test('is accepted on the command line', async () => {
    const market = await openShared()
    const { ref } = await market.operator()
    const user = ['--operator', ref, '--name', 'Kim', '--role', 'admin']
    await market.server.cliJson(['user', 'create', ...user, '--email', 'kim@cli.example', '--phone', '07700 900456'])
    const { data } = await market.server.cliJson<{ data: { phone: string }[] }>(['user', 'list', '--operator', ref])
    expect(data.map(({ phone }) => phone)).toEqual(['07700 900456'])
    const refused = await market.server.cli(['user', 'create', ...user, '--email', 'lee@cli.example', '--phone', '0'.repeat(25)])
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('a phone number of at most 24 characters')])
  })
})
