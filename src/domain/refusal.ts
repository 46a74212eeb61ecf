/** Every reason to say no, by the name clients branch on. The HTTP server gives each its status. */
export type RefusalCode =
  | 'unauthenticated'
  | 'invalid_sign_in_link'
  | 'invalid_code'
  | 'missing_ability'
  | 'rotation_not_available'
  | 'wrong_credential'
  | 'admin_required'
  | 'not_found'
  | 'method_not_allowed'
  | 'payload_too_large'
  | 'trip_cancelled'
  | 'booking_not_confirmed'
  | 'trip_finished'
  | 'last_admin'
  | 'job_closed'
  | 'quote_locked'
  | 'no_live_quote'
  | 'live_quote_exists'
  | 'quote_not_confirmed'
  | 'quote_expired'
  | 'quote_changed'
  | 'request_pending'
  | 'no_payment_due'
  | 'no_booking_request'
  | 'deposit_charge_failed'
  | 'invalid_transition'
  | 'no_show_too_early'
  | 'undo_expired'
  | 'vehicle_check_required'
  | 'vehicle_unsafe'
  | 'operator_choice_required'
  | 'erasure_already_scheduled'
  | 'idempotency_key_reused'
  | 'idempotency_in_progress'
  | 'validation_failed'
  | 'rate_limited'
  | 'server_error'
  | 'unavailable'

/** Extra members of the error body beside `code` and `message`, in the shape the client reads. */
export type RefusalExtra = Readonly<Record<string, unknown>>

/** A no that the caller can understand: thrown anywhere inside, answered once, by the HTTP server. */
export class Refusal extends Error {
  override readonly name = 'Refusal'

  constructor(
    readonly code: RefusalCode,
    message: string,
    readonly extra: RefusalExtra = {},
    /** Whole seconds, at least 1; sent as `Retry-After`. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message)
  }
}

/** Dotted path of the field at fault → sentences, never empty. */
export type FieldFaults = Readonly<Record<string, readonly string[]>>

/** `validation_failed` for several fields; the message is the first sentence plus how many more there are. */
export function invalidFields(fields: FieldFaults): Refusal {
  const sentences = Object.values(fields).flat()
  const more = sentences.length - 1
  const tail = more > 0 ? ` (and ${more} more error${more > 1 ? 's' : ''})` : ''
  return new Refusal('validation_failed', `${sentences[0] ?? 'The request is not valid.'}${tail}`, { fields })
}

/** `validation_failed` for one field. */
export function invalid(field: string, sentence: string): Refusal {
  return invalidFields({ [field]: [sentence] })
}

/** The one answer for what is absent and for what is somebody else's, so that neither can be told from the other. */
export function notFound(): Refusal {
  return new Refusal('not_found', 'There is no such thing on this account.')
}
