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

const firstDay = "The first day on the operator's clocks."
const lastDay = 'The last day; as many days as you like.'

/**
 * Descriptions of path and query parameters, by name; after the path of one route where a name means something else
 * there.
 */
export const parameterNotes: ReadonlyMap<string, string> = new Map([
  ['ref', 'The reference of the trip, the same for its job and its booking: `TR-` and six characters.'],
  ['id', 'The id, as its list tells it.'],
  ['file', 'The secret of the calendar and `.ics`, as its address has it.'],
  ['number', 'The number of an invoice or a credit note, with its noughts or without.'],
  ['duty', 'The id of one duty of the booking; a sheet for each of them unless said.'],
  ['expires', 'As it stands in the address.'],
  ['signature', 'As it stands in the address.'],
  ['statement_ref', 'The reference that payouts were reported under.'],
  ['token_id', "The key's `token_id`, as the list of keys tells it; not the token."],
  ['/api/v1/jobs?filter', 'A part of the inbox; `all` unless said otherwise.'],
  ['/api/v1/driver/trips?filter', 'A part of the trips; `upcoming` unless said otherwise.'],
  [
    'reading',
    'Why it is read: `now`, unless said otherwise, to be looked at; `ahead` to be kept on a phone, which is no first sight of it.',
  ],
  ['/api/v1/bookings?status', 'A part of the bookings; `active` unless said otherwise.'],
  ['status', 'Only those that stand here; all of them unless said.'],
  ['keys', 'What becomes of the API keys that they minted; they stay unless said.'],
  ['vehicle_reg', 'Only of this plate, however it is typed; of every one unless said.'],
  ['result', 'Only those that came to this; all of them unless said.'],
  [
    '/portal/v1/vehicles/:id/checks/.pdf?from',
    "The first day on the operator's clocks; 15 months before the last one unless said.",
  ],
  ['/portal/v1/vehicles/:id/checks/.pdf?to', 'The last day; today unless said.'],
  ['/portal/v1/vehicle-checks?from', "Only walkarounds of this day on the operator's clocks, or of this instant, or later."],
  ['/portal/v1/vehicle-checks?to', "Only walkarounds of this day on the operator's clocks, or of this instant, or earlier."],
  ['/portal/v1/availability?from', 'What is told begins at this instant.'],
  ['/portal/v1/availability?to', 'What is told ends at this instant, at most 62 days after `from`.'],
  ['/portal/v1/summary?from', "The first day, on the operator's clocks."],
  ['/portal/v1/summary?to', 'The last day, at most 400 days in all.'],
  ['/portal/v1/numbers?from', "The first day, on the operator's clocks."],
  ['/portal/v1/numbers?to', 'The last day, at most 400 days in all.'],
  ['group', 'What revenue is gathered by; a week begins on Monday.'],
  ['/portal/v1/exports/bookings.csv?from', firstDay],
  ['/portal/v1/exports/bookings.csv?to', lastDay],
  ['/portal/v1/exports/payments.csv?from', firstDay],
  ['/portal/v1/exports/payments.csv?to', lastDay],
  ['/portal/v1/exports/dues.csv?from', firstDay],
  ['/portal/v1/exports/dues.csv?to', lastDay],
  ['/portal/v1/exports/invoices.csv?from', firstDay],
  ['/portal/v1/exports/invoices.csv?to', lastDay],
  ['/portal/v1/exports/payouts.csv?from', firstDay],
  ['/portal/v1/exports/payouts.csv?to', lastDay],
  ['/portal/v1/exports/duties.csv?from', firstDay],
  ['/portal/v1/exports/duties.csv?to', lastDay],
  ['/portal/v1/exports/quotes.csv?from', firstDay],
  ['/portal/v1/exports/quotes.csv?to', lastDay],
  ['/portal/v1/payments?from', "The first day on the operator's clocks; 90 days before the last one unless said."],
  ['/portal/v1/payments?to', 'The last day, at most 400 days in all; today unless said.'],
  [
    '/platform/v1/payments?from',
    'The first day on the clocks of the operator who was on the server first; 90 days before the last one unless said.',
  ],
  ['/platform/v1/payments?to', 'The last day, at most 400 days in all; today unless said.'],
  ['/platform/v1/payments?operator_ref', 'Only what was meant for this operator.'],
  ['method', 'Only what travels in this way; all of it unless said.'],
  ['/portal/v1/activity?ref', 'Only what happened to this trip, from its beginning unless `since` says otherwise.'],
  ['/portal/v1/activity?since', 'Only what happened at this instant or later; without it and `ref`, the last seven days.'],
  ['day', "The day whose trips are told, on the operator's clocks; today unless said."],
  ['q', 'What is looked for: words or parts of them, in any order. Of more than four the four longest count.'],
  ['/portal/v1/places?q', 'The label of a place, or a part of it; case and accents do not matter.'],
  ['customer_id', 'The customer whose homes are looked through too; none are unless said.'],
  ['/portal/v1/diary?from', "The first day that is told of, on the operator's clocks."],
  ['/portal/v1/diary?to', 'The last day, of at most 62.'],
  ['/portal/v1/diary?by', 'Whose time the rows are; `vehicle` unless said.'],
  ['seats', 'Only coaches with so many seats or more; all of them unless said.'],
  ['event', 'Only deliveries of this event; all of them unless said.'],
  ['departs_from', 'Only what departs at this instant or later.'],
  ['departs_to', 'Only what departs at this instant or earlier.'],
  ['scheduled_before', 'Only what leaves before this instant, the earliest first; what has no `scheduled_for` yet is left out.'],
  [
    '/platform/v1/trips?q',
    'Words of the ref, the places, or the name or organisation of the customer, or how they begin; all of them must fit.',
  ],
  ['/platform/v1/operators/:ref/summary?from', "The first day, on the operator's clocks."],
  ['/platform/v1/operators/:ref/summary?to', 'The last day, at most 400 days in all.'],
  ['/platform/v1/summary?from', 'The first day, on the clocks of the operator who was on the server first.'],
  ['/platform/v1/summary?to', 'The last day, at most 366 days with the first.'],
  ['operator_ref', 'Only what is paid to this operator.'],
  [
    'updated_since',
    'Only what has changed at this instant or later: it is inclusive. To follow along, ask with the newest `updated_at` you have seen less 60 seconds, and take each record in by its `ref`.',
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
  'Trip-Source': {
    description: 'Who entered the trip. An operator sells its own trip alone.',
    required: true,
    schema: { enum: ['platform', 'customer', 'operator'] },
    example: 'platform',
  },
  'Operator-Timezone': {
    description:
      'Time zone of the operator, for dates of money: of the booking, or of each quote before that. Absent if the zones differ.',
    schema: text,
    example: 'Europe/London',
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

/** Headers that tell of the rate limit in an authenticated answer, unless it has been lifted. */
export const rateHeaders = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'RateLimit-Policy', 'RateLimit'] as const

/** References to the descriptions of these headers. */
export function headersNamed(names: readonly HeaderName[]): JsonSchema {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** The ways to present a credential, as the document names them. */
export type Scheme = 'operator' | 'operator_device' | 'driver' | 'platform' | 'platform_device' | 'customer' | 'setup'

/** The holder of the tokens of each scheme, in words. */
export const holders: Readonly<Record<Scheme, string>> = {
  operator: "an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`)",
  operator_device: "the device of one of the operator's people (`cbo_…`)",
  driver: "a driver's device (`cbd_…`)",
  platform: 'a platform key (`cbp_…`)',
  platform_device: "the device of one of the marketplace's people (`cbo_…`)",
  customer: "the link to the customer's own trip (`cbt_…`)",
  setup: 'the address that a server without operators prints (`cbs_…`)',
}

export const securitySchemes = Object.fromEntries(
  Object.entries(holders).map(([scheme, holder]) => [
    scheme,
    { type: 'http', scheme: 'bearer', description: `The token of ${holder}.` },
  ]),
)
