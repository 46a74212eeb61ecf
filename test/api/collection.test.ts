import { expect, test } from 'bun:test'
import { bruToEnvJsonV2, bruToJsonV2, collectionBruToJson } from '@usebruno/lang'
import { collectionOf } from '../../scripts/collection.ts'
import { signInDriver } from '../support/driver-client.ts'
import { printedSetupToken } from '../support/first-run.ts'
import { type Market, ok, openMarket } from '../support/market.ts'
import { archivedClients } from './clients.ts'
import { type Anything, document, operations } from './document.ts'

const made = new Map(
  [...(await archivedClients())].flatMap(([path, text]) =>
    path.startsWith('bruno/') ? [[path.slice('bruno/'.length), text] as const] : [],
  ),
)

/** The request of an operation, as Bruno reads it. */
function requestOf(operation: Anything) {
  return bruToJsonV2(made.get(`${operation.tags[0]}/${operation.operationId}.bru`) ?? '')
}

test('matches the document in the archive, with a request for each operation', () => {
  expect(Object.fromEntries(made)).toEqual(Object.fromEntries(collectionOf(document)))
  expect([...made.keys()].filter((path) => /^(?!environments).*\/(?!folder\.bru)/.test(path))).toHaveLength(operations.length)
})

test("gives Bruno's own reader the server's address and secret tokens", () => {
  const { variables } = bruToEnvJsonV2(made.get('environments/this machine.bru') ?? '')
  const named = (isSecret: boolean) => variables.filter(({ secret }) => secret === isSecret).map(({ name }) => name)

  expect(named(false)).toEqual(['baseUrl', 'ref'])
  expect(named(true)).toEqual(['operatorToken', 'personToken', 'driverToken', 'platformToken', 'customerToken', 'setupToken'])
  expect(collectionBruToJson(made.get('collection.bru') ?? '').docs).toBe(document.info.description)
})

test.each(operations)("gives Bruno's own reader $name", ({ method, path, operation }) => {
  const { meta, http, body, auth, headers, params, docs } = requestOf(operation)
  const example = operation.requestBody?.content['application/json'].example

  expect(meta.name).toBe(operation.summary)
  expect(http.method).toBe(method.toLowerCase())
  expect(http.url).toBe(`{{baseUrl}}${path.replace(/\{(\w+)\}/g, ':$1')}`)
  expect(body?.json === undefined ? undefined : JSON.parse(body.json)).toEqual(example)
  expect(auth?.bearer !== undefined).toBe(operation.security.length > 0)
  const takesKey = JSON.stringify(operation.parameters).includes('Idempotency-Key')
  expect((headers ?? []).map(({ name }) => name)).toEqual(takesKey ? ['Idempotency-Key'] : [])
  const inPath = (params ?? []).filter(({ type }) => type === 'path')
  expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? [])
  expect(docs).toStartWith(operation.description)
})

/** Sends a request as Bruno would with this environment. */
function send(market: Market, operation: Anything, variables: Readonly<Record<string, string>>) {
  const { http, body, auth, headers, params } = requestOf(operation)
  const filled = (text: string) =>
    text.replace(/\{\{(\$?\w+)\}\}/g, (_, name: string) => (name === '$guid' ? crypto.randomUUID() : (variables[name] ?? '')))
  const path = (params ?? []).reduce((url, { name, value }) => url.replace(`:${name}`, filled(value)), http.url)
  const token = filled(auth?.bearer?.token ?? '')
  return market.call(http.method.toUpperCase(), path.replace('{{baseUrl}}', ''), {
    headers: Object.fromEntries((headers ?? []).map(({ name, value }) => [name, filled(value)])),
    ...(token !== '' && { token }),
    ...(body?.json !== undefined && { body: JSON.parse(body.json) }),
  })
}

test('reaches the operation of each request', async () => {
  await using market = await openMarket()
  for (const { name, operation } of operations) {
    const { status, code } = await send(market, operation, { ref: 'TR-7K3MQ2' })
    // Without a token, each route with security answers 401, and each public route accepts the body.
    if (operation.security.length > 0) expect([name, status, code]).toEqual([name, 401, 'unauthenticated'])
    else expect([name, ...Object.keys(operation.responses)]).toContain(`${status}`)
  }
})

test('is authorised and answered as the document says, with an environment', async () => {
  await using market = await openMarket()
  const dales = await market.operator('Dales Coaches')
  const pat = await signInDriver(dales, { phone: '07700 900456' })
  const customer = await market.bookedTrip(dales)
  ok(await dales.assign(customer, pat.id))
  const environment = {
    ref: customer.ref,
    operatorToken: dales.token,
    personToken: await market.personToken(dales),
    driverToken: pat.token,
    platformToken: market.platformToken,
    customerToken: customer.token,
    setupToken: printedSetupToken(market.server),
  }
  // Calls that end a token come last.
  const endsToken = ({ path }: { readonly path: string }) => /\/(logout|rotate)$/.test(path)
  // A stream never ends.
  const ending = operations.filter(({ path }) => path !== '/portal/v1/events')
  const inOrder = ending.toSorted((one, other) => Number(endsToken(one)) - Number(endsToken(other)))
  let successes = 0
  for (const { name, operation } of inOrder) {
    const { status, code } = await send(market, operation, environment)
    expect([name, ...Object.keys(operation.responses)]).toContain(`${status}`)
    expect([name, code]).not.toEqual([name, expect.stringMatching(/^(unauthenticated|wrong_credential|missing_ability)$/)])
    if (status < 300) successes++
  }
  expect(successes).toBeGreaterThan(35)
})
