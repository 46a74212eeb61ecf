import { describe, expect, test } from 'bun:test'
import { type Ability, abilities, type Role, roles } from '../../src/domain/ability.ts'
import { addPerson, personLinkToken } from '../support/admin-commands.ts'
import { runExecutableJson } from '../support/command-line.ts'
import { openEventStreamClient } from '../support/event-stream-client.ts'
import { eventually } from '../support/eventually.ts'
import {
  days,
  goodCard,
  hours,
  type Market,
  type MarketAnswer,
  minutes,
  ok,
  openMarket,
  statusAndCode,
} from '../support/market.ts'
import {
  addOperatorPerson,
  addSignedInPerson,
  exchangeLinkToken,
  linkTokenIn,
  messagesTo,
  type SignedInPerson,
  signInDriverByLink,
  signInPerson,
} from '../support/people.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()

/** Returns a function that calls the portal as this person. */
function portalOf(market: Market, { token }: { readonly token: string }) {
  return (method: string, path: string, body?: unknown, key?: string): Promise<MarketAnswer> =>
    market.call(method, `/portal/v1${path}`, { token, ...(body !== undefined && { body }), ...(key && { key }) })
}

/** Fields that an answer reports as invalid. */
const faultsOf = ({ json }: MarketAnswer) => Object.keys(json.error.fields ?? {})

const call = { pickup: { label: 'Leeds', kind: 'venue' }, dropoff: { label: 'York', kind: 'venue' }, passenger_count: 30 }

async function openPortal(market: Market, name = 'Dales Coaches') {
  const operator = await market.operator(name)
  const admin = await addSignedInPerson(market, operator.ref)
  return { operator, admin, portal: portalOf(market, admin) }
}

describe('the permission check', () => {
  /** Every endpoint of the portal: for admins only, with the ability it needs, or for every person. */
  const endpoints: readonly { readonly at: string; readonly admin?: true; readonly needs?: Ability }[] = [
    { at: 'GET /keys' },
    { at: 'POST /keys', admin: true },
    { at: 'DELETE /keys/x', admin: true },
    { at: 'GET /users' },
    { at: 'POST /users', admin: true },
    { at: 'PATCH /users/999', admin: true },
    { at: 'DELETE /users/999', admin: true },
    { at: 'GET /notifications' },
    { at: 'PUT /notifications' },
    { at: 'GET /brand' },
    { at: 'PUT /brand', admin: true },
    { at: 'GET /wording', admin: true },
    { at: 'PUT /wording', admin: true },
    { at: 'GET /activity' },
    { at: 'GET /events' },
    { at: 'GET /messages', needs: 'bookings:read' },
    { at: 'POST /messages/999/resend', needs: 'quotes:write' },
    { at: 'GET /vehicles', needs: 'drivers:read' },
    { at: 'POST /vehicles', needs: 'drivers:write' },
    { at: 'PATCH /vehicles/999', needs: 'drivers:write' },
    { at: 'DELETE /vehicles/999', needs: 'drivers:write' },
    { at: 'PATCH /drivers/999', needs: 'drivers:write' },
    { at: 'DELETE /drivers/999', needs: 'drivers:write' },
    { at: 'POST /drivers/999/link', needs: 'drivers:write' },
    { at: 'GET /blocks', needs: 'drivers:read' },
    { at: 'POST /blocks', needs: 'drivers:write' },
    { at: 'PATCH /blocks/999', needs: 'drivers:write' },
    { at: 'DELETE /blocks/999', needs: 'drivers:write' },
    { at: 'GET /availability', needs: 'drivers:read' },
    { at: 'GET /feeds', needs: 'drivers:read' },
    { at: 'POST /feeds', needs: 'drivers:read' },
    { at: 'DELETE /feeds/999', needs: 'drivers:read' },
    { at: 'GET /exports/bookings.csv', needs: 'bookings:read' },
    { at: 'GET /exports/payments.csv', needs: 'bookings:read' },
    { at: 'GET /exports/dues.csv', needs: 'bookings:read' },
    { at: 'GET /exports/invoices.csv', needs: 'bookings:read' },
    { at: 'GET /exports/payouts.csv', needs: 'payouts:read' },
    { at: 'GET /exports/duties.csv', needs: 'drivers:read' },
    { at: 'GET /exports/quotes.csv', needs: 'jobs:read' },
    { at: 'GET /summary' },
    { at: 'GET /numbers' },
    { at: 'GET /dues', needs: 'bookings:read' },
    { at: 'GET /payments', needs: 'bookings:read' },
    { at: 'GET /payments/to-settle', needs: 'bookings:read' },
    { at: 'POST /payments/999/settled-by-hand', needs: 'bookings:read' },
    { at: 'GET /trips/TR-000000/payments', needs: 'bookings:read' },
    { at: 'GET /board' },
    { at: 'GET /setup' },
    { at: 'GET /diary', needs: 'bookings:read' },
    { at: 'GET /search' },
    { at: 'GET /places', needs: 'quotes:write' },
    { at: 'GET /incidents', needs: 'bookings:read' },
    { at: 'PATCH /incidents/999', needs: 'drivers:write' },
    { at: 'GET /vehicle-checks', needs: 'drivers:read' },
    { at: 'POST /vehicle-checks/999/resolve', needs: 'drivers:write' },
    { at: 'GET /operator' },
    { at: 'PATCH /operator', admin: true },
    { at: 'GET /accounts' },
    { at: 'POST /switch' },
    { at: 'POST /trips', needs: 'quotes:write' },
    { at: 'POST /trips/TR-000000/customer-link', needs: 'quotes:write' },
    { at: 'POST /trips/TR-000000/payment-page', needs: 'quotes:write' },
    { at: 'GET /data', admin: true },
    { at: 'GET /mail-server', admin: true },
    { at: 'PUT /mail-server', admin: true },
    { at: 'POST /mail-server/test', admin: true },
    { at: 'GET /trips', needs: 'bookings:read' },
    { at: 'GET /trips/TR-000000', needs: 'bookings:read' },
    { at: 'POST /trips/TR-000000/copy', needs: 'quotes:write' },
    { at: 'GET /jobs/TR-000000/revisions', needs: 'jobs:read' },
    { at: 'POST /jobs/TR-000000/book', needs: 'quotes:write' },
    { at: 'GET /customers', needs: 'bookings:read' },
    { at: 'POST /customers', needs: 'quotes:write' },
    { at: 'GET /customers/999', needs: 'bookings:read' },
    { at: 'PATCH /customers/999', needs: 'quotes:write' },
    { at: 'DELETE /customers/999', needs: 'quotes:write' },
    { at: 'GET /invoices', needs: 'bookings:read' },
    { at: 'POST /invoices', needs: 'bookings:read' },
    { at: 'GET /invoices/888', needs: 'bookings:read' },
    { at: 'POST /invoices/888/credit', needs: 'bookings:read' },
    { at: 'POST /bookings/TR-000000/deposit-received', needs: 'bookings:read' },
    { at: 'POST /bookings/TR-000000/cancel', needs: 'quotes:write' },
    { at: 'POST /bookings/TR-000000/payments', needs: 'bookings:read' },
    { at: 'POST /bookings/TR-000000/payments/999/reverse', needs: 'bookings:read' },
    { at: 'POST /bookings/TR-000000/payments/999/sent', needs: 'bookings:read' },
    { at: 'POST /bookings/TR-000000/extras', needs: 'bookings:read' },
    { at: 'DELETE /bookings/TR-000000/extras/999', needs: 'bookings:read' },
    { at: 'DELETE /bookings/TR-000000/duties/999', needs: 'drivers:write' },
    { at: 'GET /bookings/TR-000000/amendments', needs: 'bookings:read' },
    { at: 'GET /bookings/TR-000000/invoice', needs: 'bookings:read' },
    { at: 'GET /bookings/TR-000000/invoice-request', needs: 'bookings:read' },
    { at: 'GET /bookings/TR-000000/trip.ics', needs: 'bookings:read' },
    { at: 'GET /bookings/TR-000000/job-sheet.pdf', needs: 'bookings:read' },
    { at: 'GET /bookings/TR-000000/confirmation.pdf', needs: 'bookings:read' },
    { at: 'GET /invoices/888.pdf', needs: 'bookings:read' },
    { at: 'GET /payouts/statement.pdf', needs: 'payouts:read' },
    { at: 'GET /vehicle-checks/999.pdf', needs: 'drivers:read' },
    { at: 'GET /vehicles/999/checks.pdf', needs: 'drivers:read' },
    { at: 'POST /bookings/TR-000000/amendments', needs: 'quotes:write' },
    { at: 'POST /bookings/TR-000000/amendments/preview', needs: 'quotes:write' },
    { at: 'POST /bookings/TR-000000/amendments/999/apply', needs: 'quotes:write' },
    { at: 'POST /bookings/TR-000000/amendments/999/decline', needs: 'quotes:write' },
    { at: 'POST /bookings/TR-000000/amendments/999/withdraw', needs: 'quotes:write' },
    { at: 'POST /bookings/TR-000000/progress', needs: 'drivers:write' },
  ]

  /** Abilities of each role, as in the handbook. */
  const held: Readonly<Record<Role, readonly Ability[]>> = {
    admin: ['jobs:read', 'quotes:write', 'bookings:read', 'drivers:read', 'drivers:write', 'payouts:read', 'webhooks:manage'],
    dispatcher: ['jobs:read', 'quotes:write', 'bookings:read', 'drivers:read', 'drivers:write'],
    accounts: ['bookings:read', 'payouts:read'],
  }

  /** Answers to an invalid call, or a call for an unknown record, that passed the permission check. */
  const passed = /^(200|404 not_found|422 validation_failed)$/

  test('rejects every other kind of credential at every endpoint, before other checks', async () => {
    const market = await openShared()
    const operator = await market.operator()
    const customer = await market.trip([operator])
    const driver = await signInDriverByLink(market, operator.ref, await operator.driver())
    const removed = await addSignedInPerson(market, operator.ref, 'accounts')
    await market.server.cliJson(['user', 'remove', '--email', removed.email])
    const holders = { key: operator.token, driver: driver.token, platform: market.platformToken, customer: customer.token }

    for (const { at } of endpoints) {
      const status = async (token?: string) => statusAndCode(await callEndpoint(market, at, token))
      expect([at, 'nobody', await status()]).toEqual([at, 'nobody', '401 unauthenticated'])
      expect([at, 'removed', await status(removed.token)]).toEqual([at, 'removed', '401 unauthenticated'])
      for (const [holder, token] of Object.entries(holders)) {
        expect([at, holder, await status(token)]).toEqual([at, holder, '403 wrong_credential'])
      }
    }
  })

  test.each(roles)('allows %s at each endpoint, or names the missing ability before other checks', async (role) => {
    const market = await openShared()
    const operator = await market.operator()
    const { token } = await addSignedInPerson(market, operator.ref, role)

    for (const { at, admin: isForAdmins = false, needs } of endpoints) {
      const answer = await callEndpoint(market, at, token)
      const status = { at, status: statusAndCode(answer), missing: answer.json?.error?.missing_ability }
      if (isForAdmins && role !== 'admin') expect(status).toEqual({ at, status: '403 admin_required', missing: undefined })
      else if (needs !== undefined && !held[role].includes(needs)) {
        expect(status).toEqual({ at, status: '403 missing_ability', missing: needs })
      } else expect(status).toEqual({ at, status: expect.stringMatching(passed), missing: undefined })
    }
  })

  /** Calls an endpoint, with an invalid body if its method has a body. */
  function callEndpoint(market: Market, at: string, token?: string): Promise<MarketAnswer> {
    const [method = '', path = ''] = at.split(' ')
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: { name: '\0' } }
    if (path === '/events' && token !== undefined) return callStream(market, token)
    return market.call(method, `/portal/v1${path}`, { ...(token && { token }), ...body })
  }

  /** Opens the event stream and closes it again, because it does not end. */
  async function callStream(market: Market, token: string): Promise<MarketAnswer> {
    const stream = await openEventStreamClient(market, token).catch(() => null)
    if (stream === null) return market.call('GET', '/portal/v1/events', { token })
    await stream.hangUp()
    return { status: 200, headers: stream.headers, text: '', json: null, data: null, code: undefined }
  }

  test('lists every route of the portal with the ability it needs', async () => {
    const { data } = await runExecutableJson<{ data: { method: string; path: string; needs: string[]; admin: boolean }[] }>([
      'routes',
    ])
    const served = data
      .filter(({ path }) => path.startsWith('/portal/v1'))
      .map(({ method, path, needs, admin }) => ({
        at: `${method} ${path.slice('/portal/v1'.length)}`,
        needs: needs.join(),
        admin,
      }))
    const tried = endpoints.map(({ at, needs = '', admin = false }) => ({
      at: at.replace('/x', '/{token_id}').replace('/999', '/{id}').replace('/888', '/{number}').replace('TR-000000', '{ref}'),
      needs,
      admin,
    }))
    const inOrder = (lines: typeof tried) => lines.toSorted((one, other) => (one.at < other.at ? -1 : 1))
    expect(inOrder(served)).toEqual(inOrder(tried))
  })

  test('rejects settings from other roles than admin, and cancellations from accounts, without a change', async () => {
    const market = await openShared()
    const { operator, portal } = await openPortal(market)
    const trip = await market.bookedTrip(operator, { departsIn: days(3) })
    const before = (await portal('GET', '/operator')).text
    const request = { reason: 'The coach has burnt down.' }
    const settings = { name: 'Ours now', settings: { deposit_bps: 0, bank_details: 'Mine', vehicle_check_required: false } }
    const [accounts, dispatcher] = await Promise.all([
      addSignedInPerson(market, operator.ref, 'accounts'),
      addSignedInPerson(market, operator.ref, 'dispatcher'),
    ])

    for (const who of [accounts, dispatcher])
      expect(statusAndCode(await portalOf(market, who)('PATCH', '/operator', settings))).toBe('403 admin_required')
    expect((await portal('GET', '/operator')).text).toBe(before)
    const cancelling = `/bookings/${trip.ref}/cancel`
    expect(statusAndCode(await portalOf(market, accounts)('POST', cancelling, request))).toBe('403 missing_ability')
    expect(ok(await operator.booking(trip)).status).toBe('active')
    expect(statusAndCode(await portalOf(market, dispatcher)('POST', cancelling, request))).toBe('200')
  })
})

describe('the account', () => {
  test('stores a tidied postal address for its own people and the marketplace', async () => {
    const market = await openShared()
    const { operator, portal } = await openPortal(market)
    expect(ok(await portal('GET', '/operator')).address).toBeNull()
    const typed = { lines: [' The Mill '], town: 'Ilkley', postcode: 'ls298hl', country: 'gb' }
    const kept = { lines: ['The Mill'], town: 'Ilkley', postcode: 'LS29 8HL', country: 'GB' }
    expect(ok(await portal('PATCH', '/operator', { address: typed })).address).toEqual(kept)
    expect(ok(await portal('PATCH', '/operator', { name: 'Dales' })).address).toEqual(kept)
    expect(ok(await market.platform('GET', `/operators/${operator.ref}`)).address).toEqual(kept)
    const moved = { ...kept, town: 'Otley' }
    expect(ok(await market.platform('PATCH', `/operators/${operator.ref}`, { address: moved })).address).toEqual(moved)
    expect(ok(await portal('PATCH', '/operator', { address: null })).address).toBeNull()
    for (const [differing, field] of [
      [{ country: 'XX' }, 'address.country'],
      [{ postcode: 'LS' }, 'address.postcode'],
      [{ lines: [] }, 'address.lines'],
      [{ town: ' ' }, 'address.town'],
    ] as const) {
      const refused = await portal('PATCH', '/operator', { address: { ...kept, ...differing } })
      expect([statusAndCode(refused), Object.keys(refused.json.error.fields)]).toEqual(['422 validation_failed', [field]])
    }
  })

  test('accepts a VAT number only in the form of its country', async () => {
    const market = await openShared()
    const { portal } = await openPortal(market)
    const set = (number: string) => portal('PATCH', '/operator', { settings: { vat: { number, standard_rate_bps: 2_000 } } })
    for (const [typed, kept] of [
      ['gb 123 4567 89', 'GB123456789'],
      ['DE123456789', 'DE123456789'],
      ['NL 123456789.B01', 'NL123456789B01'],
    ] as const)
      expect(ok(await set(typed)).settings.vat.number).toBe(kept)
    for (const wrong of ['GB12345678', '123456789', 'DE12345678', 'FR12', 'n/a', 'GB']) {
      const refused = await set(wrong)
      expect([statusAndCode(refused), Object.keys(refused.json.error.fields)]).toEqual([
        '422 validation_failed',
        ['settings.vat.number'],
      ])
    }
  })

  test('keeps a VAT number and an IBAN of an earlier release until they change', async () => {
    const market = await openShared()
    const { portal, operator } = await openPortal(market)
    const bank_details = 'IBAN GB28 NWBK 6016 1331 9268 19'
    await market.server.change(
      `update operators set vat = '{"number":"123 4567 89","standardRateBps":2000}', bank_details = '${bank_details}' where ref = '${operator.ref}'`,
    )
    const vat = { number: '123 4567 89', standard_rate_bps: 2_000 }
    expect(ok(await portal('PATCH', '/operator', { name: 'Dales', settings: { vat, bank_details } })).name).toBe('Dales')
    const other = { vat: { ...vat, number: '123 4567 80' }, bank_details: bank_details.replace('GB28', 'GB27') }
    for (const settings of [{ vat: other.vat }, { bank_details: other.bank_details }])
      expect(statusAndCode(await portal('PATCH', '/operator', { settings }))).toBe('422 validation_failed')
  })

  test('rejects bank details with wrong check digits in an IBAN', async () => {
    const market = await openShared()
    const { portal } = await openPortal(market)
    const set = (bank_details: string) => portal('PATCH', '/operator', { settings: { bank_details } })
    for (const right of ['Skipton Bank, 60-00-01, 31926819', 'IBAN GB29 NWBK 6016 1331 9268 19', 'DE89370400440532013000'])
      expect(ok(await set(right)).settings.bank_details).toBe(right)
    for (const wrong of ['IBAN GB29 NWBK 6016 1331 9268 18', 'Pay to\nde89370400440532013001, thank you']) {
      const refused = await set(wrong)
      expect([statusAndCode(refused), Object.keys(refused.json.error.fields)]).toEqual([
        '422 validation_failed',
        ['settings.bank_details'],
      ])
    }
  })
})

describe('an API key', () => {
  test('is created as chosen, shows its token once, and ends immediately when revoked', async () => {
    const market = await openShared()
    const { portal } = await openPortal(market)
    const wanted = { name: 'Haulier’s TMS', abilities: ['payouts:read', 'jobs:read'], expires_at: market.at(days(30)) }

    const minted = await portal('POST', '/keys', wanted)

    expect(minted.status).toBe(201)
    const fields = ['token', 'token_id', 'name', 'hint', 'abilities', 'expires_at', 'created_at']
    expect(Object.keys(minted.data)).toEqual(fields)
    expect(minted.data).toMatchObject({
      name: wanted.name,
      abilities: ['jobs:read', 'payouts:read'],
      expires_at: wanted.expires_at,
    })
    expect(minted.data.token).toMatch(/^cbk_[0-9A-Za-z]{49}$/)
    const { token, token_id } = minted.data
    const asKey = async (path: string) => statusAndCode(await market.call('GET', path, { token }))
    expect([await asKey('/api/v1/jobs'), await asKey('/api/v1/drivers')]).toEqual(['200', '403 missing_ability'])

    const listed = await portal('GET', '/keys')
    expect(listed.text).not.toContain(token)
    const [key] = listed.data
    expect(key).toMatchObject({ token_id, hint: `cbk_${token.slice(-4)}`, revoked_at: null })

    const ended = await portal('DELETE', `/keys/${token_id}`)
    expect([ended.status, ended.text]).toEqual([204, ''])
    expect(await asKey('/api/v1/jobs')).toBe('401 unauthenticated')
    expect(statusAndCode(await portal('DELETE', `/keys/${token_id}`))).toBe('204')
    expect(ok(await portal('GET', '/keys'))[0].revoked_at).toMatch(/Z$/)
  })

  test('can have no abilities, and does not expire by default', async () => {
    const market = await openShared()
    const { portal } = await openPortal(market)
    const { token, expires_at } = ok(await portal('POST', '/keys', { name: 'Nothing', abilities: [] }))
    expect(expires_at).toBeNull()
    expect(statusAndCode(await market.call('GET', '/api/v1/me', { token }))).toBe('200')
    expect(statusAndCode(await market.call('GET', '/api/v1/jobs', { token }))).toBe('403 missing_ability')
  })

  test('is created once for each Idempotency-Key, and the replay shows the same token', async () => {
    const market = await openShared()
    const { portal } = await openPortal(market)
    const first = await portal('POST', '/keys', { name: 'TMS', abilities: [] }, 'k1')
    const again = await portal('POST', '/keys', { name: 'TMS', abilities: [] }, 'k1')
    expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([201, first.text, 'true'])
    expect(ok(await portal('GET', '/keys')).filter(({ name }: { name: string }) => name === 'TMS')).toHaveLength(1)
  })

  test('is not found if it is of another operator or the platform, or unknown', async () => {
    const market = await openShared()
    const { operator, portal } = await openPortal(market)
    const other = await openPortal(market, 'Moors Coaches')
    const { token_id: theirs } = ok(await other.portal('POST', '/keys', { name: 'Theirs', abilities: [] }))
    const platform = await market.server.cliJson<{ token_id: string }>(['key', 'mint', '--platform', '--name', 'web'])
    const own = ok(await market.call('GET', '/api/v1/me', { token: operator.token })).credential.token_id
    const device = ok(await market.call('GET', '/api/v1/me', { token: other.admin.token })).credential.token_id

    const absent = await portal('DELETE', '/keys/0193c5a0-0000-7000-8000-000000000000')
    for (const id of [theirs, platform.token_id, device, 'x']) {
      const answer = await portal('DELETE', `/keys/${id}`)
      expect([answer.status, answer.text]).toEqual([404, absent.text])
    }
    expect(
      ok(await other.portal('GET', '/keys')).find(({ token_id }: { token_id: string }) => token_id === theirs).revoked_at,
    ).toBeNull()
    expect(statusAndCode(await portal('DELETE', `/keys/${own}`))).toBe('204')
    expect(statusAndCode(await operator.get('/me'))).toBe('401 unauthenticated')
  })

  test('is not created by an invalid request', async () => {
    const market = await openShared()
    const { portal } = await openPortal(market)
    const broken: readonly [Record<string, unknown>, string][] = [
      [{ name: '', abilities: [] }, 'name'],
      [{ name: 'x'.repeat(121), abilities: [] }, 'name'],
      [{ name: 'x' }, 'abilities'],
      [{ name: 'x', abilities: ['*'] }, 'abilities.0'],
      [{ name: 'x', abilities: ['jobs:read', 'jobs:read'] }, 'abilities'],
      [{ name: 'x', abilities: [], expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
      [{ name: 'x', abilities: [], expires_at: '2099-01-01' }, 'expires_at'],
    ]
    for (const [body, field] of broken) {
      const answer = await portal('POST', '/keys', body)
      expect([body, statusAndCode(answer), faultsOf(answer)]).toEqual([body, '422 validation_failed', [field]])
    }
    expect(ok(await portal('GET', '/keys'))).toHaveLength(1)
  })
})

describe('the team', () => {
  test('gets a member through an invitation link', async () => {
    const market = await openShared()
    const { operator, portal } = await openPortal(market)
    const answer = await portal('POST', '/users', { email: 'Kim@Dales.example', name: 'Kim', role: 'dispatcher' })

    expect(answer.status).toBe(201)
    expect(answer.data).toMatchObject({ email: 'kim@dales.example', name: 'Kim', role: 'dispatcher' })
    const [mail] = await messagesTo(market.server, 'kim@dales.example')
    expect(mail?.subject).toBe('Sign in to Dales Coaches')
    const { token } = ok(await exchangeLinkToken(market, linkTokenIn(mail?.text ?? '')))
    expect(ok(await market.call('GET', '/api/v1/me', { token }))).toMatchObject({
      operator_ref: operator.ref,
      user: { name: 'Kim', role: 'dispatcher' },
    })
    const team = ok(await portal('GET', '/users'))
    expect(team.map(({ role }: { role: string }) => role)).toEqual(['admin', 'dispatcher'])
    const keys = ['id', 'email', 'name', 'role', 'phone', 'invited_at', 'last_seen_at', 'created_at']
    expect(Object.keys(team[1])).toEqual(keys)
    const seen = await eventually(async () => ok(await portal('GET', '/users'))[1].last_seen_at)
    expect(Date.parse(seen)).toBeGreaterThanOrEqual(Date.parse(team[1].invited_at))
  })

  test('has each email address once, until its member is removed', async () => {
    const market = await openShared()
    const { portal } = await openPortal(market)
    const kim = { email: 'kim@example.org', name: 'Kim', role: 'accounts' }
    const { id } = ok(await portal('POST', '/users', kim))
    const answer = await portal('POST', '/users', { ...kim, email: 'KIM@example.org' })
    expect([statusAndCode(answer), faultsOf(answer)]).toEqual(['422 validation_failed', ['email']])
    expect(statusAndCode(await portal('DELETE', `/users/${id}`))).toBe('204')
    expect(statusAndCode(await portal('POST', '/users', kim))).toBe('201')
  })

  test('keeps its last admin', async () => {
    const market = await openShared()
    const { admin, operator, portal } = await openPortal(market)
    expect(statusAndCode(await portal('PATCH', `/users/${admin.id}`, { role: 'dispatcher' }))).toBe('409 last_admin')
    expect(statusAndCode(await portal('DELETE', `/users/${admin.id}`))).toBe('409 last_admin')
    expect(statusAndCode(await portal('PATCH', `/users/${admin.id}`, { role: 'admin' }))).toBe('200')
    const removal = await market.server.cli(['user', 'remove', '--email', admin.email])
    expect([removal.exitCode, removal.stderr]).toEqual([1, expect.stringContaining('An account needs an admin.')])

    const second = await addSignedInPerson(market, operator.ref)
    const both = [portal('DELETE', `/users/${second.id}`), portalOf(market, second)('DELETE', `/users/${admin.id}`)]
    expect((await Promise.all(both)).map(statusAndCode).sort()).toEqual([
      '204',
      expect.stringMatching(/^(409 last_admin|401 unauth.*)$/),
    ])
  })

  test('signs a removed member out everywhere immediately, and voids unused links', async () => {
    const market = await openShared()
    const { operator, portal } = await openPortal(market)
    const kim = await addSignedInPerson(market, operator.ref, 'dispatcher')
    const tablet = await signInPerson(market, kim.email, 'Tablet')
    const link = await market.server.cliJson<{ token: string }>(['user', 'link', '--email', kim.email])

    const answer = await portal('DELETE', `/users/${kim.id}`)

    expect([answer.status, answer.text]).toEqual([204, ''])
    for (const { token } of [kim, tablet]) {
      expect(statusAndCode(await market.call('GET', '/api/v1/me', { token }))).toBe('401 unauthenticated')
    }
    expect(statusAndCode(await exchangeLinkToken(market, link.token))).toBe('401 invalid_sign_in_link')
    expect(statusAndCode(await portal('DELETE', `/users/${kim.id}`))).toBe('404 not_found')
    expect(statusAndCode(await portal('PATCH', `/users/${kim.id}`, { role: 'admin' }))).toBe('404 not_found')
  })

  test('keeps the keys of a removed member, unless the request also revokes them', async () => {
    const market = await openShared()
    const { operator, portal } = await openPortal(market)
    const leaving = async (more: string) => {
      const kim = await addSignedInPerson(market, operator.ref)
      const { token, token_id } = ok(await portalOf(market, kim)('POST', '/keys', { name: `Of ${kim.id}`, abilities: [] }))
      expect(statusAndCode(await portal('DELETE', `/users/${kim.id}${more}`))).toBe('204')
      const key = ok(await portal('GET', '/keys')).find((one: { token_id: string }) => one.token_id === token_id)
      expect(key.minted_by).toEqual({ id: kim.id, name: expect.any(String) })
      return { key, status: statusAndCode(await market.call('GET', '/api/v1/me', { token })) }
    }
    const own = ok(await portal('POST', '/keys', { name: 'Own', abilities: [] }))

    for (const more of ['', '?keys=stay']) expect(await leaving(more)).toMatchObject({ key: { revoked_at: null }, status: '200' })
    expect(await leaving('?keys=revoke')).toMatchObject({
      key: { revoked_at: expect.stringMatching(/Z$/) },
      status: '401 unauthenticated',
    })

    expect(statusAndCode(await market.call('GET', '/api/v1/me', { token: own.token }))).toBe('200')
    const log = ok(await portal('GET', '/activity')).filter(({ what }: { what: string }) =>
      /^(key_revoked|user_removed)$/.test(what),
    )
    expect(log.map(({ what }: { what: string }) => what).sort()).toEqual(['key_revoked', ...Array(3).fill('user_removed')])
    expect(log.map(({ by }: { by: object }) => by)).toEqual(
      log.map(() => ({ kind: 'person', name: expect.any(String), token_id: expect.any(String) })),
    )
    const kim = await addSignedInPerson(market, operator.ref)
    const wrong = await portal('DELETE', `/users/${kim.id}?keys=eat`)
    expect([statusAndCode(wrong), faultsOf(wrong)]).toEqual(['422 validation_failed', ['keys']])
  })

  test('keeps the abilities of keys when their creator gets a smaller role', async () => {
    const market = await openShared()
    const { operator, portal } = await openPortal(market)
    const kim = await addSignedInPerson(market, operator.ref)
    const request = { name: 'TMS', abilities: ['jobs:read', 'payouts:read'] }
    const { token } = ok(await portalOf(market, kim)('POST', '/keys', request))
    ok(await portal('PATCH', `/users/${kim.id}`, { role: 'dispatcher' }))
    expect(ok(await market.call('GET', '/api/v1/me', { token })).credential.abilities).toEqual(['jobs:read', 'payouts:read'])
  })

  test('applies a smaller role immediately, and a greater role after the next sign-in', async () => {
    const market = await openShared()
    const { operator, portal } = await openPortal(market)
    const kim = await addSignedInPerson(market, operator.ref)
    const can = async (token: string) => ok(await market.call('GET', '/api/v1/me', { token })).credential.abilities

    ok(await portal('PATCH', `/users/${kim.id}`, { role: 'accounts' }))
    expect(await can(kim.token)).toEqual(['bookings:read', 'payouts:read'])
    expect(statusAndCode(await portalOf(market, kim)('POST', '/keys', { name: 'x', abilities: [] }))).toBe('403 admin_required')

    ok(await portal('PATCH', `/users/${kim.id}`, { role: 'admin' }))
    expect(await can(kim.token)).toEqual(['bookings:read', 'payouts:read'])
    const { token: rotated } = ok(await market.call('POST', '/api/v1/auth/rotate', { token: kim.token }))
    expect(await can(rotated)).toEqual(['bookings:read', 'payouts:read'])
    expect(await can((await signInPerson(market, kim.email)).token)).toEqual([...abilities])
  })

  test('grants a new admin’s rights only to devices that sign in later', async () => {
    const market = await openShared()
    const { operator, portal } = await openPortal(market)
    const kim = await addSignedInPerson(market, operator.ref, 'dispatcher')
    const request = { name: 'TMS', abilities: ['payouts:read'] }
    const minted = async (token: string) => statusAndCode(await portalOf(market, { token })('POST', '/keys', request))

    ok(await portal('PATCH', `/users/${kim.id}`, { role: 'admin' }))
    expect(await minted(kim.token)).toBe('403 admin_required')
    for (const [method, path, body] of [
      ['POST', '/users', { email: 'sam@dales.example', name: 'Sam', role: 'admin' }],
      ['DELETE', `/users/${kim.id}`],
      ['PATCH', '/operator', { name: 'Ours now' }],
      ['GET', '/mail-server'],
      ['PUT', '/brand', { accent: null }],
    ] as const)
      expect(statusAndCode(await portalOf(market, kim)(method, path, body))).toBe('403 admin_required')
    const { token: rotated } = ok(await market.call('POST', '/api/v1/auth/rotate', { token: kim.token }))
    expect(await minted(rotated)).toBe('403 admin_required')

    const { token } = await signInPerson(market, kim.email)
    expect(await minted(token)).toBe('201')
    expect(await minted(rotated)).toBe('403 admin_required')
    ok(await portal('PATCH', `/users/${kim.id}`, { role: 'dispatcher' }))
    expect(await minted(token)).toBe('403 admin_required')
    ok(await portal('PATCH', `/users/${kim.id}`, { role: 'admin' }))
    expect(await minted(token)).toBe('403 admin_required')
  })

  test('rejects a key from a new admin who switches to another account and back', async () => {
    const market = await openShared()
    const { operator, portal } = await openPortal(market)
    const other = await market.operator('Moor Coaches')
    const { id, email } = await addOperatorPerson(market, operator.ref, 'dispatcher')
    await addPerson(market.server, other.ref, { email, name: 'Kim Lee', role: 'dispatcher' })
    const signIn = async () => {
      const link = await personLinkToken(market.server, email)
      return ok(await exchangeLinkToken(market, link)).token
    }
    const thereAndBack = async (first: string) => {
      let token = first
      for (const { ref } of [other, operator])
        token = ok(await market.call('POST', '/portal/v1/switch', { token, body: { operator_ref: ref } })).token
      const request = { name: 'TMS', abilities: ['payouts:read'] }
      return [token, statusAndCode(await portalOf(market, { token })('POST', '/keys', request))] as const
    }

    const before = await signIn()
    ok(await portal('PATCH', `/users/${id}`, { role: 'admin' }))
    const [again, refused] = await thereAndBack(before)
    expect([refused, (await thereAndBack(again))[1]]).toEqual(['403 admin_required', '403 admin_required'])
    await market.advance(1)
    expect((await thereAndBack(await signIn()))[1]).toBe('201')
  })

  test('does not find a member of another operator, or an invalid id', async () => {
    const market = await openShared()
    const { portal } = await openPortal(market)
    const other = await openPortal(market, 'Moors Coaches')
    const absent = await portal('DELETE', '/users/999999')
    for (const id of [other.admin.id, 'x', '1.5', '-1', '%00']) {
      const [patched, deleted] = [
        await portal('PATCH', `/users/${id}`, { role: 'admin' }),
        await portal('DELETE', `/users/${id}`),
      ]
      expect([id, patched.status, deleted.status]).toEqual([id, 404, 404])
      if (id !== '%00') expect(deleted.text).toBe(absent.text)
    }
  })
})

describe('the fleet', () => {
  const coach = { registration: ' yx20  abc ', type: 'coach_49', seats: 49, amenities: ['wifi', 'toilet'], wheelchair_spaces: 1 }

  test('adds, changes and removes vehicles, and rejects a duplicate registration', async () => {
    const market = await openShared()
    const { portal } = await openPortal(market)
    const added = await portal('POST', '/vehicles', { ...coach, mot_due: '2027-03-01T00:00:00Z', description: 'The blue one' })
    expect(added.status).toBe(201)
    const { id, created_at: _, updated_at: __, ...fields } = added.data
    expect(fields).toEqual({ ...coach, registration: 'YX20 ABC', mot_due: '2027-03-01T00:00:00Z', description: 'The blue one' })

    const same = await portal('POST', '/vehicles', { ...coach, registration: 'YX20 ABC' })
    expect([statusAndCode(same), faultsOf(same)]).toEqual(['422 validation_failed', ['registration']])
    const second = ok(await portal('POST', '/vehicles', { registration: 'AA11 AAA', type: 'minibus_16', seats: 16 }))
    expect(second).toMatchObject({ description: null, amenities: [], wheelchair_spaces: 0, mot_due: null })
    const taken = await portal('PATCH', `/vehicles/${second.id}`, { registration: 'yx20 abc' })
    expect(faultsOf(taken)).toEqual(['registration'])

    const changed = ok(await portal('PATCH', `/vehicles/${id}`, { seats: 51, mot_due: null }))
    expect(changed).toMatchObject({ seats: 51, mot_due: null, description: 'The blue one', registration: 'YX20 ABC' })
    expect(ok(await portal('GET', '/vehicles')).map(({ id }: { id: number }) => id)).toEqual([second.id, id])

    expect(statusAndCode(await portal('DELETE', `/vehicles/${id}`))).toBe('204')
    expect(statusAndCode(await portal('DELETE', `/vehicles/${id}`))).toBe('404 not_found')
    expect(statusAndCode(await portal('POST', '/vehicles', coach))).toBe('201')
  })

  test('allows its vehicles only in assignments of its own operator', async () => {
    const market = await openShared()
    const { operator, portal } = await openPortal(market)
    const other = await openPortal(market, 'Moors Coaches')
    const own = ok(await portal('POST', '/vehicles', coach)).id
    const theirs = ok(await other.portal('POST', '/vehicles', coach)).id
    const trip = await market.bookedTrip(operator)
    const driver = await operator.driver()

    expect(statusAndCode(await operator.assign(trip, driver, 'YX20 ABC', { vehicle_id: theirs }))).toBe('422 validation_failed')
    expect(statusAndCode(await operator.assign(trip, driver, 'YX20 ABC', { vehicle_id: own }))).toBe('200')
    expect(statusAndCode(await portal('PATCH', `/vehicles/${theirs}`, { seats: 1 }))).toBe('404 not_found')
    expect(statusAndCode(await portal('DELETE', `/vehicles/${own}`))).toBe('204')
    expect(ok(await operator.booking(trip))).toMatchObject({ vehicle_reg: 'YX20 ABC', assignment: { vehicle_id: own } })
  })

  test('rejects an invalid vehicle', async () => {
    const market = await openShared()
    const { portal } = await openPortal(market)
    const broken: readonly [Record<string, unknown>, string][] = [
      [{ registration: 'x'.repeat(21) }, 'registration'],
      [{ registration: ' ' }, 'registration'],
      [{ type: 'tank' }, 'type'],
      [{ seats: 0 }, 'seats'],
      [{ seats: '49' }, 'seats'],
      [{ amenities: ['pool'] }, 'amenities.0'],
      [{ wheelchair_spaces: -1 }, 'wheelchair_spaces'],
      [{ mot_due: '2027-02-30T00:00:00Z' }, 'mot_due'],
      [{ description: 'x'.repeat(161) }, 'description'],
    ]
    const { id } = ok(await portal('POST', '/vehicles', coach))
    for (const [fields, field] of broken) {
      for (const answer of [
        await portal('POST', '/vehicles', { ...coach, registration: 'NEW 1', ...fields }),
        await portal('PATCH', `/vehicles/${id}`, fields),
      ]) {
        expect([fields, statusAndCode(answer), faultsOf(answer)]).toEqual([fields, '422 validation_failed', [field]])
      }
    }
    expect(ok(await portal('GET', '/vehicles'))).toHaveLength(1)
  })
})

describe('a driver', () => {
  test('is changed field by field, with the validation of a new driver', async () => {
    const market = await openShared()
    const { operator, portal } = await openPortal(market)
    const id = await operator.driver({ phone: '07700 900456', license_number: 'MOSS1' })
    await operator.driver({ name: 'Sam', phone: '07700 900111', email: 'sam@dales.example' })

    const changed = ok(await portal('PATCH', `/drivers/${id}`, { name: 'Pat Moss-Lee', phone: null, dbs_check_kind: 'enhanced' }))
    expect(changed).toMatchObject({ name: 'Pat Moss-Lee', phone: null, license_number: 'MOSS1', dbs_check_kind: 'enhanced' })
    expect(ok(await portal('PATCH', `/drivers/${id}`, {}))).toMatchObject({ name: 'Pat Moss-Lee' })
    const taken = await portal('PATCH', `/drivers/${id}`, { phone: '+447700900111', email: 'SAM@Dales.example' })
    expect([statusAndCode(taken), faultsOf(taken)]).toEqual(['422 validation_failed', ['email', 'phone']])
    expect(statusAndCode(await portal('PATCH', `/drivers/${id}`, { phone: '07700 900456', invite_now: true }))).toBe('200')
    expect(faultsOf(await portal('PATCH', `/drivers/${id}`, { name: null }))).toEqual(['name'])
    expect(faultsOf(await portal('PATCH', `/drivers/${id}`, { dbs_expires_at: 'soon' }))).toEqual(['dbs_expires_at'])
  })

  test('is signed out immediately when removed, and future trips need a driver again', async () => {
    const market = await openShared()
    const { operator, portal } = await openPortal(market)
    const id = await operator.driver({ phone: '07700 900456' })
    const phone = await signInDriverByLink(market, operator.ref, id)
    const trip = await market.bookedTrip(operator)
    ok(await operator.assign(trip, id))

    const answer = await portal('DELETE', `/drivers/${id}`)

    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(statusAndCode(await market.call('GET', '/api/v1/auth/devices', { token: phone.token }))).toBe('401 unauthenticated')
    expect(ok(await operator.booking(trip))).toMatchObject({
      needs_driver: true,
      trip_status: 'unassigned',
      driver: null,
      vehicle_reg: null,
      assignment: null,
    })
    expect(ok(await operator.get('/drivers'))).toEqual([])
    expect(statusAndCode(await operator.assign(trip, id))).toBe('422 validation_failed')
    expect(statusAndCode(await operator.post(`/drivers/${id}/reinvite`))).toBe('404 not_found')
    expect(statusAndCode(await portal('DELETE', `/drivers/${id}`))).toBe('404 not_found')
    expect(statusAndCode(await portal('PATCH', `/drivers/${id}`, { name: 'x' }))).toBe('404 not_found')
    const another = await operator.driver({ phone: '07700 900456' })
    expect(ok(await operator.assign(trip, another))).toMatchObject({ needs_driver: false, trip_status: 'assigned' })
  })

  test('is not found by another operator', async () => {
    const market = await openShared()
    const { portal } = await openPortal(market)
    const other = await openPortal(market, 'Moors Coaches')
    const theirs = await other.operator.driver()
    const absent = await portal('DELETE', '/drivers/999999')
    for (const method of ['PATCH', 'DELETE']) {
      const answer = await portal(method, `/drivers/${theirs}`, method === 'PATCH' ? { name: 'x' } : undefined)
      expect([method, answer.status, answer.text]).toEqual([method, 404, absent.text])
    }
  })
})

describe('the account', () => {
  test('shows its settings and changes a few at a time', async () => {
    const market = await openShared()
    const { operator, portal } = await openPortal(market)
    expect(ok(await portal('GET', '/operator'))).toMatchObject({
      operator_ref: operator.ref,
      name: 'Dales Coaches',
      currency_code: 'GBP',
      timezone: 'Europe/London',
      commission_bps: 1000,
      settings: {
        deposit_bps: 2000,
        deposit_minimum_amount: 5000,
        currency_code: 'GBP',
        closing_hours: 24,
        no_show_wait_minutes: 15,
        vehicle_check_required: true,
        trip_visibility_days: 14,
        payout_weekday: 5,
      },
    })

    ok(
      await portal('PATCH', '/operator', {
        phone: '0113 496 0000',
        settings: { deposit_bps: 5000, vehicle_check_required: false },
      }),
    )
    const changed = ok(await portal('PATCH', '/operator', { name: 'Dales & Moors', commission_bps: 0, settings: {} }))
    expect(changed).toMatchObject({ name: 'Dales & Moors', phone: '0113 496 0000', commission_bps: 1000 })
    expect(changed.settings).toMatchObject({ deposit_bps: 5000, deposit_minimum_amount: 5000, vehicle_check_required: false })

    const trip = await market.trip([operator])
    expect(ok(await operator.quote(trip)).my_quote.deposit_amount).toBe(32_000)
  })

  test('accepts trip_visibility_days from older clients, ignores it, and hides no trips', async () => {
    const market = await openShared()
    const { operator, portal } = await openPortal(market)
    const before = ok(await portal('GET', '/operator'))
    for (const trip_visibility_days of [1, 30, 366, 'ten', null]) {
      const after = ok(await portal('PATCH', '/operator', { settings: { trip_visibility_days, closing_hours: 24 } }))
      expect(after.settings).toEqual({ ...before.settings, trip_visibility_days: 14 })
    }
    const id = await operator.driver()
    const driver = await signInDriverByLink(market, operator.ref, id)
    const trip = await market.bookedTrip(operator, { departsIn: days(90) })
    ok(await operator.assign(trip, id))
    const shown = ok(await market.call('GET', '/api/v1/driver/trips', { token: driver.token }))
    expect(shown.map(({ ref }: { ref: string }) => ref)).toEqual([trip.ref])
  })

  test('rejects settings out of range', async () => {
    const market = await openShared()
    const { portal } = await openPortal(market)
    const before = await portal('GET', '/operator')
    const broken: readonly [Record<string, unknown>, string][] = [
      [{ name: null }, 'name'],
      [{ name: '' }, 'name'],
      [{ email: 'x' }, 'email'],
      [{ phone: '0'.repeat(25) }, 'phone'],
      [{ settings: null }, 'settings'],
      [{ settings: { deposit_bps: 10_001 } }, 'settings.deposit_bps'],
      [{ settings: { deposit_minimum_amount: 0.5 } }, 'settings.deposit_minimum_amount'],
      [{ settings: { deposit_minimum_amount: 100_000_001 } }, 'settings.deposit_minimum_amount'],
      [{ settings: { closing_hours: 0 } }, 'settings.closing_hours'],
      [{ settings: { no_show_wait_minutes: 241 } }, 'settings.no_show_wait_minutes'],
      [{ settings: { vehicle_check_required: 'yes' } }, 'settings.vehicle_check_required'],
      [{ settings: { payout_weekday: 8 } }, 'settings.payout_weekday'],
    ]
    for (const [body, field] of broken) {
      const answer = await portal('PATCH', '/operator', body)
      expect([body, statusAndCode(answer), faultsOf(answer)]).toEqual([body, '422 validation_failed', [field]])
    }
    expect((await portal('GET', '/operator')).text).toBe(before.text)
  })
})

describe('a trip', () => {
  const customer = { name: 'Ann Smith', email: 'ann@example.org', phone: '07700 900123' }

  test('is offered to its own operator only, if entered by phone', async () => {
    const market = await openShared()
    const { operator, portal } = await openPortal(market)
    const other = await market.operator('Moors Coaches')
    const body = { ...call, customer, departs_at: market.at(days(30)), offer_to: 'all' }

    const entered = await portal('POST', '/trips', body, 'phone-1')

    expect(entered.status).toBe(201)
    expect(entered.data).toMatchObject({ status: 'open', offers: [{ operator_ref: operator.ref }] })
    expect((await portal('POST', '/trips', body, 'phone-1')).text).toBe(entered.text)
    expect(ok(await operator.jobs()).map(({ ref }: { ref: string }) => ref)).toEqual([entered.data.ref])
    expect(ok(await other.jobs())).toEqual([])
    expect(ok(await market.call('GET', '/customer/v1/trip', { token: entered.data.customer_token })).ref).toBe(entered.data.ref)
    expect(faultsOf(await portal('POST', '/trips', { ...body, departs_at: market.at(-hours(1)) }))).toEqual(['departs_at'])
  })

  test('has its transfer marked received once, by its own operator', async () => {
    await using market = await openMarket({ payments: 'manual' })
    const { operator, portal } = await openPortal(market)
    const other = await openPortal(market, 'Moors Coaches')
    const trip = await market.trip([operator, other.operator])
    const quote = await operator.makeQuote(trip, { availability: 'confirmed' })
    await other.operator.makeQuote(trip, { availability: 'confirmed' })
    expect(statusAndCode(await portal('POST', `/bookings/${trip.ref}/deposit-received`))).toBe('409 no_payment_due')
    ok(await trip.book(quote, 'bank_transfer'))

    expect(statusAndCode(await other.portal('POST', `/bookings/${trip.ref}/deposit-received`))).toBe('409 no_payment_due')
    expect(statusAndCode(await portal('POST', '/bookings/TR-000000/deposit-received'))).toBe('404 not_found')
    const received = await portal('POST', `/bookings/${trip.ref}/deposit-received`, {}, 'money-1')
    expect(ok(received)).toMatchObject({
      ref: trip.ref,
      status: 'active',
      payment_status: 'deposit_paid',
      customer: { name: 'Ann Smith' },
    })
    const again = await portal('POST', `/bookings/${trip.ref}/deposit-received`, {}, 'money-1')
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([received.text, 'true'])
    expect(statusAndCode(await portal('POST', `/bookings/${trip.ref}/deposit-received`))).toBe('409 no_payment_due')
  })

  test('refunds the deposit when its operator cancels the booking', async () => {
    const market = await openShared()
    const { operator, portal } = await openPortal(market)
    const other = await openPortal(market, 'Moors Coaches')
    const trip = await market.bookedTrip(operator, { departsIn: days(3) })
    const request = { reason: 'The coach has burnt down.' }

    expect(statusAndCode(await other.portal('POST', `/bookings/${trip.ref}/cancel`, request))).toBe('404 not_found')
    expect(faultsOf(await portal('POST', `/bookings/${trip.ref}/cancel`, {}))).toEqual(['reason'])
    const cancelled = ok(await portal('POST', `/bookings/${trip.ref}/cancel`, request))
    expect(cancelled).toMatchObject({
      status: 'cancelled',
      payment_status: 'refunded',
      cancellation: { by: 'operator', reason: request.reason, refund_amount: 12_800 },
    })
    expect(statusAndCode(await portal('POST', `/bookings/${trip.ref}/cancel`, request))).toBe('409 trip_cancelled')
    expect(ok(await trip.readTrip()).status).toBe('cancelled')
  })

  test('cannot be cancelled by the operator before it is booked', async () => {
    const market = await openShared()
    const { operator, portal } = await openPortal(market)
    const quoted = await market.requestedTrip(operator, {}, goodCard)
    const untouched = await market.trip([operator])
    const request = { reason: 'No.' }
    expect(statusAndCode(await portal('POST', `/bookings/${quoted.ref}/cancel`, request))).toBe('409 booking_not_confirmed')
    expect(statusAndCode(await portal('POST', `/bookings/${untouched.ref}/cancel`, request))).toBe('404 not_found')
  })

  test('cannot be cancelled after it is finished', async () => {
    const market = await openShared()
    const { operator, portal } = await openPortal(market)
    const trip = await market.bookedTrip(operator, { departsIn: days(2) })
    await market.advance(days(4))
    expect(statusAndCode(await portal('POST', `/bookings/${trip.ref}/cancel`, { reason: 'Too late.' }))).toBe('409 trip_finished')
  })
})

test('counts portal reads separately and writes like the API, for each device', async () => {
  await using market = await openMarket({ env: { CHARABANC_LIMIT_PORTAL: '2/m', CHARABANC_LIMIT_WRITE: '2/m' } })
  const { operator, admin, portal } = await openPortal(market)
  const tablet: SignedInPerson = { ...admin, ...(await signInPerson(market, admin.email)) }
  const reads = [await portal('GET', '/keys'), await portal('GET', '/users'), await market.call('GET', '/api/v1/me', admin)]
  expect(reads.map(statusAndCode)).toEqual(['200', '200', '200'])
  expect(statusAndCode(await portal('GET', '/operator'))).toBe('429 rate_limited')
  expect(statusAndCode(await portalOf(market, tablet)('GET', '/operator'))).toBe('200')
  const writes = [await portal('PATCH', '/operator', {}), await portal('DELETE', '/vehicles/999')]
  expect(writes.map(statusAndCode)).toEqual(['200', '404 not_found'])
  expect(statusAndCode(await portal('PATCH', '/operator', {}))).toBe('429 rate_limited')
  await market.advance(minutes(1))
  expect(statusAndCode(await portal('PATCH', '/operator', {}))).toBe('200')
  expect(operator.ref).toStartWith('OP-')
})

test('signs a person in with a link from the command line, and removes them', async () => {
  const market = await openShared()
  const operator = await market.operator()
  await addSignedInPerson(market, operator.ref)
  const { email } = await addOperatorPerson(market, operator.ref, 'accounts')
  const { server } = market
  const before = market.now()
  const link = await server.cliJson<{ token: string; url: string; expires_at: string }>(['user', 'link', '--email', email])
  expect(link.url).toBe(`${server.url}/portal/sign-in#${link.token}`)
  expect(Date.parse(link.expires_at)).toBeWithin(before + 899_000, market.now() + 901_000)
  expect((await server.cli(['user', 'link', '--email', 'nobody@nowhere.example'])).exitCode).toBe(1)
  expect((await server.cli(['driver', 'link', '--operator', operator.ref, '--id', '99'])).exitCode).toBe(1)
  expect((await server.cli(['user', 'link'])).exitCode).toBe(2)

  const removed = await server.cliJson<{ removed_at: string }>(['user', 'remove', '--email', email])
  expect(removed).toMatchObject({ email, removed_at: expect.stringMatching(/Z$/) })
  expect(statusAndCode(await exchangeLinkToken(market, link.token))).toBe('401 invalid_sign_in_link')
  expect((await server.cli(['user', 'remove', '--email', email])).exitCode).toBe(1)
})
