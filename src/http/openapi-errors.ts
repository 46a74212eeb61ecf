import type { RefusalCode } from '../domain/refusal.ts'
import { broughtBy, refusalMembers } from './contracts/refusal-members.ts'
import { statusOf } from './errors.ts'
import { type HeaderName, rateHeaders, referHeaders } from './openapi-components.ts'
import { convertEnumeration, type JsonSchema, openEnumeration } from './openapi-schema.ts'

/** The meaning of each refusal, for the API document. */
const meanings = {
  unauthenticated: 'The token is missing, unknown, expired or revoked.',
  invalid_sign_in_link: 'The sign-in link has expired or was already used.',
  invalid_code: 'The code is wrong, used or expired, or had too many attempts.',
  missing_ability: 'The credential lacks the ability in `missing_ability`.',
  rotation_not_available: 'Only the token of a device can be replaced.',
  wrong_credential: 'This request needs another kind of credential.',
  admin_required: 'Only an admin of the operator can do this.',
  not_found: "Not found on the caller's account.",
  method_not_allowed: 'The address does not accept this method. `Allow` lists the accepted methods.',
  payload_too_large: 'The body is larger than 256 KiB.',
  unsupported_media_type: 'The body has a `Content-Encoding`. Send the body without one.',
  expectation_failed: 'The `Expect` header is not `100-continue`.',
  trip_cancelled: 'The trip has been cancelled.',
  booking_not_confirmed: 'The customer has not finished booking. The quoted price still applies.',
  trip_finished: 'The trip has ended.',
  last_admin: 'An account needs an admin. Make another person an admin first.',
  job_closed: 'The job is closed. `current_status` is the status of your own quote.',
  quote_locked: 'The customer is requesting or paying for this quote.',
  no_live_quote: 'This job has no active quote.',
  live_quote_exists: 'This job already has an active quote. Withdraw it first.',
  quote_not_confirmed: 'The quote is not confirmed.',
  quote_expired: 'The quote is no longer valid.',
  not_own_trip: 'Your company did not enter this trip. Only its customer can book or repeat it.',
  amendment_pending: 'Another change to this booking is waiting for an answer. Answer or withdraw it first.',
  quote_changed: 'The operator has changed this quote. `revision` is its new revision.',
  request_pending: 'Another quote of this trip is being requested or paid for.',
  no_payment_due: 'No payment is due for this trip.',
  no_booking_request: 'There is no booking request to answer.',
  deposit_charge_failed: 'The deposit payment failed and nothing is booked. `payment_status` shows the reason.',
  invalid_transition: 'This step is not possible from `current_status`. `allowed` lists the possible steps.',
  no_show_too_early: 'It is too early to report a no-show. `allowed_at` is the earliest time.',
  undo_expired: 'It is too late to undo this step.',
  vehicle_check_required: "Today's walkaround check of the vehicle is missing.",
  vehicle_unsafe: 'The walkaround check found the vehicle unsafe.',
  operator_choice_required:
    'The phone number or address belongs to several operators. Send the request again with one of `operators`.',
  erasure_already_scheduled: 'The driver has already requested erasure.',
  invalid_signature: "The provider's signature is missing, wrong, or older than five minutes.",
  setup_finished: 'This server is already set up. Sign in instead.',
  idempotency_key_reused: 'The `Idempotency-Key` was already used for a different request.',
  idempotency_in_progress: 'The request with this `Idempotency-Key` is still in progress.',
  validation_failed: 'The request is not valid. `fields` lists the errors by field.',
  rate_limited: 'Too many requests. `Retry-After` is the number of seconds to wait.',
  server_error: 'An internal error occurred.',
  unavailable:
    'The database is busy or full, or a payment is still being checked. Nothing was saved. Try again after `Retry-After`.',
} as const satisfies Record<RefusalCode, string>

/** Headers of an answer that depend on its code. */
const headersOf: Partial<Record<RefusalCode, readonly HeaderName[]>> = {
  unauthenticated: ['WWW-Authenticate'],
  idempotency_in_progress: ['Retry-After'],
  rate_limited: ['Retry-After'],
  unavailable: ['Retry-After'],
}

/** Codes of HTTP itself, which belong to no operation. */
const ofAnyRequest: readonly RefusalCode[] = ['method_not_allowed', 'unsupported_media_type', 'expectation_failed']

/** Codes of nearly every operation, described once. */
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

/** The facts of an operation that decide on its refusals. */
export type Refusing = {
  readonly codes: Iterable<RefusalCode>
  /** Whether its requests count against a rate limit. */
  readonly isCounted: boolean
  /** Whether the server can repeat an earlier answer. */
  readonly isRepeatable: boolean
}

/** The descriptions that `listErrorResponses` refers to, for the document's components. */
export function describeCommonRefusals(): Record<string, JsonSchema> {
  const kind = { isCounted: true, isRepeatable: false }
  return Object.fromEntries(common.map((code) => [code, buildErrorResponse(statusOf[code], [code], kind)]))
}

/** An example of every refusal of an operation, for the document's components. */
export function buildRefusalExamples(): Record<string, JsonSchema> {
  const codes = (Object.keys(meanings) as RefusalCode[]).filter((code) => !ofAnyRequest.includes(code))
  return Object.fromEntries(codes.map((code) => [code, { summary: meanings[code], value: buildErrorExample(code) }]))
}

/** The responses of an operation with these refusal codes, by status. */
export function listErrorResponses({ codes, ...kind }: Refusing): Record<string, JsonSchema> {
  const byStatus = Map.groupBy([...new Set(codes)], (code) => statusOf[code])
  const answers = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, same]) => [String(status), referErrorResponse(status, same, kind)])
  return Object.fromEntries(answers)
}

type Kind = Omit<Refusing, 'codes'>

function referErrorResponse(status: number, codes: readonly RefusalCode[], kind: Kind): JsonSchema {
  const [only] = codes
  const isCommon = codes.length === 1 && only !== undefined && common.includes(only)
  return isCommon ? { $ref: `#/components/responses/${only}` } : buildErrorResponse(status, codes, kind)
}

function buildErrorResponse(status: number, codes: readonly RefusalCode[], { isCounted, isRepeatable }: Kind): JsonSchema {
  const headers: HeaderName[] = [
    'X-Request-Id',
    ...codes.flatMap((code) => headersOf[code] ?? []),
    ...(isCounted && status !== 401 ? rateHeaders : []),
    ...(isRepeatable && status === 409 ? (['Idempotency-Replayed'] as const) : []),
  ]
  return {
    description: codes.map((code) => `\`${code}\`: ${meanings[code]}`).join('\n\n'),
    headers: referHeaders(headers),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  }
}

/** The common shape of every refusal, for the document's components. */
export function describeErrors(): Record<string, JsonSchema> {
  const code = { $ref: '#/components/schemas/RefusalCode' }
  const brought = Object.entries(refusalMembers).map(([field, schema]) => {
    const codes = Object.entries(broughtBy).flatMap(([code, extra]) => (Object.hasOwn(extra, field) ? [`\`${code}\``] : []))
    const when = codes.length > 0 && `With ${codes.join(', ')}.`
    return [field, { ...schema, description: [when, 'description' in schema && schema.description].filter(Boolean).join(' ') }]
  })
  const properties = {
    code: openEnumeration(code),
    message: { type: 'string', description: 'An explanation for people.' },
    ...Object.fromEntries(brought),
  }
  return {
    Error: { type: 'object', required: ['error'], properties: { error: { $ref: '#/components/schemas/Refusal' } } },
    Refusal: { type: 'object', required: ['code', 'message'], properties },
    RefusalCode: convertEnumeration({ about: 'Reason for a refusal.', words: meanings }),
  }
}

function buildErrorExample(code: RefusalCode): object {
  const message = meanings[code].replaceAll('`', '').replace(/\. .*$/, '.')
  return { error: { code, message, ...broughtBy[code] } }
}
