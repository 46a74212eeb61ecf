import type { RefusalCode } from '../domain/refusal.ts'
import { broughtBy, refusalMembers } from './contracts/refusal-members.ts'
import { statusOf } from './errors.ts'
import { type HeaderName, headersNamed, rateHeaders } from './openapi-components.ts'
import { enumerated, type JsonSchema, open } from './openapi-schema.ts'

/** The meaning of each refusal, for readers of the document. */
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
  unsupported_media_type: 'The body has a `Content-Encoding`. Send it as it is.',
  expectation_failed: 'The `Expect` header asks for something other than `100-continue`.',
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
  not_own_trip: 'Somebody else entered the trip: only its customer can book it, or have it once more.',
  amendment_pending: 'Another change of this booking waits for an answer; it is answered or taken back first.',
  quote_changed: 'The operator has changed the quote since `revision` was shown; it now stands at this one.',
  request_pending: 'Another quote of this trip is being requested or paid for.',
  no_payment_due: 'Nobody waits for money here.',
  no_booking_request: 'There is no booking request to answer.',
  deposit_charge_failed: 'The deposit could not be taken; `payment_status` says why, and nothing is booked.',
  invalid_transition: 'This step does not follow from `current_status`; `allowed` lists the ones that do.',
  no_show_too_early: 'The group may still come: not before `allowed_at`.',
  undo_expired: 'It is too late to take this back.',
  vehicle_check_required: "Today's walkaround check of the vehicle is missing.",
  vehicle_unsafe: 'The walkaround check found the vehicle unsafe.',
  operator_choice_required: 'One phone or one address is known to several operators: ask again with one of `operators`.',
  erasure_already_scheduled: 'The erasure has been asked for already.',
  invalid_signature: 'The call does not bear the signature of the provider, or bears one that is older than five minutes.',
  setup_finished: 'The server has an operator: whoever is on the account signs in.',
  idempotency_key_reused: 'The `Idempotency-Key` was used for another request.',
  idempotency_in_progress: 'The request with this `Idempotency-Key` is still being done.',
  validation_failed: 'The request is not valid; `fields` says where and why.',
  rate_limited: 'Too many requests; `Retry-After` says when the next one is welcome.',
  server_error: 'A fault of ours.',
  unavailable:
    'Storage is busy or full and nothing was written, or it is not known yet what became of a payment; ask again after `Retry-After`.',
} as const satisfies Record<RefusalCode, string>

/** Headers that an answer has because of its code. */
const headersOf: Partial<Record<RefusalCode, readonly HeaderName[]>> = {
  unauthenticated: ['WWW-Authenticate'],
  idempotency_in_progress: ['Retry-After'],
  rate_limited: ['Retry-After'],
  unavailable: ['Retry-After'],
}

/** Codes of HTTP itself, which depend on no operation and are described with none. */
const ofAnyRequest: readonly RefusalCode[] = ['method_not_allowed', 'unsupported_media_type', 'expectation_failed']

/** Codes that nearly every operation may answer with, described once. */
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

/** An operation, as far as its refusals show it. */
export type Refusing = {
  readonly codes: Iterable<RefusalCode>
  /** Whether its calls are counted for a caller. */
  readonly isCounted: boolean
  /** Whether an answer may be one that had been given before. */
  readonly isRepeatable: boolean
}

/** The descriptions that `refusalAnswers` refers to, for the document's components. */
export function commonRefusals(): Record<string, JsonSchema> {
  const kind = { isCounted: true, isRepeatable: false }
  return Object.fromEntries(common.map((code) => [code, answer(statusOf[code], [code], kind)]))
}

/** An example of every no that an operation may say, for the document's components. */
export function refusalExamples(): Record<string, JsonSchema> {
  const told = (Object.keys(meanings) as RefusalCode[]).filter((code) => !ofAnyRequest.includes(code))
  return Object.fromEntries(told.map((code) => [code, { summary: meanings[code], value: exampleOf(code) }]))
}

/** The answers of an operation that may refuse with these codes, by status. */
export function refusalAnswers({ codes, ...kind }: Refusing): Record<string, JsonSchema> {
  const byStatus = Map.groupBy([...new Set(codes)], (code) => statusOf[code])
  const answers = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, same]) => [String(status), answerOrRef(status, same, kind)])
  return Object.fromEntries(answers)
}

type Kind = Omit<Refusing, 'codes'>

function answerOrRef(status: number, codes: readonly RefusalCode[], kind: Kind): JsonSchema {
  const [only] = codes
  const isCommon = codes.length === 1 && only !== undefined && common.includes(only)
  return isCommon ? { $ref: `#/components/responses/${only}` } : answer(status, codes, kind)
}

function answer(status: number, codes: readonly RefusalCode[], { isCounted, isRepeatable }: Kind): JsonSchema {
  const headers: HeaderName[] = [
    'X-Request-Id',
    ...codes.flatMap((code) => headersOf[code] ?? []),
    ...(isCounted && status !== 401 ? rateHeaders : []),
    ...(isRepeatable && status === 409 ? (['Idempotency-Replayed'] as const) : []),
  ]
  return {
    description: codes.map((code) => `\`${code}\`: ${meanings[code]}`).join('\n\n'),
    headers: headersNamed(headers),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  }
}

/** The one shape of every failure, for the document's components. */
export function errorSchemas(): Record<string, JsonSchema> {
  const code = { $ref: '#/components/schemas/RefusalCode' }
  const brought = Object.entries(refusalMembers).map(([field, schema]) => {
    const codes = Object.entries(broughtBy).flatMap(([code, extra]) => (Object.hasOwn(extra, field) ? [`\`${code}\``] : []))
    const when = codes.length > 0 && `With ${codes.join(', ')}.`
    return [field, { ...schema, description: [when, 'description' in schema && schema.description].filter(Boolean).join(' ') }]
  })
  const properties = { code: open(code), message: { type: 'string', description: 'For people.' }, ...Object.fromEntries(brought) }
  return {
    Error: { type: 'object', required: ['error'], properties: { error: { $ref: '#/components/schemas/Refusal' } } },
    Refusal: { type: 'object', required: ['code', 'message'], properties },
    RefusalCode: enumerated({ about: 'Why not.', words: meanings }),
  }
}

function exampleOf(code: RefusalCode): object {
  const message = meanings[code].replaceAll('`', '').replace(/[;:] .*$/, '.')
  return { error: { code, message, ...broughtBy[code] } }
}
