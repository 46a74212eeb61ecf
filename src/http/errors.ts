import { NotFoundError, ValidationError } from 'elysia'
import { Refusal, type RefusalCode } from '../domain/refusal.ts'
import { invalidFields } from './contracts/fault.ts'
import { asRefusal } from './contracts/refusal.ts'
import { requiredSentence, sentencesOf } from './validation-messages.ts'

/** The status of every no. A code without one does not compile. */
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

/** The answer to a refusal, with `Retry-After`, `WWW-Authenticate` and `Accept-Encoding` where they belong. */
export function refusalResponse(refusal: Refusal): Response {
  const headers = new Headers()
  if (refusal.retryAfterSeconds !== null) headers.set('Retry-After', String(refusal.retryAfterSeconds))
  if (refusal.code === 'unauthenticated') headers.set('WWW-Authenticate', 'Bearer')
  if (refusal.code === 'unsupported_media_type') headers.set('Accept-Encoding', 'identity')
  // The client may send its body or not, so that the next request cannot be told from it (RFC 9110, 10.1.1).
  if (refusal.code === 'expectation_failed') headers.set('Connection', 'close')
  return Response.json(asRefusal(refusal), { status: statusOf[refusal.code], headers })
}

/** The refusal for a fault of ours; it tells nothing of the inside. */
export function serverError(): Refusal {
  return new Refusal('server_error', 'Something went wrong on our side.')
}

/** A refusal for whatever was thrown while a request was answered, or null when it is a fault of ours, to be logged. */
export function refusalFor(thrown: unknown, context: { readonly cameWithoutBody: boolean }): Refusal | null {
  if (thrown instanceof Refusal) return thrown.code === 'server_error' ? null : thrown
  if (thrown instanceof NotFoundError) return unknownPath()
  if (!(thrown instanceof ValidationError) || thrown.type === 'response') return null
  if (thrown.type === 'body' && context.cameWithoutBody) return invalidFields({ body: [requiredSentence('body')] })
  if (!('Errors' in thrown.validator)) return null
  return invalidFields(sentencesOf(thrown.validator.Errors(thrown.value)))
}

/** The 404 of a path that no route has. */
export function unknownPath(): Refusal {
  return new Refusal('not_found', 'There is nothing at this address.')
}
