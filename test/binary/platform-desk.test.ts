import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  days,
  type Market,
  type MarketAnswer,
  type OperatorClient,
  ok,
  openMarket,
  quoteTerms,
  statusAndCode,
} from '../support/market.ts'
import { addSignedInPerson } from '../support/people.ts'
import { portalClientOf } from '../support/portal-client.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()
let market: Market
let dales: OperatorClient
let rival: OperatorClient

beforeAll(async () => {
  market = await openMarket()
  dales = await market.operator('Dales Coaches')
  rival = await market.operator('Rival Travel')
})

afterAll(() => market[Symbol.asyncDispose]())

const place = (label: string) => ({ label, kind: 'venue' })

const wanted = (fields: object = {}) => ({
  customer: { name: 'Ann Smith', email: 'ann@example.org' },
  pickup: place('Leeds Town Hall'),
  dropoff: place('York Minster'),
  departs_at: market.at(days(30)),
  passenger_count: 45,
  ...fields,
})

const faultsOf = ({ json }: { json: { error: { fields?: object } } }) => Object.keys(json.error.fields ?? {})

describe('an operator', () => {
  const change = (ref: string, body: object) => market.platform('PATCH', `/operators/${ref}`, body)

  test('has a summary of its quotes and response times, by days in its timezone', async () => {
    const wolds = await market.operator('Wolds Coaches', { timezone: 'America/New_York' })
    const [won, open] = [await market.trip([wolds]), await market.trip([wolds])]
    await market.advance(90 * 60)
    ok(await won.book(await wolds.makeQuote(won, { availability: 'confirmed' })))
    await market.advance(30 * 60)
    await wolds.makeQuote(open)
    const summary = (query: string, ref = wolds.ref) => market.platform('GET', `/operators/${ref}/summary?${query}`)
    const day = market.at(0).slice(0, 10)
    expect(ok(await summary(`from=${day}&to=${day}`))).toMatchObject({
      sent: 2,
      booked: 1,
      win_rate_bps: 10_000,
      response_minutes: { p50: 90, p90: 120 },
    })
    expect(ok(await summary('from=2027-01-01&to=2027-01-31'))).toMatchObject({ sent: 0, win_rate_bps: null })
    expect(statusAndCode(await summary('from=2027-02-02&to=2027-02-01'))).toBe('422 validation_failed')
    expect(statusAndCode(await summary(`from=${day}&to=${day}`, 'OP-00000'))).toBe('404 not_found')
  })

  test('is changed field by field', async () => {
    const { ref } = await market.operator('Wolds Coaches', { phone: '01904 000000' })
    const before = ok(await market.platform('GET', `/operators/${ref}`))
    expect(before).toMatchObject({ operator_ref: ref, name: 'Wolds Coaches', status: 'active', commission_bps: 1000 })
    await market.advance(5)
    const body = { name: 'Wolds & Łódź', email: 'office@wolds.example', operator_licence: 'PB7654321', phone: null }
    const after = ok(await change(ref, body))
    expect(after).toEqual({ ...before, ...body, updated_at: expect.any(String) })
    expect(after.updated_at > before.updated_at).toBe(true)
    expect(ok(await market.platform('GET', `/operators/${ref}`))).toEqual(after)
    expect(ok(await market.platform('GET', '/operators?per_page=1'))).toEqual([after])
  })

  test('gets a changed commission for later offers only', async () => {
    const desk = await market.operator('Vale Coaches')
    const earlier = await market.trip([desk])
    ok(await change(desk.ref, { commission_bps: 250 }))
    const later = await market.trip([desk])
    const commission = async (trip: { ref: string }) =>
      ok(await desk.quote(trip, { price_amount: 100_000 })).my_quote.commission_amount
    expect([await commission(earlier), await commission(later)]).toEqual([10_000, 2_500])
  })

  test.each([
    ['an unknown ref', 'OP-00000', {}, '404 not_found', []],
    ['an unknown status', '', { status: 'closed' }, '422 validation_failed', ['status']],
    ['an empty name', '', { name: ' ' }, '422 validation_failed', ['name']],
    ['a commission above the price', '', { commission_bps: 10_001 }, '422 validation_failed', ['commission_bps']],
    ['an invalid email', '', { email: 'nowhere' }, '422 validation_failed', ['email']],
    ['a field that cannot change', '', { currency_code: 'EUR' }, '200', []],
  ])('is not changed by %s', async (_, ref, body, expected, fields) => {
    const before = ok(await market.platform('GET', `/operators/${dales.ref}`))
    const answer = await change(ref || dales.ref, body)
    expect(statusAndCode(answer)).toBe(expected)
    if (answer.status === 422) expect(faultsOf(answer)).toEqual(fields)
    expect(ok(await market.platform('GET', `/operators/${dales.ref}`))).toEqual({ ...before, updated_at: expect.any(String) })
  })

  test('is not found by an unknown ref', async () => {
    expect(statusAndCode(await market.platform('GET', '/operators/OP-00000'))).toBe('404 not_found')
  })
})

describe('a suspended operator', () => {
  test('gets no new offers, and continues its own trips, quotes and bookings', async () => {
    const desk = await market.operator('Moors Coaches')
    const quoted = await market.trip([desk, rival])
    const quoteId = await desk.makeQuote(quoted, { availability: 'confirmed' })
    const offered = await market.trip([desk])
    const { token } = await addSignedInPerson(market, desk.ref)

    const status = async (to: string) => ok(await market.platform('PATCH', `/operators/${desk.ref}`, { status: to })).status
    expect(await status('suspended')).toBe('suspended')
    expect(await status('suspended')).toBe('suspended')

    const all = ok(await market.platform('POST', '/trips', wanted({ offer_to: 'all' })))
    const asked = all.offers.map((offer: { operator_ref: string }) => offer.operator_ref)
    expect([asked.includes(desk.ref), asked.includes(rival.ref)]).toEqual([false, true])
    const named = await market.platform('POST', '/trips', wanted({ offer_to: [rival.ref, desk.ref] }))
    expect([statusAndCode(named), named.json.error.fields]).toEqual([
      '422 validation_failed',
      { 'offer_to.1': ['The offer_to.1 field names an operator that is suspended.'] },
    ])
    const more = await market.platform('POST', `/trips/${all.ref}/offers`, { offer_to: [desk.ref] })
    expect([statusAndCode(more), faultsOf(more)]).toEqual(['422 validation_failed', ['offer_to.0']])
    const enquiry = await market.call('POST', '/customer/v1/enquiries', { body: wanted({ operator_ref: desk.ref }) })
    expect([statusAndCode(enquiry), faultsOf(enquiry)]).toEqual(['422 validation_failed', ['operator_ref']])

    const own = await market.call('POST', '/portal/v1/trips', { token, body: wanted() })
    expect(own.status).toBe(201)
    expect(statusAndCode(await desk.quote(offered))).toBe('200')
    expect(statusAndCode(await quoted.book(quoteId))).toBe('200')
    expect(ok(await desk.booking(quoted)).status).toBe('active')

    expect(await status('active')).toBe('active')
    const again = ok(await market.platform('POST', '/trips', wanted({ offer_to: [desk.ref] })))
    expect(again.offers).toHaveLength(1)
  })

  test('closes enquiries if it is the only operator', async () => {
    await using lone = await openMarket()
    const { ref } = await lone.operator()
    const enquire = () => lone.call('POST', '/customer/v1/enquiries', { body: wanted() })
    expect((await enquire()).status).toBe(201)
    ok(await lone.platform('PATCH', `/operators/${ref}`, { status: 'suspended' }))
    expect(faultsOf(await enquire())).toEqual(['operator_ref'])
  })

  test('is shown as suspended by the command line', async () => {
    const { ref } = await market.operator('Fens Coaches')
    ok(await market.platform('PATCH', `/operators/${ref}`, { status: 'suspended' }))
    const { data } = await market.server.cliJson<{ data: { operator_ref: string; status: string }[] }>(['operator', 'list'])
    expect(data.find(({ operator_ref }) => operator_ref === ref)?.status).toBe('suspended')
  })
})

describe('a batch of payouts', () => {
  /** Makes a scheduled payout: a trip cancelled late leaves the operator its deposit. */
  async function scheduled(): Promise<number> {
    const trip = await market.bookedTrip(dales, { departsIn: days(3) })
    ok(await trip.cancel())
    return ok(await dales.booking(trip)).payout.id
  }

  const batch = (body: object, key?: string) => market.platform('POST', '/payouts/batch', body, key === undefined ? {} : { key })

  const payoutOf = async (id: number) => ok(await dales.payouts('?per_page=100')).find((one: { id: number }) => one.id === id)

  test('is reported in one request, with a code for each refused payout', async () => {
    const [first, second, third] = [await scheduled(), await scheduled(), await scheduled()]
    ok(await market.platform('POST', `/payouts/${second}`, { status: 'paid', statement_ref: 'PAY-1' }))
    const pending = ok(await dales.booking(await market.bookedTrip(dales))).payout.id
    const paidAt = market.at(-60)
    const body = { ids: [third, 987_654, pending, first, third], status: 'in_transit', statement_ref: 'PAY-1057' }
    expect(ok(await batch(body))).toEqual({
      done: [third, first],
      refused: [
        { id: 987_654, code: 'not_found' },
        { id: pending, code: 'invalid_transition' },
      ],
    })
    const paid = ok(await batch({ ids: [first, second, third], status: 'paid', paid_at: paidAt }))
    expect(paid).toEqual({ done: [first, second, third], refused: [] })
    expect(await payoutOf(first)).toMatchObject({ status: 'paid', paid_at: paidAt, statement_ref: 'PAY-1057' })
    expect(await payoutOf(second)).toMatchObject({ status: 'paid', statement_ref: 'PAY-1' })
    expect(await payoutOf(pending)).toMatchObject({ status: 'pending', paid_at: null })
  })

  test('changes updated_at of its bookings', async () => {
    const trip = await market.bookedTrip(dales, { departsIn: days(3) })
    ok(await trip.cancel())
    const { payout, updated_at: before } = ok(await dales.booking(trip))
    await market.advance(5)
    ok(await batch({ ids: [payout.id], status: 'failed', failure_reason: 'No such account.' }))
    const after = ok(await dales.booking(trip))
    expect(after.updated_at > before).toBe(true)
    expect(await payoutOf(payout.id)).toMatchObject({ status: 'failed', failure_reason: 'No such account.' })
  })

  test('is applied once for each Idempotency-Key', async () => {
    const id = await scheduled()
    const key = `batch-${id}`
    const first = await batch({ ids: [id], status: 'failed' }, key)
    ok(await market.platform('POST', `/payouts/${id}`, { status: 'scheduled' }))
    const again = await batch({ ids: [id], status: 'failed' }, key)
    expect([again.text, again.headers.get('Idempotency-Replayed')]).toEqual([first.text, 'true'])
    expect((await payoutOf(id)).status).toBe('scheduled')
    expect(statusAndCode(await batch({ ids: [id], status: 'paid' }, key))).toBe('409 idempotency_key_reused')
  })

  test.each([
    ['an empty list of ids', { ids: [] }, 'ids'],
    ['more than 500 ids', { ids: Array.from({ length: 501 }, (_, nth) => nth + 1) }, 'ids'],
    ['an invalid id', { ids: [1, 'two'] }, 'ids.1'],
    ['a status that cannot be reported', { ids: [1], status: 'cancelled' }, 'status'],
    ['a missing list of ids', { ids: undefined }, 'ids'],
    ['an invalid instant', { ids: [1], paid_at: 'today' }, 'paid_at'],
  ])('is rejected with %s', async (_, fields, field) => {
    const answer = await batch({ status: 'paid', ...fields })
    expect([statusAndCode(answer), faultsOf(answer)]).toEqual(['422 validation_failed', [field]])
  })
})

describe('the list of customer payments', () => {
  test('shows the payments to every operator, newest first, without those of own trips', async () => {
    await using desk = await openMarket()
    const [north, south] = [await desk.operator('North Coaches'), await desk.operator('South Coaches')]
    const list = (query = '') => desk.platform('GET', `/payments${query}`)
    expect(ok(await list())).toEqual([])
    const first = await desk.bookedTrip(north)
    await desk.advance(60)
    const second = await desk.bookedTrip(south)
    await desk.advance(60)
    const money = { kind: 'balance', method: 'cash', amount: 10_000, currency_code: 'GBP' }
    ok(await desk.platform('POST', `/trips/${first.ref}/payments`, money))
    const office = await portalClientOf(desk, north)
    const phoned = ok(await office.enter({ quote: quoteTerms(), book: { terms: 'cash', agreed_by: 'phone' } }))
    ok(await office.call('POST', `/bookings/${phoned.ref}/payments`, money))

    const shown = ({ json }: MarketAnswer) =>
      json.data.map(({ ref, operator_ref, kind, method, amount, status }: Record<string, unknown>) => [
        ref,
        operator_ref,
        kind,
        method,
        amount,
        status,
      ])
    const cash = [first.ref, north.ref, 'balance', 'cash', 10_000, 'cleared']
    const deposits = [
      [second.ref, south.ref, 'deposit', 'card', 12_800, 'cleared'],
      [first.ref, north.ref, 'deposit', 'card', 12_800, 'cleared'],
    ]
    expect(shown(await list())).toEqual([cash, ...deposits])
    expect(ok(await list()).map(({ recorded_by: by }: { recorded_by: string | null }) => by)).toEqual(['platform', null, null])
    expect((await list('?per_page=1&page=2')).json.meta.total).toBe(3)
    expect(shown(await list(`?operator_ref=${north.ref}`))).toEqual([cash, deposits[1]])
    expect(shown(await list(`?operator_ref=${north.ref}&method=cash&status=cleared`))).toEqual([cash])
    expect(shown(await list('?status=failed'))).toEqual([])
    const day = desk.at(0).slice(0, 10)
    expect(shown(await list(`?from=${day}&to=${day}`))).toHaveLength(3)
    expect(shown(await list('?from=2027-01-01&to=2027-01-31'))).toEqual([])
    for (const query of [
      '?operator_ref=OP-00000',
      '?status=lost',
      '?from=2027-02-02&to=2027-02-01',
      '?from=2025-01-01&to=2027-01-01',
    ])
      expect([query, statusAndCode(await list(query))]).toEqual([query, '422 validation_failed'])
    // The list does not name the operator's person who recorded the payment.
    ok(await office.call('POST', `/bookings/${first.ref}/payments`, { ...money, amount: 5_000 }))
    expect(ok(await list())[0]).toMatchObject({ amount: 5_000, recorded_by: 'operator' })
  })
})

test('accepts only the marketplace’s credentials', async () => {
  const shared = await openShared()
  const operator = await shared.operator()
  const customer = await shared.trip([operator])
  const { token: person } = await addSignedInPerson(shared, operator.ref)
  const calls = [
    ['GET', '/me'],
    ['GET', '/trips'],
    ['GET', '/summary'],
    ['GET', '/payments'],
    ['GET', `/operators/${operator.ref}`],
    ['PATCH', `/operators/${operator.ref}`],
    ['POST', '/payouts/batch'],
  ] as const
  for (const [method, path] of calls) {
    const statusFor = async (token?: string) =>
      statusAndCode(
        await shared.call(method, `/platform/v1${path}`, {
          ...(token && { token }),
          ...(method !== 'GET' && { body: { name: '\0' } }),
        }),
      )
    expect([path, await statusFor()]).toEqual([path, '401 unauthenticated'])
    for (const token of [operator.token, person, customer.token]) {
      expect([path, await statusFor(token)]).toEqual([path, '403 wrong_credential'])
    }
    expect([path, await statusFor(shared.platformToken)]).toEqual([path, expect.stringMatching(/^(200|422 validation_failed)$/)])
  }
})
