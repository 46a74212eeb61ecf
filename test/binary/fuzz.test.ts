import { beforeAll, expect, test } from 'bun:test'
import fc, { type Arbitrary } from 'fast-check'
import { statusOf } from '../../src/http/errors.ts'
import { anyJson, anyText, arbitraryFor, type ExampleValues } from '../support/arbitrary-requests.ts'
import { type CallersOfEveryKind, type CallerTokenKind, createCallersOfEveryKind } from '../support/callers-of-every-kind.ts'
import { days, type Market, ok } from '../support/market.ts'
import { patience } from '../support/patience.ts'
import { shareMarket } from '../support/shared-market.ts'
import { repetitions } from '../support/test-depth.ts'

/** Seconds of random guesses, with a new seed for each run: `CHARABANC_FUZZ_SECONDS=600 bun test test/binary/fuzz.test.ts`. */
const longSeconds = Number(process.env.CHARABANC_FUZZ_SECONDS ?? 0)
const rounds = longSeconds > 0 ? Number.POSITIVE_INFINITY : repetitions(6)
const guessesPerRound = 120
const firstSeed = longSeconds > 0 ? Date.now() % 1_000_000 : 2_026

// biome-ignore lint/suspicious/noExplicitAny: the server defines the document
type Document = Record<string, any>

type Operation = { readonly method: string; readonly path: string; readonly declared: Document }

type Guess = {
  readonly operation: Operation | null
  readonly method: string
  readonly path: string
  readonly who: CallerTokenKind
  readonly headers: Record<string, string>
  readonly body: Uint8Array<ArrayBuffer> | null
}

const openShared = shareMarket()
let market: Market
let document: Document
let operations: readonly Operation[]

beforeAll(async () => {
  market = await openShared()
  document = (await market.call('GET', '/openapi.json')).json
  operations = Object.entries<Document>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Document>(methods).map(([method, declared]) => ({ method: method.toUpperCase(), path, declared })),
  )
  expect(operations.length).toBeGreaterThan(50)
})

test(
  'answers every request as the OpenAPI document declares',
  async () => {
    const startedAt = performance.now()
    const counts = new Map<string, number>()
    for (let round = 0; round < rounds; round++) {
      if (longSeconds > 0 && performance.now() - startedAt > longSeconds * 1000) break
      const everybody = await createCallersOfEveryKind(market)
      const property = fc.asyncProperty(
        fc.array(guesses(await exampleValuesOf(everybody)), { minLength: 1, maxLength: 4 }),
        async (some) => {
          const answers = await Promise.all(some.map((one) => ask(one, everybody)))
          for (const [index, answer] of answers.entries()) {
            const one = some[index] as Guess
            await checkAgainstContract(one, answer)
            const key = one.operation === null ? `elsewhere ${answer.status}` : `${one.operation.method} ${answer.status}`
            counts.set(key, (counts.get(key) ?? 0) + 1)
          }
        },
      )
      await fc.assert(property, { numRuns: guessesPerRound, seed: firstSeed + round, endOnFailure: longSeconds > 0 })
    }
    expect(market.server.stderr.match(/.*"(request failed|uncaught error)".*/g)).toBeNull()
    if (longSeconds > 0) process.stdout.write(`${JSON.stringify(Object.fromEntries([...counts].sort()))}\n`)
    const statuses = new Set([...counts.keys()].map((key) => Number(key.split(' ')[1])))
    for (const status of [200, 201, 204, 401, 403, 404, 405, 409, 422]) expect(statuses).toContain(status)
  },
  longSeconds * 1000 + patience(600_000),
)

/** Refs, ids and values that exist, so that guesses pass validation. */
async function exampleValuesOf({
  operator,
  customer,
  driverId,
}: CallersOfEveryKind): Promise<ExampleValues & { refs: readonly string[] }> {
  const requested = await market.requestedTrip(operator)
  const booked = await market.bookedTrip(operator)
  const quoteIds = [requested, booked].map(async (trip) => ok(await operator.job(trip)).my_quote.id)
  const known: Record<string, readonly unknown[]> = {
    quote_id: await Promise.all(quoteIds),
    driver_id: [driverId, driverId, 1, 404_404],
    vehicle_id: [null, 1],
    vehicle_reg: ['YX20 ABC', ' yx20  abc '],
    currency_code: ['GBP', 'GBP', 'EUR'],
    timezone: ['Europe/London', 'Pacific/Apia', 'Mars/Olympus'],
    payment_method: ['pm_card_visa', 'pm_card_chargeDeclined', 'pm_card_authenticationRequired', 'bank_transfer'],
    offer_to: ['all', [operator.ref], ['OP-00000'], []],
    operator_ref: [operator.ref, 'OP-00000', null],
    trip_ref: [booked.ref, customer.ref, null],
    endpoint_url: ['https://receiver.invalid/hook', 'http://127.0.0.1/', 'https://u@receiver.invalid/'],
    email: ['ann@example.org', 'someone@example.com', `driver${driverId}@example.org`, 'ann@'],
    phone: ['+447700900123', '07700 900124', null],
    status: ['en_route', 'arrived', 'on_board', 'completed', 'no_show', 'scheduled', 'paid', 'delayed'],
    ...Object.fromEntries(
      'departs_at returns_at arrive_by quote_by valid_until occurred_at checked_at recorded_at expires_at license_expires_at dbs_expires_at paid_at'
        .split(' ')
        .map((name) => [
          name,
          [market.at(0), market.at(days(1)), market.at(days(40)), market.at(-days(1)), '2026-02-30T00:00:00Z', null],
        ]),
    ),
  }
  return {
    schemas: document.components.schemas,
    meaningful: (field) => known[field] ?? null,
    refs: [customer.ref, requested.ref, booked.ref],
  }
}

function guesses(exampleValues: ExampleValues & { refs: readonly string[] }): Arbitrary<Guess> {
  const oddPart = fc.oneof(
    anyText,
    fc.constantFrom('%00', '%zz', '%', '..', '%2e%2e', '-1', '0', '9'.repeat(30), 'x'.repeat(2_000)),
  )
  const segment = (name: string) =>
    fc.oneof(
      {
        weight: 5,
        arbitrary: name === 'ref' ? fc.constantFrom(...exampleValues.refs) : fc.integer({ min: 1, max: 12 }).map(String),
      },
      { weight: 1, arbitrary: oddPart.map((part) => part.replaceAll(/[/?#\\\s]/g, '')) },
    )
  const pathOf = (template: string) =>
    fc
      .tuple(...template.split('/').map((part) => (part.startsWith('{') ? segment(part.slice(1, -1)) : fc.constant(part))))
      .map((parts) => parts.join('/'))
  const query = fc
    .array(
      fc.tuple(
        fc.constantFrom('filter', 'status', 'page', 'per_page', 'updated_since', 'departs_from', 'event', 'x', 'access_token'),
        fc.oneof(anyText, fc.constantFrom('all', 'fresh', 'active', '2', '2026-01-01T00:00:00Z', '%', '%zz')),
      ),
      { maxLength: 3 },
    )
    .map((pairs) =>
      pairs.length === 0
        ? ''
        : `?${pairs.map(([name, value]) => `${name}=${/^%/.test(value) ? value : encodeURIComponent(value.toWellFormed())}`).join('&')}`,
    )
  const who: Arbitrary<CallerTokenKind> = fc.constantFrom(
    'api_key',
    'operator_device',
    'driver_device',
    'platform_key',
    'trip_link',
    'stranger',
  )
  const headers = fc.record(
    {
      authorization: fc.oneof(
        { weight: 30, arbitrary: fc.constant('Bearer <token>') },
        {
          weight: 1,
          arbitrary: fc.constantFrom(
            'bearer <token>',
            'Bearer',
            'Bearer  <token>',
            'Bearer <token> x',
            'Basic <token>',
            '<token>',
            'Bearer <token>x',
            'Bearer cbk_x',
            '',
          ),
        },
      ),
      'content-type': fc.oneof(
        { weight: 20, arbitrary: fc.constant('application/json') },
        {
          weight: 1,
          arbitrary: fc.constantFrom(
            '',
            'text/plain',
            'application/json; charset=utf-8',
            'multipart/form-data',
            'application/x-www-form-urlencoded',
            'application/jsonx',
          ),
        },
      ),
      'idempotency-key': fc.oneof(fc.constantFrom('a', 'b', 'a b', '', 'x'.repeat(256)), fc.uuid()),
      'x-request-id': fc.constantFrom('mine', 'a b', 'x'.repeat(129), ''),
      accept: fc.constantFrom('text/html', 'application/json', '*/*'),
      'x-forwarded-for': fc.constantFrom('203.0.113.9', 'nonsense', ', ,'),
      'accept-encoding': fc.constantFrom('gzip', 'br', 'identity'),
    },
    { requiredKeys: ['authorization', 'content-type'] },
  )
  const bytesOf = (json: unknown) => new TextEncoder().encode(JSON.stringify(json) ?? 'undefined')
  const garbage: Arbitrary<Uint8Array<ArrayBuffer> | null> = fc.oneof(
    fc.constant(null),
    anyJson.map(bytesOf),
    fc.uint8Array({ maxLength: 60 }).map((bytes) => new Uint8Array(bytes)),
    fc
      .constantFrom(
        '',
        '{',
        '[]',
        '{}',
        '{"a":1e400}',
        '{"__proto__":{"x":1}}',
        '['.repeat(5_000),
        `{"x":"${'y'.repeat(300_000)}"}`,
      )
      .map((text) => new TextEncoder().encode(text)),
  )
  const bodyFor = ({ declared }: Operation) => {
    const schema = declared.requestBody?.content?.['application/json']?.schema
    const apt = schema ? arbitraryFor(schema, exampleValues).map(bytesOf) : fc.constantFrom(null, bytesOf({}))
    return fc.oneof({ weight: 12, arbitrary: apt }, { weight: 1, arbitrary: garbage })
  }
  const methods = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS')
  const known = fc.constantFrom(...operations).chain((operation) =>
    fc.record({
      operation: fc.constant(operation),
      method: fc.oneof({ weight: 12, arbitrary: fc.constant(operation.method) }, { weight: 1, arbitrary: methods }),
      path: fc.tuple(pathOf(operation.path), query).map((parts) => parts.join('')),
      who: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...suitedTo(operation)) }, { weight: 1, arbitrary: who }),
      headers,
      body: bodyFor(operation),
    }),
  )
  const elsewhere = fc.record({
    operation: fc.constant(null),
    method: methods,
    path: fc
      .tuple(
        fc.oneof(
          fc.constantFrom(
            '/',
            '/livez',
            '/readyz',
            '/metrics',
            '/docs',
            '/trip',
            '/sign-in',
            '/openapi.json',
            '/api/v1',
            '/portal',
          ),
          fc.webPath().map((path) => path || '/'),
        ),
        query,
      )
      .map((parts) => parts.join('')),
    who,
    headers,
    body: garbage,
  })
  return fc.oneof({ weight: 12, arbitrary: known }, { weight: 1, arbitrary: elsewhere })
}

/** Kinds of credential that the document declares for an operation. */
function suitedTo({ declared, path }: Operation): CallerTokenKind[] {
  const schemes = (declared.security ?? []).flatMap((one: Document) => Object.keys(one))
  // A signed-out caller cannot make further requests in the round.
  if (/\/(rotate|logout)$/.test(path)) return ['api_key']
  if (path.startsWith('/api/v1/driver')) return ['driver_device']
  if (schemes.includes('platform')) return ['platform_key']
  if (schemes.includes('customer')) return ['trip_link']
  if (schemes.includes('operator')) return ['api_key', 'operator_device']
  return schemes.length === 0 ? ['stranger'] : ['operator_device']
}

function ask(one: Guess, { tokens }: CallersOfEveryKind): Promise<Response> {
  const token = tokens[one.who]
  const { authorization = '', ...headers } = one.headers
  const hasBody = one.body !== null && one.method !== 'GET' && one.method !== 'HEAD'
  return market.server.fetch(one.path, {
    method: one.method,
    headers: { ...headers, ...(token !== null && { authorization: authorization.replace('<token>', token) }) },
    ...(hasBody && { body: one.body }),
    signal: AbortSignal.timeout(patience(60_000)),
  })
}

/** Statuses that any path can return without a declaration. */
const everywhere = [404, 405]

async function checkAgainstContract(one: Guess, response: Response): Promise<void> {
  const { status, headers } = response
  const isStream = headers.get('Content-Type')?.startsWith('text/event-stream') ?? false
  // An event stream has no end, so the caller closes it.
  if (isStream) await response.body?.cancel()
  const text = isStream ? '' : await response.text()
  expect(status, text).toBeLessThan(500)
  expect(headers.get('X-Request-Id')).toMatch(/^[\x21-\x7e]{1,128}$/)
  if (one.headers['x-request-id'] === 'mine') expect(headers.get('X-Request-Id')).toBe('mine')
  expect(
    [...headers.keys()].filter((name) => name.startsWith('access-control') || name === 'server' || name === 'x-powered-by'),
  ).toEqual([])
  const declared = one.operation?.declared.responses
  if (one.operation !== null && one.method === one.operation.method)
    expect([...Object.keys(declared).map(Number), ...everywhere], `${one.method} ${one.path}: ${text}`).toContain(status)
  if (one.method === 'HEAD' || status === 204 || isStream) expect(text).toBe('')
  else if (status >= 400 && !isPage(one, response, text)) checkError(status, headers, text)
  else if (one.operation !== null && !isFile(headers, declared[status]))
    expect(Object.keys(JSON.parse(text))).toContain(status === 202 && !text.startsWith('{"data"') ? 'message' : 'data')
}

/** Whether a response is a PDF, CSV or calendar file of a declared content type. */
function isFile(headers: Headers, declared: Document): boolean {
  const type = headers.get('Content-Type')?.split(';')[0] ?? ''
  return type !== 'application/json' && Object.keys(declared.content ?? {}).includes(type)
}

/** Whether a response is the page that a browser gets for an unknown address. */
function isPage({ operation, headers }: Guess, response: Response, text: string): boolean {
  const isHtml = response.headers.get('Content-Type')?.startsWith('text/html') ?? false
  return (
    isHtml && operation === null && response.status === 404 && headers.accept === 'text/html' && text.includes('Page not found')
  )
}

function checkError(status: number, headers: Headers, text: string): void {
  expect(headers.get('Content-Type')).toMatch(/^application\/json/)
  const { error, ...rest } = JSON.parse(text)
  expect(rest).toEqual({})
  expect(statusOf[error.code as keyof typeof statusOf]).toBe(status as never)
  expect(error.message).toBeString()
  expect(error.message).not.toBeEmpty()
  expect(text).not.toMatch(/sqlite|select |node_modules|at async|\/src\//i)
  if (status === 401 && error.code === 'unauthenticated') expect(headers.get('WWW-Authenticate')).toBe('Bearer')
  if (status === 405) expect(headers.get('Allow')).toMatch(/^[A-Z]+(, [A-Z]+)*$/)
  if (status === 429) expect(Number(headers.get('Retry-After'))).toBeGreaterThanOrEqual(1)
  if (status === 422) {
    expect(Object.keys(error.fields).length).toBeGreaterThan(0)
    for (const sentences of Object.values<string[]>(error.fields)) expect(sentences.length).toBeGreaterThan(0)
  }
}
