import { NotFoundError, ValidationError } from 'elysia'
import { Refusal, type RefusalCode } from '../domain/refusal.ts'
import { refuseInvalidFields } from './contracts/fault.ts'
import { asRefusal } from './contracts/refusal.ts'
import { formatRequired, listValidationSentences } from './validation-messages.ts'

/** The status of every refusal. A code without a status does not compile. */
export const statusOf = {
  invalid_signature: 400,
  unauthenticated: 401,
  invalid_sign_in_link: 401,
  invalid_code: 401,
  missing_ability: 403,
  rotation_not_available: 403,
  wrong_credential: 403,
  admin_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  payload_too_large: 413,
  trip_cancelled: 409,
  booking_not_confirmed: 409,
  trip_finished: 409,
  last_admin: 409,
  job_closed: 409,
  quote_locked: 409,
  no_live_quote: 409,
  live_quote_exists: 409,
  quote_not_confirmed: 409,
  quote_expired: 409,
  quote_changed: 409,
  not_own_trip: 409,
  amendment_pending: 409,
  request_pending: 409,
  no_payment_due: 409,
  no_booking_request: 409,
  deposit_charge_failed: 409,
  invalid_transition: 409,
  no_show_too_early: 409,
  undo_expired: 409,
  vehicle_check_required: 409,
  vehicle_unsafe: 409,
  operator_choice_required: 409,
  erasure_already_scheduled: 409,
  setup_finished: 409,
  idempotency_key_reused: 409,
  idempotency_in_progress: 409,
  unsupported_media_type: 415,
  expectation_failed: 417,
  validation_failed: 422,
  rate_limited: 429,
  server_error: 500,
  unavailable: 503,
} as const satisfies Record<RefusalCode, number>

/** The answer to a refusal, with `Retry-After`, `WWW-Authenticate` and `Accept-Encoding` if they apply. */
export function createRefusalResponse(refusal: Refusal): Response {
  const headers = new Headers()
  if (refusal.retryAfterSeconds !== null) headers.set('Retry-After', String(refusal.retryAfterSeconds))
  if (refusal.code === 'unauthenticated') headers.set('WWW-Authenticate', 'Bearer')
  if (refusal.code === 'unsupported_media_type') headers.set('Accept-Encoding', 'identity')
  // The client can send its body or not, so the server cannot find the next request (RFC 9110, 10.1.1).
  if (refusal.code === 'expectation_failed') headers.set('Connection', 'close')
  return Response.json(asRefusal(refusal), { status: statusOf[refusal.code], headers })
}

/** The refusal for an internal error, without its details. */
export function refuseServerError(): Refusal {
  return new Refusal('server_error', 'An internal error occurred. Try again later.')
}

/** The refusal for a thrown value, or null for an internal error, which is logged. */
export function toRefusal(thrown: unknown, context: { readonly cameWithoutBody: boolean }): Refusal | null {
  if (thrown instanceof Refusal) return thrown.code === 'server_error' ? null : thrown
  if (thrown instanceof NotFoundError) return refuseUnknownPath()
  if (!(thrown instanceof ValidationError) || thrown.type === 'response') return null
  if (thrown.type === 'body' && context.cameWithoutBody) return refuseInvalidFields({ body: [formatRequired('body')] })
  if (!('Errors' in thrown.validator)) return null
  return refuseInvalidFields(listValidationSentences(thrown.validator.Errors(thrown.value)))
}

/** The 404 of an unknown path. */
export function refuseUnknownPath(): Refusal {
  return new Refusal('not_found', 'There is no page at this address.')
}
