import type { JsonSchema } from './openapi-schema.ts'

/** Parameters without examples, because a tool that fills them in would send one key for all requests. */
export const parameters = {
  page: { name: 'page', in: 'query', description: 'Counts from 1.', schema: { type: 'integer', minimum: 1, default: 1 } },
  per_page: {
    name: 'per_page',
    in: 'query',
    description: 'At most 100. The server uses the nearest allowed number for a number out of range.',
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 25 },
  },
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A new key for each action. The same key and request sent again within 24 hours return the same answer, without a second effect. For example `5f0c2b1e-quote-TR-7K3MQ2`.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  },
  'X-Request-Id': {
    name: 'X-Request-Id',
    in: 'header',
    description: 'Your own id for this request, in visible ASCII. The answer and the log contain it. For example `dispatch-42`.',
    schema: { type: 'string', minLength: 1, maxLength: 128, pattern: '^[!-~]+$' },
  },
} satisfies Record<string, JsonSchema>

const firstDay = "The first day, in the operator's time zone."
const lastDay = 'The last day. The number of days is not limited.'

/** Descriptions of path and query parameters, by name, or by the path of one route and the name for another meaning. */
export const parameterNotes: ReadonlyMap<string, string> = new Map([
  ['ref', 'The reference of the trip, the same for its job and its booking: `TR-` and six characters.'],
  ['id', 'The id from the list.'],
  ['file', 'The secret of the calendar and `.ics`, from its address.'],
  ['number', 'The number of an invoice or a credit note, with or without leading zeros.'],
  ['duty', 'The id of one duty of the booking. Without it, one sheet for each duty.'],
  ['expires', 'From the signed address.'],
  ['signature', 'From the signed address.'],
  ['statement_ref', "The reference of the payouts' statement."],
  ['token_id', "The key's `token_id` from the list of keys, not the token."],
  ['/api/v1/jobs?filter', 'A part of the inbox. Default: `all`.'],
  ['/api/v1/driver/trips?filter', 'A part of the trips. Default: `upcoming`.'],
  [
    'reading',
    'Reason for the read. `now` (default) shows the trip to the driver. `ahead` stores it on the phone and does not count as seen.',
  ],
  ['only', 'With `trips`, leaves out the points and counts, which do not depend on the day.'],
  ['/api/v1/bookings?status', 'A part of the bookings. Default: `active`.'],
  ['status', 'Only records with this status. Default: all.'],
  ['keys', 'Action for the API keys that the person made. Default: the keys stay valid.'],
  ['vehicle_reg', 'Only this registration plate, in any spelling. Default: all.'],
  ['result', 'Only checks with this result. Default: all.'],
  [
    '/portal/v1/vehicles/:id/checks/.pdf?from',
    "The first day, in the operator's time zone. Default: 15 months before the last day.",
  ],
  ['/portal/v1/vehicles/:id/checks/.pdf?to', 'The last day. Default: today.'],
  ['/portal/v1/vehicle-checks?from', "Only checks from this day (in the operator's time zone) or instant, or later."],
  ['/portal/v1/vehicle-checks?to', "Only checks from this day (in the operator's time zone) or instant, or earlier."],
  ['/portal/v1/availability?from', 'Start of the period.'],
  ['/portal/v1/availability?to', 'End of the period, at most 62 days after `from`.'],
  ['/portal/v1/summary?from', "The first day, in the operator's time zone."],
  ['/portal/v1/summary?to', 'The last day, at most 400 days in all.'],
  ['/portal/v1/numbers?from', "The first day, in the operator's time zone."],
  ['/portal/v1/numbers?to', 'The last day, at most 400 days in all.'],
  ['group', 'The period by which revenue is grouped. A week begins on Monday.'],
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
  ['/portal/v1/payments?from', "The first day, in the operator's time zone. Default: 90 days before the last day."],
  ['/portal/v1/payments?to', 'The last day, at most 400 days in all. Default: today.'],
  [
    '/platform/v1/payments?from',
    "The first day, in the time zone of the server's first operator. Default: 90 days before the last day.",
  ],
  ['/platform/v1/payments?to', 'The last day, at most 400 days in all. Default: today.'],
  ['/platform/v1/payments?operator_ref', 'Only payments for this operator.'],
  ['method', 'Only payments by this method. Default: all.'],
  ['/portal/v1/activity?ref', 'Only changes of this trip, from its first one or from `since`.'],
  ['/portal/v1/activity?since', 'Only changes at this instant or later. Without `since` and `ref`, the last seven days.'],
  ['day', "The day of the trips, in the operator's time zone. Default: today."],
  ['q', 'Words to find, or parts of words, in any order. The search uses the four longest words.'],
  [
    '/portal/v1/places?q',
    'The label of a place or a part of it, a postcode, or the name of a town. Case and accents do not matter.',
  ],
  ['/customer/v1/places?q', 'A postcode, or the beginning of the name of a town. Case and accents do not matter.'],
  ['/platform/v1/places?q', 'A postcode, or the beginning of the name of a town. Case and accents do not matter.'],
  ['near_lat', 'Latitude of a point. Equal towns are ordered by their distance from it. Default in the portal: the depot.'],
  ['near_lng', 'Longitude of that point.'],
  ['/portal/v1/trips?customer_id', 'Only trips for this saved customer, the latest departure first. Not beside `status`.'],
  ['customer_id', 'The customer whose homes the search includes. Default: no homes.'],
  ['/portal/v1/diary?from', "The first day, in the operator's time zone."],
  ['/portal/v1/diary?to', 'The last day, at most 62 days in all.'],
  ['/portal/v1/diary?by', 'The subject of each row. Default: `vehicle`.'],
  ['seats', 'Only vehicles with at least this number of seats. Default: all.'],
  ['event', 'Only deliveries of this event. Default: all.'],
  ['departs_from', 'Only trips that depart at this instant or later.'],
  ['departs_to', 'Only trips that depart at this instant or earlier.'],
  [
    'scheduled_before',
    'Only payouts scheduled before this instant, the earliest first. Payouts without `scheduled_for` are left out.',
  ],
  [
    '/platform/v1/trips?q',
    "Words, or beginnings of words, of the ref, the places, the customer's name or organisation. All of them must match.",
  ],
  ['/platform/v1/operators/:ref/summary?from', "The first day, in the operator's time zone."],
  ['/platform/v1/operators/:ref/summary?to', 'The last day, at most 400 days in all.'],
  ['/platform/v1/summary?from', "The first day, in the time zone of the server's first operator."],
  ['/platform/v1/summary?to', 'The last day, at most 366 days in all.'],
  ['operator_ref', 'Only payouts to this operator.'],
  [
    'updated_since',
    'Only records changed at this instant or later. To poll, send the newest `updated_at` that you have seen, minus 60 seconds. Then update your records by `ref`.',
  ],
])

const whole = { type: 'integer', minimum: 0 }
const text = { type: 'string' }

export const headers = {
  'X-Request-Id': {
    description: 'The id of the request, from the client or the server. The log contains it.',
    required: true,
    schema: text,
    example: 'dispatch-42',
  },
  'X-RateLimit-Limit': { description: 'The limit of the tightest window.', schema: whole, example: 60 },
  'X-RateLimit-Remaining': { description: 'Requests left in the tightest window.', schema: whole, example: 59 },
  'RateLimit-Policy': {
    description: 'All windows, as in the IETF draft.',
    schema: text,
    example: '"read-min";q=60;w=60,"read-day";q=20000;w=86400',
  },
  RateLimit: {
    description: 'The state of all windows, as in the IETF draft.',
    schema: text,
    example: '"read-min";r=59;t=60,"read-day";r=19999;t=86400',
  },
  'Idempotency-Replayed': {
    description: '`true` if the server repeats an earlier answer. Otherwise absent.',
    schema: { const: 'true' },
    example: 'true',
  },
  'Trip-Source': {
    description: 'The party that entered the trip. Only that operator can quote for its own trip.',
    required: true,
    schema: { enum: ['platform', 'customer', 'operator'] },
    example: 'platform',
  },
  'Operator-Timezone': {
    description:
      'Time zone for due dates: the zone of the booked operator, or of all quoting operators. Absent if their zones differ.',
    schema: text,
    example: 'Europe/London',
  },
  'Retry-After': {
    description: 'Seconds to wait before the next request.',
    schema: { type: 'integer', minimum: 1 },
    example: 17,
  },
  'WWW-Authenticate': {
    description: 'The authentication scheme.',
    required: true,
    schema: { const: 'Bearer' },
    example: 'Bearer',
  },
} satisfies Record<string, JsonSchema>

/** The name of a described header. */
export type HeaderName = keyof typeof headers

/** Rate limit headers of an authenticated answer, unless the limit is off. */
export const rateHeaders = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'RateLimit-Policy', 'RateLimit'] as const

/** References to the descriptions of these headers. */
export function referHeaders(names: readonly HeaderName[]): JsonSchema {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** The authentication schemes of the document. */
export type Scheme = 'operator' | 'operator_device' | 'driver' | 'platform' | 'platform_device' | 'customer' | 'setup'

/** The holders of each scheme's tokens, in words. */
export const holders: Readonly<Record<Scheme, string>> = {
  operator: "an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`)",
  operator_device: "the device of one of the operator's people (`cbo_…`)",
  driver: "a driver's device (`cbd_…`)",
  platform: 'a platform key (`cbp_…`)',
  platform_device: "the device of one of the marketplace's people (`cbo_…`)",
  customer: "the link to the customer's own trip (`cbt_…`)",
  setup: 'the setup address that a server without operators prints (`cbs_…`)',
}

export const securitySchemes = Object.fromEntries(
  Object.entries(holders).map(([scheme, holder]) => [
    scheme,
    { type: 'http', scheme: 'bearer', description: `The token of ${holder}.` },
  ]),
)
