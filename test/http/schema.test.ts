import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Kind, type TSchema, Type } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { Value } from '@sinclair/typebox/value'
import { oneLinePattern } from '../../src/domain/control-characters.ts'
import { amount, decimal, email, input, instant, nullable, oneOf, prose, text, whole } from '../../src/http/schema.ts'
import { listValidationSentences } from '../../src/http/validation-messages.ts'
import { startInProcess } from '../support/in-process-server.ts'
import { Everything, tryRoutes } from './try-routes.ts'

const accepts = (schema: TSchema, value: unknown) => {
  const compiled = TypeCompiler.Compile(schema).Check(value)
  expect(Value.Check(schema, value)).toBe(compiled)
  return compiled
}

describe('a field type', () => {
  test.each<[string, TSchema, unknown[], unknown[]]>([
    ['text counts code points', text({ max: 3 }), ['', 'abc', '😀😀😀'], ['abcd', '😀😀😀😀', 5, null, ['a']]],
    ['text with a minimum', text({ min: 3, max: 5 }), ['abc', ' ab '], ['ab', '😀😀', '     ', '']],
    [
      'text is one line',
      text({ max: 9 }),
      ['a b', 'Łódź', 'שלום'],
      ['a\nb', '\t', '\u001b[2J', '\u009b2J', '\u2028', 'a\u202eb'],
    ],
    ['prose keeps no NUL and no half pair', prose(), ['a\nb', '\u200fשלום'], ['a\0b', '\ud83d', 'x\udc00']],
    [
      'instants',
      instant(),
      ['2026-05-20T08:11:02Z', '2026-05-20T08:11:02.5+01:00'],
      ['2026-01-01', '2026-02-30T00:00:00Z', 1, ''],
    ],
    [
      'addresses',
      email(),
      ['a@b.co', "o'neil+x@sub.example.org"],
      ['a', 'a@b', '@b.co', 'a b@c.de', 'a@b..co', 'a@-b.co', `${'a'.repeat(250)}@b.co`, null],
    ],
    ['a price', amount({ zero: false }), [1, 100_000_000], [0, -1, 640.5, '640', 100_000_001, null]],
    ['money that may be nothing', amount({ zero: true }), [0], [-1]],
    [
      'whole numbers',
      whole(),
      [0, -5, Number.MAX_SAFE_INTEGER],
      [Number.MAX_SAFE_INTEGER + 1, 1.5, '5', Number.POSITIVE_INFINITY, true],
    ],
    ['decimals', decimal({ min: -90, max: 90 }), [-90, 1.25], [90.001, Number.NaN, '1']],
    ['closed lists', oneOf(['a', 'b']), ['a'], ['c', '', null, 'A', ['a']]],
    ['or null', nullable(text({ max: 1 })), [null, 'a'], ['ab', undefined, 1]],
  ])('%s', (_, schema, good, bad) => {
    for (const value of good) expect(accepts(schema, value)).toBe(true)
    for (const value of bad) expect(accepts(schema, value)).toBe(false)
  })

  test('keeps the keywords of JSON Schema', () => {
    const plain = (schema: TSchema) => JSON.parse(JSON.stringify(schema))
    expect(plain(text({ min: 1, max: 160 }))).toEqual({ type: 'string', minLength: 1, maxLength: 160, pattern: oneLinePattern })
    expect(plain(prose({ min: 1, max: 160 }))).toEqual({ type: 'string', minLength: 1, maxLength: 160 })
    expect(plain(instant())).toEqual({ type: 'string', format: 'date-time' })
    expect(plain(email())).toEqual({ type: 'string', format: 'email', maxLength: 254 })
    expect(plain(amount({ zero: false }))).toEqual({ type: 'integer', minimum: 1, maximum: 100_000_000 })
    expect(plain(decimal({ min: -90, max: 90 }))).toEqual({ type: 'number', minimum: -90, maximum: 90 })
    expect(plain(oneOf(['a', 'b']))).toEqual({ type: 'string', enum: ['a', 'b'] })
    expect(plain(nullable(prose({ max: 2 })))).toEqual({ anyOf: [{ type: 'string', maxLength: 2 }, { type: 'null' }] })
  })
})

describe('sentences of faults', () => {
  const explain = (schema: TSchema, value: unknown) => listValidationSentences(TypeCompiler.Compile(schema).Errors(value))

  test('explain the union branch that matches best', () => {
    const shape = input({
      what: Type.Union([
        input({ kind: Type.Literal('a'), size: whole({ min: 1 }) }),
        input({ kind: Type.Literal('b'), inner: input({ size: whole({ max: 5 }) }) }),
      ]),
    })
    expect(explain(shape, { what: { kind: 'b', inner: { size: 9 } } })).toEqual({
      'what.inner.size': ['The what.inner.size field must not be greater than 5.'],
    })
  })

  test('treat a union of words as a closed list', () => {
    const shape = input({ kind: Type.Union([Type.Literal('a'), Type.Literal('b'), Type.Null()]) })
    expect(explain(shape, { kind: 'c' })).toEqual({ kind: ['The selected kind is invalid.'] })
    expect(explain(shape, {})).toEqual({ kind: ['The kind field is required.'] })
  })

  test('stop at fifty fields', () => {
    expect(Object.keys(explain(Type.Array(whole()), Array(1000).fill('x')))).toHaveLength(50)
  })

  test('keep a slash in a field’s name', () => {
    expect(explain(input({ 'a/b~c': whole() }), { 'a/b~c': 'x' })).toEqual({ 'a/b~c': ['The a/b~c field must be an integer.'] })
  })

  test('exist for every field type', () => {
    for (const [name, schema] of Object.entries(Everything.properties)) {
      const fields = explain(input({ [name]: schema }), { [name]: Symbol('wrong') })
      expect(fields[name]?.[0]).not.toBe(`The ${name} field is invalid.`)
      expect(schema[Kind]).toBeDefined()
    }
  })
})

describe('a request through Elysia’s compiler', () => {
  let desk: Awaited<ReturnType<typeof startInProcess>>
  let token: string
  beforeAll(async () => {
    desk = await startInProcess({ counters: [tryRoutes], rateLimits: { write: 'off', read: 'off' } })
    token = (await desk.mint()).token
  })
  afterAll(() => desk[Symbol.asyncDispose]())

  const good = {
    name: '😀😀😀😀😀',
    note: null,
    when: '2026-05-20T08:11:02Z',
    mail: 'a@b.co',
    price_amount: 64_000,
    extra_amount: 0,
    seats: 53,
    kind: 'coach',
    status: null,
    latitude: 53.8,
    is_urgent: false,
    tags: ['x', 'y'],
    box: { width: 2 },
    vehicles: [{ seats: 49, label: null }, { seats: 8 }],
  }

  test('keeps a valid body as it was sent', async () => {
    const { status, json } = await desk.call('POST', '/try/everything', { token, body: good })
    expect([status, json]).toEqual([200, good])
  })

  test('may have unknown fields at every depth', async () => {
    const body = { ...good, operator_id: 9, box: { width: 1, depth: 2 }, vehicles: [{ seats: 1, wheels: 6 }] }
    expect((await desk.call('POST', '/try/everything', { token, body })).status).toBe(200)
  })

  test.each<[Record<string, unknown>, Record<string, string>]>([
    [{ name: '' }, { name: 'The name field is required.' }],
    [{ name: '   ' }, { name: 'The name field is required.' }],
    [{ name: null }, { name: 'The name field must be a string.' }],
    [{ name: 5 }, { name: 'The name field must be a string.' }],
    [{ name: '😀😀😀😀😀😀' }, { name: 'The name field must not be greater than 5 characters.' }],
    [{ note: 'abcd' }, { note: 'The note field must not be greater than 3 characters.' }],
    [{ note: 7 }, { note: 'The note field must be a string.' }],
    [{ when: '2026-01-01' }, { when: 'The when field must be a valid date-time.' }],
    [{ when: 5 }, { when: 'The when field must be a valid date-time.' }],
    [{ mail: 'nobody' }, { mail: 'The mail field must be a valid email address.' }],
    [{ price_amount: 0 }, { price_amount: 'The price_amount field must be at least 1.' }],
    [{ price_amount: '640' }, { price_amount: 'The price_amount field must be an integer.' }],
    [{ price_amount: 640.5 }, { price_amount: 'The price_amount field must be an integer.' }],
    [{ price_amount: 100_000_001 }, { price_amount: 'The price_amount field must not be greater than 100000000.' }],
    [{ price_amount: null }, { price_amount: 'The price_amount field must be an integer.' }],
    [{ extra_amount: -1 }, { extra_amount: 'The extra_amount field must be at least 0.' }],
    [{ kind: 'tram' }, { kind: 'The selected kind is invalid.' }],
    [{ status: 'c' }, { status: 'The selected status is invalid.' }],
    [{ latitude: 91 }, { latitude: 'The latitude field must not be greater than 90.' }],
    [{ latitude: 'north' }, { latitude: 'The latitude field must be a number.' }],
    [{ is_urgent: 'true' }, { is_urgent: 'The is_urgent field must be true or false.' }],
    [{ tags: [] }, { tags: 'The tags field must have at least 1 item.' }],
    [{ tags: ['x', 'y', 'z'] }, { tags: 'The tags field must not have more than 2 items.' }],
    [{ tags: ['x', 'x'] }, { tags: 'The tags field has a duplicate value.' }],
    [{ tags: ['x', 'q'] }, { 'tags.1': 'The selected tags.1 is invalid.' }],
    [{ tags: 'x' }, { tags: 'The tags field must be an array.' }],
    [{ box: 'text' }, { box: 'The box field must be an object.' }],
    [{ box: [] }, { box: 'The box field must be an object.' }],
    [{ box: { width: 0 } }, { 'box.width': 'The box.width field must be at least 1.' }],
    [{ vehicles: 'ab' }, { vehicles: 'The vehicles field must be an array.' }],
    [{ vehicles: {} }, { vehicles: 'The vehicles field must be an array.' }],
    [{ vehicles: [{}] }, { 'vehicles.0.seats': 'The vehicles.0.seats field is required.' }],
    [{ vehicles: [{ seats: 2 }, { seats: '2' }] }, { 'vehicles.1.seats': 'The vehicles.1.seats field must be an integer.' }],
    [
      { vehicles: [{ seats: 2, label: 'abcde' }] },
      { 'vehicles.0.label': 'The vehicles.0.label field must not be greater than 4 characters.' },
    ],
    [
      { name: 1, seats: 0, kind: '' },
      {
        name: 'The name field must be a string.',
        seats: 'The seats field must be at least 1.',
        kind: 'The selected kind is invalid.',
      },
    ],
  ])('is refused with sentences for %j', async (wrong, expected) => {
    const { status, json } = await desk.call('POST', '/try/everything', { token, body: { ...good, ...wrong } })
    const sentences = Object.values(expected)
    expect(status).toBe(422)
    expect(json.error.code).toBe('validation_failed')
    expect(json.error.fields).toEqual(Object.fromEntries(Object.entries(expected).map(([path, sentence]) => [path, [sentence]])))
    expect(json.error.message).toBe(
      sentences.length === 1 ? sentences[0] : `${sentences[0]} (and ${sentences.length - 1} more errors)`,
    )
  })

  test.each(['filter=', 'filter=old', 'filter=all&filter=old', 'updated_since=yesterday'])(
    'is refused by name for the query %p',
    async (query) => {
      const { status, json } = await desk.call('GET', `/try/list?${query}`, { token })
      expect(status).toBe(422)
      expect(Object.keys(json.error.fields)).toEqual([query.slice(0, query.indexOf('='))])
    },
  )

  test('is accepted with a valid query and other parameters', async () => {
    const { status } = await desk.call('GET', '/try/list?filter=fresh&updated_since=2026-05-20T08:11:02Z&utm=x', { token })
    expect(status).toBe(200)
  })

  test.each<[string, number]>([
    ['7', 200],
    ['0', 200],
    ['abc', 422],
    ['1e3', 422],
    ['0x10', 422],
    ['1.5', 422],
    ['-1', 200],
    ['9999999999999999', 200],
    ['%ZZ', 422],
    ['7%0A', 422],
  ])('is answered for the id %p in a path with %p', async (id, status) => {
    expect((await desk.call('GET', `/try/things/${id}`)).status).toBe(status)
  })

  test('is refused with the field’s name for an id that is not an integer', async () => {
    expect((await desk.call('GET', '/try/things/abc')).json.error.fields).toEqual({ id: ['The id field must be an integer.'] })
  })
})
