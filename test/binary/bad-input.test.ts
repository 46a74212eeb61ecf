import { beforeAll, describe, expect, test } from 'bun:test'
import { everyRowOf } from '../support/database-rows.ts'
import {
  type CustomerClient,
  days,
  type Market,
  type MarketAnswer,
  type OperatorClient,
  ok,
  quoteTerms,
  statusAndCode,
} from '../support/market.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()
let market: Market
let operator: OperatorClient
let offered: CustomerClient
let requested: CustomerClient
let booked: CustomerClient
let driverId: number

beforeAll(async () => {
  market = await openShared()
  operator = await market.operator()
  offered = await market.trip([operator])
  requested = await market.requestedTrip(operator)
  booked = await market.bookedTrip(operator)
  driverId = await operator.driver({ email: 'pat@example.org' })
  // Once the messages about these trips are sent, the server writes nothing without a call.
  await market.server.dueTasksDone()
})

type Route = { readonly method: string; readonly path: string; readonly token: string; readonly body: Record<string, unknown> }

const place = { label: 'Leeds Town Hall', kind: 'venue', locality: 'Leeds' }

/** Routes of each API, each with a valid body. */
const routes = {
  quote: () => ({
    path: `/api/v1/jobs/${offered.ref}/quote`,
    body: { ...quoteTerms(), inclusions: ['fuel'], exclusions: ['ferry'], note: 'x', valid_until: market.at(days(5)) },
  }),
  decline: () => ({ path: `/api/v1/jobs/${offered.ref}/decline`, body: { reason_code: 'too_far', note: 'x' } }),
  reject: () => ({
    path: `/api/v1/jobs/${requested.ref}/reject-booking-request`,
    body: { reason: 'Broken down.', reason_code: 'other' },
  }),
  driver: () => ({
    path: '/api/v1/drivers',
    body: { name: 'Sam Field', license_expires_at: market.at(days(300)), invite_now: false },
  }),
  crew: () => ({ path: `/api/v1/bookings/${booked.ref}/driver`, body: { driver_id: driverId, vehicle_reg: 'YX20 ABC' } }),
  webhook: () => ({
    path: '/api/v1/webhooks',
    body: { label: 'dispatch', endpoint_url: 'https://receiver.invalid/hook', events: ['job.offered'] },
  }),
  trip: () => ({ path: '/platform/v1/trips', token: market.platformToken, body: tripBody() }),
  simple: () => ({ path: '/platform/v1/trips', token: market.platformToken, body: { ...tripBody(), legs: null } }),
  account: () => ({
    path: '/platform/v1/operators',
    token: market.platformToken,
    body: { name: 'Moor Coaches', currency_code: 'GBP', timezone: 'Europe/London', commission_bps: 1000 },
  }),
  request: () => ({
    path: '/customer/v1/trip/request-booking',
    token: offered.token,
    body: { quote_id: 1, payment_method: 'pm_card_visa' },
  }),
  cancel: () => ({ path: '/customer/v1/trip/cancel', token: offered.token, body: { reason: 'Rain.' } }),
} satisfies Record<string, () => { path: string; token?: string; body: Record<string, unknown> }>

type RouteName = keyof typeof routes

function tripBody() {
  const customer = { name: 'Ann Smith', email: 'ann@example.org', phone: '07700 900123' }
  const leg = { pickup: place, dropoff: place, departs_at: market.at(days(60)) }
  const luggage = { suitcases: 3, oversized: ['a harp'] }
  return {
    customer,
    pickup: { ...place },
    dropoff: place,
    departs_at: market.at(days(60)),
    passenger_count: 45,
    luggage,
    legs: [leg],
    offer_to: [operator.ref],
  }
}

function routeOf(name: RouteName): Route {
  return { method: 'POST', token: operator.token, ...routes[name]() }
}

async function send(
  route: Route,
  body: string | Uint8Array<ArrayBuffer> | null,
  headers: Record<string, string> = {},
): Promise<MarketAnswer> {
  const response = await market.server.fetch(route.path, {
    method: route.method,
    headers: {
      Authorization: `Bearer ${route.token}`,
      ...(body !== null && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== null && { body }),
  })
  const text = await response.text()
  const json = text === '' ? null : JSON.parse(text)
  return { status: response.status, headers: response.headers, text, json, data: json?.data, code: json?.error?.code }
}

/** The body of a route with the JSON text `raw` at a dotted path. */
function bodyWith(route: Route, path: string, raw: string): string {
  const body = structuredClone(route.body)
  const steps = path.split('.')
  const last = steps.pop() ?? ''
  // biome-ignore lint/suspicious/noExplicitAny: the value at the path has any type
  let at: any = body
  for (const step of steps) {
    at[step] ??= {}
    at = at[step]
  }
  at[last] = '@here@'
  return JSON.stringify(body).replace('"@here@"', () => raw)
}

/** Calls to send, each with a name for the failure message. */
type Asks = readonly (readonly [named: string, ask: () => Promise<MarketAnswer>])[]

/** Sends the calls in turn, and expects each to be refused with this code and to change no row. */
async function expectEachRefused(asks: Asks, code: string, fields?: readonly string[]): Promise<void> {
  // Messages about earlier calls are sent first, since sending writes rows.
  await market.server.dueTasksDone()
  const before = await everyRowOf(market.server.dataDir)
  for (const [named, ask] of asks) {
    const answer = await ask()
    expect(statusAndCode(answer), `${named}: ${answer.text}`).toBe(code)
    if (fields) expectFields(answer, fields)
  }
  expect(await everyRowOf(market.server.dataDir)).toEqual(before)
}

function expectRefused(ask: () => Promise<MarketAnswer>, code: string, fields?: readonly string[]): Promise<void> {
  return expectEachRefused([['this', ask]], code, fields)
}

function expectFields(answer: MarketAnswer, paths: readonly string[]): void {
  const { message, fields } = answer.json.error
  expect(Object.keys(fields).sort()).toEqual([...paths].sort())
  const sentences = Object.values<string[]>(fields).flat()
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/)
  const more = sentences.length - 1
  expect(message).toBe(more === 0 ? sentences[0] : `${sentences[0]} (and ${more} more error${more > 1 ? 's' : ''})`)
}

const emoji = '🚌'
const long = (characters: number) => JSON.stringify(emoji.repeat(characters))

describe('a refusal of a wrong field', () => {
  const notText = ['5', 'true', '[]', '{}', '"a\\u0000b"', '"\\u0000"', '"\\ud83d"', '"\\ude8c\\ud83d"']
  const notWhole = ['"5"', '5.5', '1e400', '-1e400', '9007199254740992', 'true', '[]', '{}', '"five"']
  const notAmount = ['"640"', '640.5', '0', '-1', '100000001', '1e400', '9007199254740993', '"£640"', 'false']
  const notInstant = [
    '"2026-02-30T10:00:00Z"',
    '"2027-02-29T10:00:00Z"',
    '"2026-01-01"',
    '"2026-01-01T10:00Z"',
    '"2026-01-01T10:00:00"',
    '"2026-01-01 10:00:00Z"',
    '"2026-13-01T10:00:00Z"',
    '"2026-01-01T24:00:00Z"',
    '"2026-01-01T10:60:00Z"',
    '"2026-01-01T10:00:00+25:00"',
    '1780000000',
    '"soon"',
    '""',
  ]
  const table: readonly [RouteName, string, readonly string[]][] = [
    ['driver', 'name', [...notText, 'null', '""', '"  "', long(161)]],
    ['driver', 'phone', [...notText, long(25)]],
    ['driver', 'license_number', [...notText, long(81)]],
    ['driver', 'license_kind', [long(41)]],
    ['driver', 'dbs_certificate_number', [long(65)]],
    [
      'driver',
      'email',
      [...notText, '"pat"', '"pat@"', '"pat@example"', '"a b@example.org"', `"${'x'.repeat(250)}@example.org"`],
    ],
    ['driver', 'dbs_check_kind', ['"none"', '"Enhanced"', '""', '5']],
    ['driver', 'license_expires_at', notInstant],
    ['driver', 'invite_now', ['"true"', '1', 'null']],
    ['crew', 'driver_id', [...notWhole, 'null', '404404']],
    ['crew', 'vehicle_reg', [...notText, 'null', '""', '"   "', long(21)]],
    ['crew', 'vehicle_id', ['"1"', '1.5', '404404']],
    ['quote', 'price_amount', [...notAmount, 'null']],
    ['quote', 'deposit_amount', ['"640"', '-1', '100000001', '12.5', '64001']],
    ['quote', 'extra_hour_amount', ['-1', '0.5', '100000001']],
    ['quote', 'currency_code', ['"EUR"', '"gbp"', 'null', '5', '""']],
    ['quote', 'availability', ['"maybe"', 'null', '""', '"Confirmed"', '1']],
    [
      'quote',
      'vehicles',
      ['[]', '{}', 'null', `[${Array.from({ length: 11 }, () => '{"type":"coach_49","count":1,"seats":49}').join()}]`],
    ],
    ['quote', 'vehicles.0', ['null', '5', '"coach_49"', '[]']],
    ['quote', 'vehicles.0.type', ['"rocket"', 'null']],
    ['quote', 'vehicles.0.count', [...notWhole, '0', '51', '-1']],
    ['quote', 'vehicles.0.seats', ['0', '101', '"49"']],
    ['quote', 'vehicles.0.description', [long(161), '5']],
    ['quote', 'vehicles.0.vehicle_id', ['404404']],
    ['quote', 'inclusions', ['"fuel"', '{}', '["fuel","fuel"]']],
    ['quote', 'inclusions.0', ['"champagne"', 'null', '5']],
    ['quote', 'note', [...notText, long(2001)]],
    ['quote', 'valid_until', [...notInstant, '"2020-01-01T00:00:00Z"', '"2120-01-01T00:00:00Z"']],
    ['decline', 'reason_code', ['"bored"', '""', '5']],
    ['decline', 'note', [long(501), '"\\u0000"']],
    ['reject', 'reason', ['null', '""', '"no"', '"   "', long(501), '5']],
    ['reject', 'reason_code', ['"bored"']],
    ['webhook', 'label', [...notText, 'null', '""', long(121)]],
    [
      'webhook',
      'endpoint_url',
      [
        'null',
        '5',
        '"nowhere"',
        '"ftp://example.org"',
        '"https://u:p@example.org/"',
        `"https://example.org/${'x'.repeat(2048)}"`,
      ],
    ],
    ['webhook', 'events', ['[]', 'null', '"job.offered"', '["job.offered","job.offered"]']],
    ['webhook', 'events.0', ['"job.deleted"', '"*"']],
    ['trip', 'customer', ['null', '5', '[]']],
    ['trip', 'customer.name', [...notText, 'null', '""', long(161)]],
    ['trip', 'customer.email', ['null', '"ann"']],
    ['trip', 'pickup.label', ['null', '""', '5', '"\\u0000"']],
    ['trip', 'pickup.kind', ['"palace"', 'null']],
    ['trip', 'pickup.latitude', ['91', '-91', '"51"', '1e400']],
    ['trip', 'departs_at', [...notInstant, 'null']],
    ['simple', 'departs_at', ['"2020-01-01T00:00:00Z"']],
    ['simple', 'returns_at', ['"2020-01-01T00:00:00Z"']],
    ['trip', 'passenger_count', [...notWhole, 'null', '0', '501']],
    ['trip', 'luggage.suitcases', ['-1', '1.5', '"3"']],
    ['trip', 'legs', ['[]', '{}']],
    ['trip', 'legs.0.pickup', ['null', '{}'].slice(0, 1)],
    ['trip', 'legs.0.departs_at', ['"2026-02-30T10:00:00Z"']],
    ['trip', 'quote_by', ['"2020-01-01T00:00:00Z"', '"2120-01-01T00:00:00Z"']],
    ['trip', 'timezone', ['"Mars/Olympus"', '5']],
    ['account', 'name', ['null', '""', '5']],
    ['account', 'currency_code', ['"pounds"', '"gbp"', 'null']],
    ['account', 'timezone', ['"Mars/Olympus"', 'null']],
    ['account', 'commission_bps', ['-1', '10001', '"1000"', '0.5']],
    ['request', 'quote_id', [...notWhole, 'null']],
    ['request', 'payment_method', ['null', '""', '5']],
    ['cancel', 'reason', ['null', '""', '5', '"\\ud83d"']],
  ]
  for (const [name, path, values] of table) {
    test(`names ${path} in the body of ${name}`, async () => {
      const route = routeOf(name)
      const asks = values.map((raw) => [raw.slice(0, 80), () => send(route, bodyWith(route, path, raw))] as const)
      await expectEachRefused(asks, '422 validation_failed', [path])
    })
  }

  test('names every wrong or missing field', async () => {
    const route = routeOf('quote')
    const body = {
      price_amount: '640',
      vehicles: [
        { type: 'coach_49', count: 1 },
        { type: 'x', count: 0, seats: 49 },
      ],
      note: 5,
    }
    const paths = [
      'price_amount',
      'currency_code',
      'availability',
      'vehicles.0.seats',
      'vehicles.1.type',
      'vehicles.1.count',
      'note',
    ]
    await expectRefused(() => send(route, JSON.stringify(body)), '422 validation_failed', paths)
  })
})

describe('an unusual request body', () => {
  test('counts lengths in characters, also those above U+FFFF', async () => {
    const body = {
      name: emoji.repeat(160),
      license_number: emoji.repeat(80),
      license_kind: emoji.repeat(40),
    }
    const answer = ok(await send(routeOf('driver'), JSON.stringify({ ...body, dbs_certificate_number: emoji.repeat(64) })))
    expect(answer).toMatchObject(body)
  })

  test('ignores unknown fields, also the ref of another operator', async () => {
    const other = await market.operator('Fell Travel')
    const body = {
      name: 'Ada',
      operator_id: 2,
      operator_ref: other.ref,
      id: 77,
      status: 'active',
      deep: { er: [null, { x: 1 }] },
    }
    const added = ok(await send(routeOf('driver'), JSON.stringify(body)))
    expect(added).toMatchObject({ name: 'Ada', status: 'not_invited' })
    expect(added.id).not.toBe(77)
    expect(ok(await other.get('/drivers'))).toEqual([])
    const roster = ok(await operator.get('/drivers')) as { id: number }[]
    expect(roster.map(({ id }) => id)).toContain(added.id)
  })

  test('ignores __proto__ and similar names as unknown fields', async () => {
    const body =
      '{"name":"Eve","__proto__":{"invite_now":true,"email":"eve@example.org"},"constructor":{"prototype":{"phone":"1"}},"toString":5}'
    expect(ok(await send(routeOf('driver'), body))).toMatchObject({
      name: 'Eve',
      email: null,
      phone: null,
      status: 'not_invited',
    })
    expect(ok(await operator.driver({}).then(() => operator.get('/drivers')))[0]).toMatchObject({ email: null, phone: null })
  })

  test('uses the last value of a repeated key', async () => {
    expect(ok(await send(routeOf('driver'), '{"name":5,"name":"Twice"}'))).toMatchObject({ name: 'Twice' })
    await expectRefused(() => send(routeOf('driver'), '{"name":"Twice","name":5}'), '422 validation_failed', ['name'])
  })

  test('accepts a whole number in exponent form', async () => {
    const route = routeOf('quote')
    expect(ok(await send(route, bodyWith(route, 'price_amount', '6.4e4'))).my_quote.price_amount).toBe(64_000)
    ok(await operator.withdraw(offered))
  })

  test('may have 64 levels, 256 KiB and any spelling of the content type, and no more', async () => {
    const nested = (levels: number) => `{"name":"Deep","deep":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
    const sized = (bytes: number) => `{"name":"Large","padding":"${'x'.repeat(bytes - 29)}"}`
    expect(sized(1_000).length).toBe(1_000)
    const route = routeOf('driver')
    expect(statusAndCode(await send(route, nested(64)))).toBe('201')
    await expectRefused(() => send(route, nested(65)), '422 validation_failed', ['body'])
    await expectRefused(() => send(route, nested(20_000)), '422 validation_failed', ['body'])
    expect(statusAndCode(await send(route, sized(256 * 1024)))).toBe('201')
    await expectRefused(() => send(route, sized(256 * 1024 + 1)), '413 payload_too_large')
    await expectRefused(() => send(route, sized(5_000_000)), '413 payload_too_large')
    await expectRefused(() => send(route, '['.repeat(100_000)), '422 validation_failed', ['body'])
    for (const type of [
      'application/json',
      'application/json; charset=utf-8',
      'Application/JSON',
      'application/json ;charset="UTF-8"',
      'application/json;charset="utf-8"',
      'application/json ;Charset=UTF8 ; profile="a;charset=latin1"',
    ])
      expect(statusAndCode(await send(route, '{"name":"Typed"}', { 'Content-Type': type }))).toBe('201')
  })

  test.each(Object.keys(routes) as RouteName[])('is refused in a charset other than UTF-8 by the route %s', async (name) => {
    const route = routeOf(name)
    const types = [
      'application/json; charset=iso-8859-1',
      'application/json;charset="UTF-16"',
      'application/json; profile=x; CHARSET = latin1',
      'application/json; charset=',
      'application/json; charset=utf-8; charset=windows-1252',
    ]
    const ask = (type: string) => send(route, JSON.stringify(route.body), { 'Content-Type': type })
    await expectEachRefused(
      types.map((type) => [type, () => ask(type)] as const),
      '422 validation_failed',
      ['body'],
    )
    for (const type of types) expect((await ask(type)).json.error.fields.body[0]).toContain('UTF-8')
  })

  test('is counted while it arrives in pieces', async () => {
    const pieces = (count: number) =>
      new ReadableStream({
        async start(stream) {
          stream.enqueue(new TextEncoder().encode('{"name":"Pieces","padding":"'))
          for (let piece = 0; piece < count; piece++) stream.enqueue(new Uint8Array(1024).fill(0x78))
          stream.enqueue(new TextEncoder().encode('"}'))
          stream.close()
        },
      })
    const post = async (count: number) =>
      market.server.fetch('/api/v1/drivers', {
        method: 'POST',
        headers: { Authorization: `Bearer ${operator.token}`, 'Content-Type': 'application/json' },
        body: pieces(count),
      })
    expect((await post(200)).status).toBe(201)
    const before = await everyRowOf(market.server.dataDir)
    const refused = await post(300)
    expect([refused.status, await refused.json()]).toMatchObject([413, { error: { code: 'payload_too_large' } }])
    expect(await everyRowOf(market.server.dataDir)).toEqual(before)
  })
})

describe('a body that is not a JSON object', () => {
  const bytes = (...codes: number[]) =>
    new Uint8Array([...new TextEncoder().encode('{"name":"'), ...codes, ...new TextEncoder().encode('"}')])
  const bodies: readonly [string, string | Uint8Array<ArrayBuffer>, Record<string, string>?][] = [
    ['an object without its end', '{"name":"Pat"'],
    ['a lone bracket', '{'],
    ['an array without its end', '[1'],
    ['a field without a value', '{"name":}'],
    ['null before a word', 'null x'],
    ['a bare control character', '{"name":"\u0001"}'],
    ['an empty array', '[]'],
    ['a trailing comma', '{"name":"Pat",}'],
    ['single quotes', "{'name':'Pat'}"],
    ['a comment', '{"name":"Pat"}//'],
    ['two objects', '{}{}'],
    ['white space', '   '],
    ['a byte order mark before nothing', '\ufeff'],
    ['NaN', '{"name":NaN}'],
    ['a bare NUL', '{"name":"a\u0000b"}'],
    ['an array', '[{"name":"Pat"}]'],
    ['a string', '"name"'],
    ['a number', '5'],
    ['null', 'null'],
    ['true', 'true'],
    ['bytes that are no UTF-8', bytes(0xff, 0xfe)],
    ['an overlong slash', bytes(0xc0, 0xaf)],
    ['half a surrogate in UTF-8', bytes(0xed, 0xa0, 0x80)],
    ['a form', 'name=Pat', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['a form with parts', '--x\r\n\r\nPat\r\n--x--', { 'Content-Type': 'multipart/form-data; boundary=x' }],
    ['parts without a boundary', '{"name":"Pat"}', { 'Content-Type': 'multipart/form-data' }],
    ['a JSON type of an API', '{"name":"Pat"}', { 'Content-Type': 'application/vnd.api+json' }],
    ['plain text', '{"name":"Pat"}', { 'Content-Type': 'text/plain' }],
    ['another JSON type', '{"name":"Pat"}', { 'Content-Type': 'application/problem+json' }],
    ['no type', '{"name":"Pat"}', { 'Content-Type': '' }],
    ['a longer type', '{"name":"Pat"}', { 'Content-Type': 'application/jsonp' }],
  ]
  const routeNames = Object.keys(routes) as RouteName[]
  for (const [kind, body, headers] of bodies) {
    test(`is refused by every route: ${kind}`, async () => {
      const asks = routeNames.map((name) => [name, () => send(routeOf(name), body, headers)] as const)
      await expectEachRefused(asks, '422 validation_failed', ['body'])
    })
  }

  test('is refused when it is empty and a body is required', async () => {
    const asks = routeNames.filter((one) => one !== 'decline').map((name) => [name, () => send(routeOf(name), null)] as const)
    await expectEachRefused(asks, '422 validation_failed', ['body'])
  })

  test('is refused for a NUL in a field name or a lone surrogate in a value', async () => {
    await expectRefused(() => send(routeOf('driver'), '{"name":"Pat","a\\u0000":1}'), '422 validation_failed', ['body'])
    await expectRefused(() => send(routeOf('driver'), '{"name":"Pat","a":{"b":["\\ud800"]}}'), '422 validation_failed', ['a.b.0'])
  })
})

describe('a query', () => {
  const table: readonly [string, string][] = [
    ['/jobs?filter=', 'filter'],
    ['/jobs?filter=Fresh', 'filter'],
    ['/jobs?filter=won', 'filter'],
    ['/jobs?filter=fresh%00', 'filter'],
    ['/jobs?filter=fresh%20', 'filter'],
    ['/jobs?filter=all&filter=lost', 'filter'],
    ['/jobs?filter', 'filter'],
    ['/jobs?updated_since=2026-02-30T00:00:00Z', 'updated_since'],
    ['/jobs?updated_since=2026-01-01', 'updated_since'],
    ['/jobs?updated_since=', 'updated_since'],
    ['/bookings?status=', 'status'],
    ['/bookings?status=won', 'status'],
    ['/bookings?departs_from=yesterday', 'departs_from'],
    ['/bookings?departs_to=1780000000', 'departs_to'],
    ['/payouts?status=lost', 'status'],
    ['/payouts?status=', 'status'],
  ]
  test.each(table)('is refused: %s', async (path, field) => {
    await expectRefused(() => operator.get(path), '422 validation_failed', [field])
  })

  test.each([
    'page=0',
    'page=-5',
    'page=x',
    'page=1.5',
    'page=1e9',
    'page=99999999999999999999',
    'per_page=0',
    'per_page=1000',
    'page=',
    'page=%00',
    'page=%zz&per_page=%',
  ])('returns a page for %s', async (query) => {
    for (const list of ['/jobs', '/bookings', '/drivers', '/payouts'])
      expect(statusAndCode(await operator.get(`${list}?${query}`))).toBe('200')
  })
})

describe('an unusual path', () => {
  const odd = [
    'x',
    'TR-',
    'TR-000000',
    'tr-000000',
    'TR-0000000',
    '%00',
    'TR-%00',
    '%zz',
    '%',
    '%E0%A4%A',
    '%FF',
    '%ED%A0%80',
    '%20',
    '1',
    '-1',
    'null',
    '__proto__',
    'constructor',
    "'%20or%20'1'='1",
    '%F0%9F%9A%8C',
    '..%2F..%2Fme',
    'a%2Fb',
    ';',
    '*',
    ':ref',
    'x'.repeat(4_000),
  ]
  test('is answered with the same 404 for any text in place of a ref', async () => {
    const answer = await operator.job({ ref: 'TR-000000' })
    for (const ref of odd) {
      const answers = [
        await operator.job({ ref }),
        await operator.booking({ ref }),
        await operator.quote({ ref }),
        await operator.assign({ ref }, driverId),
        await market.platform('GET', `/trips/${ref}`),
        await market.platform('POST', `/trips/${ref}/cancel`, { reason: 'Rain.' }),
      ]
      expect(answers.map(statusAndCode), ref).toEqual(answers.map(() => '404 not_found'))
      expect(new Set(answers.map(({ text }) => text)), ref).toEqual(new Set([answer.text]))
    }
  })

  test('is answered with 422 for text in place of a driver id, and with 404 for an unknown id', async () => {
    const reinvite = (id: string) => operator.post(`/drivers/${id}/reinvite`)
    const words = [
      'x',
      '1.5',
      '1e3',
      '0x1',
      '%00',
      '%zz',
      '%00%zz',
      '%E0%A4%A',
      '--1',
      '1%20',
      'null',
      'x'.repeat(4_000),
      '%D9%A1',
    ]
    for (const id of words) {
      const answer = await reinvite(id)
      expect(statusAndCode(answer), id).toBe('422 validation_failed')
      expectFields(answer, ['id'])
    }
    for (const id of ['0', '-1', '404404', '9007199254740993', '9'.repeat(400)])
      expect(statusAndCode(await reinvite(id)), id).toBe('404 not_found')
    const report = (id: string) => market.platform('POST', `/payouts/${id}`, { status: 'paid' })
    for (const id of [...words, '0', '-1', '404404']) expect(statusAndCode(await report(id)), id).toBe('404 not_found')
    const drop = (id: string) => market.call('DELETE', `/api/v1/webhooks/${id}`, { token: operator.token })
    for (const id of [...words, '0', '-1', '404404']) expect(statusAndCode(await drop(id)), id).toBe('404 not_found')
  })

  test('is answered with 404 when no route matches', async () => {
    const paths = [
      '/api',
      '/api/v1',
      '/api/v1/',
      '/api/v1/jobs/',
      '/API/v1/me',
      '/api/v1/me/',

      '/api/v1/jobs//quote',
      '/api/v2/me',
      '/.env',
      '/api/v1/me%2F',
      '/%',
    ]
    for (const path of paths)
      expect(statusAndCode(await market.call('GET', path, { token: operator.token })), path).toBe('404 not_found')
  })
})
