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

function wishesOf(market: Market, { token }: { readonly token: string }) {
  const call = (method: string, body?: unknown): Promise<MarketAnswer> =>
    market.call(method, '/portal/v1/notifications', { token, ...(body !== undefined && { body }) })
  return { read: () => call('GET'), choose: (body?: unknown) => call('PUT', body) }
}

const faultsOf = ({ json }: MarketAnswer) => Object.keys(json.error.fields ?? {})

describe('what a person hears of', () => {
  test.each([
    ['admin', everything, ['booking_request']],
    ['dispatcher', everything.filter((topic) => topic !== 'system'), ['booking_request']],
    ['accounts', ofAccounts, []],
  ] as const)('is everything %s may read, while they have chosen nothing', async (role, mail, sms) => {
    const market = await openShared()
    const operator = await market.operator()
    const { read, choose } = wishesOf(market, await addSignedInPerson(market, operator.ref, role))
    const { data } = await read()
    expect(data).toEqual({ mail, sms, digest: 'at_once', quiet: null })
    expect(statusAndCode(await choose(data))).toBe('200')
  })

  test('is theirs to choose, each topic once, and no one else hears less for it', async () => {
    const market = await openShared()
    const operator = await market.operator()
    const [jo, kim] = [await addSignedInPerson(market, operator.ref), await addSignedInPerson(market, operator.ref)]
    const wanted = { mail: ['system', 'booking'], sms: ['driver'], digest: 'daily', quiet: { from: '22:00', to: '06:30' } }
    const chosen = { ...wanted, mail: ['booking', 'system'] }
    expect(ok(await wishesOf(market, jo).choose(wanted))).toEqual(chosen)
    expect(ok(await wishesOf(market, jo).read())).toEqual(chosen)
    expect(ok(await wishesOf(market, kim).read())).toEqual(usual)
    expect(ok(await wishesOf(market, jo).choose({ mail: [], sms: [], digest: 'hourly' }))).toEqual({
      mail: [],
      sms: [],
      digest: 'hourly',
      quiet: null,
    })
  })

  test('shrinks with their role, and does not grow by what they chose before', async () => {
    const market = await openShared()
    const operator = await market.operator()
    const [jo, kim] = [await addSignedInPerson(market, operator.ref), await addSignedInPerson(market, operator.ref, 'dispatcher')]
    const { read, choose } = wishesOf(market, kim)
    ok(await choose({ ...usual, mail: ['job_offered', 'booking'] }))
    ok(await market.call('PATCH', `/portal/v1/users/${kim.id}`, { token: jo.token, body: { role: 'accounts' } }))
    expect(ok(await read())).toEqual({ ...usual, mail: ['booking'], sms: [] })
    ok(await market.call('PATCH', `/portal/v1/users/${kim.id}`, { token: jo.token, body: { role: 'dispatcher' } }))
    expect(ok(await read())).toEqual({ ...usual, mail: ['job_offered', 'booking'] })
  })

  test.each<[string, Record<string, unknown>, string[]]>([
    ['a topic of no one', { mail: ['booking', 'weather'] }, ['mail.1']],
    ['a topic twice', { mail: ['booking', 'booking'] }, ['mail']],
    ['a topic of another role', { mail: ['booking', 'system'], sms: ['system'] }, ['mail.1', 'sms.0']],
    ['no list', { sms: 'booking' }, ['sms']],
    ['nothing', { sms: undefined }, ['sms']],
    ['another digest', { digest: 'weekly' }, ['digest']],
    ['no digest', { digest: null }, ['digest']],
    ['half of the quiet', { quiet: { from: '22:00' } }, ['quiet.to']],
    ['a time that no clock shows', { quiet: { from: '24:00', to: '06:60' } }, ['quiet.from', 'quiet.to']],
    ['a time in other words', { quiet: { from: '22:00:00', to: '6:30' } }, ['quiet.from', 'quiet.to']],
    ['a number of hours', { quiet: { from: 22, to: '06:30' } }, ['quiet.from']],
  ])('cannot be %s', async (_, differing, fields) => {
    const market = await openShared()
    const operator = await market.operator()
    const { read, choose } = wishesOf(market, await addSignedInPerson(market, operator.ref, 'dispatcher'))
    const answer = await choose({ mail: ['booking'], sms: [], digest: 'at_once', quiet: null, ...differing })
    expect([statusAndCode(answer), faultsOf(answer)]).toEqual(['422 validation_failed', fields])
    expect(ok(await read()).sms).toEqual(['booking_request'])
  })

  test('is decided by it: no mail of what was taken off, an SMS of what was put on', async () => {
    const market = await openShared()
    const operator = await market.operator()
    const jo = await addSignedInPerson(market, operator.ref)
    ok(await market.call('PATCH', `/portal/v1/users/${jo.id}`, { token: jo.token, body: { phone: '07700 900789' } }))
    ok(await wishesOf(market, jo).choose({ mail: [], sms: ['booking'], digest: 'at_once', quiet: null }))
    const trip = await market.bookedTrip(operator)
    const [sms] = await messagesTo(market.server, '07700 900789')
    expect(sms?.text).toContain(`Booked: ${trip.ref}`)
    await market.server.dueTasksDone()
    expect(market.server.mails().filter(({ to }) => to === jo.email)).toEqual([])
  })
})

describe("a person's phone", () => {
  test('comes with them, is changed by an admin alone and taken off again', async () => {
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
  })

  test('can be given on the command line', async () => {
    const market = await openShared()
    const { ref } = await market.operator()
    const whom = ['--operator', ref, '--name', 'Kim', '--role', 'admin']
    await market.server.cliJson(['user', 'create', ...whom, '--email', 'kim@cli.example', '--phone', '07700 900456'])
    const { data } = await market.server.cliJson<{ data: { phone: string }[] }>(['user', 'list', '--operator', ref])
    expect(data.map(({ phone }) => phone)).toEqual(['07700 900456'])
    const refused = await market.server.cli(['user', 'create', ...whom, '--email', 'lee@cli.example', '--phone', '0'.repeat(25)])
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('a phone number of 24 characters at most')])
  })
})
