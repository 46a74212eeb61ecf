import { expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { cli } from '../support/binary.ts'
import { type Anything, document, escaped, faultsOfExample, faultsOfRequest, operations, resolved } from './document.ts'

setDefaultTimeout(60_000)

test('the document in docs/ is what the executable prints (`bun run openapi` rewrites it)', async () => {
  const printed = await cli(['openapi'])

  expect(printed.exitCode).toBe(0)
  expect(printed.stdout).toBe(readFileSync(resolve(import.meta.dir, '../../docs/openapi.json'), 'utf8'))
})

test("somebody else's validator passes it", async () => {
  expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true })
})

test('it has the operations of the spec under /api/v1, by tag', () => {
  const tags = operations.filter(({ path }) => path.startsWith('/api/v1/')).flatMap(({ operation }) => operation.tags)

  expect(tags).toHaveLength(42)
  expect(
    Object.fromEntries(
      Map.groupBy(tags, (tag) => tag)
        .entries()
        .map(([tag, all]) => [tag, all.length]),
    ),
  ).toEqual({
    Operator: 25,
    DriverAuth: 3,
    DriverApp: 11,
    DriverPrivacy: 3,
  })
})

test.each(operations)('$name shows what to send and what comes back, and both are valid', ({ method, path, operation }) => {
  const body = operation.requestBody?.content['application/json']
  if (body !== undefined) expect(faultsOfRequest(method, path, body.example)).toEqual([])
  for (const [status, answer] of Object.entries<Anything>(operation.responses)) {
    const shown = resolved(answer).content?.['application/json']
    if (shown === undefined) {
      expect(status).toBe('204')
      continue
    }
    const examples = shown.examples ? Object.values(shown.examples).map((one) => resolved(one).value) : [shown.example]
    expect(examples.length).toBeGreaterThan(0)
    const pointer = answer.$ref ?? `#/paths/${escaped(path)}/${method.toLowerCase()}/responses/${status}`
    for (const example of examples) expect(faultsOfExample(pointer, example)).toEqual([])
  }
})

test.each(operations)('$name says what its answers carry at their head', ({ operation }) => {
  const isOpen = operation.security.length === 0
  for (const [status, described] of Object.entries<Anything>(operation.responses)) {
    const headers = Object.keys(resolved(described).headers)
    expect(headers).toContain('X-Request-Id')
    if (status === '429' || status === '503') expect(headers).toContain('Retry-After')
    if (status === '401' && !isOpen) expect(headers).toContain('WWW-Authenticate')
    if (!isOpen && status !== '401') expect(headers).toContain('X-RateLimit-Remaining')
  }
})
