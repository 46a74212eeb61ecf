import { Type } from '@sinclair/typebox'
import type { KeptSubscription, Subscribed } from '../../actions/webhooks/webhooks.ts'
import { deliveryStatuses } from '../../domain/delivery.ts'
import { eventNames } from '../../domain/event.ts'
import { toInstant } from '../../domain/instant.ts'
import type { LoggedDelivery } from '../../storage/queries/delivery-log.ts'
import { defineContract } from '../contract.ts'
import { definePageContract } from '../pagination.ts'
import { input, moment, nullable, type Of, oneOf, pageFields, record, text } from '../schema.ts'
import { withoutEventData } from './event.ts'
import { asRecord, listAllFields } from './fields.ts'

export const WebhookBody = input({
  label: text({ min: 1, max: 120 }),
  endpoint_url: text({ min: 1, max: 2048 }),
  events: Type.Array(oneOf(eventNames), { minItems: 1, uniqueItems: true }),
})

export function toSubscription(body: Of<typeof WebhookBody>) {
  return listAllFields(WebhookBody, body)
}

export const Webhook = record({
  id: Type.Integer(),
  label: Type.String(),
  endpoint_url: Type.String(),
  events: Type.Array(oneOf(eventNames)),
  status: oneOf(['active', 'parked']),
  consecutive_failures: Type.Integer(),
  parked_at: nullable(moment()),
  parked_reason: nullable(oneOf(['consecutive_failures', 'credential_revoked'])),
  skipped_since_parked: Type.Integer(),
  last_delivery_at: nullable(moment()),
  last_response_status: nullable(Type.Integer()),
  created_at: moment(),
})

/** A subscription for its operator, without its secret. */
export function asWebhook(subscription: KeptSubscription): Of<typeof Webhook> {
  return asRecord(Webhook, subscription, { status: subscription.parkedAt === null ? 'active' : 'parked' })
}

export const WebhooksView = defineContract(Type.Array(Webhook), (subscriptions: readonly KeptSubscription[]) =>
  subscriptions.map(asWebhook),
)

export const NewWebhookView = defineContract(
  record({ ...Webhook.properties, secret: Type.String() }),
  ({ subscription, secret }: Subscribed) => ({ ...asWebhook(subscription), secret }),
)

export const DeliveriesQuery = input({
  status: Type.Optional(oneOf(deliveryStatuses)),
  event: Type.Optional(oneOf(eventNames)),
  ...pageFields,
})

const Attempt = record({
  number: Type.Integer(),
  attempted_at: moment(),
  response_status: nullable(Type.Integer()),
  error: nullable(Type.String()),
  duration_ms: Type.Integer(),
})

export const Delivery = record({
  id: Type.String(),
  event: oneOf(eventNames),
  operator_ref: Type.String(),
  occurred_at: Type.String(),
  status: oneOf(deliveryStatuses),
  attempt_count: Type.Integer(),
  next_attempt_at: nullable(moment()),
  delivered_at: nullable(moment()),
  response_status: nullable(Type.Integer()),
  error: nullable(Type.String()),
  payload: record({
    event: oneOf(eventNames),
    operator_ref: Type.String(),
    occurred_at: Type.String(),
    data: Type.Object({}, { additionalProperties: true }),
  }),
  attempts: Type.Array(Attempt),
})

/** A delivery of the log: content, time and returned status, without the receiver's text. */
function asDelivery({ delivery, body, attempts }: LoggedDelivery): Of<typeof Delivery> {
  const payload = JSON.parse(delivery.hasData ? body : withoutEventData(body))
  return asRecord(Delivery, delivery, {
    operator_ref: payload.operator_ref,
    occurred_at: payload.occurred_at,
    attempt_count: delivery.attempts,
    next_attempt_at: delivery.status === 'pending' ? toInstant(delivery.dueAt) : null,
    response_status: delivery.lastStatus,
    error: delivery.lastError,
    payload,
    attempts: attempts.map((attempt) => asRecord(Attempt, attempt, {})),
  })
}

export const DeliveryPage = definePageContract(Delivery, asDelivery)
