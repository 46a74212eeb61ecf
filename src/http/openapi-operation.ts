import { Kind, OptionalKind, type TSchema, Type } from '@sinclair/typebox'
import type { RefusalCode } from '../domain/refusal.ts'
import { asAddressed } from './endings.ts'
import { findDefaultRateLimit } from './gate.ts'
import { type HeaderName, holders, parameterNotes, rateHeaders, referHeaders, type Scheme } from './openapi-components.ts'
import { listErrorResponses } from './openapi-errors.ts'
import { buildExample } from './openapi-examples.ts'
import { describeSchema, type JsonSchema, type Names } from './openapi-schema.ts'
import { findTag } from './openapi-tags.ts'
import type { Audience, Declared } from './route-terms.ts'

/** A route in Elysia. All facts about it come from its own declaration. */
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
export function findRouteHooks(route: Route): Hooks {
  return route.hooks as Hooks
}

/** The terms of a route for its caller, with defaults. `rateLimit` is null without a limit. */
export function findRouteGate(route: Route) {
  const { audience = 'anyone', needs = [], admin = false, rateLimit } = findRouteHooks(route).detail?.['x-gate'] ?? {}
  return { audience, needs, admin, rateLimit: rateLimit ?? findDefaultRateLimit(audience, route.method) }
}

/** `/api/v1/jobs/:ref` in OpenAPI's notation. */
export function toPathTemplate(path: string): string {
  return asAddressed(path).replace(/:(\w+)/g, '{$1}')
}

/** One operation of the document. */
export function buildOperation(route: Route, names: Names): JsonSchema {
  const { detail = {}, body } = findRouteHooks(route)
  const { audience, needs, admin } = findRouteGate(route)
  return {
    operationId: buildOperationId(route),
    tags: [findTag(route.path)],
    summary: detail.summary,
    description: describeOperation(route),
    security: schemesOf[audience].map((scheme) => ({ [scheme]: needs })),
    'x-abilities': needs,
    ...(admin && { 'x-required-role': 'admin' }),
    parameters: [...listPathParameters(route), ...listQueryParameters(route, names), ...listHeaderParameters(route)],
    ...(body && hasFields(body) && { requestBody: buildRequestBody(body, names) }),
    responses: {
      ...buildSuccessResponses(route, names),
      ...listErrorResponses({
        codes: listRefusalCodes(route),
        isCounted: audience !== 'anyone',
        isRepeatable: acceptsIdempotencyKey(route),
      }),
    },
  }
}

/** The description of an operation: credential, abilities and rate limit, in a few sentences. */
function describeOperation(route: Route): string {
  const { audience, needs, admin, rateLimit } = findRouteGate(route)
  const sentences = [
    audience === 'anyone' ? 'Public, without a credential.' : `Requires the token of ${formatHolders(audience)}.`,
    needs.length > 0 && `Needs ${needs.map((ability) => `\`${ability}\``).join(' and ')}.`,
    admin && 'Admins only.',
    rateLimit && `Rate limit: \`${rateLimit}\`.`,
  ]
  return sentences.filter(Boolean).join(' ')
}

function formatHolders(audience: Audience): string {
  return schemesOf[audience].map((scheme) => holders[scheme]).join(', or of ')
}

/** `POST /api/v1/jobs/:ref/quote` → `postJobsByRefQuote`. The other surfaces keep their first word. */
function buildOperationId({ method, path }: Route): string {
  const words = path.split('/').filter((word) => !['', 'api', 'v1'].includes(word))
  const spelt = words.map((word) => (word.startsWith(':') ? `by-${word.slice(1)}` : word.replace('.', ''))).join('-')
  return `${method.toLowerCase()}-${spelt}`.replace(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function listPathParameters(route: Route): JsonSchema[] {
  const { params } = findRouteHooks(route)
  return [...route.path.matchAll(/:([^/]+)/g)].map(([, name = '']) => {
    const isText = params?.properties?.[name] === undefined && name !== 'id'
    return {
      name,
      in: 'path',
      required: true,
      description: describeParameter(name, route),
      schema: isText ? { type: 'string' } : { type: 'integer', minimum: 1 },
      example: isText ? buildExample(Type.String(), name) : 7,
    }
  })
}

function listQueryParameters(route: Route, names: Names): JsonSchema[] {
  const fields = Object.entries((findRouteHooks(route).query?.properties ?? {}) as Record<string, TSchema>)
  return fields.map(([name, schema]) => {
    if (name === 'page' || name === 'per_page') return { $ref: `#/components/parameters/${name}` }
    const required = schema[OptionalKind] === undefined
    return {
      name,
      in: 'query',
      required,
      description: describeParameter(name, route),
      schema: describeSchema(schema, names, name),
    }
  })
}

function describeParameter(name: string, { path }: Route): string {
  const about = parameterNotes.get(`${path}?${name}`) ?? parameterNotes.get(name)
  if (about === undefined) throw new Error(`the parameter ${name} of ${path} is not described`)
  return about
}

function listHeaderParameters(route: Route): JsonSchema[] {
  const names = [...(acceptsIdempotencyKey(route) ? ['Idempotency-Key'] : []), 'X-Request-Id']
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

function acceptsIdempotencyKey(route: Route): boolean {
  const { audience = 'anyone', idempotent } = findRouteHooks(route).detail?.['x-gate'] ?? {}
  return route.method === 'POST' && audience !== 'anyone' && idempotent !== false
}

/** A body without required fields is optional. */
function buildRequestBody(body: TSchema, names: Names): JsonSchema {
  const required = Object.values(body.properties as Record<string, TSchema>).some((field) => field[OptionalKind] === undefined)
  return {
    required,
    content: { 'application/json': { schema: describeSchema(body, names), example: buildExample(body, 'body', { sent: true }) } },
  }
}

function hasFields(body: TSchema): boolean {
  return Object.keys(body.properties ?? {}).length > 0
}

function buildSuccessResponses(route: Route, names: Names): Record<string, JsonSchema> {
  const { detail, response: declared } = findRouteHooks(route)
  const events = detail?.['x-streams']
  // A route without a declared answer has an empty one.
  const file = detail?.['x-files']
  const response =
    declared ?? (file !== undefined ? { 200: Type.String() } : events === undefined ? { 204: Type.Void() } : { 200: events })
  const mediaType = file ?? (events === undefined ? 'application/json' : 'text/event-stream')
  const byStatus = (Kind in response ? { 200: response } : response) as Record<string, TSchema>
  const isCounted = findRouteGate(route).audience !== 'anyone'
  const headers: HeaderName[] = [
    'X-Request-Id',
    ...(isCounted ? rateHeaders : []),
    ...(acceptsIdempotencyKey(route) ? (['Idempotency-Replayed'] as const) : []),
    ...(detail?.['x-sends'] ?? []),
  ]
  const answers = Object.entries(byStatus)
    .filter(([status]) => status.startsWith('2'))
    .map(([status, schema]) => [
      status,
      {
        description: file !== undefined ? 'The file.' : events === undefined ? (successWords[status] ?? 'Done.') : streamWords,
        headers: referHeaders(headers),
        ...(status !== '204' && {
          content: { [mediaType]: file === undefined ? buildContent(schema, names) : { schema: { type: 'string' } } },
        }),
      },
    ])
  return Object.fromEntries(answers)
}

function buildContent(schema: TSchema, names: Names): JsonSchema {
  return { schema: describeSchema(schema, names), example: buildExample(schema, 'answer') }
}

const streamWords = 'The stream ends when the device is signed out. The `data` of each event is one of these.'

const successWords: Readonly<Record<string, string>> = {
  200: 'The current state.',
  201: 'Created.',
  202: 'Accepted.',
  204: 'Done, without content.',
}

/** The refusals of every route of its kind, and this route's own. */
function listRefusalCodes(route: Route): Set<RefusalCode> {
  const { detail = {}, params, query, body } = findRouteHooks(route)
  const { audience, needs, admin, rateLimit } = findRouteGate(route)
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
    [acceptsIdempotencyKey(route), ['idempotency_key_reused', 'idempotency_in_progress']],
    [rateLimit !== null, ['rate_limited']],
    [true, ['server_error', 'unavailable']],
  ]
  return new Set([...codes.flatMap(([applies, some]) => (applies ? some : [])), ...(detail['x-refuses'] ?? [])])
}

/** Whether a query can be invalid. `page` and `per_page` never are. */
function hasChecks(query: TSchema | undefined): boolean {
  return Object.keys(query?.properties ?? {}).some((name) => name !== 'page' && name !== 'per_page')
}
