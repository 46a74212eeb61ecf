import { Kind, OptionalKind, type TSchema, Type } from '@sinclair/typebox'
import type { RefusalCode } from '../domain/refusal.ts'
import { asAddressed } from './endings.ts'
import { defaultRateLimit } from './gate.ts'
import { type HeaderName, headersNamed, holders, parameterNotes, rateHeaders, type Scheme } from './openapi-components.ts'
import { refusalAnswers } from './openapi-errors.ts'
import { exampleOf } from './openapi-examples.ts'
import { describe, type JsonSchema, type Names } from './openapi-schema.ts'
import { tagOf } from './openapi-tags.ts'
import type { Audience, Declared } from './route-terms.ts'

/** A route as Elysia keeps it; everything said about it here is what the route itself declares. */
export type Route = { readonly method: string; readonly path: string; readonly hooks: unknown }

type Hooks = {
  readonly detail?: Declared & { readonly summary?: string; readonly hide?: boolean }
  readonly params?: TSchema
  readonly query?: TSchema
  readonly body?: TSchema
  readonly response?: TSchema | Readonly<Record<string, TSchema>>
}

const schemesOf: Readonly<Record<Audience, readonly Scheme[]>> = {
  operator: ['operator'],
  driver: ['driver'],
  portal: ['operator_device'],
  device: ['operator_device', 'platform_device', 'driver'],
  signed_in: ['operator', 'platform_device', 'driver'],
  platform: ['platform', 'platform_device'],
  customer: ['customer'],
  setup: ['setup'],
  anyone: [],
}

/** The declaration of a route. */
export function hooksOf(route: Route): Hooks {
  return route.hooks as Hooks
}

/** The terms of a route for its caller, with their defaults; `rateLimit` is null where nothing is counted. */
export function gateOf(route: Route) {
  const { audience = 'anyone', needs = [], admin = false, rateLimit } = hooksOf(route).detail?.['x-gate'] ?? {}
  return { audience, needs, admin, rateLimit: rateLimit ?? defaultRateLimit(audience, route.method) }
}

/** `/api/v1/jobs/:ref` as OpenAPI writes it. */
export function templateOf(path: string): string {
  return asAddressed(path).replace(/:(\w+)/g, '{$1}')
}

/** One operation of the document. */
export function operationOf(route: Route, names: Names): JsonSchema {
  const { detail = {}, body } = hooksOf(route)
  const { audience, needs, admin } = gateOf(route)
  return {
    operationId: operationIdOf(route),
    tags: [tagOf(route.path)],
    summary: detail.summary,
    description: termsOf(route),
    security: schemesOf[audience].map((scheme) => ({ [scheme]: needs })),
    'x-abilities': needs,
    ...(admin && { 'x-required-role': 'admin' }),
    parameters: [...pathParameters(route), ...queryParameters(route, names), ...headerParameters(route)],
    ...(body && hasFields(body) && { requestBody: requestBody(body, names) }),
    responses: {
      ...successes(route, names),
      ...refusalAnswers({
        codes: refusalsOf(route),
        isCounted: audience !== 'anyone',
        isRepeatable: takesIdempotencyKey(route),
      }),
    },
  }
}

/** The description of an operation: whom it is for, what it needs and what it counts against, in a few sentences. */
function termsOf(route: Route): string {
  const { audience, needs, admin, rateLimit } = gateOf(route)
  const sentences = [
    audience === 'anyone' ? 'For everybody, without a credential.' : `With the token of ${holdersOf(audience)}.`,
    needs.length > 0 && `Needs ${needs.map((ability) => `\`${ability}\``).join(' and ')}.`,
    admin && 'Admins only.',
    rateLimit && `Counts against the rate limit \`${rateLimit}\`.`,
  ]
  return sentences.filter(Boolean).join(' ')
}

function holdersOf(audience: Audience): string {
  return schemesOf[audience].map((scheme) => holders[scheme]).join(', or of ')
}

/** `POST /api/v1/jobs/:ref/quote` → `postJobsByRefQuote`; the other surfaces keep their first word. */
function operationIdOf({ method, path }: Route): string {
  const words = path.split('/').filter((word) => !['', 'api', 'v1'].includes(word))
  const spelt = words.map((word) => (word.startsWith(':') ? `by-${word.slice(1)}` : word.replace('.', ''))).join('-')
  return `${method.toLowerCase()}-${spelt}`.replace(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function pathParameters(route: Route): JsonSchema[] {
  const { params } = hooksOf(route)
  return [...route.path.matchAll(/:([^/]+)/g)].map(([, name = '']) => {
    const isText = params?.properties?.[name] === undefined && name !== 'id'
    return {
      name,
      in: 'path',
      required: true,
      description: aboutParameter(name, route),
      schema: isText ? { type: 'string' } : { type: 'integer', minimum: 1 },
      example: isText ? exampleOf(Type.String(), name) : 7,
    }
  })
}

function queryParameters(route: Route, names: Names): JsonSchema[] {
  const fields = Object.entries((hooksOf(route).query?.properties ?? {}) as Record<string, TSchema>)
  return fields.map(([name, schema]) => {
    if (name === 'page' || name === 'per_page') return { $ref: `#/components/parameters/${name}` }
    const required = schema[OptionalKind] === undefined
    return { name, in: 'query', required, description: aboutParameter(name, route), schema: describe(schema, names, name) }
  })
}

function aboutParameter(name: string, { path }: Route): string {
  const about = parameterNotes.get(`${path}?${name}`) ?? parameterNotes.get(name)
  if (about === undefined) throw new Error(`the parameter ${name} of ${path} is not described`)
  return about
}

function headerParameters(route: Route): JsonSchema[] {
  const names = [...(takesIdempotencyKey(route) ? ['Idempotency-Key'] : []), 'X-Request-Id']
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

function takesIdempotencyKey(route: Route): boolean {
  const { audience = 'anyone', idempotent } = hooksOf(route).detail?.['x-gate'] ?? {}
  return route.method === 'POST' && audience !== 'anyone' && idempotent !== false
}

/** A body that asks for no field may be left out altogether. */
function requestBody(body: TSchema, names: Names): JsonSchema {
  const required = Object.values(body.properties as Record<string, TSchema>).some((field) => field[OptionalKind] === undefined)
  return {
    required,
    content: { 'application/json': { schema: describe(body, names), example: exampleOf(body, 'body', { sent: true }) } },
  }
}

function hasFields(body: TSchema): boolean {
  return Object.keys(body.properties ?? {}).length > 0
}

function successes(route: Route, names: Names): Record<string, JsonSchema> {
  const { detail, response: declared } = hooksOf(route)
  const events = detail?.['x-streams']
  // A route that declares no answer has an empty one.
  const file = detail?.['x-files']
  const response =
    declared ?? (file !== undefined ? { 200: Type.String() } : events === undefined ? { 204: Type.Void() } : { 200: events })
  const mediaType = file ?? (events === undefined ? 'application/json' : 'text/event-stream')
  const byStatus = (Kind in response ? { 200: response } : response) as Record<string, TSchema>
  const isCounted = gateOf(route).audience !== 'anyone'
  const headers: HeaderName[] = [
    'X-Request-Id',
    ...(isCounted ? rateHeaders : []),
    ...(takesIdempotencyKey(route) ? (['Idempotency-Replayed'] as const) : []),
    ...(detail?.['x-sends'] ?? []),
  ]
  const answers = Object.entries(byStatus)
    .filter(([status]) => status.startsWith('2'))
    .map(([status, schema]) => [
      status,
      {
        description: file !== undefined ? 'The file.' : events === undefined ? (successWords[status] ?? 'Done.') : streamWords,
        headers: headersNamed(headers),
        ...(status !== '204' && {
          content: { [mediaType]: file === undefined ? contentOf(schema, names) : { schema: { type: 'string' } } },
        }),
      },
    ])
  return Object.fromEntries(answers)
}

function contentOf(schema: TSchema, names: Names): JsonSchema {
  return { schema: describe(schema, names), example: exampleOf(schema, 'answer') }
}

const streamWords = 'Goes on until the device is signed out: the `data` of each event is one of these.'

const successWords: Readonly<Record<string, string>> = {
  200: 'As it stands now.',
  201: 'Made.',
  202: 'Taken in.',
  204: 'Done; there is nothing to say.',
}

/** The refusals that every route of its kind can answer with, and those that this one adds. */
function refusalsOf(route: Route): Set<RefusalCode> {
  const { detail = {}, params, query, body } = hooksOf(route)
  const { audience, needs, admin, rateLimit } = gateOf(route)
  const isAuthenticated = audience !== 'anyone'
  const reads = ['GET', 'HEAD', 'DELETE'].includes(route.method)
  const codes: [boolean, readonly RefusalCode[]][] = [
    [isAuthenticated, ['unauthenticated']],
    [needs.length > 0, ['missing_ability']],
    [audience === 'portal' || (isAuthenticated && needs.length === 0 && audience !== 'device'), ['wrong_credential']],
    [admin, ['admin_required']],
    [route.path.includes(':'), ['not_found']],
    [!reads, ['payload_too_large', 'validation_failed']],
    [params !== undefined || hasChecks(query) || (body !== undefined && hasFields(body)), ['validation_failed']],
    [takesIdempotencyKey(route), ['idempotency_key_reused', 'idempotency_in_progress']],
    [rateLimit !== null, ['rate_limited']],
    [true, ['server_error', 'unavailable']],
  ]
  return new Set([...codes.flatMap(([applies, some]) => (applies ? some : [])), ...(detail['x-refuses'] ?? [])])
}

/** Whether a query can be at fault; `page` and `per_page` never are. */
function hasChecks(query: TSchema | undefined): boolean {
  return Object.keys(query?.properties ?? {}).some((name) => name !== 'page' && name !== 'per_page')
}
