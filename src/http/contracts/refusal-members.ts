import type { RefusalCode } from '../../domain/refusal.ts'
import type { JsonSchema } from '../openapi-schema.ts'

const text: JsonSchema = { type: 'string' }
const whole: JsonSchema = { type: 'integer' }
const maybeText: JsonSchema = { type: ['string', 'null'] }
const texts: JsonSchema = { type: 'array', items: text }
const time: JsonSchema = { type: 'string', format: 'date-time' }

/** Schemas of the members beside `code` and `message`, for codes that have them. */
export const refusalMembers = {
  missing_ability: text,
  current_status: maybeText,
  payment_status: text,
  decline_reason: {
    ...text,
    description:
      "With `deposit_charge_failed`, for the customer only: the reason why the card was declined, as in the trip's `decline_reason`.",
  },
  allowed: texts,
  not_before: { ...time, description: 'With `invalid_transition`, if the step is too early: the earliest time for it.' },
  allowed_at: time,
  until: {
    ...time,
    description:
      'Time until which the customer can pay for the quote. Absent for a booked or ended quote, and for payments after the booking.',
  },
  revision: whole,
  price_amount: whole,
  currency_code: text,
  operators: {
    type: 'array',
    items: { type: 'object', required: ['operator_ref', 'name'], properties: { operator_ref: text, name: text } },
  },
  fields: {
    type: 'object',
    description:
      'Error messages by field. The key is a dotted path (`vehicles.0.seats`), `body`, a query parameter or `Idempotency-Key`.',
    additionalProperties: { ...texts, minItems: 1 },
  },
} satisfies Record<string, JsonSchema>

/** An example of the members of each code. */
export const broughtBy: Partial<Record<RefusalCode, Partial<Record<keyof typeof refusalMembers, unknown>>>> = {
  missing_ability: { missing_ability: 'jobs:read' },
  trip_cancelled: { current_status: 'cancelled' },
  booking_not_confirmed: { current_status: 'confirmed' },
  trip_finished: { current_status: 'completed' },
  job_closed: { current_status: 'expired' },
  quote_locked: { current_status: 'requested', until: '2026-06-12T07:45:00Z' },
  no_live_quote: { current_status: null },
  live_quote_exists: { current_status: 'likely' },
  quote_not_confirmed: { current_status: 'likely' },
  quote_expired: { current_status: 'expired' },
  request_pending: { current_status: 'confirmed' },
  no_payment_due: { current_status: 'confirmed' },
  no_booking_request: { current_status: 'likely' },
  undo_expired: { current_status: 'en_route' },
  vehicle_check_required: { current_status: 'pending' },
  vehicle_unsafe: { current_status: 'pending' },
  erasure_already_scheduled: { current_status: 'scheduled' },
  deposit_charge_failed: { payment_status: 'declined', current_status: 'requested', until: '2026-06-12T07:45:00Z' },
  invalid_transition: { current_status: 'confirmed', allowed: ['book'] },
  quote_changed: { revision: 2, price_amount: 66_000, currency_code: 'GBP' },
  no_show_too_early: { current_status: 'arrived', allowed_at: '2026-06-12T07:45:00Z' },
  operator_choice_required: { operators: [{ operator_ref: 'OP-7GQ2M', name: 'Dales Coaches' }] },
  validation_failed: { fields: { passenger_count: ['The passenger_count field is required.'] } },
}
