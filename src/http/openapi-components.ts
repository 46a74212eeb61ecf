import type { JsonSchema } from './openapi-schema.ts'

/** Without examples: a tool that fills them in would send one key for everything. */
export const parameters = {
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
      'Made anew for each attempt at something: sent again with the same request within 24 hours, it brings the same answer and no second effect. For example `5f0c2b1e-quote-TR-7K3MQ2`.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  },
  'X-Request-Id': {
    name: 'X-Request-Id',
    in: 'header',
    description:
      'Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`.',
    schema: { type: 'string', minLength: 1, maxLength: 128, pattern: '^[!-~]+$' },
  },
} satisfies Record<string, JsonSchema>

/** What a parameter of a path or a query is for, by its name; after the path of one route where it means something else there. */
export const parameterNotes: ReadonlyMap<string, string> = new Map([
  ['ref', 'The reference of the trip, the same for its job and its booking: `TR-` and six characters.'],
  ['id', 'The id, as its list tells it.'],
  ['token_id', "The key's `token_id`, as the list of keys tells it; not the token."],
  ['/api/v1/jobs?filter', 'A part of the inbox; `all` unless said otherwise.'],
  ['/api/v1/driver/trips?filter', 'A part of the trips; `upcoming` unless said otherwise.'],
  ['/api/v1/bookings?status', 'A part of the bookings; `active` unless said otherwise.'],
  ['status', 'Only those that stand here; all of them unless said.'],
  ['event', 'Only deliveries of this event; all of them unless said.'],
  ['departs_from', 'Only what departs at this instant or later.'],
  ['departs_to', 'Only what departs at this instant or earlier.'],
  [
    'updated_since',
    'Only what has changed since this instant. To follow along, ask with the newest `updated_at` you have seen less 60 seconds, and take each record in by its `ref`.',
  ],
])

const whole = { type: 'integer', minimum: 0 }
const text = { type: 'string' }

export const headers = {
  'X-Request-Id': {
    description: "The request's own id, or one made for it; it is in the log too.",
    required: true,
    schema: text,
    example: 'dispatch-42',
  },
  'X-RateLimit-Limit': { description: 'Calls that the tightest window holds.', schema: whole, example: 60 },
  'X-RateLimit-Remaining': { description: 'Calls left in the tightest window.', schema: whole, example: 59 },
  'RateLimit-Policy': {
    description: 'Every window, as in the IETF draft.',
    schema: text,
    example: '"read-min";q=60;w=60,"read-day";q=20000;w=86400',
  },
  RateLimit: {
    description: 'How every window stands, as in the IETF draft.',
    schema: text,
    example: '"read-min";r=59;t=60,"read-day";r=19999;t=86400',
  },
  'Idempotency-Replayed': {
    description: 'There, and `true`, when this answer had been given before.',
    schema: { const: 'true' },
    example: 'true',
  },
  'Retry-After': { description: 'Whole seconds to wait.', schema: { type: 'integer', minimum: 1 }, example: 17 },
  'WWW-Authenticate': {
    description: 'How to present a credential.',
    required: true,
    schema: { const: 'Bearer' },
    example: 'Bearer',
  },
} satisfies Record<string, JsonSchema>

/** The name of a header that the document describes. */
export type HeaderName = keyof typeof headers

/** What an authenticated answer says about its rate limit, unless that has been lifted. */
export const rateHeaders = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'RateLimit-Policy', 'RateLimit'] as const

/** References to the descriptions of these headers. */
export function headersNamed(names: readonly HeaderName[]): JsonSchema {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** The ways to present a credential, as the document names them. */
export type Scheme = 'operator' | 'operator_device' | 'driver' | 'platform' | 'customer'

/** Who holds each of them. */
export const holders: Readonly<Record<Scheme, string>> = {
  operator: "an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`)",
  operator_device: "the device of one of the operator's people (`cbo_…`)",
  driver: "a driver's device (`cbd_…`)",
  platform: 'a platform key (`cbp_…`)',
  customer: "the link to the customer's own trip (`cbt_…`)",
}

export const securitySchemes = Object.fromEntries(
  Object.entries(holders).map(([scheme, holder]) => [
    scheme,
    { type: 'http', scheme: 'bearer', description: `The token of ${holder}.` },
  ]),
)
