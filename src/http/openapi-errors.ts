import type { RefusalCode } from '../domain/refusal.ts'
import { statusOf } from './errors.ts'
import type { JsonSchema } from './openapi-schema.ts'

/** What each no means, for whoever reads the document. */
const meanings = {
  unauthenticated: 'No token, or one that is unknown, expired or revoked.',
  invalid_sign_in_link: 'The sign-in link has expired or has been used.',
  invalid_code: 'The code is wrong, used or expired, or was tried too often.',
  missing_ability: 'The credential lacks the ability that `missing_ability` names.',
  rotation_not_available: 'This kind of credential is not rotated.',
  wrong_credential: 'This is for another kind of credential.',
  admin_required: 'Only an admin of the operator may do this.',
  not_found: "There is no such thing on the caller's account.",
  method_not_allowed: 'The address answers other methods; `Allow` lists them.',
  payload_too_large: 'The body is larger than 256 KiB.',
  trip_cancelled: 'The trip has been called off.',
  booking_not_confirmed: 'The customer has not finished booking; the quoted price stands.',
  trip_finished: 'The trip is over.',
  last_admin: 'Somebody has to remain who may let others in.',
  job_closed: 'The job is closed for this; `current_status` says where the own quote stands.',
  quote_locked: 'The customer has requested the quote or is paying for it.',
  no_live_quote: 'There is no live quote.',
  live_quote_exists: 'A live quote stands; it is withdrawn first.',
  quote_not_confirmed: 'The quote is not confirmed.',
  quote_expired: 'The quote is no longer valid.',
  request_pending: 'Another quote of this trip is being requested or paid for.',
  no_payment_due: 'Nobody waits for money here.',
  no_booking_request: 'There is no booking request to answer.',
  deposit_charge_failed: 'The deposit could not be taken; `payment_status` says why, and nothing is booked.',
  invalid_transition: 'This step does not follow from `current_status`; `allowed` lists the ones that do.',
  no_show_too_early: 'The group may still come: not before `allowed_at`.',
  undo_expired: 'It is too late to take this back.',
  vehicle_check_required: "Today's walkaround check of the vehicle is missing.",
  vehicle_unsafe: 'The walkaround check found the vehicle unsafe.',
  operator_choice_required: 'One phone drives for several operators: ask again with one of `operators`.',
  erasure_already_scheduled: 'The erasure has been asked for already.',
  idempotency_key_reused: 'The `Idempotency-Key` was used for another request.',
  idempotency_in_progress: 'The request with this `Idempotency-Key` is still being done.',
  validation_failed: 'The request is not valid; `fields` says where and why.',
  rate_limited: 'Too many requests; `Retry-After` says when the next one is welcome.',
  server_error: 'A fault of ours.',
  unavailable: 'Storage is busy or full, and nothing was written; ask again after `Retry-After`.',
} as const satisfies Record<RefusalCode, string>

const text: JsonSchema = { type: 'string' }
const maybeText: JsonSchema = { type: ['string', 'null'] }
const texts: JsonSchema = { type: 'array', items: text }

/** What stands beside `code` and `message`; always there unless the example shows the other way. */
const extras: Partial<Record<RefusalCode, { readonly schema: Record<string, JsonSchema>; readonly example: object }>> = {
  missing_ability: { schema: { missing_ability: text }, example: { missing_ability: 'jobs:read' } },
  job_closed: { schema: { current_status: maybeText }, example: { current_status: 'expired' } },
  quote_locked: { schema: { current_status: maybeText }, example: { current_status: 'requested' } },
  deposit_charge_failed: { schema: { payment_status: text }, example: { payment_status: 'declined' } },
  invalid_transition: {
    schema: { current_status: maybeText, allowed: texts },
    example: { current_status: 'confirmed', allowed: ['book'] },
  },
  no_show_too_early: { schema: { allowed_at: text }, example: { allowed_at: '2026-06-12T08:45:00+01:00' } },
  operator_choice_required: {
    schema: { operators: { type: 'array', items: { type: 'object' } } },
    example: { operators: [{ operator_ref: 'OP-7GQ2M', name: 'Dales Coaches' }] },
  },
  validation_failed: {
    schema: { fields: { type: 'object', additionalProperties: { ...texts, minItems: 1 } } },
    example: { fields: { passenger_count: ['The passenger_count field is required.'] } },
  },
}

const headersOf: Readonly<Record<number, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

/** What nearly every operation may answer, described once. */
const common: readonly RefusalCode[] = [
  'unauthenticated',
  'missing_ability',
  'wrong_credential',
  'not_found',
  'payload_too_large',
  'validation_failed',
  'rate_limited',
  'server_error',
  'unavailable',
]

/** The descriptions that `refusalAnswers` refers to, for the document's components. */
export function commonRefusals(): Record<string, JsonSchema> {
  return Object.fromEntries(common.map((code) => [code, answer(statusOf[code], [code])]))
}

/** The answers of an operation that may refuse with these codes, by status. */
export function refusalAnswers(codes: Iterable<RefusalCode>): Record<string, JsonSchema> {
  const byStatus = Map.groupBy([...new Set(codes)], (code) => statusOf[code])
  const answers = [...byStatus].sort(([a], [b]) => a - b).map(([status, same]) => [String(status), answerOrRef(status, same)])
  return Object.fromEntries(answers)
}

function answerOrRef(status: number, codes: readonly RefusalCode[]): JsonSchema {
  const [only] = codes
  const isCommon = codes.length === 1 && only !== undefined && common.includes(only)
  return isCommon ? { $ref: `#/components/responses/${only}` } : answer(status, codes)
}

function answer(status: number, codes: readonly RefusalCode[]): JsonSchema {
  const headers = (headersOf[status] ?? []).map((name) => [name, { $ref: `#/components/headers/${name}` }])
  return {
    description: codes.map((code) => `\`${code}\`: ${meanings[code]}`).join('\n\n'),
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
    content: {
      'application/json': {
        schema: bodySchema(codes),
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }])),
      },
    },
  }
}

function bodySchema(codes: readonly RefusalCode[]): JsonSchema {
  const more = Object.assign({}, ...codes.map((code) => extras[code]?.schema))
  return {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['code', 'message'],
        properties: { code: { type: 'string', enum: codes }, message: text, ...more },
      },
    },
  }
}

function exampleOf(code: RefusalCode): object {
  const message = meanings[code].replaceAll('`', '').replace(/[;:] .*$/, '.')
  return { error: { code, message, ...extras[code]?.example } }
}
