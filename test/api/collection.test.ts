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

/** What Bruno reads in the request of an operation. */
function requestOf(operation: Anything) {
  return bruToJsonV2(made.get(`${operation.tags[0]}/${operation.operationId}.bru`) ?? '')
}

test('the collection in an archive is the one the document makes, a request for each operation', () => {
  expect(Object.fromEntries(made)).toEqual(Object.fromEntries(collectionOf(document)))
  expect([...made.keys()].filter((path) => /^(?!environments).*\/(?!folder\.bru)/.test(path))).toHaveLength(operations.length)
})

test("Bruno's own reader finds where the server is, and whose tokens are kept secret", () => {
  const { variables } = bruToEnvJsonV2(made.get('environments/this machine.bru') ?? '')
  const named = (isSecret: boolean) => variables.filter(({ secret }) => secret === isSecret).map(({ name }) => name)

  expect(named(false)).toEqual(['baseUrl', 'ref'])
  expect(named(true)).toEqual(['operatorToken', 'personToken', 'driverToken', 'platformToken', 'customerToken', 'setupToken'])
  expect(collectionBruToJson(made.get('collection.bru') ?? '').docs).toBe(document.info.description)
})

test.each(operations)("Bruno's own reader finds $name", ({ method, path, operation }) => {
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

/** Sends a request as Bruno would with this environment filled in. */
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

test('every request of it reaches the operation it stands for', async () => {
  await using market = await openMarket()
  for (const { name, operation } of operations) {
    const { status, code } = await send(market, operation, { ref: 'TR-7K3MQ2' })
    // Without a token: every door is there and asks for one, and what needs none understands what was sent.
    if (operation.security.length > 0) expect([name, status, code]).toEqual([name, 401, 'unauthenticated'])
    else expect([name, ...Object.keys(operation.responses)]).toContain(`${status}`)
  }
})

test('with an environment filled in, every request of it is let in and answered as the document says', async () => {
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
  // What takes a token away comes last.
  const isLeaving = ({ path }: { readonly path: string }) => /\/(logout|rotate)$/.test(path)
  // A stream goes on for ever.
  const ending = operations.filter(({ path }) => path !== '/portal/v1/events')
  const inOrder = ending.toSorted((one, other) => Number(isLeaving(one)) - Number(isLeaving(other)))
  let successes = 0
  for (const { name, operation } of inOrder) {
    const { status, code } = await send(market, operation, environment)
    expect([name, ...Object.keys(operation.responses)]).toContain(`${status}`)
    expect([name, code]).not.toEqual([name, expect.stringMatching(/^(unauthenticated|wrong_credential|missing_ability)$/)])
    if (status < 300) successes++
  }
  expect(successes).toBeGreaterThan(35)
})
