import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { withoutExamples } from '../../scripts/openapi.ts'
import { runExecutable, runExecutableJson } from '../support/command-line.ts'
import {
  type Anything,
  document,
  escaped,
  faultsByDocument,
  faultsOfExample,
  faultsOfRequest,
  isOpenEnumeration,
  operations,
  resolved,
} from './document.ts'
import { endlessWords, modelsOf } from './models.ts'

test('is printed by the executable with its examples', async () => {
  const { exitCode, stdout } = await runExecutable(['openapi'])

  expect(exitCode).toBe(0)
  expect(stdout).toBe(`${JSON.stringify(document, null, 2)}\n`)
})

test('is in docs/ without the examples (`bun run openapi` rewrites it)', () => {
  const kept = readFileSync(resolve(import.meta.dir, '../../docs/openapi.json'), 'utf8')
  const examples = new Set(['example', 'examples'])
  const namesIn = (part: Anything): string[] =>
    Object.entries<Anything>(part ?? {}).flatMap(([name, inner]) => [name, ...(typeof inner === 'object' ? namesIn(inner) : [])])
  const properties = Object.values<Anything>(document.components.schemas).flatMap((schema) =>
    Object.keys(schema.properties ?? {}),
  )

  expect(kept).toBe(`${JSON.stringify(withoutExamples(document), null, 2)}\n`)
  expect(namesIn(JSON.parse(kept)).filter((name) => examples.has(name))).toEqual([])
  // No field of the API can have one of these names.
  expect(properties.filter((name) => examples.has(name))).toEqual([])
})

test('passes an independent validator, with and without examples', async () => {
  expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true })
  expect(await new Validator().validate(withoutExamples(document))).toEqual({ valid: true })
})

test('has the operations of the specification under /api/v1, by tag', () => {
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

test.each(operations)('shows a valid request and valid answers for $name', ({ method, path, operation }) => {
  const body = operation.requestBody?.content['application/json']
  if (body !== undefined) expect(faultsOfRequest(method, path, body.example)).toEqual([])
  for (const [status, answer] of Object.entries<Anything>(operation.responses)) {
    const { content } = resolved(answer)
    const shown = content?.['application/json']
    if (content?.['text/event-stream'] !== undefined) {
      expect(Object.keys(content['text/event-stream'].example)).toEqual(['kind', 'ref', 'at'])
      continue
    }
    if (
      content !== undefined &&
      Object.keys(content).some((type) => /^(application\/pdf|image\/svg|text\/(csv|calendar))/.test(type))
    )
      continue
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

test.each(operations)('describes the headers of the answers of $name', ({ operation }) => {
  const isOpen = operation.security.length === 0
  for (const [status, described] of Object.entries<Anything>(operation.responses)) {
    const headers = Object.keys(resolved(described).headers)
    expect(headers).toContain('X-Request-Id')
    if (status === '429' || status === '503') expect(headers).toContain('Retry-After')
    if (status === '401' && !isOpen) expect(headers).toContain('WWW-Authenticate')
    if (!isOpen && status !== '401') expect(headers).toContain('X-RateLimit-Remaining')
  }
})

test('uses every component and describes every parameter', () => {
  const text = JSON.stringify(document)
  const unused = Object.entries<Anything>(document.components)
    .filter(([kind]) => kind !== 'securitySchemes')
    .flatMap(([kind, all]) => Object.keys(all).map((name) => `#/components/${kind}/${name}`))
    .filter((pointer) => !text.includes(`"$ref":"${pointer}"`))
  const silent = operations.flatMap(({ name, operation }) =>
    operation.parameters.filter((one: Anything) => !(resolved(one).description?.length > 10)).map(() => name),
  )

  expect({ unused, silent }).toEqual({ unused: [], silent: [] })
})

test('has few models per operation, and repeats no unnamed model', async () => {
  const whole = modelsOf(document)
  const part = modelsOf(await runExecutableJson<object>(['openapi', '--tag', 'Operator']))

  // A generator makes one class of a named schema, however often it is used.
  expect(whole.twice).toEqual([])
  expect(whole.count / operations.length).toBeLessThan(3.5)
  expect(part.count).toBeLessThan(150)
})

test.each(operations)('accepts listed words only for $name, and allows new words in answers', ({ method, path, operation }) => {
  const body = operation.requestBody?.content['application/json']
  for (const parameter of operation.parameters) expect(isOpenEnumeration(resolved(parameter).schema)).toBe(false)
  if (body !== undefined) {
    for (const sent of endlessWords(body.schema, body.example)) expect(faultsOfRequest(method, path, sent)).not.toEqual([])
  }
  for (const [status, answer] of Object.entries<Anything>(operation.responses)) {
    const shown = resolved(answer).content?.['application/json']
    const pointer = answer.$ref ?? `#/paths/${escaped(path)}/${method.toLowerCase()}/responses/${status}`
    const examples = shown?.examples
      ? Object.values(shown.examples).map((one) => resolved(one).value)
      : shown
        ? [shown.example]
        : []
    for (const changed of examples.flatMap((example) => endlessWords(shown.schema, example)))
      expect(faultsByDocument(pointer, changed)).toEqual([])
  }
})

test('describes every word of an enumeration', () => {
  const enumerations = Object.entries<Anything>(document.components.schemas).filter(([, schema]) => schema.enum)
  const text = JSON.stringify(document.paths) + JSON.stringify(document.components.schemas)

  expect(text.match(/"enum":/g)).toHaveLength(enumerations.length)
  const undescribed = enumerations.flatMap(([name, { enum: words, description }]) =>
    words.filter((word: string) => !description.includes(`\n- \`${word}\`: `)).map((word: string) => `${name} ${word}`),
  )
  expect(undescribed).toEqual([])
})

test('has enumerations that the test finds at every depth', () => {
  const { schema, example } = document.paths['/api/v1/jobs/{ref}'].get.responses[200].content['application/json']
  const changed = endlessWords(schema, example).map(({ data }) => data)

  expect(changed.filter(({ status }) => status === 'a_new_word')).toHaveLength(1)
  expect(changed.filter(({ legs }) => legs[0].pickup.kind === 'a_new_word')).toHaveLength(1)
  expect(changed.length).toBeGreaterThan(15)
})
