import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Kind, type TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { AppContext } from '../../src/actions/context.ts'
import { loadRoutes } from '../../src/http/areas.ts'
import { statusOf } from '../../src/http/errors.ts'
import { describeApi } from '../../src/http/openapi.ts'
import { findRouteHooks, type Route, toPathTemplate } from '../../src/http/openapi-operation.ts'
import { startInProcess } from '../support/in-process-server.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reads the untyped document
type Operation = any

const routes = await loadRoutes({} as AppContext)
const document: Operation = describeApi(routes, 'https://coaches.example')
const paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> = document.paths

const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation, name: `${method.toUpperCase()} ${path}` })),
)

function operationOf(route: Route): Operation {
  return paths[toPathTemplate(route.path)]?.[route.method.toLowerCase()]
}

/** The specification's table of operator endpoints. */
const spec: Readonly<Record<string, readonly string[]>> = {
  'GET /api/v1/me': [],
  'GET /api/v1/jobs': ['jobs:read'],
  'GET /api/v1/jobs/{ref}': ['jobs:read'],
  'POST /api/v1/jobs/{ref}/quote': ['quotes:write'],
  'POST /api/v1/jobs/{ref}/withdraw': ['quotes:write'],
  'POST /api/v1/jobs/{ref}/decline': ['quotes:write'],
  'POST /api/v1/jobs/{ref}/unconfirm': ['quotes:write'],
  'POST /api/v1/jobs/{ref}/confirm-booking-request': ['quotes:write'],
  'POST /api/v1/jobs/{ref}/reject-booking-request': ['quotes:write'],
  'GET /api/v1/bookings': ['bookings:read'],
  'GET /api/v1/bookings/{ref}': ['bookings:read'],
  'POST /api/v1/bookings/{ref}/driver': ['bookings:read', 'drivers:write'],
  'GET /api/v1/drivers': ['drivers:read'],
  'POST /api/v1/drivers': ['drivers:write'],
  'POST /api/v1/drivers/{id}/reinvite': ['drivers:write'],
  'GET /api/v1/payouts': ['payouts:read'],
  'GET /api/v1/webhooks': ['webhooks:manage'],
  'POST /api/v1/webhooks': ['webhooks:manage'],
  'DELETE /api/v1/webhooks/{id}': ['webhooks:manage'],
  'GET /api/v1/webhooks/{id}/deliveries': ['webhooks:manage'],
}

test('passes an independent validator', async () => {
  expect(await new Validator({ strict: false }).validate(structuredClone(document))).toEqual({ valid: true })
})

test('distinguishes instants from people by the field’s name', () => {
  const { quote_by } = document.components.schemas.Job.properties
  const { closed_by } = document.components.schemas.PortalIncident.properties
  expect([quote_by, closed_by]).toEqual([{ type: 'string', format: 'date-time' }, { type: ['string', 'null'] }])
})

test('resolves every reference', () => {
  const dangling = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)]
    .map(([, pointer = '']) => pointer)
    .filter((pointer) => pointer.split('/').reduce((at, key) => at?.[key], document) === undefined)

  expect(dangling).toEqual([])
})

test('describes every credential that an operation needs', () => {
  const asked = operations.flatMap(({ operation }) => operation.security.flatMap(Object.keys))

  expect(new Set(asked)).toEqual(new Set(Object.keys(document.components.securitySchemes)))
})

test('has the 42 operations of the specification, by tag', () => {
  const count = (tag: string) => operations.filter(({ operation }) => operation.tags.includes(tag)).length

  expect(operations.filter(({ path }) => path.startsWith('/api/v1/'))).toHaveLength(42)
  expect(['Operator', 'DriverAuth', 'DriverApp', 'DriverPrivacy'].map(count)).toEqual([25, 3, 11, 3])
})

test('names the schemas of every contract file', () => {
  const folder = join(import.meta.dir, '../../src/http/contracts')
  const files = readdirSync(folder)
  const names = readFileSync(join(import.meta.dir, '../../src/http/openapi-names.ts'), 'utf8')

  const contracts = files.filter((file) => /\brecord\(/.test(readFileSync(join(folder, file), 'utf8')))
  expect(contracts.length).toBeGreaterThan(20)
  expect(contracts.filter((file) => !names.includes(`'./contracts/${file}'`))).toEqual([])
})

test('describes every served route of an API and nothing else', () => {
  const served = routes
    .filter(({ path }) => /^\/((api|driver|platform|customer|portal)\/v1|portal\/setup|feeds|papers|stripe)\//.test(path))
    .map((route) => `${route.method} ${toPathTemplate(route.path)}`)

  expect(operations.map(({ name }) => name).sort()).toEqual(served.sort())
})

test('gives each operation a unique id, a summary and the tag of its API', () => {
  const surfaces = { DriverOwn: 'driver', Platform: 'platform', Customer: 'customer', Portal: 'portal', Provider: 'stripe' }
  for (const { path, name, operation } of operations) {
    const tag: string = operation.tags.join()
    const surface = (surfaces as Record<string, string>)[tag] ?? 'api'
    const starts: readonly string[] =
      tag === 'Links'
        ? ['/feeds/', '/papers/']
        : tag === 'Provider'
          ? ['/stripe/']
          : [`/${surface}/v1/`, ...(tag === 'Portal' ? ['/portal/setup/'] : [])]
    expect({ name, starts: starts.some((one) => path.startsWith(one)) }).toEqual({ name, starts: true })
    if (surface === 'api' && tag !== 'Links') expect(['Operator', 'DriverAuth', 'DriverApp', 'DriverPrivacy']).toContain(tag)
    expect(operation.summary.length).toBeGreaterThan(5)
  }
  const ids = operations.map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
})

test.each(Object.entries(spec))('requires the specification’s abilities for %s', (name, abilities) => {
  const operation = operations.find((one) => one.name === name)?.operation

  expect(operation['x-abilities']).toEqual(abilities)
  expect(operation.security).toEqual([{ operator: abilities }])
  expect(operation.responses[403].$ref).toBe(
    `#/components/responses/${abilities.length > 0 ? 'missing_ability' : 'wrong_credential'}`,
  )
})

test('puts a currency next to every amount', () => {
  const outputs = Object.entries<Operation>(document.components.schemas).filter(([name]) => !name.endsWith('Input'))
  const objects = outputs.flatMap(([name, schema]) => objectsIn(schema, name))
  const withMoney = objects.filter(({ fields }) => fields.some((field) => /(^|_)amount$/.test(field)))

  expect(withMoney.length).toBeGreaterThan(10)
  expect(withMoney.filter(({ fields }) => !fields.includes('currency_code')).map(({ at }) => at)).toEqual([])
})

/** The objects of a schema at every depth, with their places and field names. */
function objectsIn(schema: Operation, at: string): { at: string; fields: string[] }[] {
  if (typeof schema !== 'object' || schema === null) return []
  const inside = Object.entries(schema).flatMap(([key, value]) => objectsIn(value, `${at}/${key}`))
  if (schema.properties === undefined) return inside
  // Each item of a list of sums has its own currency.
  const fields = Object.keys(schema.properties).filter((field) => schema.properties[field].type !== 'array')
  return [{ at, fields }, ...inside]
}

test('uses JSON except for one stream and for files', () => {
  const contentTypes = operations.flatMap(({ name, operation }) =>
    Object.values<Operation>(operation.responses).flatMap(({ content = {} }) =>
      Object.keys(content).map((type) => ({ name, type })),
    ),
  )
  const others = contentTypes.filter(({ type }) => type !== 'application/json')
  const ending: Readonly<Record<string, RegExp>> = {
    'text/event-stream': /\/events$/,
    'application/pdf': /\.pdf$/,
    'image/svg+xml': /\.svg$/,
    'text/csv': /\.csv$/,
    'text/calendar': /\.ics$|\/feeds\/\{file\}$/,
  }
  expect(others.filter(({ name, type }) => !ending[type]?.test(name))).toEqual([])
  expect(others.filter(({ type }) => type === 'text/event-stream')).toHaveLength(1)
})

test.each(operations.map(({ name, operation }) => [name, operation] as const))('refuses in one form: %s', (_, operation) => {
  const failures = Object.entries<Operation>(operation.responses).filter(([status]) => Number(status) >= 400)
  expect(Object.keys(operation.responses)).toContain('500')
  for (const [status, answer] of failures) {
    const { schema, examples } = (answer.$ref ? document.components.responses[answer.$ref.split('/').at(-1)] : answer).content[
      'application/json'
    ]
    expect(schema).toEqual({ $ref: '#/components/schemas/Error' })
    for (const code of Object.keys(examples) as (keyof typeof statusOf)[]) {
      expect({ code, status: statusOf[code] }).toEqual({ code, status: Number(status) as (typeof statusOf)[typeof code] })
      const shown = document.components.examples[examples[code].$ref.split('/').at(-1)].value.error
      expect([shown.code, typeof shown.message]).toEqual([code, 'string'])
      expect(Object.keys(document.components.schemas.Refusal.properties)).toEqual(expect.arrayContaining(Object.keys(shown)))
    }
  }
})

test.each(operations.map(({ name }) => name))('gives examples of %s that match the server’s schemas', (name) => {
  const route = routes.find((one) => `${one.method} ${toPathTemplate(one.path)}` === name) as Route
  const { body, response } = findRouteHooks(route)
  const operation = operationOf(route)
  const sent = operation.requestBody?.content['application/json'].example

  if (sent !== undefined) expect([...Value.Errors(body as TSchema, sent)]).toEqual([])
  const answers = (response === undefined || Kind in response ? { 200: response } : response) as Record<string, TSchema>
  for (const [status, { content }] of Object.entries<Operation>(operation.responses)) {
    const schema = answers[status]
    if (content?.['application/json']?.example === undefined || schema === undefined) continue
    expect([...Value.Errors(schema, content['application/json'].example)]).toEqual([])
  }
})

test('accepts an idempotency key on the operations of the contract', () => {
  const withKey = operations
    .filter(({ operation }) => JSON.stringify(operation.parameters ?? []).includes('Idempotency-Key'))
    .map(({ name }) => name)

  expect(withKey.filter((name) => name.includes('/auth/'))).toEqual([])
  expect(withKey).toEqual(operations.map(({ name }) => name).filter((name) => isOnce(name)))
})

/** Routes without a caller: an idempotency key would have no owner. */
const withoutCaller = ['POST /customer/v1/enquiries', 'POST /customer/v1/link', 'POST /stripe/events']

function isOnce(name: string): boolean {
  return name.startsWith('POST ') && !name.includes('/auth/') && !withoutCaller.includes(name)
}

test('is served to anyone, with the server’s own address', async () => {
  await using desk = await startInProcess({ baseUrl: 'https://coaches.example/hire' })

  const { status, headers, json } = await desk.call('GET', '/openapi.json')

  expect(status).toBe(200)
  expect(headers.get('Content-Type')).toStartWith('application/json')
  expect(json.servers).toEqual([{ url: 'https://coaches.example/hire' }])
  expect(Object.keys(json.paths)).toEqual(Object.keys(paths))
})
