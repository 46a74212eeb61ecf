import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { bruToEnvJsonV2, bruToJsonV2, collectionBruToJson } from '@usebruno/lang'
import { collectionOf } from '../../scripts/collection.ts'
import { openMarket } from '../support/market.ts'
import { type Anything, document, operations } from './document.ts'

const folder = resolve(import.meta.dir, '../../clients/bruno')
const made = collectionOf(document)

/** What Bruno reads in the request of an operation. */
function requestOf(operation: Anything) {
  return bruToJsonV2(readFileSync(join(folder, operation.tags[0], `${operation.operationId}.bru`), 'utf8'))
}

test('the collection is the one the document makes (`bun run openapi` rewrites it)', () => {
  const kept = [...new Bun.Glob('**/*').scanSync(folder)].sort()

  expect(kept).toEqual([...made.keys()].sort())
  for (const [path, text] of made) expect(readFileSync(join(folder, path), 'utf8')).toBe(text)
})

test("Bruno's own reader finds where the server is, and whose tokens are kept secret", () => {
  const { variables } = bruToEnvJsonV2(made.get('environments/this machine.bru') ?? '')
  const named = (isSecret: boolean) => variables.filter(({ secret }) => secret === isSecret).map(({ name }) => name)

  expect(named(false)).toEqual(['baseUrl', 'ref'])
  expect(named(true)).toEqual(['operatorToken', 'personToken', 'driverToken', 'platformToken', 'customerToken'])
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

test('every request of it reaches the operation it stands for', async () => {
  await using market = await openMarket()
  for (const { name, operation } of operations) {
    const { http, body, params } = requestOf(operation)
    const filled = (params ?? []).reduce(
      (url, one) => url.replace(`:${one.name}`, one.value.replace('{{ref}}', 'TR-7K3MQ2')),
      http.url.replace('{{baseUrl}}', ''),
    )
    const json = body?.json === undefined ? {} : { body: JSON.parse(body.json) }
    const { status, code } = await market.call(http.method.toUpperCase(), filled, {
      headers: { 'X-Request-Id': 'bruno' },
      ...json,
    })
    // Without a token: every door is there and asks for one, and what needs none understands what was sent.
    if (operation.security.length > 0) expect([name, status, code]).toEqual([name, 401, 'unauthenticated'])
    else expect([name, ...Object.keys(operation.responses)]).toContain(`${status}`)
  }
})
