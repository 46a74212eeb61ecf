import { Elysia } from 'elysia'
import { commonRefusals } from './openapi-errors.ts'
import { namedSchemas } from './openapi-names.ts'
import { hooksOf, operationOf, type Route, type rateHeaders, type Scheme, templateOf } from './openapi-operation.ts'
import { type JsonSchema, makeNames } from './openapi-schema.ts'

/** The version of the API, which is not that of the program. */
const apiVersion = '1.0.0'

const tags: readonly { readonly name: string; readonly description: string }[] = [
  {
    name: 'Operator',
    description: 'What an operator and its systems do: jobs, quotes, bookings, drivers, payouts, webhooks, sign-in.',
  },
  { name: 'DriverAuth', description: 'How a driver signs in with a code from an SMS.' },
  { name: 'DriverApp', description: "The driver's day: trips, progress, checks, incidents, positions." },
  { name: 'DriverPrivacy', description: 'What a driver may know, refuse and have erased.' },
  { name: 'Platform', description: 'For whoever feeds jobs in and pays out.' },
  { name: 'Customer', description: 'For the person who wants a coach.' },
  { name: 'Portal', description: "For the operator's own people: keys, team, vehicles, settings." },
]

const about =
  `Money is an integer in minor units beside the \`currency_code\` it belongs to. Instants are UTC (\`2026-05-20T08:11:02Z\`); times of an
itinerary are local with their offset, beside \`timezone\`. Every answer but 202 and 204 wraps what it tells in \`data\`, every failure is
\`{"error": {"code", "message"}}\`: branch on \`code\`, which is stable. Unknown fields of a request are ignored. Enumerations in answers may grow
and answers may gain fields, so be ready for both.`.replaceAll('\n', ' ')

/** The OpenAPI 3.1 document of these routes: every one that carries a tag, described by what it declares. */
export function describeApi(routes: readonly Route[], baseUrl: string): JsonSchema {
  const names = makeNames(namedSchemas())
  const paths: Record<string, Record<string, JsonSchema>> = {}
  const used = new Set<string>()
  for (const route of routes) {
    const { tags: own = [], hide } = hooksOf(route).detail ?? {}
    if (hide || own.length === 0) continue
    for (const tag of own) used.add(tag)
    const template = templateOf(route.path)
    paths[template] = { ...paths[template], [route.method.toLowerCase()]: operationOf(route, names) }
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Charabanc', version: apiVersion, description: about, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: baseUrl }],
    tags: tags.filter(({ name }) => used.has(name)),
    paths,
    components: { schemas: names.described(), responses: commonRefusals(), parameters, headers, securitySchemes },
  }
}

/** `GET /openapi.json`: the document, put together at the first question. */
export function openApiCounter(routes: () => readonly Route[], baseUrl: string) {
  let text: string | null = null
  return new Elysia().get(
    '/openapi.json',
    () => {
      text ??= JSON.stringify(describeApi(routes(), baseUrl))
      return new Response(text, { headers: { 'Content-Type': 'application/json;charset=utf-8' } })
    },
    { detail: { hide: true } },
  )
}

const parameters = {
  page: { name: 'page', in: 'query', description: 'Counts from 1.', schema: { type: 'integer', minimum: 1, default: 1 } },
  per_page: {
    name: 'per_page',
    in: 'query',
    description: 'At most 100; a number out of range becomes the nearest one in it.',
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 25 },
  },
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Made anew for each attempt at something: sent again with the same request, it brings the same answer and no second effect.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
    example: '5f0c2b1e-quote-TR-7K3MQ2',
  },
}

const whole = { type: 'integer', minimum: 0 }
const text = { type: 'string' }

const headers = {
  'X-Request-Id': { description: "The request's own id, or one made for it; it is in the log too.", schema: text },
  'X-RateLimit-Limit': { description: 'Calls that the tightest window holds.', schema: whole },
  'X-RateLimit-Remaining': { description: 'Calls left in the tightest window.', schema: whole },
  'RateLimit-Policy': { description: 'Every window, as in the IETF draft.', schema: text },
  RateLimit: { description: 'How every window stands, as in the IETF draft.', schema: text },
  'Idempotency-Replayed': {
    description: 'There, and `true`, when this answer had been given before.',
    schema: { const: 'true' },
  },
  'Retry-After': { description: 'Whole seconds to wait.', schema: { type: 'integer', minimum: 1 } },
  'WWW-Authenticate': { description: 'How to present a credential.', schema: { const: 'Bearer' } },
} satisfies Record<(typeof rateHeaders)[number], JsonSchema> & Record<string, JsonSchema>

const securitySchemes: Readonly<Record<Scheme, JsonSchema>> = {
  operator: token("An operator's key (`cbk_…`) or the device of one of its people (`cbo_…`)."),
  operator_device: token("The device of one of the operator's people (`cbo_…`)."),
  driver: token("A driver's device (`cbd_…`)."),
  platform: token('A platform key (`cbp_…`).'),
  customer: token("The link to the customer's own trip (`cbt_…`)."),
}

function token(description: string): JsonSchema {
  return { type: 'http', scheme: 'bearer', description }
}
